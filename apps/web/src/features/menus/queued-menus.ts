import type { QueryClient } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { refreshMenus, trainingSessionQuery } from '#entities/menus/menus.queries.ts';
import { isDeletion } from '#entities/menus/unsent-menus.ts';
import { loadPart } from '#lib/builds/chunks.ts';
import type { UnsentWrite, WriteRejection } from '#lib/offline/outbox-rules.ts';
import {
  explainChange,
  labelEditing,
  notifyRejectedChange,
  type QueuedWrites,
} from '#lib/offline/queued-write.ts';
import type * as menuCache from './menu-cache.ts';

const quote = (about: string) => (about === '' ? 'メニュー' : `「${about}」`);

/** A change of menus stays on the device until the member discards it. */
const change = { doneText: 'に変更', hasContent: true } as const;

function rejectMenu(queryClient: QueryClient): boolean {
  void refreshMenus(queryClient);
  notifyRejectedChange();
  return false;
}

/** A missing menu counts as deleted and as no favourite, which is what the member wanted. */
function rejectUnlessGone(
  queryClient: QueryClient,
  { status }: WriteRejection,
  wantsGone: boolean,
): boolean {
  if (status !== 404 || !wantsGone) return rejectMenu(queryClient);
  void refreshMenus(queryClient);
  return true;
}

/** The queued writes of menus: a new menu, a change or deletion, and a favourite. */
export const queuedMenus = {
  draft: {
    ...change,
    name: ({ about }) => `新しいメニュー${quote(about)}`,
    explain: explainChange,
    findWayOn: (write) => ({ link: null, label: labelEditing(write) }),
    onSent: (queryClient, _write, answer) => {
      queryClient.setQueryData(trainingSessionQuery(answer.trainingSessionId).queryKey, answer);
      void refreshMenus(queryClient);
    },
    onRejected: rejectMenu,
  },
  menu: {
    ...change,
    name: (write) => `メニュー${quote(write.about)}の${isDeletion(write) ? '削除' : '変更'}`,
    explain: (write) => {
      const { refusal } = write;
      if (refusal?.status === 404 && refusal.code !== 'stale_version') {
        return 'このメニューは削除されています。新しいメニューとして保存するか、変更を破棄してください。';
      }
      return isDeletion(write)
        ? explainChange(write, 'メニューの画面で削除し直すか、変更を破棄してください。')
        : explainChange(write);
    },
    findWayOn: (write) =>
      isDeletion(write)
        ? null
        : {
            link: linkOptions({
              to: '/training-sessions/$trainingSessionId/edit',
              params: { trainingSessionId: readMenuId(write) },
            }),
            label: labelEditing(write),
          },
    onSent: (queryClient, write, answer) => {
      if (isDeletion(write) || !answer) {
        void changeLists(queryClient, (cache) => {
          cache.removeCachedMenu(queryClient, readMenuId(write));
        }).then(() => refreshMenus(queryClient));
        return;
      }
      queryClient.setQueryData(trainingSessionQuery(answer.trainingSessionId).queryKey, answer);
      void refreshMenus(queryClient);
    },
    onRejected: (queryClient, write, rejection) =>
      rejectUnlessGone(queryClient, rejection, isDeletion(write)),
  },
  favorite: {
    ...change,
    name: ({ about, call }) =>
      call.body['favorite'] === true
        ? `${quote(about)}をお気に入りに追加`
        : `${quote(about)}をお気に入りから外す`,
    explain: (write) =>
      write.refusal === null
        ? explainChange(write)
        : 'このメニューは、非公開になったか削除されています。',
    findWayOn: () => null,
    onSent: (queryClient, _write, answer) => {
      void changeLists(queryClient, (cache) => {
        cache.cacheFavorite(queryClient, answer);
      });
    },
    onRejected: (queryClient, { call }, rejection) =>
      rejectUnlessGone(queryClient, rejection, call.body['favorite'] === false),
  },
} satisfies Pick<QueuedWrites, 'draft' | 'menu' | 'favorite'>;

function readMenuId({ call }: UnsentWrite): number {
  return Number(call.params['trainingSessionId']);
}

/**
 * Changes the lists with the code of the pages that show them. Other pages do not load it. If it
 * cannot be loaded, the lists are fetched again.
 */
async function changeLists(
  queryClient: QueryClient,
  act: (cache: typeof menuCache) => void,
): Promise<void> {
  try {
    act(await loadPart(() => import('./menu-cache.ts')));
  } catch {
    await refreshMenus(queryClient);
  }
}
