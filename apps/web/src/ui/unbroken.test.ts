import { expect, it } from 'vitest';
import { splitRanges } from './unbroken.tsx';

it.each([
  ['12月3日(火) 19:00〜20:00', ['19:00〜20:00']],
  ['12月31日(木) 翌0:00〜1:00の予約', ['翌0:00〜1:00']],
  ['6:00〜翌2:00、10:00〜18:00', ['6:00〜翌2:00', '10:00〜18:00']],
  ['2.5〜70kg（2.5kg刻み）', ['2.5〜70kg']],
  ['目安 週2〜3日', ['2〜3日']],
  ['月〜金曜日 10:00〜17:00です', ['月〜金曜日', '10:00〜17:00']],
  ['休館', []],
])('the ranges of %s', (text, expected) => {
  const parts = splitRanges(text);
  expect(parts.filter(({ isRange }) => isRange).map((part) => part.text)).toEqual(expected);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
