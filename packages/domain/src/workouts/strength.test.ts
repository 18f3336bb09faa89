import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  chanceAtLimit,
  chanceOfReps,
  compareStrength,
  driftTo,
  type Effort,
  type StrengthState,
  toEfforts,
  toStrengthBand,
  updateStrength,
} from './strength.ts';

const start = new Date('2026-01-05T10:00:00Z');

function dayOf(days: number): Date {
  return new Date(start.getTime() + days * 24 * 60 * 60 * 1000);
}

function lift(loadHg: number, reps: number) {
  return { loadHg, reps: Array.from({ length: reps }, () => ({ loadHg, ms: 2000 })) };
}

function atLeast(loadHg: number, reps: number): Effort {
  return { loadHg, reps, isLimit: false };
}

function limit(loadHg: number, reps: number): Effort {
  return { loadHg, reps, isLimit: true };
}

/** Updates the state by workouts three days apart. */
function train(workouts: readonly (readonly Effort[])[], machineOffset = 0): StrengthState | null {
  let state: StrengthState | null = null;
  for (const [at, efforts] of workouts.entries()) {
    const workout = {
      workoutTypeId: 1,
      at: dayOf(3 * at),
      efforts,
      machineOffset,
      plannedReps: null,
    };
    state = updateStrength(state, workout)?.state ?? state;
  }
  return state;
}

function trained(workouts: readonly (readonly Effort[])[], machineOffset = 0): StrengthState {
  const state = train(workouts, machineOffset);
  if (state === null) throw new Error('Nothing was learnt.');
  return state;
}

