import { expect, test } from 'vitest';
import { checkDay, checkLastDay, listChanges, proposeDay, toChange } from './membership-changes.ts';

const plan = {
  id: 1,
  name: 'レギュラー',
  description: '',
  price: 8800,
  tax: 800,
  per: 'month' as const,
  allGyms: false,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  fromMinute: 0,
  untilMinute: 2880,
  visitsPerMonth: null,
  countsNoShows: false,
  offered: true,
};
const term = (fromDay: string, lastDay: string | null, paused = false) => ({
  fromDay,
  lastDay,
  paused,
  plan,
});
const today = '2026-03-10';
const active = [term('2026-01-01', null)];

test.each([
  ['active', active, 'plan pause end'],
  ['not_started', [term('2026-04-01', null)], 'plan pause end'],
  ['paused', [term('2026-03-01', null, true)], 'plan pause resume end'],
  // A pause that is over cannot be ended.
  ['active', [term('2026-01-01', '2026-03-09', true), term('2026-03-10', null)], 'plan pause end'],
  ['active', [term('2026-01-01', '2026-03-31')], 'plan pause continue'],
  ['ended', [term('2026-01-01', '2026-02-28')], ''],
] as const)('%s: %#', (state, terms, kinds) => {
  expect(listChanges({ state, terms: [...terms] }, today).join(' ')).toBe(kinds);
});

test.each([
  ['plan', '2026-04-01'],
  ['pause', '2026-04-01'],
  ['resume', '2026-03-10'],
  ['end', '2026-03-31'],
] as const)('proposes %s for %s', (kind, day) => {
  expect(proposeDay(kind, today)).toBe(day);
});

test('offers days from today on, and no end of a pause before its start', () => {
  expect(checkDay('', today)).toBe('日付を入力してください');
  expect(checkDay('2026-03-09', today)).toBe('今日以降の日付を入力してください');
  expect(checkDay(today, today)).toBe(true);
  expect(checkDay('2027-04-15', today)).toBe('400日先までの日付を入力してください');
  expect(checkLastDay('', today, today)).toBe(true);
  expect(checkLastDay('2026-03-11', '2026-03-12', today)).toBe(
    '休会の初日以降の日付を入力してください',
  );
  expect(checkLastDay(today, today, today)).toBe(true);
  expect(checkLastDay('2027-04-15', today, today)).toBe('400日先までの日付を入力してください');
});

const values = { planId: '3', fromDay: '2026-04-01', lastDay: '', reason: '本人の希望' };

test.each([
  ['plan', { planId: 3, fromDay: '2026-04-01' }],
  ['pause', { fromDay: '2026-04-01' }],
  ['end', { fromDay: '2026-04-01' }],
  ['continue', {}],
] as const)('%s sends what it needs', (kind, parts) => {
  expect(toChange(kind, values)).toEqual({ kind, reason: '本人の希望', ...parts });
});

test('sends the end of a pause that has one', () => {
  expect(toChange('pause', { ...values, lastDay: '2026-04-30' })).toMatchObject({
    lastDay: '2026-04-30',
  });
});
