import { rankingScales } from '@tanren/domain/rankings';
import { expect, test } from 'vitest';
import { defineRanking } from './ranking-words.ts';

test('every scale says what it compares, and of which number', () => {
  const words = rankingScales.map((scale) => defineRanking('tfo', scale, null));
  for (const text of words) expect(text).toContain('1回のトレーニングで挙げた重さの合計');
  expect(words[1]).toContain('最初の30日間の最高記録から何%');
  expect(words[2]).toContain('ほかの方の名前と日付は表示しません');
  expect(words[3]).toContain('20人以上');
  expect(defineRanking('max', 'open', null)).toContain('いちばん重い重さ');
});

test('a band is named once it is known', () => {
  const band = { bornFrom: 1990, sex: 'female' } as const;
  expect(defineRanking('max', 'band', band)).toContain('1990年代生まれの女性だけで');
});
