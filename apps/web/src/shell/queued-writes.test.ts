import { readFileSync } from 'node:fs';
import type { WriteKind } from '@tanren/contract/queued-calls';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { getToasts, hideToast } from '#ui/feedback/toasts.tsx';
import { describeWrite } from './queued-writes.ts';

// Unit tests share their modules, so a toast would stay for the tests of the next file.
afterEach(() => {
  for (const { id } of getToasts()) hideToast(id);
});

function queue(target: string, changes: Partial<UnsentWrite> = {}): UnsentWrite {
  const call = { method: 'PUT', url: '/', params: {}, body: {} };
  const about = '朝のメニュー';
  const shared = { follows: [], base: null, queuedAt: 0, tried: true, refusal: null };
  return { key: 'key', target, call, about, ...shared, ...changes };
}

test('names a write of each kind', () => {
  const names: Record<WriteKind, string> = {
    profile: 'プロフィールの変更',
    'ranking-visibility': '朝のメニューの変更',
    menu: 'メニュー「朝のメニュー」の変更',
    draft: '新しいメニュー「朝のメニュー」',
    favorite: '「朝のメニュー」をお気に入りから外す',
    reservation: '朝のメニューの予約',
  };
  const read = (kind: string) => describeWrite({ target: kind }).name(queue(`${kind}:5`));
  expect(Object.keys(names).map(read)).toEqual(Object.values(names));
});

test('the privacy policy lists each kind among the writes that the browser stores', () => {
  const words: Record<WriteKind, string> = {
    profile: 'プロフィール',
    'ranking-visibility': 'ランキングへの掲載',
    menu: 'メニュー',
    draft: 'メニュー',
    favorite: 'お気に入り',
    reservation: '予約',
  };
  const policy = readFileSync(
    new URL('../features/members/documents/privacy-policy.md', import.meta.url),
    'utf8',
  );
  const listed = /tanren-outbox\*\*：まだ送信できていない変更（(.*?)）/
    .exec(policy)?.[1]
    ?.split('、');
  expect(listed?.toSorted()).toEqual([...new Set(Object.values(words))].toSorted());
});

const answers: Record<WriteKind, object> = {
  profile: { nickname: 'ハガネ' },
  'ranking-visibility': { nickname: 'ハガネ', rankingVisible: false },
  menu: { trainingSessionId: 5 },
  draft: { trainingSessionId: 5 },
  favorite: { trainingSessionId: 5, isFavorite: false },
  reservation: { trainingReservationId: 5 },
};

test.each(Object.entries(answers))(
  'updates the pages after it was sent: %s',
  async (kind, answer) => {
    const queryClient = new QueryClient();
    const changes = (['setQueryData', 'invalidateQueries', 'cancelQueries'] as const).map(
      (method) => vi.spyOn(queryClient, method),
    );
    const write = queue(`${kind}:5`);
    describeWrite(write).onSent(queryClient, write, answer);
    await vi.waitFor(() => {
      expect(changes.flatMap(({ mock }) => mock.calls)).not.toEqual([]);
    });
  },
);

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
