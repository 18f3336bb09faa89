import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toGymDay } from '#gyms/gym-time.ts';
import { settableAtMost } from './loads.ts';
import {
  chooseNextLoad,
  type LoadStrength,
  lowerBelowReps,
  type RecentWorkout,
  type RuleReason,
} from './next-load.ts';

const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 25 };
const now = new Date('2026-03-20T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

type Done = readonly [topLoadHg: number, topReps: number, plannedReps?: number];

/** Makes a workout without a menu, or with a menu that leaves the load to the member. */
function lift([topLoadHg, topReps, plannedReps]: Done, startedAt: Date): RecentWorkout {
  return {
    topLoadHg,
    topReps,
    startedAt,
    gymDay: toGymDay(startedAt),
    plannedReps: plannedReps ?? null,
    isPlannedLoad: false,
  };
}

/** Makes workouts two days apart, newest first. */
function history(...done: Done[]): RecentWorkout[] {
  return done.map((each, index) => lift(each, daysAgo(2 + index * 2)));
}

function choose(recent: RecentWorkout[]) {
  const next = chooseNextLoad({ recent, range, now });
  return next && { loadHg: next.loadHg, reason: next.reason };
}

it('is null before the first workout', () => {
  expect(choose([])).toBeNull();
});

describe('by the reps of the last workout', () => {
  it.each([
    [500, 12, 525, 'raise'],
    [500, 20, 525, 'raise'],
    [1000, 12, 1050, 'raise'],
    // The step is more than a tenth of the load here, but it is the smallest step of the machine.
    [100, 12, 125, 'raise'],
    [500, 11, 500, 'keep'],
    [500, 8, 500, 'keep'],
    [500, 7, 475, 'lower'],
    [1000, 5, 950, 'lower'],
    // The set has fewer than half of the target reps, so it was broken off.
    [1000, 4, 1000, 'keep'],
    // The load was set on a machine with other steps.
    [510, 10, 500, 'keep'],
    // The load is already at the end of the machine's range.
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
    // A completed plan is no failure, even with few reps.
    [500, 5, 5, 500, 'keep'],
    [500, 3, 3, 500, 'keep'],
    [500, 1, 1, 500, 'keep'],
    [500, 6, 5, 500, 'keep'],
    // Two reps more than planned earn a raise.
    [500, 7, 5, 525, 'raise'],
    [500, 17, 15, 525, 'raise'],
    [500, 12, 15, 475, 'lower'],
    [500, 13, 15, 500, 'keep'],
    [500, 2, 5, 500, 'keep'],
    [500, 3, 5, 500, 'keep'],
    [500, 5, 10, 475, 'lower'],
    [500, 4, 10, 500, 'keep'],
  ])('after %d hg × %d of %d: %d hg, %s', (topLoadHg, topReps, plannedReps, loadHg, reason) => {
    expect(choose(history([topLoadHg, topReps, plannedReps]))).toEqual({ loadHg, reason });
  });

  it('is never lowered by completing a plan, whatever came before', () => {
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
          ...onDay(daysAgo(sinceDays)),
          plannedReps,
          isPlannedLoad: true,
        };
        const older = before.map((workout, index) => ({
          ...workout,
          ...onDay(daysAgo(sinceDays + 1 + index)),
        }));
        const next = chooseNextLoad({ recent: [last, ...older], range: machine, now });
        expect(next?.loadHg).toBeGreaterThanOrEqual(topLoadHg);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a day that does not count', () => {
  const strong = history([1300, 10], [1300, 10], [1300, 9]).slice(0, 3);
  const after = (...newest: RecentWorkout[]) =>
    choose([...newest, ...strong.map((day, at) => ({ ...day, ...onDay(daysAgo(4 + at * 2)) }))]);

  it('keeps the load when a menu planned a lighter one', () => {
    const menu = { ...lift([600, 10, 10], daysAgo(2)), isPlannedLoad: true };
    expect(after(menu)).toEqual({ loadHg: 1300, reason: 'keep' });
    // A plan that is only a little lighter gives the same result.
    const near = { ...lift([1250, 10, 10], daysAgo(2)), isPlannedLoad: true };
    expect(after(near)).toEqual({ loadHg: 1300, reason: 'keep' });
    // The same load without a plan is the member's own choice.
    expect(after(lift([1250, 10], daysAgo(2)))).toEqual({ loadHg: 1250, reason: 'keep' });
  });

  it('keeps the load when it is far below the days before', () => {
    expect(after(lift([900, 10], daysAgo(2)))).toEqual({ loadHg: 1300, reason: 'keep' });
    expect(after(lift([900, 6], daysAgo(2)))).toEqual({ loadHg: 1300, reason: 'keep' });
  });

  it('keeps the load when a set was broken off, at any load', () => {
    expect(choose(history([200, 2]))).toEqual({ loadHg: 200, reason: 'keep' });
    expect(after(lift([1300, 2], daysAgo(2)))).toEqual({ loadHg: 1300, reason: 'keep' });
    // A raise that was earned before stays.
    expect(choose(history([525, 2], [500, 12]))).toEqual({ loadHg: 525, reason: 'keep' });
    // Too few reps on two days are not an accident.
    expect(choose(history([525, 3], [525, 4], [500, 12]))?.reason).toBe('lower');
  });

  it('becomes the new level after four such days', () => {
    const light = history([600, 10], [600, 10], [600, 10], [600, 10], [1300, 10]);
    expect(choose(light)).toEqual({ loadHg: 600, reason: 'keep' });
    expect(choose(light.slice(1))).toEqual({ loadHg: 1300, reason: 'keep' });
  });

  it('does not exist after a break, when a member starts again', () => {
    const anew = [lift([600, 10], daysAgo(2)), lift([1300, 10], daysAgo(40))];
    expect(choose(anew)).toEqual({ loadHg: 600, reason: 'keep' });
  });

  it('is replaced in the reason by the day that decided', () => {
    const recent = [lift([600, 10], daysAgo(2)), lift([1300, 10], daysAgo(4))];
    expect(chooseNextLoad({ recent, range, now })?.from).toMatchObject({
      topLoadHg: 1300,
      topReps: 10,
    });
  });

  it('never lowers the next load, whatever came before', () => {
    const cases = fc.record({
      before: workouts,
      share: fc.double({ min: 0.05, max: 0.79, noNaN: true }),
      reps: fc.integer({ min: 1, max: 30 }),
      plannedReps: fc.option(fc.integer({ min: 1, max: 30 })),
      isPlannedLoad: fc.boolean(),
      machine: ranges,
    });
    fc.assert(
      fc.property(cases, ({ before, share, reps, machine, ...plan }) => {
        const older = before.map((workout, index) => ({
          ...workout,
          ...onDay(daysAgo(1 + index)),
        }));
        // The day is lighter than the strongest of the last days and has no more reps than that
        // one.
        const [level] = older.slice(0, 3).toSorted((a, b) => b.topLoadHg - a.topLoadHg);
        fc.pre(level !== undefined && level.topLoadHg > 0);
        const light = {
          ...lift([level.topLoadHg * share, Math.min(reps, level.topReps)], now),
          ...plan,
        };
        const without = chooseNextLoad({ recent: older, range: machine, now });
        const next = chooseNextLoad({ recent: [light, ...older], range: machine, now });
        expect(next?.loadHg).toBeGreaterThanOrEqual(without?.loadHg ?? Number.NaN);
      }),
      { numRuns: 500 },
    );
  });
});

describe('several workouts of one day', () => {
  const at = (hours: number) => new Date(daysAgo(2).getTime() + hours * 60 * 60 * 1000);

  it('count as one, by the heaviest set', () => {
    const short = [lift([450, 6], at(2)), lift([475, 7], at(1)), lift([525, 10], at(0))];
    expect(choose(short)).toEqual({ loadHg: 525, reason: 'keep' });
    expect(choose([lift([525, 4], at(1)), lift([525, 12], at(0))])?.reason).toBe('raise');
  });

  it('give the same result when they are split, in any order', () => {
    fc.assert(
      fc.property(workouts, fc.integer({ min: 1, max: 3 }), (recent, parts) => {
        const split = recent.flatMap((workout) =>
          Array.from({ length: parts }, (_, part) => ({
            ...workout,
            topLoadHg: part === 0 ? workout.topLoadHg : Math.floor(workout.topLoadHg / 2),
            startedAt: new Date(workout.startedAt.getTime() - part * 60_000),
          })),
        );
        expect(choose(split)).toEqual(choose(recent));
        expect(choose(split.toReversed())).toEqual(choose(recent));
      }),
    );
  });
});

it('lowers the load by a tenth after more than four weeks, however well it went before', () => {
  const after = (days: number) => choose([lift([500, 15], daysAgo(days))]);
  expect(after(28)).toEqual({ loadHg: 525, reason: 'raise' });
  expect(after(28.1)).toEqual({ loadHg: 450, reason: 'after-break' });
});

function onDay(startedAt: Date) {
  return { startedAt, gymDay: toGymDay(startedAt) };
}

const workouts = fc.uniqueArray(
  fc
    .record({
      topLoadHg: fc.integer({ min: 0, max: 4000 }),
      topReps: fc.integer({ min: 1, max: 30 }),
      startedAt: fc.integer({ min: 0, max: 90 }).map(daysAgo),
      plannedReps: fc.option(fc.integer({ min: 1, max: 30 })),
      isPlannedLoad: fc.boolean(),
    })
    .map((workout) => ({ ...workout, ...onDay(workout.startedAt) })),
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

/** Condition that each reason guarantees for the load, given the last one. */
const promises: Record<RuleReason, (loadHg: number, last: number, step: number) => boolean> = {
  // A raise is at most a tenth, or the smallest step of the machine.
  raise: (loadHg, last, step) => loadHg > last && (loadHg <= last * 1.1 || loadHg - last <= step),
  keep: (loadHg, last, step) => loadHg <= last && last - loadHg < step,
  lower: (loadHg, last) => loadHg < last,
  'after-break': (loadHg, last) => loadHg < last,
};

it('is always a step of the machine', () => {
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

it('changes the load as its reason says, at any load', () => {
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

it('does not depend on the order of the workouts', () => {
  fc.assert(
    fc.property(workouts, (recent) => {
      expect(choose(recent.toReversed())).toEqual(choose(recent));
    }),
  );
});

describe('with knowledge of the strength', () => {
  /** Returns a state whose 1RM is so many kg, known within about so many percent. */
  const strong = (kg: number, percent = 3) => ({
    state: { mean: Math.log(kg), sd: percent / 100, at: now },
    workoutTypeId: 1,
    machineOffset: 0,
  });
  const chooseFor = (recent: RecentWorkout[], strength: LoadStrength) => {
    const next = chooseNextLoad({ recent, range, now, strength });
    return next && { loadHg: next.loadHg, reason: next.reason };
  };

  it.each([
    // The 1RM allows ten reps of far more, but a raise is one safe step.
    [[500, 10], 100, 525, 'raise'],
    [[500, 12], 100, 525, 'raise'],
    // Too weak for ten reps of more, strong enough for ten reps of the same.
    [[500, 12], 68, 500, 'keep'],
    // Only a lighter load has a chance of 80 %, and 10 % less is the limit.
    [[500, 9], 66, 475, 'lower'],
    [[500, 9], 40, 450, 'lower'],
    // The reps were reached, so the load is not lowered.
    [[500, 10], 40, 500, 'keep'],
    // A load that was too heavy is not raised, whatever the model says.
    [[500, 6], 100, 500, 'keep'],
  ] as const)('after %j with a 1RM of %d kg: %d hg, %s', (done, kg, loadHg, reason) => {
    expect(chooseFor(history([...done]), strong(kg))).toEqual({ loadHg, reason });
  });

  it('answers reached reps with less only on a machine that is heavier, and by no more', () => {
    const heavy = { ...strong(40), machineOffset: 0.06 };
    expect(chooseFor(history([500, 10]), heavy)).toEqual({ loadHg: 450, reason: 'lower' });
    expect(chooseFor(history([500, 10]), { ...heavy, machineOffset: 0.04 })?.loadHg).toBe(475);
    expect(chooseFor(history([500, 10]), { ...heavy, machineOffset: -0.06 })?.loadHg).toBe(500);
  });

  it('follows the plan: a completed one is never answered with a lower load', () => {
    expect(chooseFor(history([500, 5, 5]), strong(40))).toEqual({ loadHg: 500, reason: 'keep' });
    expect(chooseFor(history([500, 5, 5]), strong(70))).toEqual({ loadHg: 525, reason: 'raise' });
  });

  it('leaves the load after a break to the rule', () => {
    const recent = [lift([500, 12], daysAgo(40))];
    expect(chooseFor(recent, strong(100))).toEqual({ loadHg: 450, reason: 'after-break' });
  });

  it('chooses less on a machine that is heavier than others', () => {
    const heavy = { ...strong(72.5), machineOffset: 0.08 };
    const recent = history([500, 9]);
    expect(chooseFor(recent, strong(72.5))?.loadHg).toBeGreaterThan(
      chooseFor(recent, heavy)?.loadHg ?? 0,
    );
  });

  it('decides nothing while too little is known', () => {
    expect(chooseFor(history([500, 7]), strong(100, 11))).toEqual({ loadHg: 475, reason: 'lower' });
  });

  it('never proposes an unsafe jump, whatever it knows', () => {
    const known = fc.record({
      state: fc.record({
        mean: fc.double({ min: -5, max: 10, noNaN: true }),
        sd: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
        at: fc.integer({ min: 0, max: 200 }).map(daysAgo),
      }),
      workoutTypeId: fc.integer({ min: 1, max: 16 }),
      machineOffset: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
    });
    fc.assert(
      fc.property(workouts, ranges, known, (recent, machine, strength) => {
        const rule = chooseNextLoad({ recent, range: machine, now });
        const next = chooseNextLoad({ recent, range: machine, now, strength });
        expect(next).not.toBeNull();
        if (next === null || rule === null) return;
        const { minLoadHg, maxLoadHg, loadStepHg } = machine;
        const { loadHg, from } = next;
        const lastHg = Math.min(Math.max(from.topLoadHg, minLoadHg), maxLoadHg);
        expect(from).toEqual(rule.from);
        expect(loadHg === maxLoadHg || (loadHg - minLoadHg) % loadStepHg === 0).toBe(true);
        // At most a tenth more, or one step of the machine.
        expect(loadHg <= lastHg * 1.1 || loadHg - lastHg <= loadStepHg).toBe(true);
        // At least a tenth less, rounded down to a step, which may be shorter at the top.
        expect(loadHg).toBeGreaterThanOrEqual(
          Math.min(settableAtMost(machine, lastHg * 0.9), rule.loadHg, lastHg - 2 * loadStepHg),
        );
        expect(rule.reason === 'after-break' ? next : rule).toEqual(rule);
        const isEarned = from.topReps >= lowerBelowReps(from.plannedReps);
        expect(loadHg > lastHg && !isEarned).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
