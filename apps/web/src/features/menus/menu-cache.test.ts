import type { TrainingSession, TrainingSessionSummary } from '@tanren/contract/menus/menus';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { trainingSessionQuery } from '#entities/menus/menus.queries.ts';
import { removeCachedMenu, cacheFavorite, listEachOnce, listFavorites } from './menu-cache.ts';
import { favoriteMenusQuery, searchMenusQuery } from './menus.queries.ts';

function menu(trainingSessionId: number): TrainingSession {
  return {
    trainingSessionId,
    title: `メニュー${trainingSessionId}`,
    tags: [],
    visibility: 'public',
    workoutTypeIds: [1],
    setCount: 3,
    estimatedMinutes: 10,
    author: { nickname: 'ハル', isMe: false },
    favorite: false,
    byTrainer: false,
    favoriteCount: 4,
    updatedAt: '2026-03-03T09:00:00.000Z',
    description: '',
    items: [],
    version: 1,
    hiddenReason: null,
    createdAt: '2026-03-03T09:00:00.000Z',
  };
}

function pagesOf(...pages: TrainingSessionSummary[][]) {
  return {
    pages: pages.map((items) => ({ items, nextCursor: null })),
    pageParams: pages.map(() => null),
  };
}

const search = searchMenusQuery({}).queryKey;
const favorites = favoriteMenusQuery.queryKey;
const answer = { trainingSessionId: 2, favorite: true, favoriteCount: 5 };

function openClient(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(search, pagesOf([menu(1), menu(2)], [menu(3)]));
  client.setQueryData(favorites, pagesOf([menu(3)]));
  client.setQueryData(trainingSessionQuery(2).queryKey, menu(2));
  return client;
}

const listIds = (client: QueryClient, key: typeof search) =>
  listEachOnce(client.getQueryData(key)?.pages ?? []).map((found) => found.trainingSessionId);

it('lists each menu once, at its first position', () => {
  const { pages } = pagesOf([menu(1), menu(2)], [menu(2), menu(3)]);
  expect(listEachOnce(pages).map((found) => found.trainingSessionId)).toEqual([1, 2, 3]);
});

it('updates every list and page of a favourite, and lists it first among favourites', () => {
  const client = openClient();
  cacheFavorite(client, answer);
  cacheFavorite(client, answer);
  const found = listEachOnce(client.getQueryData(search)?.pages ?? []);
  expect(found.map(({ favorite, favoriteCount }) => [favorite, favoriteCount])).toEqual([
    [false, 4],
    [true, 5],
    [false, 4],
  ]);
  expect(client.getQueryData(trainingSessionQuery(2).queryKey)).toMatchObject(answer);
  expect(listIds(client, favorites)).toEqual([2, 3]);
});

it('is not overwritten by an answer to an earlier request', async () => {
  const client = openClient();
  let arrive = () => {};
  const { queryKey } = trainingSessionQuery(2);
  const earlier = client.query({
    queryKey,
    staleTime: 0,
    queryFn: () =>
      new Promise<TrainingSession>((resolve) => {
        arrive = () => {
          resolve(menu(2));
        };
      }),
  });
  await Promise.resolve();
  cacheFavorite(client, answer);
  arrive();
  await earlier;
  expect(client.getQueryData(queryKey)).toMatchObject(answer);
});

it('removes a deleted menu from every list', () => {
  const client = openClient();
  removeCachedMenu(client, 3);
  expect(listIds(client, search)).toEqual([1, 2]);
  expect(listIds(client, favorites)).toEqual([]);
});

describe('listFavorites', () => {
  function favorite(trainingSessionId: number): TrainingSessionSummary {
    return {
      trainingSessionId,
      title: '',
      tags: [],
      visibility: 'public',
      workoutTypeIds: [],
      setCount: 0,
      estimatedMinutes: 0,
      author: { nickname: 'ハル', isMe: false },
      favorite: true,
      byTrainer: false,
      favoriteCount: 1,
      updatedAt: '2026-03-03T09:00:00.000Z',
    };
  }

  function listFavoriteIds(pending: [number, boolean][], unmarkedHere: number[] = []): number[] {
    return listFavorites({
      pages: [{ items: [favorite(1), favorite(2)], nextCursor: null }],
      pending: new Map(pending),
      unmarkedHere: new Set(unmarkedHere),
      find: (id) => (id === 9 ? null : favorite(id)),
    }).map(({ trainingSessionId }) => trainingSessionId);
  }

  it('shows what the member chose before the server confirms it', () => {
    expect(listFavoriteIds([])).toEqual([1, 2]);
    expect(listFavoriteIds([[1, false]])).toEqual([2]);
    expect(
      listFavoriteIds([
        [3, true],
        [2, true],
        [4, true],
      ]),
    ).toEqual([4, 3, 1, 2]);
  });

  it('keeps menus unmarked on the page itself, and adds no unknown ones', () => {
    expect(listFavoriteIds([[1, false]], [1])).toEqual([1, 2]);
    expect(listFavoriteIds([[9, true]])).toEqual([1, 2]);
  });
});
