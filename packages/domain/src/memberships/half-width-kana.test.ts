import { expect, test } from 'vitest';
import { toBankKana } from './half-width-kana.ts';

test.each([
  ['ヤマダ タロウ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
  ['やまだ　たろう', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
  ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
  ['ショウジ キョウコ', 'ｼﾖｳｼﾞ ｷﾖｳｺ'],
  ['ヴァン・ポール', 'ｳﾞｱﾝ.ﾎﾟ-ﾙ'],
  ['カ）タンレン', 'ｶ)ﾀﾝﾚﾝ'],
  ['ｔａｎｒｅｎ 24', 'TANREN 24'],
  ['', ''],
])('writes %s as %s', (typed, kana) => {
  expect(toBankKana(typed)).toBe(kana);
});

test.each(['山田 太郎', 'ﾔﾏﾀﾞ♪', 'ﾔﾏﾀﾞ 💪', 'Zoë'])('rejects %s', (typed) => {
  expect(toBankKana(typed)).toBeNull();
});
