import { rankingScales } from '@tanren/domain/workouts/rankings';
import { expect, test } from 'vitest';
import {
  linkToRanking,
  listActiveFilters,
  periodOf,
  readRankingSearch,
  toRankingView,
} from './ranking-view.ts';
import { defineRanking, describeGap, showValue } from './ranking-words.ts';

const chestPress = { workoutType: 1, rankingType: 'tfo' } as const;

test('an address without choices means the default period, plain records and all gyms', () => {
  const view = toRankingView(chestPress, readRankingSearch({}));
  expect(view).toEqual({ ...chestPress, period: null, scale: 'open', gym: null });
  expect(periodOf(view)).toBe('this-month');
  expect(periodOf({ ...view, rankingType: 'max' })).toBe('this-month');
});

test('keeps a chosen period in the address, also the default one', () => {
  const view = toRankingView(chestPress, readRankingSearch({ period: 'this-month' }));
  expect(linkToRanking(view).search).toEqual({ period: 'this-month' });
  expect(periodOf({ ...view, rankingType: 'max' })).toBe('this-month');
});

test('ignores invalid choices', () => {
  for (const search of [
    { period: 'yesterday', scale: 'loudest', gym: 'all' },
    { period: ['all'], scale: 1, gym: -1 },
    { period: null, scale: undefined, gym: 1.5 },
    { gym: 2 ** 31 },
    { gym: 0 },
  ]) {
    expect(readRankingSearch(search)).toEqual({});
  }
});

test('a link contains every choice except defaults', () => {
  const chosen = { period: 'all', scale: 'growth', gym: 2 } as const;
  expect(linkToRanking(toRankingView(chestPress, chosen))).toEqual({
    to: '/workout-ranking/$workoutType/$rankingType',
    params: chestPress,
    search: chosen,
  });
  const usual = toRankingView(chestPress, { scale: 'open' });
  expect(linkToRanking(usual).search).toEqual({});
});

test('a filter is a difference from the default ranking, and can be removed alone', () => {
  const usual = toRankingView(chestPress, {});
  expect(listActiveFilters(usual)).toEqual([]);
  expect(listActiveFilters({ ...usual, period: 'this-month' })).toEqual([]);
  const view = { ...usual, period: 'last-month', gym: 2 } as const;
  expect(listActiveFilters(view)).toEqual([
    { kind: 'period', without: { ...view, period: null } },
    { kind: 'gym', without: { ...view, gym: null } },
  ]);
  // The other scales include all gyms. The gym filter returns with the open scale.
  expect(listActiveFilters({ ...view, scale: 'growth' }).map(({ kind }) => kind)).toEqual([
    'period',
    'scale',
  ]);
});

test('each scale has its unit and decimals', () => {
  expect(showValue('max', 'open', 60)).toEqual({ value: '60.0', unit: 'kg' });
  expect(showValue('tfo', 'open', 2430)).toEqual({ value: '2,430', unit: 'kg' });
  expect(showValue('tfo', 'band', 2430.5)).toEqual({ value: '2,430.5', unit: 'kg' });
  expect(showValue('max', 'growth', 12.5)).toEqual({ value: '+12.5', unit: '%' });
  expect(showValue('tfo', 'per-weight', 1.2)).toEqual({ value: '1.20', unit: '倍' });
});

test('shows the difference to the next rank', () => {
  const gap = (toNext: number) => ({ toNext, nextRank: 4 });
  expect(describeGap('max', 'open', gap(2.5), 9)).toBe('4位まであと2.5kg');
  expect(describeGap('tfo', 'band', gap(2), 20)).toBe('4位まであと2kg');
  expect(describeGap('tfo', 'growth', gap(0.3), 9)).toBe('4位まであと0.3ポイント');
  expect(describeGap('tfo', 'per-weight', gap(0.05), 9)).toBe('4位まであと0.05倍');
});

test('shows that the member is first', () => {
  const top = { toNext: null, nextRank: null };
  expect(describeGap('tfo', 'open', top, 9)).toBe('トップの記録です');
  expect(describeGap('tfo', 'open', top, 1)).toBe('今は、あなただけの記録です');
});

test('every scale explains what it compares', () => {
  const words = rankingScales.map((scale) => defineRanking('tfo', scale, null));
  for (const text of words) expect(text).toContain('1回のトレーニングで挙げた重量の合計');
  expect(words[1]).toContain('最初の30日間の最高記録から何%');
  expect(words[2]).toContain('ほかの方の名前と日付は表示しません');
  expect(words[3]).toContain('20人以上');
  expect(defineRanking('max', 'open', null)).toBe('期間中に挙げた、いちばん重い1回で比べます。');
});

test('names the band when it is known', () => {
  const band = { bornFrom: 1990, sex: 'female' } as const;
  expect(defineRanking('max', 'band', band)).toContain('1990年代生まれの女性だけで');
});
