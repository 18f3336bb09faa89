import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { createIsOpen } from '#gyms/demo-gyms.ts';
import { createMachineHours } from './train-year.ts';
import { makeUnlinkedBouts } from './unlinked-bouts.ts';

const midnight = new Date('2026-03-20T00:00:00+09:00');
const minuteMs = 60_000;
const daysAgo = (at: Date) => Math.ceil((midnight.getTime() - at.getTime()) / (1440 * minuteMs));

test('people without the app use machines when the gym is open and nobody else is there', () => {
  const hours = createMachineHours();
  /** A member is at the leg press for an hour of the evening before. */
  const [fromMs, lastsMs] = [midnight.getTime() - 300 * minuteMs, 60 * minuteMs];
  hours.occupy(11, fromMs, lastsMs);
  const bouts = makeUnlinkedBouts(midnight, hours, createIsOpen(toGymDay(midnight)));
  expect(bouts.length).toBeGreaterThan(4000);
  const untilMs = new Map<number, number>();
  const ordered = bouts.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const overlapping = ordered.filter(({ machineId, startedAt, endedAt }) => {
    const isUsed = startedAt.getTime() < (untilMs.get(machineId) ?? 0);
    untilMs.set(machineId, endedAt.getTime());
    const isDuring = startedAt.getTime() < fromMs + lastsMs && endedAt.getTime() > fromMs;
    return isUsed || (machineId === 11 && isDuring);
  });
  expect(overlapping).toEqual([]);
  expect(new Set(bouts.map(({ startedAt }) => daysAgo(startedAt))).size).toBe(29);
  // The smaller gym is closed on Tuesdays.
  const small = bouts.filter(({ machineId }) => machineId > 16);
  expect(new Set(small.map(({ startedAt }) => toGymDay(startedAt))).has('2026-03-17')).toBe(false);
});
