import { expect, it } from 'vitest';
import { describeDaysAgo, filterByName, nameStalled } from './member-card.tsx';

it.each([
  ['2026-11-15', '今日'],
  ['2026-11-14', '昨日'],
  ['2026-11-03', '12日前'],
  ['2025-11-15', '365日前'],
  // A clock that is behind the server's.
  ['2026-11-16', '今日'],
])('%s is %s', (day, words) => {
  expect(describeDaysAgo(day, '2026-11-15')).toBe(words);
});

it.each([
  [[1], 'チェストプレス'],
  [[1, 4], 'チェストプレス、ラットプルダウン'],
  [[1, 4, 11, 12], 'チェストプレス、ラットプルダウン ほか2種目'],
])('%j are told as %s', (stalledWorkoutTypeIds, words) => {
  expect(nameStalled({ stalledWorkoutTypeIds })).toBe(words);
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
