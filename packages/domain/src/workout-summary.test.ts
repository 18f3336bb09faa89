import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LiftedSet, summarizeWorkout } from './workout-summary.ts';

function liftSet(loadHg: number, count: number): LiftedSet {
  return { loadHg, reps: Array.from({ length: count }, () => ({ loadHg, ms: 2000 })) };
}

it('adds up an ordinary workout', () => {
  expect(summarizeWorkout([liftSet(400, 12), liftSet(500, 8), liftSet(500, 6)])).toEqual({
    maxHg: 500,
    tfoHg: 400 * 12 + 500 * 14,
    setCount: 3,
    repCount: 26,
    topLoadHg: 500,
    topReps: 8,
    oneRepMaxHg: 633,
    oneRepMaxReps: 8,
  });
});

it('goes by the reps where they differ from what was set', () => {
  const reps = [{ loadHg: 600, ms: 2000 }, ...liftSet(300, 4).reps];
  expect(summarizeWorkout([{ loadHg: 500, reps }])).toMatchObject({
    maxHg: 600,
    tfoHg: 1800,
    topLoadHg: 500,
    topReps: 5,
    oneRepMaxHg: 350,
  });
});

it('has no estimate of long sets, and prefers a firm one to a reference that looks better', () => {
  const long = summarizeWorkout([liftSet(300, 13), liftSet(300, 20)]);
  expect([long.oneRepMaxHg, long.oneRepMaxReps]).toEqual([null, null]);
  const both = summarizeWorkout([liftSet(600, 12), liftSet(625, 8)]);
  expect([both.oneRepMaxHg, both.oneRepMaxReps]).toEqual([792, 8]);
});

it('counts nothing of nothing', () => {
  const empty = summarizeWorkout([]);
  expect(empty).toMatchObject({ maxHg: 0, tfoHg: 0, setCount: 0, repCount: 0, topReps: 0 });
  expect(summarizeWorkout([{ loadHg: 900, reps: [] }])).toEqual(empty);
});

const rep = fc.record({
  loadHg: fc.integer({ min: 0, max: 10_000 }),
  ms: fc.integer({ min: 0, max: 60_000 }),
});
const set = fc.record({
  loadHg: fc.integer({ min: 0, max: 10_000 }),
  reps: fc.array(rep, { minLength: 1, maxLength: 20 }),
});
const sets = fc.array(set, { minLength: 1, maxLength: 10 });

it('holds together for any workout, in any order of its sets and reps', () => {
  fc.assert(
    fc.property(sets, (workout) => {
      const summary = summarizeWorkout(workout);
      const loads = workout.flatMap(({ reps }) => reps.map(({ loadHg }) => loadHg));
      expect(summary.repCount).toBe(loads.length);
      expect(summary.setCount).toBe(workout.length);
      expect(summary.tfoHg).toBe(loads.reduce((sum, load) => sum + load, 0));
      expect(summary.maxHg).toBe(Math.max(...loads));
      expect(summary.maxHg).toBeLessThanOrEqual(summary.tfoHg);
      expect(summary.tfoHg).toBeLessThanOrEqual(summary.maxHg * summary.repCount);
      expect(summary.topLoadHg).toBe(Math.max(...workout.map(({ loadHg }) => loadHg)));
      expect(
        workout.some(
          ({ loadHg, reps }) => loadHg === summary.topLoadHg && reps.length === summary.topReps,
        ),
      ).toBe(true);
      const backwards = workout
        .toReversed()
        .map(({ loadHg, reps }) => ({ loadHg, reps: reps.toReversed() }));
      expect(summarizeWorkout(backwards)).toEqual(summary);
    }),
  );
});

it('never estimates less than the heaviest rep of sets at one load each', () => {
  const plain = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 10 })),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(plain, (workout) => {
      const { maxHg, oneRepMaxHg } = summarizeWorkout(workout.map(([hg, n]) => liftSet(hg, n)));
      expect(oneRepMaxHg).toBeGreaterThanOrEqual(maxHg);
    }),
  );
});
