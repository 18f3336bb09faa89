import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settableAtMost } from './loads.ts';
import { chooseNextLoad, type RuleReason, type RecentWorkout } from './next-load.ts';

const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 25 };
const now = new Date('2026-03-20T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

/** Newest first, two days apart; `oneRepMaxHg` as it would be. */
function history(
  ...done: [topLoadHg: number, topReps: number, plannedReps?: number][]
): RecentWorkout[] {
  return done.map(([topLoadHg, topReps, plannedReps = null], index) => ({
    topLoadHg,
    topReps,
    oneRepMaxHg: topReps > 12 ? null : Math.round(topLoadHg * (1 + topReps / 30)),
    startedAt: daysAgo(2 + index * 2),
    plannedReps,
  }));
}

const choose = (recent: RecentWorkout[]) => chooseNextLoad({ recent, range, now });

it('has nothing to say before the first workout', () => {
  expect(choose([])).toBeNull();
});

describe('by the reps of the last workout', () => {
  it.each([
    [500, 12, 525, 'raise'],
    [500, 20, 525, 'raise'],
    [1000, 12, 1050, 'raise'],
    // A step is more than a tenth here, and still the smallest step there is.
    [100, 12, 125, 'raise'],
    [500, 11, 500, 'keep'],
    [500, 8, 500, 'keep'],
    [500, 7, 475, 'lower'],
    [1000, 3, 950, 'lower'],
    // Set on a machine with other steps.
    [510, 10, 500, 'keep'],
    // Nothing left to add or to take off.
    [1500, 15, 1500, 'keep'],
    [50, 3, 50, 'keep'],
    [2000, 15, 1500, 'keep'],
    [1490, 12, 1500, 'raise'],
  ])('after %d hg × %d: %d hg, %s', (topLoadHg, topReps, loadHg, reason) => {
    expect(choose(history([topLoadHg, topReps]))).toEqual({ loadHg, reason });
  });
});

describe('by the plan of the last workout', () => {
  it.each([
    // As planned is no failure, however few reps that are.
    [500, 5, 5, 500, 'keep'],
    [500, 3, 3, 500, 'keep'],
    [500, 1, 1, 500, 'keep'],
    [500, 6, 5, 500, 'keep'],
    // Two more than asked for earn a raise.
    [500, 7, 5, 525, 'raise'],
    [500, 17, 15, 525, 'raise'],
    [500, 12, 15, 475, 'lower'],
    [500, 13, 15, 500, 'keep'],
    [500, 2, 5, 475, 'lower'],
    [500, 3, 5, 500, 'keep'],
  ])('after %d hg × %d of %d: %d hg, %s', (topLoadHg, topReps, plannedReps, loadHg, reason) => {
    expect(choose(history([topLoadHg, topReps, plannedReps]))).toEqual({ loadHg, reason });
  });

  it('again and again as planned is no stall', () => {
    const same = history([500, 5, 5], [500, 5, 5], [500, 5, 5], [500, 5, 5]);
    expect(choose(same)).toEqual({ loadHg: 500, reason: 'keep' });
  });

  it('is never lowered by completing it, whatever came before', () => {
    const cases = fc.record({
      before: workouts,
      plannedReps: fc.integer({ min: 1, max: 200 }),
      more: fc.integer({ min: 0, max: 20 }),
      sinceDays: fc.integer({ min: 0, max: 27 }),
      machine: ranges,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(cases, ({ before, plannedReps, more, sinceDays, machine, at }) => {
        const width = machine.maxLoadHg - machine.minLoadHg;
        const topLoadHg = settableAtMost(machine, machine.minLoadHg + at * width);
        const last = {
          topLoadHg,
          topReps: plannedReps + more,
          oneRepMaxHg: null,
          startedAt: daysAgo(sinceDays),
          plannedReps,
        };
        const older = before.map((workout, index) => ({
          ...workout,
          startedAt: daysAgo(sinceDays + 1 + index),
        }));
        const next = chooseNextLoad({ recent: [last, ...older], range: machine, now });
        expect(next?.loadHg).toBeGreaterThanOrEqual(topLoadHg);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a stall', () => {
  it('of three workouts asks for a tenth less', () => {
    const flat = history([500, 9], [500, 9], [500, 9], [500, 9]);
    expect(choose(flat)).toEqual({ loadHg: 450, reason: 'stalled' });
    const short = history([500, 6], [500, 6], [500, 7], [500, 7]);
    expect(choose(short)).toEqual({ loadHg: 450, reason: 'stalled' });
  });

  it('is none while the estimate grows, or is missing, or there are only three', () => {
    expect(choose(history([500, 9], [500, 9], [500, 9], [500, 8]))?.reason).toBe('keep');
    expect(choose(history([500, 8], [500, 9], [500, 8], [500, 8]))?.reason).toBe('keep');
    expect(choose(history([500, 9], [500, 9], [500, 9]))?.reason).toBe('keep');
    expect(choose(history([500, 9], [500, 9], [500, 9], [500, 13]))?.reason).toBe('keep');
  });

  it('is counted from half a percent', () => {
    const grown = (oneRepMaxHg: number) =>
      history([500, 9], [500, 9], [500, 9], [500, 9]).map((workout, index) =>
        index === 0 ? { ...workout, oneRepMaxHg } : workout,
      );
    expect(choose(grown(653))?.reason).toBe('stalled');
    expect(choose(grown(654))?.reason).toBe('keep');
  });

  it('asks once, and does not lead down step by step', () => {
    expect(choose(history([450, 9], [500, 9], [500, 9], [500, 9]))?.reason).toBe('keep');
    expect(choose(history([450, 9], [450, 9], [450, 9], [500, 9]))?.reason).toBe('keep');
  });

  it('yields to reps that earn a raise', () => {
    const recent = history([500, 12], [500, 12], [500, 12], [500, 12]);
    expect(choose(recent)).toEqual({ loadHg: 525, reason: 'raise' });
  });
});

it('goes back a tenth after more than four weeks, however well it went before', () => {
  const after = (days: number) =>
    choose(history([500, 15]).map((workout) => ({ ...workout, startedAt: daysAgo(days) })));
  expect(after(28)).toEqual({ loadHg: 525, reason: 'raise' });
  expect(after(28.1)).toEqual({ loadHg: 450, reason: 'after-break' });
});

const workouts = fc.uniqueArray(
  fc.record({
    topLoadHg: fc.integer({ min: 0, max: 4000 }),
    topReps: fc.integer({ min: 1, max: 30 }),
    oneRepMaxHg: fc.option(fc.integer({ min: 0, max: 6000 })),
    startedAt: fc.integer({ min: 0, max: 90 }).map(daysAgo),
    plannedReps: fc.option(fc.integer({ min: 1, max: 30 })),
  }),
  { selector: ({ startedAt }) => startedAt.getTime(), minLength: 1, maxLength: 6 },
);
const ranges = fc
  .tuple(
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: 1, max: 3000 }),
    fc.integer({ min: 1, max: 100 }),
  )
  .map(([minLoadHg, width, loadStepHg]) => ({
    minLoadHg,
    maxLoadHg: minLoadHg + width,
    loadStepHg,
  }));

/** What each reason promises of the load, given the last one. */
const promises: Record<RuleReason, (loadHg: number, last: number, step: number) => boolean> = {
  // Never a jump: within a tenth, or the smallest step there is.
  raise: (loadHg, last, step) => loadHg > last && (loadHg <= last * 1.1 || loadHg - last <= step),
  keep: (loadHg, last, step) => loadHg <= last && last - loadHg < step,
  lower: (loadHg, last) => loadHg < last,
  stalled: (loadHg, last) => loadHg < last,
  'after-break': (loadHg, last) => loadHg < last,
};

it('is always something the machine can be set to', () => {
  fc.assert(
    fc.property(workouts, ranges, (recent, machine) => {
      const loadHg = chooseNextLoad({ recent, range: machine, now })?.loadHg ?? Number.NaN;
      const { minLoadHg, maxLoadHg, loadStepHg } = machine;
      expect(loadHg).toBeGreaterThanOrEqual(minLoadHg);
      expect(loadHg).toBeLessThanOrEqual(maxLoadHg);
      expect(loadHg === maxLoadHg || (loadHg - minLoadHg) % loadStepHg === 0).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it('does what its reason says, wherever on the machine the member stands', () => {
  const inRange = ranges.chain((machine) =>
    fc.tuple(
      fc.constant(machine),
      workouts,
      fc.integer({ min: machine.minLoadHg, max: machine.maxLoadHg }),
    ),
  );
  fc.assert(
    fc.property(inRange, ([machine, done, topLoadHg]) => {
      const recent = done.map((workout) => ({ ...workout, topLoadHg }));
      const next = chooseNextLoad({ recent, range: machine, now });
      expect(next).not.toBeNull();
      const keeps = next && promises[next.reason](next.loadHg, topLoadHg, machine.loadStepHg);
      expect(keeps).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it('does not depend on the order the workouts come in', () => {
  fc.assert(
    fc.property(workouts, (recent) => {
      expect(choose(recent.toReversed())).toEqual(choose(recent));
    }),
  );
});
