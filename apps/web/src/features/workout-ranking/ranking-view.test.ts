import { expect, test } from 'vitest';
import { linkToRanking, readRankingSearch, toRankingView } from './ranking-view.ts';

const chestPress = { workoutType: 1, rankingType: 'tfo' } as const;

test('an address without choices is this month, the records themselves, all gyms', () => {
  expect(toRankingView(chestPress, readRankingSearch({}))).toEqual({
    ...chestPress,
    period: 'this-month',
    scale: 'open',
    gym: null,
  });
});

test('what is no choice counts as none', () => {
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

test('a link carries every choice, and nothing that goes without saying', () => {
  const chosen = { period: 'all', scale: 'growth', gym: 2 } as const;
  expect(linkToRanking(toRankingView(chestPress, chosen))).toEqual({
    to: '/workout-ranking/$workoutType/$rankingType',
    params: chestPress,
    search: chosen,
  });
  const usual = toRankingView(chestPress, { period: 'this-month', scale: 'open' });
  expect(linkToRanking(usual).search).toEqual({});
});
