import { expect, test } from 'vitest';
import { describePlanTimes } from './plan-words.ts';

const always = { weekdays: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, untilMinute: 2880 };

test.each([
  [always, '営業時間中いつでも'],
  [{ ...always, fromMinute: 600, untilMinute: 1020 }, '毎日 10:00〜17:00'],
  [{ ...always, weekdays: [5, 4, 3, 2, 1], untilMinute: 1020 }, '月〜金曜日 17:00まで'],
  [{ ...always, weekdays: [0, 6] }, '土・日曜日 営業時間中'],
  [{ ...always, weekdays: [1, 3, 5], fromMinute: 1200 }, '月・水・金曜日 20:00から'],
  [{ ...always, fromMinute: 1200, untilMinute: 1560 }, '毎日 20:00〜翌2:00'],
])('formats a plan for %o as %s', (plan, words) => {
  expect(describePlanTimes(plan)).toBe(words);
});
