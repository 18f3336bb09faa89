import { expect, test } from 'vitest';
import { findRepTrend, listRests } from './rep-trends.ts';

const ranges = (...mm: number[]) => ({ reps: mm.map((rangeMm) => ({ rangeMm })) });
const speeds = (...all: number[]) => ({
  reps: all.map((meanVelocityMmPerS) => ({ rangeMm: 400, meanVelocityMmPerS })),
});

test('names a range that gets narrower in the last three reps', () => {
  expect(findRepTrend([ranges(400, 410, 400, 340, 330, 320)])).toEqual({
    kind: 'narrower',
    reps: 3,
  });
  expect(findRepTrend([ranges(400, 410, 400, 390, 385, 380)])).toEqual({ kind: 'even' });
});

test('names a clear loss of speed only', () => {
  expect(findRepTrend([speeds(500, 500, 500, 300, 280, 250)])).toEqual({ kind: 'slower', reps: 3 });
  expect(findRepTrend([speeds(500, 500, 500, 400, 380, 350)])).toEqual({ kind: 'even' });
  const both = {
    reps: speeds(500, 500, 500, 300, 280, 250).reps.map((rep, at) => ({
      ...rep,
      rangeMm: at < 3 ? 400 : 300,
    })),
  };
  expect(findRepTrend([both])).toMatchObject({ kind: 'narrower' });
});

test('judges the last set that is long enough, and says nothing without one', () => {
  const narrower = ranges(400, 410, 400, 340, 330, 320);
  expect(findRepTrend([narrower, ranges(400, 400)])).toMatchObject({ kind: 'narrower' });
  expect(findRepTrend([narrower, ranges(400, 400, 400, 400, 400, 400)])).toEqual({ kind: 'even' });
  expect(findRepTrend([ranges(400, 300, 200, 100, 50)])).toBeNull();
  expect(findRepTrend([{ reps: [{}, {}, {}, {}, {}, {}] }])).toBeNull();
  expect(findRepTrend([])).toBeNull();
});

test('a rep that was not measured makes its set unknown', () => {
  const { reps } = ranges(400, 410, 400, 340, 330, 320);
  expect(findRepTrend([{ reps: reps.with(2, {} as (typeof reps)[0]) }])).toBeNull();
});

test('lists the rests between sets that have a time', () => {
  const set = (startMs: number) => ({ startMs, reps: [{ startMs: startMs + 500, ms: 2500 }] });
  expect(listRests([set(0), set(63_000), set(130_000)])).toEqual([60_000, 64_000]);
  expect(listRests([set(0)])).toBeNull();
  expect(listRests([set(0), { reps: [{ ms: 2500 }] }])).toBeNull();
});
