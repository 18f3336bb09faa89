import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { describeDaysAgo, filterByName, nameTypes } from './member-card.tsx';
import { readMemberSearch } from './member-search.ts';
import {
  removeUnshared,
  removeTrainedMember,
  memberKey,
  trainedMemberQuery,
  trainedMembersQuery,
} from './trained-members.queries.ts';
import {
  trainedHistoryQuery,
  trainedLoadsQuery,
  trainedStatusQuery,
  trainedWorkoutQuery,
  trainedWorkoutsQuery,
} from './trained-records.queries.ts';
import { trainedMenuQuery, trainedMenusQuery } from './trained-menus.queries.ts';

it.each([
  ['2026-11-15', '今日'],
  ['2026-11-14', '昨日'],
  ['2026-11-03', '12日前'],
  ['2025-11-15', '365日前'],
  // The device's clock is behind the server's.
  ['2026-11-16', '今日'],
])('%s is %s', (day, words) => {
  expect(describeDaysAgo(day, '2026-11-15')).toBe(words);
});

it.each([
  [[1], 'チェストプレス'],
  [[1, 4], 'チェストプレス、ラットプルダウン'],
  [[1, 4, 11, 12], 'チェストプレス、ラットプルダウン ほか2種目'],
])('formats %j as %s', (ids, words) => {
  expect(nameTypes(ids)).toBe(words);
});

it.each([
  ['てつ', ['テツ', 'てつこ']],
  ['ＴＡＲＯ', ['Taro']],
  ['', ['テツ', 'てつこ', 'Taro']],
  [' ', ['テツ', 'てつこ', 'Taro']],
  ['花', []],
])('%j finds %j', (text, found) => {
  const members = ['テツ', 'てつこ', 'Taro'].map((nickname) => ({ nickname }));
  expect(filterByName(members, text).map(({ nickname }) => nickname)).toEqual(found);
});

it.each([
  [{}, 'overview', null],
  [{ view: 'loads' }, 'loads', null],
  [{ view: 'history', workoutType: 4 }, 'history', 4],
  [{ view: 'toString', workoutType: '4' }, 'overview', null],
  [{ workoutType: 0 }, 'overview', null],
  [{ workoutType: 1.5 }, 'overview', null],
  [{ workoutType: 3_000_000_000 }, 'overview', null],
])('%j shows %s', (search, view, workoutType) => {
  expect(readMemberSearch(search)).toEqual({ view, workoutType });
});

const keysOf = (memberId: number): readonly (readonly unknown[])[] => [
  trainedMemberQuery(memberId).queryKey,
  trainedStatusQuery(memberId).queryKey,
  trainedLoadsQuery(memberId).queryKey,
  trainedHistoryQuery(memberId, 1, '3m').queryKey,
  trainedWorkoutQuery(memberId, 5).queryKey,
  trainedWorkoutsQuery(memberId, null).queryKey,
  trainedMenuQuery(memberId, 3).queryKey,
  trainedMenusQuery(memberId).queryKey,
];

it('removes all data of a member whose link has ended, and keeps the others', () => {
  const client = new QueryClient();
  for (const key of keysOf(1)) client.setQueryData(key, 'ハナ');
  for (const key of keysOf(12)) client.setQueryData(key, 'テツ');
  const list: readonly unknown[] = trainedMembersQuery.queryKey;
  client.setQueryData(list, ['ハナ', 'テツ']);
  removeTrainedMember(client, 1);
  const kept = client.getQueryCache().getAll();
  expect(JSON.stringify(kept.map(({ state }) => state.data))).not.toContain('ハナ');
  expect(client.getQueryData(trainedMemberQuery(1).queryKey)).toBeNull();
  expect(client.getQueryCache().findAll({ queryKey: memberKey(12) })).toHaveLength(8);
});

it('keeps only the data that a member still shares', () => {
  const client = new QueryClient();
  for (const key of keysOf(1)) client.setQueryData(key, 'ハナ');
  removeUnshared(client, { memberId: 1, scopes: ['status', 'profile'] });
  expect(client.getQueryData(trainedLoadsQuery(1).queryKey)).toBeUndefined();
  expect(client.getQueryData(trainedWorkoutsQuery(1, null).queryKey)).toBeUndefined();
  expect(client.getQueryData(trainedStatusQuery(1).queryKey)).toBe('ハナ');
  expect(client.getQueryData(trainedMenusQuery(1).queryKey)).toBe('ハナ');
});
