import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { describeWrite } from './queued-writes.ts';

function queue(target: string, changes: Partial<UnsentWrite> = {}): UnsentWrite {
  const call = { method: 'PUT', url: '/', params: {}, body: {} };
  const about = '朝のメニュー';
  const shared = { follows: [], base: null, queuedAt: 0, tried: true, refusal: null };
  return { key: 'key', target, call, about, ...shared, ...changes };
}

test('names a write of each kind', () => {
  const name = (target: string) => describeWrite({ target }).name(queue(target));
  expect(name('profile')).toBe('プロフィールの変更');
  expect(name('ranking-visibility')).toBe('朝のメニューの変更');
  expect(name('menu:5')).toBe('メニュー「朝のメニュー」の変更');
  expect(name('draft:a')).toBe('新しいメニュー「朝のメニュー」');
  expect(name('favorite:5')).toBe('「朝のメニュー」をお気に入りから外す');
  expect(name('reservation:1:2')).toBe('朝のメニューの予約');
});

test('refetches the pages after a write of a kind that this build does not know', () => {
  const queryClient = new QueryClient();
  const invalidated = vi.spyOn(queryClient, 'invalidateQueries');
  const write = queue('constructor:1');
  describeWrite(write).onSent(queryClient, write, { trainingSessionId: 7 });
  // The answer is not taken for a menu.
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(invalidated).toHaveBeenCalledWith();
  expect(describeWrite(write).name(write)).toBe('朝のメニューの変更');
  expect(describeWrite(write).findWayOn(write)).toBeNull();
});
