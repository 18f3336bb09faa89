import { expect, test } from 'vitest';
import {
  describeQueueTime,
  describeSaving,
  describeWaitsPeriod,
  findWaitLevel,
  formatTotalMinutes,
  formatWaitMinutes,
  listWaitHours,
} from './machine-wait-words.ts';

test.each([
  [0, '0分'],
  [59, '59分'],
  [60, '1時間'],
  [150, '2時間30分'],
  [599, '9時間59分'],
  [1250, '約21時間'],
])('formats a total of %d minutes as %s', (minutes, text) => {
  expect(formatTotalMinutes(minutes)).toBe(text);
});

test('names the hour of a queue, also after midnight', () => {
  expect(describeQueueTime({ weekday: 2, hour: 19 })).toBe('火曜 19時台');
  expect(describeQueueTime({ weekday: 0, hour: 25 })).toBe('日曜 翌1時台');
});

test('says what one machine more saves, if it is worth a mention', () => {
  expect(describeSaving({ bouts: 600, savedMinutes: 1200 })).toBe('約20時間減る（1回あたり2.0分）');
  expect(describeSaving({ bouts: 600, savedMinutes: 29 })).toBe('ほとんど変わりません');
});

test('shades a wait by the minutes that the table shows', () => {
  const seconds = [29, 30, 149, 150, 329, 330];
  expect(seconds.map(formatWaitMinutes)).toEqual(['0', '1', '2', '3', '5', '6']);
  expect(seconds.map(findWaitLevel)).toEqual([0, 1, 1, 2, 2, 3]);
});

test('lists all hours between the first and the last use', () => {
  const at = (hour: number) => ({ part: 'weekdays', hour, waitSeconds: 0 }) as const;
  expect(listWaitHours([{ hours: [at(9), at(7)] }, { hours: [at(11)] }])).toEqual([
    7, 8, 9, 10, 11,
  ]);
  expect(listWaitHours([])).toEqual([]);
});

test('names the measured days', () => {
  const period = { from: '2026-10-22', to: '2026-11-18' };
  expect(describeWaitsPeriod({ period })).toBe('10月22日(木)〜11月18日(水)の4週間');
  expect(describeWaitsPeriod({ period: null })).toBe('');
});
