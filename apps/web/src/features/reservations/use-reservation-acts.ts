import type { ProblemCode } from '@tanren/contract/problem';
import { leaveWaitingList } from '@tanren/contract/reservation-waits';
import type { TrainingReservation } from '@tanren/contract/training-reservations';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import { type ActKind, readRefusal } from './refusal-words.ts';
import {
  cancel,
  type Cancelled,
  changeSession,
  countWaiting,
  joinWaits,
  move,
  reserve,
  type SlotPlace,
} from './reservation-acts.ts';
import { isShownAsMine, refreshReservations } from './shown-slots.ts';
import { slotKey } from './slot-words.ts';
import { useBusyKeys } from './use-busy-keys.ts';

export interface Refusal {
  /** What was tapped: a slot's key or a reservation's. */
  readonly key: string;
  readonly kind: ActKind;
  readonly code: ProblemCode;
  /** What was wanted. */
  readonly slot: SlotPlace;
}

/** A cancellation that others wait for: asked about first, for it can't be taken back. */
export interface AskedCancel {
  readonly slot: SlotPlace;
  readonly waiting: number;
  readonly decide: (goesOn: boolean) => void;
}

export const reservationKey = (id: number) => `reservation ${id}`;

const keyOf = ({ gymId, startsAt }: SlotPlace) => slotKey(gymId, startsAt);

async function leaveWaits(waitId: number): Promise<void> {
  try {
    await callApi(leaveWaitingList, { params: { waitId } });
  } catch (error) {
    // Over already.
    if (!isApiError(error, 404)) throw error;
  }
}

/** Everything a tap on this page can do, what is under way of it, and the last refusal. */
export function useReservationActs(trainingSessionId: number | null) {
  const queryClient = useQueryClient();
  const { busy, runOnce } = useBusyKeys();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [askedCancel, setAskedCancel] = useState<AskedCancel | null>(null);

  const ask = (slot: SlotPlace, waiting: number) =>
    new Promise<boolean>((resolve) => {
      const decide = (goesOn: boolean) => {
        setAskedCancel(null);
        resolve(goesOn);
      };
      setAskedCancel({ slot, waiting, decide });
    });

  /** Tells whether it was done. */
  async function attempt(asked: Omit<Refusal, 'code'>, act: () => Promise<void>): Promise<boolean> {
    let done = false;
    await runOnce(asked.key, async () => {
      try {
        await act();
        done = true;
        setRefusal(null);
      } catch (error) {
        // What is shown was not so any more; or the call was heard and its answer lost.
        await refreshReservations(queryClient);
        const code = readRefusal(error);
        if (code === null) notifyError(error);
        done = code === 'overlap' && isShownAsMine(queryClient, asked.slot);
        setRefusal(code === null || done ? null : { ...asked, code });
      }
    });
    return done;
  }

  return {
    busy,
    refusal,
    forgetRefusal: () => {
      setRefusal(null);
    },
    reserve: (slot: SlotPlace) =>
      attempt({ key: keyOf(slot), kind: 'reserve', slot }, () =>
        reserve(queryClient, slot, trainingSessionId),
      ),
    move: (reservation: TrainingReservation, slot: SlotPlace) =>
      attempt({ key: keyOf(slot), kind: 'move', slot }, () => move(queryClient, reservation, slot)),
    /** `key`: of what was tapped. */
    cancel: (reservation: Cancelled, key: string) =>
      attempt({ key, kind: 'cancel', slot: reservation }, async () => {
        const waiting = await countWaiting(reservation);
        if (waiting > 0 && !(await ask(reservation, waiting))) return;
        await cancel(queryClient, reservation);
      }),
    /** null: nothing is asked. */
    askedCancel,
    changeSession: (reservation: TrainingReservation, sessionId: number) =>
      attempt({ key: reservationKey(reservation.id), kind: 'session', slot: reservation }, () =>
        changeSession(queryClient, reservation, sessionId),
      ),
    join: (slot: SlotPlace) =>
      attempt({ key: keyOf(slot), kind: 'wait', slot }, () =>
        joinWaits(queryClient, slot, trainingSessionId),
      ),
    leave: (slot: SlotPlace, waitId: number, offered: boolean) =>
      attempt({ key: keyOf(slot), kind: 'wait', slot }, async () => {
        await leaveWaits(waitId);
        await refreshReservations(queryClient);
        notifyDone(
          offered ? '空きを見送りました' : 'キャンセル待ちをやめました',
          offered ? '次にお待ちの方へご案内します。' : 'またいつでも登録できます。',
        );
      }),
  };
}

export type ReservationActs = ReturnType<typeof useReservationActs>;
