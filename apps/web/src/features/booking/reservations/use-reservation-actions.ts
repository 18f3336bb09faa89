import type { ProblemCode } from '@tanren/contract/problem';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { isPastDeadline } from '@tanren/domain/booking/reservations';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { gymQuery } from '#entities/gyms/gyms.queries.ts';
import {
  refreshReservations,
  trainingReservationsKey,
} from '#entities/booking/reservations.queries.ts';
import { OfflineError } from '#lib/errors.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import { requireNetwork } from '#lib/offline/network.ts';
import { serverNow } from '#lib/server-time.ts';
import {
  cancel,
  type CancelledReservation,
  changeSession,
  countWaiting,
  joinWaitList,
  leaveWaitList,
  move,
  reserve,
  type GymSlot,
} from './reservation-actions.ts';
import { type ActionKind, readRefusal, slotKey } from './reservation-words.ts';
import { isShownAsMine, showAvailable } from './reservations.queries.ts';

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

/** What is asked first because it cannot be undone, now or soon. */
export interface Question {
  readonly slot: GymSlot;
  readonly about: /** A place that so many others wait for is given back. */
    | { readonly kind: 'cancel'; readonly waiting: number }
    /** What is reserved after the gym's deadline stays reserved. */
    | { readonly kind: 'reserve-late'; readonly deadlineMinutes: number };
  /** Whether it was confirmed and the answer has not come yet. */
  readonly busy: boolean;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

export const reservationKey = (id: number) => `reservation ${id}`;

const keyOf = ({ gymId, startsAt }: GymSlot) => slotKey(gymId, startsAt);

const mutationKey = [trainingReservationsKey, 'action'];
const readKey = (variables: unknown) => (variables as Action).key;

/** Everything a tap on this page can do, what is under way of it, and the last refusal. */
export function useReservationActions(trainingSessionId: number | null) {
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { mutateAsync } = useMutation({
    mutationKey,
    // A refusal is shown where the tap was.
    meta: { errorShownByForm: true },
    mutationFn: async ({ slot, run }: Action) => {
      try {
        requireNetwork('予約の手続き');
        await run();
      } catch (error) {
        // The page was out of date; or the call was carried out, and its answer got lost.
        const asked = refreshReservations(queryClient);
        if (error instanceof OfflineError) throw error;
        await asked;
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

  function ask(about: Question['about'], action: Action): void {
    const dismiss = () => {
      setQuestion(null);
    };
    let isConfirmed = false;
    const confirm = () => {
      // The second tap of two must not close the dialog before the answer has come.
      if (isConfirmed) return;
      isConfirmed = true;
      setQuestion({ ...asked, busy: true });
      void attempt(action).then(dismiss);
    };
    const asked = { slot: action.slot, about, busy: false, confirm, dismiss };
    setQuestion(asked);
  }

  /** At once, because the toast can undo it; asked about where that is soon over. */
  function reserveOrAsk(slot: GymSlot): Promise<boolean> {
    const action = {
      key: keyOf(slot),
      kind: 'reserve' as const,
      slot,
      run: () => reserve(queryClient, slot, trainingSessionId),
    };
    const run = async () => {
      const gym = await queryClient.query({ ...gymQuery(slot.gymId), staleTime: 'static' });
      const deadlineMinutes = gym.cancelDeadlineMinutes;
      const startsAt = new Date(slot.startsAt);
      if (isPastDeadline({ startsAt }, deadlineMinutes, new Date(serverNow()))) {
        ask({ kind: 'reserve-late', deadlineMinutes }, action);
      } else await action.run();
    };
    return attempt({ ...action, run });
  }

  /** Whoever waits gets the place at once: then it cannot come back, and is asked about. */
  function cancelOrAsk(reservation: CancelledReservation, key: string): Promise<boolean> {
    const action = {
      key,
      kind: 'cancel' as const,
      slot: reservation,
      run: () => cancel(queryClient, reservation),
    };
    const run = async () => {
      const waiting = await countWaiting(reservation);
      if (waiting > 0) ask({ kind: 'cancel', waiting }, action);
      else await action.run();
    };
    return attempt({ ...action, run });
  }

  return {
    isRunning: (key: string) => running.includes(key),
    refusal,
    forgetRefusal: () => {
      setRefusal(null);
    },
    reserve: reserveOrAsk,
    move: (reservation: TrainingReservation, slot: GymSlot) =>
      attempt({
        key: keyOf(slot),
        kind: 'move',
        slot,
        run: () => move(queryClient, reservation, slot),
      }),
    /** `key`: of what was tapped. */
    cancel: cancelOrAsk,
    /** null: nothing is asked. */
    question,
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
