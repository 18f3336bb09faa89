import type { ProblemCode } from '@tanren/contract/problem';
import { leaveWaitingList, type TrainingReservation } from '@tanren/contract/training-reservations';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import {
  cancel,
  type Cancelled,
  changeSession,
  countWaiting,
  joinWaits,
  move,
  reserve,
  type SlotPlace,
} from './reservation-actions.ts';
import { type ActKind, readRefusal, slotKey } from './reservation-words.ts';
import { isShownAsMine, refreshReservations } from './reservations.queries.ts';

/**
 * After a tap the button stands for the opposite: what was the second tap of two must not take
 * back the first.
 */
const restMs = 600;

export type Busy = 'running' | 'resting';

/** What is being done, by a name: nothing is done twice at once. */
export function useBusyKeys() {
  const running = useRef(new Set<string>());
  const [busy, setBusy] = useState<ReadonlyMap<string, Busy>>(new Map());
  const set = (key: string, state: Busy | null) => {
    setBusy((before) => {
      const next = new Map(before);
      if (state === null) next.delete(key);
      else next.set(key, state);
      return next;
    });
  };
  const runOnce = async (key: string, act: () => Promise<void>): Promise<void> => {
    if (running.current.has(key)) return;
    running.current.add(key);
    set(key, 'running');
    try {
      await act();
    } finally {
      set(key, 'resting');
      setTimeout(() => {
        running.current.delete(key);
        set(key, null);
      }, restMs);
    }
  };
  return { busy, runOnce };
}

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
