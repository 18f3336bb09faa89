import { IconCopy } from '@tabler/icons-react';
import {
  createTrainingSession,
  type MenuContent,
  type TrainingSession,
} from '@tanren/contract/menus/menus';
import { menuLimits } from '@tanren/domain/menus/menus';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { refreshMenus } from '#entities/menus/menus.queries.ts';
import { draftTarget } from '#entities/menus/unsent-menus.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { storedHere, notifyDone } from '#lib/notifier.ts';
import { type WriteOutcome, writeThrough } from '#lib/offline/write-through.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { MenuButton } from '#ui/lists/menu-section.tsx';

export function CopyRow({ session }: { readonly session: TrainingSession }) {
  const words = session.author.isMe ? duplicating : copying;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationKey: ['training-session', 'copy'],
    meta: { errorShownByForm: true },
    mutationFn: () => copyMenu(session),
    onSuccess: async (outcome) => {
      if (!outcome.sent) {
        await navigate({ to: '/my-training-sessions' });
        notifyDone(...storedHere);
        return;
      }
      const { trainingSessionId } = outcome.answer;
      void refreshMenus(queryClient);
      await navigate({
        to: '/training-sessions/$trainingSessionId',
        params: { trainingSessionId },
      });
      notifyDone(words.done, '非公開なので、自由に編集できます。');
    },
    onError: (error) => {
      notifyRejection(words.failed, error);
    },
  });
  return (
    <MenuButton
      Icon={IconCopy}
      label={isPending ? words.busy : words.label}
      busy={isPending}
      onClick={() => {
        if (!isPending) mutate();
      }}
    />
  );
}

const duplicating = {
  label: '複製する',
  busy: '複製しています…',
  done: '複製しました',
  failed: '複製できませんでした',
};
const copying = {
  label: 'マイメニューに追加',
  busy: 'コピーしています…',
  done: 'マイメニューにコピーしました',
  failed: 'コピーできませんでした',
};

/**
 * Copies a menu. A copy can wait offline like any new menu, and its draft id makes a repeated
 * request return the same copy.
 */
function copyMenu(session: TrainingSession): Promise<WriteOutcome<TrainingSession>> {
  const draftId = makeUuid();
  const copy = toCopy(session);
  return writeThrough(
    createTrainingSession,
    { body: { ...copy, draftId } },
    { target: draftTarget(draftId), about: copy.title },
  );
}

/** Returns the content of the copy. It is private, because sharing it is a new decision. */
function toCopy(session: TrainingSession): MenuContent {
  const { description, tags, items } = session;
  return { title: titleCopy(session), description, tags, items, visibility: 'private' };
}

const mark = '（コピー）';

/**
 * Returns the title of a copy. A copy of the member's own menu is marked, so that the two can be
 * told apart.
 */
export function titleCopy({ title, author }: Pick<TrainingSession, 'title' | 'author'>): string {
  if (!author.isMe || title.endsWith(mark)) return title;
  const room = menuLimits.title - Array.from(mark).length;
  return `${Array.from(title).slice(0, room).join('').trimEnd()}${mark}`;
}
