import type { TrainingSessionSummary } from '@tanren/contract/training-sessions';
import { expect, it } from 'vitest';
import { listFavorites } from './list-favorites.ts';

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

function listIds(wishes: [number, boolean][], kept: number[] = []): number[] {
  return listFavorites({
    pages: [{ items: [favorite(1), favorite(2)], nextCursor: null }],
    wishes: new Map(wishes),
    kept: new Set(kept),
    find: (id) => (id === 9 ? null : favorite(id)),
  }).map(({ trainingSessionId }) => trainingSessionId);
}

it('is what the member wants, before the server knows', () => {
  expect(listIds([])).toEqual([1, 2]);
  expect(listIds([[1, false]])).toEqual([2]);
  expect(
    listIds([
      [3, true],
      [2, true],
      [4, true],
    ]),
  ).toEqual([4, 3, 1, 2]);
});

it('keeps what was unmarked on the page itself, and adds nothing unknown', () => {
  expect(listIds([[1, false]], [1])).toEqual([1, 2]);
  expect(listIds([[9, true]])).toEqual([1, 2]);
});
