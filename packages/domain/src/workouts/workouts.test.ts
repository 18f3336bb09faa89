import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collides,
  findImplausibility,
  implausibilities,
  type LiftedSet,
  summarizeWorkout,
  type WorkoutClaim,
} from './workouts.ts';

function liftSet(loadHg: number, count = 10, ms = 2500): LiftedSet {
  return { loadHg, reps: Array.from({ length: count }, () => ({ loadHg, ms })) };
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

it('uses the reps where they differ from the set', () => {
  const reps = [{ loadHg: 600, ms: 2000 }, ...liftSet(300, 4).reps];
  expect(summarizeWorkout([{ loadHg: 500, reps }])).toMatchObject({
    maxHg: 600,
    tfoHg: 1800,
    topLoadHg: 500,
    topReps: 5,
    // The lightest rep of the set would give 350, but the member lifted 600.
    oneRepMaxHg: 600,
    oneRepMaxReps: 1,
  });
});

it('has no estimate for long sets, and prefers a firm one to a better reference', () => {
  const long = summarizeWorkout([liftSet(300, 13), liftSet(300, 20)]);
  expect([long.oneRepMaxHg, long.oneRepMaxReps]).toEqual([null, null]);
  const both = summarizeWorkout([liftSet(600, 12), liftSet(625, 8)]);
  expect([both.oneRepMaxHg, both.oneRepMaxReps]).toEqual([792, 8]);
});

it('never estimates less than the lifted load of a set without an estimate', () => {
  const mixed = summarizeWorkout([liftSet(250, 10), liftSet(425, 15)]);
  expect([mixed.oneRepMaxHg, mixed.oneRepMaxReps]).toEqual([425, 1]);
});

it('returns zero for no sets', () => {
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
const workouts = fc.array(set, { minLength: 1, maxLength: 10 });

it('is consistent for any workout, in any order of its sets and reps', () => {
  fc.assert(
    fc.property(workouts, (workout) => {
      const summary = summarizeWorkout(workout);
      const loads = workout.flatMap(({ reps }) => reps.map(({ loadHg }) => loadHg));
      expect(summary.repCount).toBe(loads.length);
      expect(summary.setCount).toBe(workout.length);
      expect(summary.tfoHg).toBe(loads.reduce((sum, load) => sum + load, 0));
      expect(summary.maxHg).toBe(Math.max(...loads));
      expect(summary.maxHg).toBeLessThanOrEqual(summary.tfoHg);
      expect(summary.tfoHg).toBeLessThanOrEqual(summary.maxHg * summary.repCount);
      expect(summary.oneRepMaxHg ?? Infinity).toBeGreaterThanOrEqual(summary.maxHg);
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

it('never estimates less than the heaviest rep of sets with one load each', () => {
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

describe('workout plausibility', () => {
  const now = new Date('2026-03-20T10:00:00Z');
  const at = (secondsFromNow: number) => new Date(now.getTime() + secondsFromNow * 1000);
  const day = 24 * 60 * 60;
  const range = { minLoadHg: 50, maxLoadHg: 1510, loadStepHg: 25 };

  const ordinary = { startedAt: at(-600), endedAt: at(-60), sets: [liftSet(400), liftSet(450)] };
  const judge = (changes: Partial<WorkoutClaim>) =>
    findImplausibility({ ...ordinary, ...changes }, range, now);

  it('accepts an ordinary workout', () => {
    expect(judge({})).toBeNull();
  });

  it.each([
    [
      'the lightest and heaviest settings',
      { sets: [liftSet(50), liftSet(1500), liftSet(1510)] },
      null,
    ],
    ['a set below the machine', { sets: [liftSet(49)] }, 'load_out_of_range'],
    ['a set above it', { sets: [liftSet(400), liftSet(1511)] }, 'load_out_of_range'],
    [
      'a rep above it',
      { sets: [{ loadHg: 400, reps: [{ loadHg: 1511, ms: 2000 }] }] },
      'load_out_of_range',
    ],
    ['a set between two steps', { sets: [liftSet(400), liftSet(460)] }, 'load_off_step'],
    [
      'a rep between two steps',
      { sets: [{ loadHg: 400, reps: [{ loadHg: 401, ms: 2000 }] }] },
      'load_off_step',
    ],
    ['reps of 200 ms', { sets: [liftSet(400, 10, 200)] }, null],
    ['a rep of 199 ms', { sets: [liftSet(400), liftSet(400, 1, 199)] }, 'rep_too_fast'],
    ['50 sets', { sets: Array.from({ length: 50 }, () => liftSet(400, 1)) }, null],
    ['51 sets', { sets: Array.from({ length: 51 }, () => liftSet(400, 1)) }, 'too_many_sets'],
    ['no time at all', { startedAt: at(-60) }, 'ends_before_start'],
    ['an end before its start', { endedAt: at(-601) }, 'ends_before_start'],
    ['an invalid time', { endedAt: new Date('2016-12-31T23:59:60Z') }, 'ends_before_start'],
    ['an end two minutes ahead', { endedAt: at(120) }, null],
    ['an end further ahead', { endedAt: at(120.001) }, 'in_future'],
    ['30 days of delay', { startedAt: at(-30 * day), endedAt: at(-30 * day + 600) }, null],
    ['more', { startedAt: at(-30 * day - 1), endedAt: at(-30 * day + 600) }, 'too_old'],
    ['reps as long as the workout and 5 s', { startedAt: at(-105), endedAt: at(-60) }, null],
    ['reps longer than that', { startedAt: at(-104), endedAt: at(-60) }, 'too_short_for_reps'],
  ] as const)('checks %s', (_name, changes, verdict) => {
    expect(judge(changes)).toBe(verdict);
  });

  const numbers = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 8, max: 60 }).map((steps) => steps * 25) },
    { weight: 1, arbitrary: fc.integer({ min: 190, max: 1510 }) },
    { weight: 1, arbitrary: fc.double() },
  );
  const claims = fc.record({
    startedAt: fc.oneof(fc.integer({ min: -31 * day, max: 300 }).map(at), fc.date()),
    endedAt: fc.oneof(fc.integer({ min: -31 * day, max: 300 }).map(at), fc.date()),
    sets: fc.array(
      fc.record({
        loadHg: numbers,
        reps: fc.array(fc.record({ loadHg: numbers, ms: numbers }), { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
  });

  it('never throws, and accepts only workouts that follow every rule', () => {
    const isOnStep = (hg: number) =>
      hg === 1510 || (hg >= 50 && hg <= 1510 && Number.isInteger((hg - 50) / 25));
    const keepsRules = ({ startedAt, endedAt, sets }: WorkoutClaim) =>
      endedAt > startedAt &&
      endedAt <= at(120) &&
      startedAt >= at(-30 * day) &&
      sets.every(({ loadHg, reps }) =>
        [{ loadHg, ms: 200 }, ...reps].every((one) => isOnStep(one.loadHg) && one.ms >= 200),
      ) &&
      sets.flatMap(({ reps }) => reps).reduce((sum, { ms }) => sum + ms, 0) <=
        endedAt.getTime() - startedAt.getTime() + 5000;
    fc.assert(
      fc.property(claims, (claim) => {
        const verdict = findImplausibility(claim, range, now);
        expect(verdict === null).toBe(keepsRules(claim));
        expect([null, ...implausibilities]).toContain(verdict);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['one after the other', [0, 60], [60, 120], false],
    ['a clock set back by half a minute between them', [0, 60], [30, 90], false],
    ['a clock set back by more', [0, 60], [29.9, 90], true],
    ['at the same time', [0, 10], [0, 10], true],
    ['one within the other, however short', [0, 60], [20, 22], true],
  ] as const)('one machine, two workouts, %s', (_name, one, other, verdict) => {
    const bout = ([from, to]: readonly [number, number]) => ({
      startedAt: at(from),
      endedAt: at(to),
    });
    expect(collides(bout(one), bout(other))).toBe(verdict);
    expect(collides(bout(other), bout(one))).toBe(verdict);
  });
});
