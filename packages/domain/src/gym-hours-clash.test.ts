import { expect, test } from 'vitest';
import type { DayHours, GymHours, SpecialDay } from './gym-hours.ts';
import {
  findClashAround,
  findHoursFault,
  listSpecialDayClashes,
  listWeeklyClashes,
  reachesInto,
} from './gym-hours-clash.ts';

const hours = (opensHour: number, closesHour: number): DayHours => ({
  opensMinute: opensHour * 60,
  closesMinute: closesHour * 60,
});
const day = hours(9, 23);
const week = (changes: Readonly<Record<number, DayHours | null>> = {}) =>
  Array.from({ length: 7 }, (_, at) => (at in changes ? (changes[at] ?? null) : day));

test.each([
  [hours(0, 24), null],
  [hours(9, 48), null],
  [hours(23, 25), null],
  [hours(9, 9), 'closesMinute'],
  [hours(10, 9), 'closesMinute'],
  [hours(24, 26), 'opensMinute'],
  [hours(30, 29), 'opensMinute'],
])('%j: %s', (tried, fault) => {
  expect(findHoursFault(tried)).toBe(fault);
});

test.each([
  [hours(9, 33), day, false],
  [{ opensMinute: 540, closesMinute: 33 * 60 + 1 }, day, true],
  [hours(9, 48), null, false],
  [null, hours(0, 24), false],
  [hours(9, 24), hours(0, 24), false],
  [hours(9, 25), hours(0, 24), true],
])('%j and then %j: %s', (first, next, clash) => {
  expect(reachesInto(first, next)).toBe(clash);
});

test('every day of the week may reach into the next, Saturday into Sunday', () => {
  expect(listWeeklyClashes(week())).toEqual([]);
  for (const at of [0, 1, 2, 3, 4, 5, 6]) {
    expect(listWeeklyClashes(week({ [at]: hours(9, 34) }))).toEqual([at]);
    expect(listWeeklyClashes(week({ [at]: hours(9, 34), [(at + 1) % 7]: null }))).toEqual([]);
  }
  expect(listWeeklyClashes(Array.from({ length: 7 }, () => hours(0, 24)))).toEqual([]);
});

/** 2026-04-05 is a Sunday. */
const special = (date: string, its: DayHours | null): SpecialDay => ({
  date,
  hours: its,
  note: '',
});
const gym = (weekly: GymHours['weekly'], ...specialDays: SpecialDay[]): GymHours => ({
  weekly,
  specialDays,
});

test.each([
  ['closed', gym(week(), special('2026-04-05', null)), null],
  ['until late', gym(week(), special('2026-04-05', hours(9, 33))), null],
  ['too late', gym(week(), special('2026-04-05', hours(9, 34))), 'closesMinute'],
  ['early', gym(week({ 6: hours(9, 26) }), special('2026-04-05', hours(2, 9))), null],
  ['too early', gym(week({ 6: hours(9, 26) }), special('2026-04-05', hours(1, 9))), 'opensMinute'],
  [
    'too late for a special Monday',
    gym(week(), special('2026-04-05', hours(9, 30)), special('2026-04-06', hours(5, 9))),
    'closesMinute',
  ],
  [
    'late before a closed Monday',
    gym(week(), special('2026-04-05', hours(9, 48)), special('2026-04-06', null)),
    null,
  ],
] as const)('a Sunday %s', (_, tried, edge) => {
  expect(findClashAround(tried, '2026-04-05')).toBe(edge);
});

test('a week names its own day and end that clash with a special day', () => {
  const late = special('2026-04-05', hours(9, 30));
  expect(listSpecialDayClashes(gym(week(), late))).toEqual([]);
  expect(listSpecialDayClashes(gym(week({ 1: hours(5, 20) }), late))).toEqual([
    { weekday: 1, edge: 'opensMinute' },
  ]);
  const early = special('2026-04-05', hours(1, 9));
  expect(listSpecialDayClashes(gym(week({ 6: hours(9, 26) }), early))).toEqual([
    { weekday: 6, edge: 'closesMinute' },
  ]);
  const saturday = special('2026-04-04', hours(9, 26));
  expect(listSpecialDayClashes(gym(week(), saturday, early))).toEqual([]);
});
