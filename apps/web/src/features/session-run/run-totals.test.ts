import { expect, it } from 'vitest';
import { countRunMinutes, sumTfo } from './run-totals.ts';

it('counts from the start to the last rep, begun minutes included', () => {
  const start = '2026-01-01T00:00:00.000Z';
  expect(countRunMinutes(start, [])).toBe(0);
  const ends = ['2026-01-01T00:30:10.000Z', '2026-01-01T00:12:00.000Z'];
  expect(
    countRunMinutes(
      start,
      ends.map((endedAt) => ({ endedAt })),
    ),
  ).toBe(31);
});

it('sums tenths without debris', () => {
  expect(sumTfo([{ tfo: 0.1 }, { tfo: 0.2 }])).toBe(0.3);
});
