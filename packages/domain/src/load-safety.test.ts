import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isUnusuallyHeavy, placeLoad, readTypedLoad } from './load-safety.ts';

const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 25 };

describe('a typed load', () => {
  it.each([
    ['37.5', 375],
    ['３７．５ｋｇ', 375],
    [' 40 kg ', 400],
    ['5', 50],
    ['150.0', 1500],
  ])('%j is settable', (text, loadHg) => {
    expect(readTypedLoad(text, range)).toEqual({ kind: 'settable', loadHg });
  });

  it.each(['375', '999', '150.1', '4.9', '0', '1,500'])(
    '%j is outside, not the maximum',
    (text) => {
      expect(readTypedLoad(text, range)).toEqual({ kind: 'outside' });
    },
  );

  it.each([
    ['33', 325, 350],
    ['37.4', 350, 375],
    ['149.9', 1475, 1500],
  ])('%j lies between two settings', (text, belowHg, aboveHg) => {
    expect(readTypedLoad(text, range)).toEqual({ kind: 'between', belowHg, aboveHg });
  });

  it.each(['', 'kg', '-5', '1e3', '四十', '4 0 0 0 0 0 0', '40..5'])('%j is no number', (text) => {
    expect(readTypedLoad(text, range)).toEqual({ kind: 'no-number' });
  });
});

const ranges = fc
  .record({
    minLoadHg: fc.integer({ min: 1, max: 300 }),
    width: fc.integer({ min: 1, max: 3000 }),
    loadStepHg: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ minLoadHg, width, loadStepHg }) => ({
    minLoadHg,
    maxLoadHg: minLoadHg + width,
    loadStepHg,
  }));

test('whatever is typed, the answer is what was typed, or a question', () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.double({ min: 0, max: 5000, noNaN: true }).map((kg) => kg.toFixed(1)),
    fc.integer({ min: 0, max: 5000 }).map(String),
  );
  fc.assert(
    fc.property(texts, ranges, (text, machine) => {
      const typed = readTypedLoad(text, machine);
      const { minLoadHg, maxLoadHg, loadStepHg } = machine;
      const isSettable = (hg: number) =>
        hg === maxLoadHg ||
        (hg >= minLoadHg && hg < maxLoadHg && (hg - minLoadHg) % loadStepHg === 0);
      const plain = text.normalize('NFKC').replace(/[,\s]/g, '').replace(/kg$/i, '');
      const meant = Math.round(Number(plain) * 10_000) / 1000;
      const isTrue = {
        settable: () => typed.kind === 'settable' && typed.loadHg === meant && isSettable(meant),
        outside: () => meant < minLoadHg || meant > maxLoadHg,
        between: () =>
          typed.kind === 'between' &&
          typed.belowHg < meant &&
          typed.aboveHg > meant &&
          isSettable(typed.belowHg) &&
          isSettable(typed.aboveHg),
        // Fractions finer than a gram, powers and signs are nobody's load.
        'no-number': () => !/^\d{1,6}(?:\.\d{0,3})?$/.test(plain),
      };
      expect(isTrue[typed.kind]()).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('what a machine can be set to is taken as it is', () => {
  fc.assert(
    fc.property(ranges, fc.nat(), (machine, seed) => {
      const { minLoadHg, maxLoadHg, loadStepHg } = machine;
      const steps = Math.floor((maxLoadHg - minLoadHg) / loadStepHg);
      const loadHg = minLoadHg + (seed % (steps + 1)) * loadStepHg;
      expect(placeLoad(loadHg, machine)).toEqual({ kind: 'settable', loadHg });
      expect(readTypedLoad(String(loadHg / 10), machine)).toEqual({ kind: 'settable', loadHg });
    }),
  );
});

test('heavy is what lies above one and a quarter of the best', () => {
  expect(isUnusuallyHeavy(500, 400)).toBe(false);
  expect(isUnusuallyHeavy(501, 400)).toBe(true);
  expect(isUnusuallyHeavy(1500, 400)).toBe(true);
  expect(isUnusuallyHeavy(1500, null)).toBe(false);
});
