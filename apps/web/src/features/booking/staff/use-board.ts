import {
  addWalkIn,
  type Board,
  type BoardVisit,
  getBoard,
  openBoardChannel,
  setBoardNote,
  setEntry,
} from '@tanren/contract/booking/staff-board';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import {
  type ChannelPhase,
  createRealtimeChannel,
  watchWaking,
} from '#lib/realtime/realtime-channel.ts';
import { openMqtt } from '#lib/realtime/realtime-connection.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { serverNow } from '#lib/server-time.ts';
import { changeVisit, untilNextTurn } from './board-state.ts';

const key = 'staff-board';

/** Reads the board of a gym day, which is the current one when `date` is absent. */
export function boardQuery(gymId: number, date: string | undefined) {
  return queryOptions({
    queryKey: [key, gymId, date ?? null],
    queryFn: ({ signal }) =>
      callApi(
        getBoard,
        { params: { gymId }, querystring: date === undefined ? {} : { date } },
        signal,
      ),
    // The loader has just read the board.
    staleTime: 3_000,
    // The page itself shows how old the board is.
    meta: { errorShownByPage: true },
  });
}

/** Refetch interval in milliseconds while the channel for board changes is closed. */
const refetchMs = 30_000;
const listening: readonly ChannelPhase[] = ['connected', 'waiting'];

/** Returns the board of a gym day and reads it again when something on it changes. */
export function useBoard(gymId: number, date: string | undefined) {
  const isLive = useBoardChannel(gymId);
  const query = useSuspenseQuery({
    ...boardQuery(gymId, date),
    refetchInterval: ({ state: { data } }) =>
      isLive && data !== undefined ? untilNextTurn(data, serverNow()) : refetchMs,
  });
  return { ...query, isLive };
}

/** Time in milliseconds within which several changes lead to a single read. */
const gatherMs = 300;

/** Returns whether the channel for board changes is open. */
function useBoardChannel(gymId: number): boolean {
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    let look: ReturnType<typeof setTimeout> | null = null;
    let wasLive = false;
    const lookAgain = () => {
      look ??= setTimeout(() => {
        look = null;
        void queryClient.invalidateQueries({ queryKey: [key, gymId] });
      }, gatherMs);
    };
    const channel = createRealtimeChannel({
      issueCredentials: (signal) => callApi(openBoardChannel, { params: { gymId } }, signal),
      open: openMqtt,
      // Every message means that the board has changed. Its content does not matter.
      receive: lookAgain,
      isFinal: (error) => isApiError(error, 403) || isApiError(error, 404),
      onChange: ({ phase }) => {
        const live = listening.includes(phase);
        // Changes that happened before the channel opened were not delivered.
        if (live && !wasLive) lookAgain();
        wasLive = live;
        setLive(live);
      },
    });
    const stopWatching = watchWaking(channel);
    channel.start();
    return () => {
      stopWatching();
      channel.stop();
      if (look !== null) clearTimeout(look);
    };
  }, [queryClient, gymId]);
  return isLive;
}

/** Returns a function that marks a visit as entered. The board shows it at once and offers undo. */
export function useEntry({ queryKey }: ReturnType<typeof boardQuery>) {
  const queryClient = useQueryClient();
  const underWay = useRef(new Set<number>());

  function show(reservationId: number, changes: Partial<BoardVisit>): void {
    queryClient.setQueryData(queryKey, (board: Board | undefined) =>
      board === undefined ? board : changeVisit(board, reservationId, changes),
    );
  }

  async function send(visit: BoardVisit, entered: boolean, isWayBack: boolean): Promise<void> {
    const { reservationId, enteredAt, enteredBy, noShow } = visit;
    // The second of two taps does nothing.
    if (underWay.current.has(reservationId)) return;
    underWay.current.add(reservationId);
    await queryClient.cancelQueries({ queryKey });
    show(
      reservationId,
      entered
        ? { enteredAt: new Date(serverNow()).toISOString(), enteredBy: 'staff', noShow: false }
        : { enteredAt: null, enteredBy: null },
    );
    try {
      await callApi(setEntry, { params: { reservationId }, body: { entered } });
      if (!isWayBack) notifyEntered(visit, entered);
    } catch (error) {
      show(reservationId, { enteredAt, enteredBy, noShow });
      notifyRejection('来館の記録を変更できませんでした', error);
    }
    underWay.current.delete(reservationId);
    void queryClient.invalidateQueries({ queryKey });
  }

  function notifyEntered(visit: BoardVisit, entered: boolean): void {
    // A visit without a reservation is gone with its entry, so there is nothing to tick again.
    if (visit.walkIn && !entered) {
      notifyDone('受付を元に戻しました', addHonorific(visit.name));
      return;
    }
    notifyDone(
      entered ? '来館を記録しました' : '来館の記録を元に戻しました',
      addHonorific(visit.name),
      {
        label: '元に戻す',
        run: () => void send(visit, !entered, true),
      },
    );
  }

  return (visit: BoardVisit, entered: boolean) => void send(visit, entered, false);
}

/** Returns a function that saves the note of a visit. The function throws when saving fails. */
export function useNote({ queryKey }: ReturnType<typeof boardQuery>) {
  const queryClient = useQueryClient();
  return async (reservationId: number, note: string): Promise<void> => {
    await callApi(setBoardNote, { params: { reservationId }, body: { note } });
    void queryClient.invalidateQueries({ queryKey });
  };
}

/** Lets a member in without a reservation. An empty reason is none. */
export function useWalkIn({ queryKey }: ReturnType<typeof boardQuery>, gymId: number) {
  const queryClient = useQueryClient();
  return async ({ member, name }: Pick<BoardVisit, 'member' | 'name'>, reason: string) => {
    const body = reason === '' ? { member } : { member, reason };
    const answer = await callApi(addWalkIn, { params: { gymId }, body });
    if (answer.reservationId !== null) {
      notifyDone('来館を記録しました', addHonorific(name));
      void queryClient.invalidateQueries({ queryKey });
    }
    return answer;
  };
}
