import type { ProblemCode } from '@tanren/contract/problem';
import { leaveWaitingList, type TrainingReservation } from '@tanren/contract/training-reservations';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { trainingReservationsKey } from '#entities/reservations/reservations.queries.ts';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import {
  cancel,
  type CancelledReservation,
  changeSession,
  countWaiting,
  joinWaitList,
  move,
  reserve,
  type GymSlot,
} from './reservation-actions.ts';
import { type ActionKind, readRefusal, slotKey } from './reservation-words.ts';
import { isShownAsMine, refreshReservations, showAvailable } from './reservations.queries.ts';

interface Action {
  /** What was tapped: a slot's key or a reservation's. */
  readonly key: string;
  readonly kind: ActionKind;
  /** What was wanted. */
  readonly slot: GymSlot;
  readonly run: () => Promise<void>;
}

export interface Refusal extends Omit<Action, 'run'> {
  readonly code: ProblemCode;
}

/** A cancellation that is asked about first: others wait for the place, so it cannot be undone. */
export interface CancelQuestion {
  readonly slot: GymSlot;
  readonly waiting: number;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

export const reservationKey = (id: number) => `reservation ${id}`;

const keyOf = ({ gymId, startsAt }: GymSlot) => slotKey(gymId, startsAt);

const mutationKey = [trainingReservationsKey, 'action'];
const readKey = (variables: unknown) => (variables as Action).key;

async function leaveWaitList(waitId: number): Promise<void> {
  try {
    await callApi(leaveWaitingList, { params: { waitId } });
  } catch (error) {
    // The wait is over already.
    if (!isApiError(error, 404)) throw error;
  }
}

/** Everything a tap on this page can do, what is under way of it, and the last refusal. */
export function useReservationActions(trainingSessionId: number | null) {
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [cancelQuestion, setCancelQuestion] = useState<CancelQuestion | null>(null);
  const { mutateAsync } = useMutation({
    mutationKey,
    // A refusal is shown where the tap was.
    meta: { errorShownByForm: true },
    mutationFn: async ({ slot, run }: Action) => {
      try {
        await run();
      } catch (error) {
        // The page was out of date; or the call was carried out, and its answer got lost.
        await refreshReservations(queryClient);
        const code = readRefusal(error);
        if (code === 'slot_available') showAvailable(queryClient, slot);
        if (code !== 'overlap' || !isShownAsMine(queryClient, slot)) throw error;
      }
    },
    onSuccess: () => {
      setRefusal(null);
    },
    onError: (error, { key, kind, slot }) => {
      const code = readRefusal(error);
      if (code === null) notifyError(error);
      setRefusal(code === null ? null : { key, kind, slot, code });
    },
  });
  const running = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state: { variables } }) => readKey(variables),
  });

  /** Tells whether it was done. The second of two taps does nothing: the first is under way. */
  async function attempt(action: Action): Promise<boolean> {
    const isRunning = queryClient.isMutating({
      mutationKey,
      predicate: ({ state: { variables } }) => readKey(variables) === action.key,
    });
    if (isRunning > 0) return false;
    return mutateAsync(action).then(
      () => true,
      () => false,
    );
  }

  function askToCancel(reservation: CancelledReservation, key: string, waiting: number): void {
    const dismiss = () => {
      setCancelQuestion(null);
    };
    const confirm = () => {
      dismiss();
      const run = () => cancel(queryClient, reservation);
      void attempt({ key, kind: 'cancel', slot: reservation, run });
    };
    setCancelQuestion({ slot: reservation, waiting, confirm, dismiss });
  }

  return {
    isRunning: (key: string) => running.includes(key),
    refusal,
    forgetRefusal: () => {
      setRefusal(null);
    },
    reserve: (slot: GymSlot) =>
      attempt({
        key: keyOf(slot),
        kind: 'reserve',
        slot,
        run: () => reserve(queryClient, slot, trainingSessionId),
      }),
    move: (reservation: TrainingReservation, slot: GymSlot) =>
      attempt({
        key: keyOf(slot),
        kind: 'move',
        slot,
        run: () => move(queryClient, reservation, slot),
      }),
    /** `key`: of what was tapped. */
    cancel: (reservation: CancelledReservation, key: string) =>
      attempt({
        key,
        kind: 'cancel',
        slot: reservation,
        run: async () => {
          const waiting = await countWaiting(reservation);
          if (waiting > 0) askToCancel(reservation, key, waiting);
          else await cancel(queryClient, reservation);
        },
      }),
    /** null: nothing is asked. */
    cancelQuestion,
    changeSession: (reservation: TrainingReservation, sessionId: number) =>
      attempt({
        key: reservationKey(reservation.id),
        kind: 'session',
        slot: reservation,
        run: () => changeSession(queryClient, reservation, sessionId),
      }),
    joinWaitList: (slot: GymSlot) =>
      attempt({
        key: keyOf(slot),
        kind: 'wait',
        slot,
        run: () => joinWaitList(queryClient, slot, trainingSessionId),
      }),
    leaveWaitList: (slot: GymSlot, waitId: number, offered: boolean) =>
      attempt({
        key: keyOf(slot),
        kind: 'wait',
        slot,
        run: async () => {
          await leaveWaitList(waitId);
          await refreshReservations(queryClient);
          notifyDone(
            offered ? '空きを見送りました' : 'キャンセル待ちをやめました',
            offered ? '次にお待ちの方へご案内します。' : 'またいつでも登録できます。',
          );
        },
      }),
  };
}

export type ReservationActions = ReturnType<typeof useReservationActions>;
