import {
  IconCalendar,
  IconChevronRight,
  IconPencil,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react';
import { deleteTrainingSession, type TrainingSession } from '@tanren/contract/menus/menus';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeMinutes, refreshMenus, useIsRunning } from '#entities/menus/menus.queries.ts';
import { menuTarget } from '#entities/menus/unsent-menus.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { writeThrough } from '#lib/offline/write-through.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { DeleteDialog } from '#ui/dialogs/dialogs.tsx';
import { Text } from '#ui/layout.tsx';
import { MenuButton, menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { CopyRow } from './copy-menu.tsx';
import { ReportRow } from './report-menu.tsx';
import { removeCachedMenu } from './menu-cache.ts';

const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;

/** Shows the actions for a menu other than starting it. */
export function MenuActions({ session }: { readonly session: TrainingSession }) {
  const { trainingSessionId, author, byTrainer } = session;
  // A menu that a trainer made for a member is edited on the trainer's pages and is never shared.
  const isOwn = author.isMe && !byTrainer;
  const isForMe = byTrainer && !author.isMe;
  return (
    <MenuSection heading="このメニュー">
      <li>
        <Link to="/reservations" search={{ trainingSessionId }} className={menuRow}>
          <MenuRowContent
            Icon={IconCalendar}
            label={`予約する（${describeMinutes(session)}）`}
            end={further}
          />
        </Link>
      </li>
      {isOwn ? (
        <li>
          <Link
            to="/training-sessions/$trainingSessionId/edit"
            params={{ trainingSessionId }}
            className={menuRow}
          >
            <MenuRowContent Icon={IconPencil} label="編集する" end={further} />
          </Link>
        </li>
      ) : null}
      <CopyRow session={session} />
      {byTrainer || session.hiddenReason !== null ? null : <ShareRow session={session} />}
      {isOwn || isForMe ? <DeleteRow session={session} /> : null}
      {author.isMe || byTrainer ? null : <ReportRow trainingSessionId={trainingSessionId} />}
    </MenuSection>
  );
}

/**
 * Shares the link of a public menu. For a private one the row says what to do first, because other
 * members cannot open its link.
 */
function ShareRow({ session }: { readonly session: TrainingSession }) {
  const { mutate, isPending } = useMutation({
    mutationKey: ['training-session', 'share'],
    mutationFn: () => shareMenu(session),
  });
  if (session.visibility === 'public') {
    return (
      <MenuButton
        Icon={IconShare2}
        label="共有する"
        onClick={() => {
          if (!isPending) mutate();
        }}
      />
    );
  }
  return (
    <MenuButton
      Icon={IconShare2}
      label="共有する"
      busy
      end={
        <Text as="span" size={12} fixed>
          公開すると共有できます
        </Text>
      }
      onClick={() => {
        notifyDone('公開すると共有できます', '編集画面で公開範囲を「公開」に変更してください。');
      }}
    />
  );
}

interface Shared {
  readonly trainingSessionId: number;
  readonly title: string;
}

/** Opens the share sheet of the device, or copies the link if there is none. */
async function shareMenu({ trainingSessionId, title }: Shared): Promise<void> {
  const url = new URL(`/training-sessions/${trainingSessionId}`, location.origin).href;
  if (!('share' in navigator)) {
    await copyLink(url);
    return;
  }
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (!isDismissal(error)) await copyLink(url);
  }
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notifyDone('リンクをコピーしました', 'メッセージなどに貼り付けて共有できます。');
  } catch {
    // Browsers may refuse access to the clipboard. The address bar shows the same link.
    notifyDone('コピーできませんでした', 'アドレス欄のURLをコピーしてください。');
  }
}

function isDismissal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Deletes a menu. Returns `false` when the deletion waits for a network. Queued changes of the menu
 * are discarded.
 */
async function deleteMenu({ trainingSessionId, title }: TrainingSession): Promise<boolean> {
  try {
    const { sent } = await writeThrough(
      deleteTrainingSession,
      { params: { trainingSessionId } },
      { target: menuTarget(trainingSessionId), about: title },
    );
    return sent;
  } catch (error) {
    // The menu is already deleted, perhaps by an attempt whose answer was lost.
    if (!isApiError(error, 404)) throw error;
    return true;
  }
}

function DeleteRow({ session }: { readonly session: TrainingSession }) {
  const { trainingSessionId, title, byTrainer } = session;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const isRunning = useIsRunning(trainingSessionId);
  const { mutate, isPending } = useMutation({
    mutationKey: ['training-session', 'delete'],
    meta: { errorShownByForm: true },
    mutationFn: () => deleteMenu(session),
    onSuccess: async (sent) => {
      removeCachedMenu(queryClient, trainingSessionId);
      await navigate({ to: byTrainer ? '/my-trainer' : '/my-training-sessions', replace: true });
      // A refresh before leaving would make this page report its menu as missing.
      void refreshMenus(queryClient);
      if (sent) notifyDone('メニューを削除しました', `「${title}」を削除しました。`);
      else notifyDone('メニューを削除します', 'ネットワークにつながると、自動で送信します。');
    },
    onError: (error) => {
      setIsConfirmOpen(false);
      notifyRejection('削除できませんでした', error);
    },
  });
  return (
    <>
      <MenuButton
        Icon={IconTrash}
        label="削除する"
        onClick={() => {
          setIsConfirmOpen(true);
        }}
      />
      {isConfirmOpen ? (
        <DeleteDialog
          title="このメニューを削除しますか"
          busy={isPending}
          onConfirm={() => {
            if (!isPending) mutate();
          }}
          onDismiss={() => {
            setIsConfirmOpen(false);
          }}
        >
          <p>「{title}」を削除します。元に戻すことはできません。</p>
          <p>{describeLoss(session)}トレーニングの記録は残ります。</p>
          {isRunning ? (
            <p>
              このメニューでトレーニング中です。削除しても、今のトレーニングは始めたときの内容のまま最後まで続けられます。
            </p>
          ) : null}
        </DeleteDialog>
      ) : null}
    </>
  );
}

function describeLoss({ byTrainer, visibility }: TrainingSession): string {
  if (byTrainer) return 'トレーナーの画面からも消えます。';
  return visibility === 'public' ? 'ほかの会員のお気に入りからも消えます。' : '';
}
