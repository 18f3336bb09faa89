import { expect, test } from 'vitest';
import type { GymHours } from '#gyms/gym-hours.ts';
import { estimateWaits, sumUses, type TypeHourUse } from './machine-waits.ts';

/** Open from 6:00 to 2:00 in the next morning. */
const hours: GymHours = {
  weekly: Array.from({ length: 7 }, () => ({ opensMinute: 6 * 60, closesMinute: 26 * 60 })),
  specialDays: [],
};
const period = ['2026-04-05', '2026-05-02'] as const;

/** A bout from a time at the gym on. The first of April 2026 is a Wednesday. */
function bout(from: string, minutes: number, workoutTypeId = 11) {
  const startedAt = new Date(`${from}+09:00`);
  return { workoutTypeId, startedAt, endedAt: new Date(startedAt.getTime() + minutes * 60_000) };
}

const wednesday = { workoutTypeId: 11, weekday: 3 };

test('sums the bouts of a weekday by the hour of their beginning, and the use by the hour', () => {
  const { uses, days } = sumUses(
    [bout('2026-04-08T18:10', 10), bout('2026-04-15T18:58', 5), bout('2026-04-08T19:30', 4, 3)],
    hours,
    period,
  );
  expect(days).toEqual([0, 0, 0, 2, 0, 0, 0]);
  expect(uses).toEqual([
    { ...wednesday, hour: 18, bouts: 2, boutSeconds: 900, busySeconds: 720 },
    { ...wednesday, hour: 19, bouts: 0, boutSeconds: 0, busySeconds: 180 },
    { ...wednesday, workoutTypeId: 3, hour: 19, bouts: 1, boutSeconds: 240, busySeconds: 240 },
  ]);
});

test('counts a bout after midnight to the gym day before', () => {
  const { uses } = sumUses([bout('2026-04-09T01:15', 5)], hours, period);
  expect(uses).toEqual([{ ...wednesday, hour: 25, bouts: 1, boutSeconds: 300, busySeconds: 300 }]);
});

test('leaves out the gym days before and after the period', () => {
  const bouts = [bout('2026-04-05T01:00', 5), bout('2026-05-03T06:00', 5)];
  expect(sumUses(bouts, hours, period).uses).toEqual([]);
  const last = bout('2026-05-03T01:00', 5);
  expect(sumUses([...bouts, last], hours, period).uses).toMatchObject([{ weekday: 6, hour: 25 }]);
});

const use: TypeHourUse = {
  workoutTypeId: 11,
  weekday: 3,
  hour: 18,
  bouts: 32,
  boutSeconds: 32 * 300,
  busySeconds: 32 * 300,
};

test('estimates waits from the mean day, and shorter ones with one machine more', () => {
  const [wait] = estimateWaits([use], 4, 1);
  expect(wait).toMatchObject({ ...use, days: 4, machines: 1 });
  expect(wait?.waitSeconds).toBeGreaterThan(180);
  expect(wait?.longWaitSeconds).toBeGreaterThan(600);
  expect(wait?.waitSecondsWithMore).toBeLessThan(60);
  const [two] = estimateWaits([use], 4, 2);
  expect(two?.waitSeconds).toBe(wait?.waitSecondsWithMore);
});

test('leaves out hours in which no bout began', () => {
  const busy = { ...use, hour: 17, bouts: 0, boutSeconds: 0 };
  expect(estimateWaits([use, busy], 4, 1).map(({ hour }) => hour)).toEqual([18]);
  expect(estimateWaits([busy], 4, 1)).toEqual([]);
});
