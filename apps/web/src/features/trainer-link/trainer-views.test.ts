import type { TrainerView } from '@tanren/contract/trainer-connection-code';
import { expect, test } from 'vitest';
import { groupViews } from './trainer-views.tsx';

const view = (id: number, seenAt: string): TrainerView => ({
  id,
  seen: 'history',
  seenAt,
  nickname: 'コウジ',
});

test('views of one day of the gym stand together, also around midnight', () => {
  const days = groupViews([
    view(4, '2026-11-15T15:30:00Z'),
    view(3, '2026-11-15T14:59:00Z'),
    view(2, '2026-11-14T15:00:00Z'),
    view(1, '2026-11-14T14:00:00Z'),
  ]);
  expect(days.map(({ day, views }) => [day, views.map(({ id }) => id)])).toEqual([
    ['2026-11-16', [4]],
    ['2026-11-15', [3, 2]],
    ['2026-11-14', [1]],
  ]);
});

test('a view that came with two pages is one', () => {
  const twice = [view(2, '2026-11-14T15:00:00Z'), view(2, '2026-11-14T15:00:00Z')];
  expect(groupViews(twice).flatMap(({ views }) => views)).toHaveLength(1);
});
