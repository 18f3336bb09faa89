import type { TrainerConnection } from '@tanren/contract/trainer-connection-code';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { trainingSessionsKey } from '#entities/training-sessions/training-sessions.queries.ts';
import { toServerTime, useNow } from '#lib/server-time.ts';
import { computeLeftMs, isGoneByTime } from './code-state.ts';
import { type KnownConnection, trainerConnectionQuery } from './trainer-link.queries.ts';

/** While a code waits and somebody looks at it. */
const askEveryMs = 3_000;

type Code = TrainerConnection & { readonly state: 'pending' };

/** The link as the server knows it, asked again and again while a code waits. */
export function useTrainerConnection() {
  const { data, dataUpdatedAt, isError } = useSuspenseQuery({
    ...trainerConnectionQuery,
    refetchInterval: ({ state }) =>
      state.data?.connection.state === 'pending' ? askEveryMs : false,
  });
  const now = useNow(1000);
  const saidAt = toServerTime(dataUpdatedAt);
  const { connection, clockOffset } = data;
  const ranOut = useCodeThatRanOut(data, saidAt);
  useToastOnceLinked(connection);
  if (connection.state !== 'pending') return { connection, expired: ranOut, failed: isError };
  const { expiresAt } = connection;
  const leftMs = computeLeftMs({ expiresAt, clockOffset, saidAt, now });
  return leftMs === null
    ? { connection: { state: 'none' } as const, expired: connection, failed: isError }
    : { connection: { ...connection, leftMs }, expired: null, failed: isError };
}

/** null: there was no code, or it was taken back, or it was entered. */
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
      notifyDone('連携しました', `${nickname}さんと連携しました。`);
      void queryClient.invalidateQueries({ queryKey: [trainingSessionsKey] });
    }
    lastState.current = state;
  }, [state, nickname, queryClient]);
}
