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
  changeMenu,
  countWaiting,
  joinWaitList,
  leaveWaitList,
  move,
  reserve,
  type GymSlot,
} from './reservation-actions.ts';
import { type ActionKind, readRejection, slotKey } from './reservation-words.ts';
import { isShownAsMine, showAvailable } from './reservations.queries.ts';

interface Action {
  /** Key of the tapped slot or reservation. */
  readonly key: string;
  readonly kind: ActionKind;
  /** Slot that the action is about. */
  readonly slot: GymSlot;
  readonly run: () => Promise<void>;
}

export interface Rejection extends Omit<Action, 'run'> {
  readonly code: ProblemCode;
}

/** Question that is asked before an action that cannot be undone, or not for long. */
export interface Question {
  readonly slot: GymSlot;
  readonly about: /** A seat is released that this many other members are waiting for. */
    | { readonly kind: 'cancel'; readonly waiting: number }
    /**
     * A reservation made after the cancellation deadline of the gym can only be cancelled for a
     * short time.
     */
    | { readonly kind: 'reserve-late'; readonly deadlineMinutes: number };
  /** Whether the member has confirmed and the answer has not arrived. */
  readonly busy: boolean;
  readonly confirm: () => void;
  readonly dismiss: () => void;
}

export const reservationKey = (id: number) => `reservation ${id}`;

const keyOf = ({ gymId, startsAt }: GymSlot) => slotKey(gymId, startsAt);

const mutationKey = [trainingReservationsKey, 'action'];
const readKey = (variables: unknown) => (variables as Action).key;

/**
 * Returns the actions of the reservations page, whether they are running, the last refusal and the
 * open question.
 */
export function useReservationActions(trainingSessionId: number | null) {
  const queryClient = useQueryClient();
  const [refusal, setRejection] = useState<Rejection | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { mutateAsync } = useMutation({
    mutationKey,
    // A refusal is shown next to the tapped element.
    meta: { errorShownByForm: true },
    mutationFn: async ({ slot, run }: Action) => {
      try {
        requireNetwork('予約の手続き');
        await run();
      } catch (error) {
        // Either the page was out of date, or the call succeeded and its answer was lost.
        const asked = refreshReservations(queryClient);
        if (error instanceof OfflineError) throw error;
        await asked;
        const code = readRejection(error);
        if (code === 'slot_available') showAvailable(queryClient, slot);
        if (code !== 'overlap' || !isShownAsMine(queryClient, slot)) throw error;
      }
    },
    onSuccess: () => {
      setRejection(null);
    },
    onError: (error, { key, kind, slot }) => {
      const code = readRejection(error);
      if (code === null) notifyError(error);
      setRejection(code === null ? null : { key, kind, slot, code });
    },
  });
  const running = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state: { variables } }) => readKey(variables),
  });

  /**
   * Runs the action and returns whether it succeeded. The second of two taps does nothing while the
   * first is running.
   */
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

  function openQuestion(about: Question['about'], action: Action): void {
    const dismiss = () => {
      setQuestion(null);
    };
    let isConfirmed = false;
    const confirm = () => {
      // The second tap of a double tap must not close the dialog before the answer arrives.
      if (isConfirmed) return;
      isConfirmed = true;
      setQuestion({ ...asked, busy: true });
      void attempt(action).then(dismiss);
    };
    const asked = { slot: action.slot, about, busy: false, confirm, dismiss };
    setQuestion(asked);
  }

  /**
   * Reserves at once, because the toast can undo it. Asks first after the gym's cancellation
   * deadline, because undo then ends soon.
   */
  function reserveOrConfirm(slot: GymSlot): Promise<boolean> {
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
        openQuestion({ kind: 'reserve-late', deadlineMinutes }, action);
      } else await action.run();
    };
    return attempt({ ...action, run });
  }

  /**
   * Cancels the reservation. Asks first when other members wait for the seat, because it then
   * cannot be restored.
   */
  function cancelOrConfirm(reservation: CancelledReservation, key: string): Promise<boolean> {
    const action = {
      key,
      kind: 'cancel' as const,
      slot: reservation,
      run: () => cancel(queryClient, reservation),
    };
    const run = async () => {
      const waiting = await countWaiting(reservation);
      if (waiting > 0) openQuestion({ kind: 'cancel', waiting }, action);
      else await action.run();
    };
    return attempt({ ...action, run });
  }

  return {
    isRunning: (key: string) => running.includes(key),
    refusal,
    clearRejection: () => {
      setRejection(null);
    },
    reserve: reserveOrConfirm,
    move: (reservation: TrainingReservation, slot: GymSlot) =>
      attempt({
        key: keyOf(slot),
        kind: 'move',
        slot,
        run: () => move(queryClient, reservation, slot),
      }),
    /** `key` identifies the tapped element. */
    cancel: cancelOrConfirm,
    /** `null` while no question is open. */
    question,
    changeMenu: (reservation: TrainingReservation, sessionId: number) =>
      attempt({
        key: reservationKey(reservation.id),
        kind: 'session',
        slot: reservation,
        run: () => changeMenu(queryClient, reservation, sessionId),
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
