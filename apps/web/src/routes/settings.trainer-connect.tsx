import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconChevronRight } from '@tabler/icons-react';
import type { TrainerConnection } from '@tanren/contract/trainers/trainer-connection-code';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { trainingSessionsKey } from '#entities/menus/menus.queries.ts';
import {
  computeLeftMs,
  isGoneByTime,
  IssueCode,
  PendingCode,
  SpokenText,
} from '#features/trainers/trainer-code.tsx';
import { ScopeSwitches } from '#features/trainers/scopes.tsx';
import { TrainerCard } from '#features/trainers/trainer-card.tsx';
import {
  type KnownConnection,
  trainerConnectionQuery,
} from '#features/trainers/trainer-link.queries.ts';
import { notifyDone } from '#lib/notifier.ts';
import { toServerTime, useNow } from '#lib/server-time.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { FormPage } from '#ui/forms/form-page.tsx';
import { Note, Stack } from '#ui/layout.tsx';

export const Route = createFileRoute('/settings/trainer-connect')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーナー連携', parent: '/my-trainer' },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(trainerConnectionQuery);
  },
  component: TrainerConnectPage,
});

function TrainerConnectPage() {
  const { connection, expired, error } = useTrainerConnection();
  return (
    <FormPage title="トレーナー連携">
      <SpokenText>{expired === null ? null : 'コードの有効期限が切れました。'}</SpokenText>
      {connection.state === 'none' ? (
        // The form is reset for each expired code. It keeps the choices made for that code.
        <IssueCode key={expired?.code ?? ''} expired={expired?.scopes ?? null} />
      ) : connection.state === 'pending' ? (
        <PendingCode {...connection} error={error} />
      ) : (
        <Linked {...connection} />
      )}
    </FormPage>
  );
}

type LinkedProps = Omit<TrainerConnection & { readonly state: 'linked' }, 'state'>;

function Linked({ trainer, linkedAt, scopes }: LinkedProps) {
  return (
    <Stack gap={24}>
      <TrainerCard nickname={trainer.nickname} linkedAt={linkedAt} />
      <ScopeSwitches scopes={scopes} />
      <Link to="/my-trainer" className={primaryButtonLink}>
        マイトレーナーを見る
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
      <Note above={-8}>連携の解除は「マイトレーナー」から行えます。</Note>
    </Stack>
  );
}

/** Interval in milliseconds while a visible code waits to be entered. */
const refetchMs = 3_000;

type Code = TrainerConnection & { readonly state: 'pending' };

/** Returns the link as the server knows it. It is refetched while a code waits. */
function useTrainerConnection() {
  const { data, dataUpdatedAt, error } = useSuspenseQuery({
    ...trainerConnectionQuery,
    refetchInterval: ({ state }) =>
      state.data?.connection.state === 'pending' ? refetchMs : false,
  });
  const now = useNow(1000);
  const saidAt = toServerTime(dataUpdatedAt);
  const { connection, clockOffset } = data;
  const ranOut = useCodeThatRanOut(data, saidAt);
  useToastOnceLinked(connection);
  if (connection.state !== 'pending') return { connection, expired: ranOut, error };
  const { expiresAt } = connection;
  const leftMs = computeLeftMs({ expiresAt, clockOffset, saidAt, now });
  return leftMs === null
    ? { connection: { state: 'none' } as const, expired: connection, error }
    : { connection: { ...connection, leftMs }, expired: null, error };
}

/**
 * Returns the code that expired. Returns `null` if there was none, or it was withdrawn or entered.
 */
function useCodeThatRanOut(
  { connection, clockOffset }: KnownConnection,
  saidAt: number,
): Code | null {
  const [seen, setSeen] = useState<{ waiting: Code | null; ranOut: Code | null }>({
    waiting: null,
    ranOut: null,
  });
  const { waiting } = seen;
  if (connection.state === 'pending') {
    if (waiting !== connection) setSeen({ waiting: connection, ranOut: null });
  } else if (waiting !== null) {
    const { expiresAt } = waiting;
    const isOver = connection.state === 'none' && isGoneByTime({ expiresAt, clockOffset, saidAt });
    setSeen({ waiting: null, ranOut: isOver ? waiting : null });
  }
  return seen.ranOut;
}

function useToastOnceLinked(connection: TrainerConnection): void {
  const queryClient = useQueryClient();
  const { state } = connection;
  const nickname = connection.state === 'linked' ? connection.trainer.nickname : '';
  const lastState = useRef(state);
  useEffect(() => {
    if (lastState.current === 'pending' && state === 'linked') {
      notifyDone('連携しました', `${addHonorific(nickname)}と連携しました。`);
      void queryClient.invalidateQueries({ queryKey: [trainingSessionsKey] });
    }
    lastState.current = state;
  }, [state, nickname, queryClient]);
}