describe('efforts', () => {
  const limits = (sets: readonly ReturnType<typeof lift>[], plannedReps: number | null) =>
    toEfforts(sets, plannedReps).map(({ isLimit }) => isLimit);

  it('are limits where the reps fall at the same load', () => {
    expect(limits([lift(500, 10), lift(500, 10), lift(500, 8)], null)).toEqual([
      false,
      false,
      true,
    ]);
    expect(limits([lift(500, 10), lift(550, 8), lift(500, 8)], null)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('are limits where the heaviest set misses the plan, unlike a warm-up', () => {
    expect(limits([lift(300, 5), lift(500, 8)], 10)).toEqual([false, true]);
    expect(limits([lift(300, 5), lift(500, 10)], 10)).toEqual([false, false]);
  });

  it('are none where a heavier set with as many reps follows', () => {
    expect(limits([lift(500, 10), lift(500, 8), lift(600, 8)], null)).toEqual([
      false,
      false,
      false,
    ]);
    expect(limits([lift(500, 10), lift(500, 8), lift(600, 7)], null)).toEqual([false, true, false]);
  });

  it('count with the lightest rep, and not at all without a rep or load', () => {
    const lighter = { loadHg: 500, reps: [...lift(500, 6).reps, ...lift(400, 2).reps] };
    expect(toEfforts([lighter, lift(500, 0), lift(0, 5)], null)).toEqual([atLeast(400, 8)]);
    expect(toEfforts([], 10)).toEqual([]);
  });
});

describe('state', () => {
  it('is null without an effort', () => {
    expect(train([[]])).toBeNull();
  });

  it('is above the first workout and uncertain', () => {
    const state = trained([[atLeast(500, 10)]]);
    expect(Math.exp(state.mean)).toBeGreaterThan((50 * 40) / 31);
    expect(toStrengthBand(state, dayOf(0))).toBeNull();
  });

  it('rises with a heavier set, falls with a limit and ignores an easy set', () => {
    const usual = Array.from({ length: 8 }, () => [atLeast(500, 10), limit(500, 9)]);
    const { mean } = trained(usual);
    expect(trained([...usual, [atLeast(600, 10)]]).mean).toBeGreaterThan(mean + 0.02);
    expect(trained([...usual, [limit(480, 8)], [limit(480, 8)]]).mean).toBeLessThan(mean - 0.01);
    expect(trained([...usual, [atLeast(200, 10)]]).mean).toBeCloseTo(mean, 3);
  });

  it('hardly falls when a set ends so early that it was stopped for another reason', () => {
    const usual = Array.from({ length: 8 }, () => [atLeast(500, 10), limit(500, 9)]);
    const { mean } = trained(usual);
    expect(trained([...usual, [atLeast(500, 10), limit(500, 1)]]).mean).toBeGreaterThan(
      mean - 0.02,
    );
  });

  it('follows a jump of strength', () => {
    const light = Array.from({ length: 8 }, () => [atLeast(500, 10), limit(500, 9)]);
    const heavy = Array.from({ length: 4 }, () => [atLeast(800, 10)]);
    const needed = Math.log((80 * 40) / 31);
    expect(trained([...light, ...heavy]).mean).toBeGreaterThan(needed - 0.03);
  });

  it('finds the strength of a member who trains near the limit', () => {
    const state = trained(Array.from({ length: 20 }, () => [atLeast(600, 10), limit(600, 9)]));
    const band = toStrengthBand(state, dayOf(60));
    expect(band?.low).toBeLessThan((60 * 40) / 31);
    expect(band?.high).toBeGreaterThan((60 * 40) / 31);
    expect((band?.high ?? 0) / (band?.low ?? 1)).toBeLessThan(1.2);
  });

  it('is the same on a machine with a known offset as on one without', () => {
    const plain = trained([[atLeast(1000, 10)], [atLeast(1000, 10), limit(1000, 8)]]);
    const heavier = trained(
      [[atLeast(800, 10)], [atLeast(800, 10), limit(800, 8)]],
      Math.log(1.25),
    );
    expect(heavier.mean).toBeCloseTo(plain.mean, 10);
    expect(heavier.sd).toBeCloseTo(plain.sd, 10);
  });

  it('becomes less certain with time, at most for 120 days', () => {
    const state = trained([[atLeast(500, 10)], [limit(500, 9)]]);
    const sds = [0, 10, 100, 123, 1000].map((days) => driftTo(state, dayOf(days)).sd);
    expect(sds).toEqual(sds.toSorted((a, b) => a - b));
    expect(sds[3]).toBe(sds[4]);
    expect(driftTo(state, dayOf(-10))).toBe(state);
  });
});

const efforts = fc.array(
  fc.record({
    loadHg: fc.integer({ min: 1, max: 10_000 }),
    reps: fc.integer({ min: 1, max: 200 }),
    isLimit: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

it('stays finite after a limit far above all workouts before', () => {
  const { mean, sd } = trained([[atLeast(1, 1)], [limit(56, 24)]]);
  expect(Number.isFinite(mean)).toBe(true);
  expect(Number.isFinite(sd)).toBe(true);
});

it('is finite and the same every time for any workouts', () => {
  fc.assert(
    fc.property(fc.array(efforts, { minLength: 1, maxLength: 12 }), (workouts) => {
      const state = trained(workouts);
      expect(trained(workouts)).toEqual(state);
      expect(Number.isFinite(state.mean)).toBe(true);
      expect(state.sd).toBeGreaterThan(0);
      expect(state.sd).toBeLessThan(5);
      const set = { workoutTypeId: 1, at: dayOf(90), machineOffset: 0 };
      for (const [loadHg, reps] of [
        [1, 1],
        [10_000, 200],
        [500, 10],
      ] as const) {
        const chance = chanceOfReps(state, { ...set, loadHg, reps });
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('chances fall with load, reps, earlier sets and a heavier machine', () => {
  const state = trained([[atLeast(600, 10)], [atLeast(600, 10), limit(600, 9)]]);
  const set = { workoutTypeId: 1, loadHg: 600, reps: 10, at: dayOf(6), machineOffset: 0 };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1, max: 40 }),
      (loadHg, reps) => {
        const chance = chanceOfReps(state, { ...set, loadHg, reps });
        for (const harder of [
          { loadHg: loadHg + 25 },
          { reps: reps + 1 },
          { earlierSets: 2 },
          { machineOffset: 0.05 },
        ]) {
          const lower = chanceOfReps(state, { ...set, loadHg, reps, ...harder });
          expect(lower).toBeLessThanOrEqual(chance + 1e-9);
        }
        expect(chanceAtLimit(state, { ...set, loadHg, reps })).toBeLessThanOrEqual(chance + 1e-9);
      },
    ),
  );
  expect(chanceOfReps(state, { ...set, reps: 0 })).toBe(1);
  expect(chanceOfReps(state, { ...set, loadHg: 0 })).toBe(1);
});

describe('planned chance', () => {
  const workout = {
    workoutTypeId: 1,
    at: dayOf(3),
    efforts: [atLeast(400, 10), atLeast(600, 10)],
    machineOffset: 0,
    plannedReps: 10,
  };

  it('is that of the heaviest set before the workout', () => {
    const before = trained([[atLeast(600, 10)]]);
    expect(updateStrength(before, workout)?.plannedChance).toBe(
      chanceOfReps(before, { ...workout, loadHg: 600, reps: 10, earlierSets: 1 }),
    );
  });

  it('is null for the first workout and without a plan', () => {
    expect(updateStrength(null, workout)?.plannedChance).toBeNull();
    const before = trained([[atLeast(600, 10)]]);
    expect(updateStrength(before, { ...workout, plannedReps: null })?.plannedChance).toBeNull();
  });
});

describe('offset evidence', () => {
  const before = trained(Array.from({ length: 8 }, () => [atLeast(600, 10), limit(600, 9)]));
  const evidenceOf = (loadHg: number, machineOffset = 0) =>
    updateStrength(before, {
      workoutTypeId: 1,
      at: dayOf(25),
      efforts: [atLeast(loadHg, 10), limit(loadHg, 9)],
      machineOffset,
      plannedReps: null,
    })?.evidence ?? { precision: 0, weighted: 0 };

  it('says heavier when the member lifts less than expected, and lighter for more', () => {
    expect(evidenceOf(550).weighted).toBeGreaterThan(0);
    expect(evidenceOf(660).weighted).toBeLessThan(0);
    expect(Math.abs(evidenceOf(600).weighted)).toBeLessThan(evidenceOf(550).weighted / 2);
    expect(evidenceOf(600).precision).toBeGreaterThan(0);
  });

  it('is about the offset itself, not about the error of the assumed one', () => {
    const { precision, weighted } = evidenceOf(570, 0.05);
    expect(weighted / precision / 10_000).toBeCloseTo(0.05, 1);
    expect(weighted).toBeGreaterThan(0);
  });

  it('is null for the first workout', () => {
    const first = { workoutTypeId: 1, at: start, machineOffset: 0, plannedReps: null };
    expect(updateStrength(null, { ...first, efforts: [atLeast(600, 10)] })?.evidence).toBeNull();
  });
});

describe('band and change', () => {
  const state = (mean: number, sd: number): StrengthState => ({ mean, sd, at: start });

  it('contains the middle 80 %', () => {
    const band = toStrengthBand(state(Math.log(65), 0.04), start);
    expect(band?.low).toBeCloseTo(61.75, 1);
    expect(band?.high).toBeCloseTo(68.42, 1);
    expect(toStrengthBand(state(Math.log(65), 0.101), start)).toBeNull();
    expect(toStrengthBand(state(Math.log(65), Number.NaN), start)).toBeNull();
  });

  it('is lost after a long break', () => {
    expect(toStrengthBand(state(Math.log(65), 0.06), dayOf(120))).toBeNull();
  });

  it('counts a change only when it is larger than the noise', () => {
    expect(compareStrength(state(4, 0.03), state(4.02, 0.03))).toBeNull();
    expect(compareStrength(state(4, 0.03), state(4.1, 0.03))).toBeCloseTo(10.5, 1);
    expect(compareStrength(state(4, 0.03), state(3.9, 0.03))).toBeCloseTo(-9.5, 1);
    expect(compareStrength(state(4, 0.2), state(4.5, 0.03))).toBeNull();
  });
});
