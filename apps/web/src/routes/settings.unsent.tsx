import { IconAlertTriangle, IconCircleCheck, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { draftKey, hasDraft, saveDraft } from '#features/menus/editor/drafts.ts';
import { toDraft } from '#features/menus/editor/unsent-draft.ts';
import { formatMoment } from '#lib/dates.ts';
import { NetworkError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { requireNetwork } from '#lib/offline/network.ts';
import { deleteUnsent, openOutbox, getStoredSub, useUnsent } from '#lib/offline/outbox.ts';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { sendUnsent } from '#lib/offline/outbox-sender.ts';
import type { WayOn } from '#lib/offline/queued-write.ts';
import { describeWrite } from '#shell/queued-writes.ts';
import { PlainButton, PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { EmptyState, Notice, UnsentMark } from '#ui/feedback/notices.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/settings/unsent')({
  staticData: { access: 'default', layout: 'auth', title: '未送信の変更', parent: '/settings' },
  component: UnsentPage,
});

/** Shows the changes on this device that have not arrived, and those that the server rejected. */
function UnsentPage() {
  const writes = useUnsent();
  const [givenUp, setGivenUp] = useState<UnsentWrite | null>(null);
  if (writes.length === 0) {
    return (
      <Page title="未送信の変更">
        <EmptyState
          Icon={IconCircleCheck}
          text="未送信の変更はありません。"
          action={
            <Link to="/settings" className={primaryButtonLink}>
              マイページへ
            </Link>
          }
        />
      </Page>
    );
  }
  const rejected = writes.filter(({ refusal }) => refusal !== null);
  return (
    <Page title="未送信の変更">
      {rejected.length === 0 ? null : (
        <Notice Icon={IconAlertTriangle}>
          送信できなかった変更が{rejected.length}件あります。内容をご確認ください。
        </Notice>
      )}
      <Stack as="ul" gap={12}>
        {writes.map((write) => (
          <li key={write.key}>
            <WriteCard
              write={write}
              onGiveUp={() => {
                setGivenUp(write);
              }}
            />
          </li>
        ))}
      </Stack>
      {rejected.length === writes.length ? null : <SendNow />}
      {givenUp === null ? null : (
        <ConfirmDialog
          title="この変更を破棄しますか"
          keep="破棄しない"
          confirm="破棄する"
          Icon={IconTrash}
          onConfirm={() => {
            void deleteUnsent(givenUp.target);
            setGivenUp(null);
          }}
          onDismiss={() => {
            setGivenUp(null);
          }}
        >
          <p>{describeWrite(givenUp).name(givenUp)}を破棄します。元に戻すことはできません。</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

/** Sends the changes when the member does not want to wait, and reports the result. */
function SendNow() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      requireNetwork('未送信の変更の送信');
      await sendUnsent();
      const left = await openOutbox();
      if (left.some(({ refusal }) => refusal === null)) throw new NetworkError('still unsent');
    },
  });
  return (
    <PrimaryButton
      aria-disabled={isPending}
      aria-busy={isPending}
      onClick={() => {
        if (!isPending) mutate();
      }}
    >
      今すぐ送信する
    </PrimaryButton>
  );
}

interface WriteCardProps {
  readonly write: UnsentWrite;
  readonly onGiveUp: () => void;
}

function WriteCard({ write, onGiveUp }: WriteCardProps) {
  const { queuedAt, refusal } = write;
  const { doneText, explain, findWayOn, hasContent, name } = describeWrite(write);
  const way = findWayOn(write);
  return (
    <Stack as="article" gap={8} card padding={16} aria-label={name(write)}>
      <Row gap={8} rowGap={4} align="center" wrap>
        <Text as="h2" size={16}>
          {name(write)}
        </Text>
        {hasContent ? <UnsentMark /> : null}
      </Row>
      <Note>
        {formatMoment(new Date(queuedAt).toISOString())}
        {doneText}
      </Note>
      <Note>{explain(write)}</Note>
      <Row gap={8} wrap>
        {way === null ? null : <WayOnLink way={way} write={write} />}
        {refusal === null ? null : hasContent ? (
          <PlainButton onClick={onGiveUp}>破棄する</PlainButton>
        ) : (
          <PlainButton onClick={() => void deleteUnsent(write.target)}>閉じる</PlainButton>
        )}
      </Row>
    </Stack>
  );
}

function WayOnLink({ way, write }: { readonly way: WayOn; readonly write: UnsentWrite }) {
  const navigate = useNavigate();
  if (way.link !== null) {
    return (
      <Link {...way.link} className={primaryButtonLink} data-variant="default">
        {way.label}
      </Link>
    );
  }
  return (
    <PlainButton
      onClick={() => {
        void takeBack(write).then(async (taken) => {
          if (taken) await navigate({ to: '/training-sessions/new' });
        });
      }}
    >
      {way.label}
    </PlainButton>
  );
}

/** Puts a new menu back into the editor as a draft. Saving it again saves the same menu. */
async function takeBack(write: UnsentWrite): Promise<boolean> {
  const key = draftKey(getStoredSub() ?? '', null);
  if (hasDraft(key)) {
    notifyDone(
      '作成中のメニューがあります',
      '先に、作成中のメニューを保存するか破棄してください。',
    );
    return false;
  }
  const draft = toDraft(write);
  if (draft === null) return false;
  saveDraft(key, draft);
  if (!hasDraft(key)) return false;
  await deleteUnsent(write.target);
  return true;
}
