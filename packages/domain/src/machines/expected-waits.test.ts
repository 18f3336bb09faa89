import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectFreeAfter, findSetSeconds, type RunningBout } from './expected-waits.ts';
import { idleReleaseMs } from './machine-links.ts';

const now = new Date('2026-10-01T10:00:00Z');
const bout = (changes: Partial<RunningBout & { idleSeconds: number }> = {}): RunningBout => {
  const { idleSeconds = 0, ...rest } = changes;
  const lastActiveAt = new Date(now.getTime() - idleSeconds * 1000);
  return { setCount: 1, plannedSets: 3, paceSeconds: 100, lastActiveAt, ...rest };
};
const minutesOf = (changes: Parameters<typeof bout>[0]) =>
  expectFreeAfter(bout(changes), now).minutes;

describe('expectFreeAfter', () => {
  it('counts the sets that are left at the pace of the member', () => {
    const fast = minutesOf({ setCount: 1, paceSeconds: 60 });
    const slow = minutesOf({ setCount: 1, paceSeconds: 180 });
    expect(slow - fast).toBeCloseTo(4, 6);
    expect(minutesOf({ setCount: 2 })).toBeLessThan(minutesOf({ setCount: 1 }));
  });

  it('does not believe the pace of an interrupted bout', () => {
    expect(minutesOf({ paceSeconds: 86_400 })).toBeLessThan(25);
  });

  it('comes nearer with the time since the last set', () => {
    expect(minutesOf({}) - minutesOf({ idleSeconds: 30 })).toBeCloseTo(0.5, 6);
  });

  it('knows the usual number of sets and their usual pace without a plan', () => {
    expect(minutesOf({ plannedSets: null, paceSeconds: null })).toBeCloseTo(
      minutesOf({ plannedSets: 3, paceSeconds: 100 }),
      6,
    );
  });

  it('is less sure without a plan', () => {
    const planned = expectFreeAfter(bout(), now).errorMinutes;
    expect(expectFreeAfter(bout({ plannedSets: null }), now).errorMinutes).toBeGreaterThan(planned);
  });

  it('expects a member who has done the plan to leave soon', () => {
    expect(minutesOf({ setCount: 3 })).toBeLessThan(1.5);
    expect(minutesOf({ setCount: 5 })).toBe(minutesOf({ setCount: 3 }));
  });

  it('expects a member who is late to stay a little longer', () => {
    expect(minutesOf({ setCount: 2, idleSeconds: 200 })).toBeGreaterThan(0.5);
    expect(minutesOf({ setCount: 3, idleSeconds: 200 })).toBeGreaterThan(0);
  });

  it('expects no more than the ten idle minutes when nothing is left', () => {
    expect(minutesOf({ setCount: 3, idleSeconds: 598 })).toBeLessThanOrEqual(2 / 60);
    expect(minutesOf({ setCount: 3, idleSeconds: 900 })).toBe(0);
  });

  const anyBout = fc.record({
    setCount: fc.nat({ max: 200 }),
    plannedSets: fc.option(fc.nat({ max: 200 })),
    paceSeconds: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
    idleSeconds: fc.integer({ min: -60, max: 4000 }),
  });

  it('is finite and never negative', () => {
    fc.assert(
      fc.property(anyBout, (any) => {
        for (const minutes of Object.values(expectFreeAfter(bout(any), now))) {
          expect(minutes).toBeGreaterThanOrEqual(0);
          expect(minutes).toBeLessThan(Infinity);
        }
      }),
    );
  });

  it('never falls with more sets left', () => {
    fc.assert(
      fc.property(anyBout, fc.nat({ max: 20 }), fc.nat({ max: 20 }), (any, sets, more) => {
        const fewer = minutesOf({ ...any, plannedSets: any.setCount + sets });
        expect(
          minutesOf({ ...any, plannedSets: any.setCount + sets + more }),
        ).toBeGreaterThanOrEqual(fewer);
      }),
    );
  });

  it('ends with the idle minutes when no set is left', () => {
    fc.assert(
      fc.property(anyBout, (any) => {
        const left = idleReleaseMs / 60_000 - Math.max(0, any.idleSeconds) / 60;
        expect(minutesOf({ ...any, plannedSets: 0 })).toBeLessThanOrEqual(Math.max(0, left));
      }),
    );
  });
});

describe('findSetSeconds', () => {
  it('counts a rest for each set', () => {
    // Three sets of 40 s and two rests of 60 s.
    expect(findSetSeconds([{ seconds: 240, setCount: 3 }])).toBe(100);
  });

  it('takes the median and ignores bouts without sets or a duration', () => {
    const bouts = [
      { seconds: 240, setCount: 3 },
      { seconds: 5000, setCount: 3 },
      { seconds: 60, setCount: 3 },
      { seconds: 0, setCount: 3 },
      { seconds: 300, setCount: 0 },
    ];
    expect(findSetSeconds(bouts)).toBe(100);
    expect(findSetSeconds([])).toBeNull();
  });
});
