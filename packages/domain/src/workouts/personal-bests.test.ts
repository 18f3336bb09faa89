import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beatenBests, firmOneRepMax } from './personal-bests.ts';

const before = { maxHg: 500, tfoHg: 10_000, oneRepMaxHg: 650 };

it('lists what is better than before, in one order', () => {
  const better = { maxHg: 525, tfoHg: 10_001, oneRepMaxHg: 651, oneRepMaxReps: 8 };
  expect(beatenBests(before, better)).toEqual(['max', 'tfo', 'oneRepMax']);
  expect(beatenBests(before, { ...better, tfoHg: 9000 })).toEqual(['max', 'oneRepMax']);
});

it('lists no equal values', () => {
  expect(beatenBests(before, { ...before, oneRepMaxReps: 8 })).toEqual([]);
});

it('a first workout beats nothing', () => {
  const workout = { maxHg: 900, tfoHg: 90_000, oneRepMaxHg: 990, oneRepMaxReps: 3 };
  expect(beatenBests(null, workout)).toEqual([]);
  expect(beatenBests({ ...before, oneRepMaxHg: null }, workout)).toEqual(['max', 'tfo']);
});

it('a reference estimate is never a best', () => {
  const reference = { maxHg: 500, tfoHg: 10_000, oneRepMaxHg: 900, oneRepMaxReps: 11 };
  expect(beatenBests(before, reference)).toEqual([]);
  expect(firmOneRepMax(reference)).toBeNull();
  expect(firmOneRepMax({ ...reference, oneRepMaxReps: 10 })).toBe(900);
  expect(firmOneRepMax({ oneRepMaxHg: null, oneRepMaxReps: null })).toBeNull();
});

it('marks exactly the workouts above every earlier one', () => {
  const hg = fc.integer({ min: 0, max: 50 });
  const workout = fc.record({
    maxHg: hg,
    tfoHg: hg,
    oneRepMaxHg: fc.option(hg),
    oneRepMaxReps: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(fc.array(workout, { maxLength: 12 }), (history) => {
      for (const [index, now] of history.entries()) {
        const earlier = history.slice(0, index);
        const firm = earlier.map(firmOneRepMax).filter((value) => value !== null);
        const bests =
          index === 0
            ? null
            : {
                maxHg: Math.max(...earlier.map(({ maxHg }) => maxHg)),
                tfoHg: Math.max(...earlier.map(({ tfoHg }) => tfoHg)),
                oneRepMaxHg: firm.length === 0 ? null : Math.max(...firm),
              };
        const beaten = beatenBests(bests, now);
        const isAboveAll = index > 0 && earlier.every(({ maxHg }) => maxHg < now.maxHg);
        expect(beaten.includes('max')).toBe(isAboveAll);
        const mine = firmOneRepMax(now);
        expect(beaten.includes('oneRepMax')).toBe(
          mine !== null && firm.length > 0 && firm.every((value) => value < mine),
        );
      }
    }),
  );
});
