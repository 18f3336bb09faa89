import {
  cancelReservation,
  createReservation,
  joinWaitingList,
  leaveWaitingList,
  listReservationSlots,
  moveReservation,
  type ReservationSlot,
  type TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { isChangeable } from '@tanren/domain/booking/reservations';
import type { QueryClient } from '@tanstack/react-query';
import { countVisit } from '#entities/memberships/memberships.queries.ts';
import { refreshReservations } from '#entities/booking/reservations.queries.ts';
import { bookingTarget, explainBooking } from '#entities/booking/unsent-bookings.ts';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import { writeThrough } from '#lib/offline/write-through.ts';
import { serverNow } from '#lib/server-time.ts';
import {
  type ActionKind,
  describeRejection,
  describeVisitsLeft,
  formatSlot,
  readRejection,
} from './reservation-words.ts';
import { showReleased, showReserved } from './reservations.queries.ts';

export interface GymSlot {
  readonly gymId: number;
  readonly date: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Fetches the current state of a slot. Returns `null` when the slot no longer exists. */
async function fetchSlot({
  gymId,
  date,
  startsAt,
}: Omit<GymSlot, 'endsAt'>): Promise<ReservationSlot | null> {
  const { slots } = await callApi(listReservationSlots, { params: { gymId, date } });
  return slots.find((slot) => Date.parse(slot.startsAt) === Date.parse(startsAt)) ?? null;
}

/**
 * Returns the number of members on the waiting list. If there is one, a released seat is taken at
 * once and a cancellation cannot be undone.
 */
export async function countWaiting(slot: GymSlot): Promise<number> {
  return (await fetchSlot(slot))?.waiting ?? 0;
}

/** Returns whether a seat that was just released is free, or `false` when the request fails. */
async function isFree(slot: Omit<GymSlot, 'endsAt'>): Promise<boolean> {
  const found = await fetchSlot(slot).catch(() => null);
  return found !== null && found.remaining > 0;
}

const canChange = ({ changeableUntil }: TrainingReservation) =>
  isChangeable(new Date(changeableUntil), new Date(serverNow()));

/**
 * Returns the undo button of a toast. The member may have left the page before using it, so a toast
 * on any page shows a failure.
 */
function undoAction(queryClient: QueryClient, kind: ActionKind, act: () => Promise<void>) {
  const run = async () => {
    try {
      await act();
    } catch (error) {
      const code = readRejection(error);
      if (code === null) notifyError(error);
      else notifyDone('元に戻せませんでした', describeRejection(kind, code));
      void refreshReservations(queryClient);
    }
  };
  return { label: '元に戻す', run: () => void run() };
}

function bookingInput({ gymId, date, startsAt }: GymSlot, trainingSessionId: number | null) {
  const menu = trainingSessionId === null ? {} : { trainingSessionId };
  return { params: { gymId, date }, body: { startsAt, ...menu } };
}

/**
 * Time within which a reservation is sent. A member who has waited longer for an answer may have
 * made other plans.
 */
const maxBookingMs = 10 * 60_000;

async function deleteReservation(
  queryClient: QueryClient,
  reservation: Pick<TrainingReservation, 'id' | 'gymId' | 'date' | 'startsAt'>,
): Promise<void> {
  await callApi(cancelReservation, { params: { reservationId: reservation.id } });
  showReleased(queryClient, reservation);
  countVisit(queryClient, reservation, -1);
  void refreshReservations(queryClient);
}

export async function reserve(
  queryClient: QueryClient,
  slot: GymSlot,
  trainingSessionId: number | null,
): Promise<void> {
  // The idempotency key of the write tells a reservation that was made from one that never reached
  // the server.
  const outcome = await writeThrough(createReservation, bookingInput(slot, trainingSessionId), {
    target: bookingTarget(slot.gymId, slot.startsAt),
    about: formatSlot(slot),
    sendBefore: Date.now() + maxBookingMs,
  });
  if (!outcome.sent) {
    void refreshReservations(queryClient);
    notifyDone('予約を確認しています', `${formatSlot(slot)}：${explainBooking({ refusal: null })}`);
    return;
  }
  const made = outcome.answer;
  showReserved(queryClient, made);
  const left = describeVisitsLeft(countVisit(queryClient, made, 1), made);
  void refreshReservations(queryClient);
  const undo = async () => {
    await deleteReservation(queryClient, made);
    notifyDone('予約をキャンセルしました', formatSlot(made));
  };
  const back = canChange(made) ? undoAction(queryClient, 'cancel', undo) : undefined;
  notifyDone('予約しました', [formatSlot(made), ...left].join('・'), back);
}

export type CancelledReservation = GymSlot &
  Pick<TrainingReservation, 'id'> & { readonly trainingSessionId: number | null };

/**
 * Cancels the reservation. A waiting member gets the seat at once, so undo is offered only while
 * the seat is free.
 */
export async function cancel(
  queryClient: QueryClient,
  reservation: CancelledReservation,
): Promise<void> {
  await deleteReservation(queryClient, reservation);
  const undo = async () => {
    const again = await callApi(
      createReservation,
      bookingInput(reservation, reservation.trainingSessionId),
    );
    showReserved(queryClient, again);
    countVisit(queryClient, again, 1);
    void refreshReservations(queryClient);
    notifyDone('もう一度予約しました', formatSlot(again));
  };
  const back = (await isFree(reservation)) ? undoAction(queryClient, 'restore', undo) : undefined;
  notifyDone('予約をキャンセルしました', formatSlot(reservation), back);
}

async function putReservation(
  queryClient: QueryClient,
  from: TrainingReservation,
  body: { readonly startsAt: string; readonly trainingSessionId?: number },
): Promise<TrainingReservation> {
  const moved = await callApi(moveReservation, { params: { reservationId: from.id }, body });
  showReleased(queryClient, from);
  showReserved(queryClient, moved);
  countVisit(queryClient, from, -1);
  countVisit(queryClient, moved, 1);
  void refreshReservations(queryClient);
  return moved;
}

export async function move(
  queryClient: QueryClient,
  reservation: TrainingReservation,
  slot: GymSlot,
): Promise<void> {
  const moved = await putReservation(queryClient, reservation, { startsAt: slot.startsAt });
  const undo = async () => {
    const back = await putReservation(queryClient, moved, { startsAt: reservation.startsAt });
    notifyDone('元の時間に戻しました', formatSlot(back));
  };
  const canUndo = canChange(moved) && (await isFree(reservation));
  const action = canUndo ? undoAction(queryClient, 'move-back', undo) : undefined;
  notifyDone('予約を変更しました', formatSlot(moved), action);
}

export async function changeMenu(
  queryClient: QueryClient,
  reservation: TrainingReservation,
  trainingSessionId: number,
): Promise<void> {
  const { startsAt } = reservation;
  await putReservation(queryClient, reservation, { startsAt, trainingSessionId });
  notifyDone('メニューを追加しました', formatSlot(reservation));
}

export async function joinWaitList(
  queryClient: QueryClient,
  { gymId, date, startsAt }: GymSlot,
  trainingSessionId: number | null,
): Promise<void> {
  const menu = trainingSessionId === null ? {} : { trainingSessionId };
  const body = { gymId, date, startsAt, ...menu };
  const { position, waitId } = await callApi(joinWaitingList, { body });
  await refreshReservations(queryClient);
  const undo = async () => {
    await leaveWaitList(waitId);
    await refreshReservations(queryClient);
    notifyDone('キャンセル待ちをやめました', 'またいつでも登録できます。');
  };
  notifyDone(
    'キャンセル待ちに登録しました',
    `${position}番目です。空きが出たら、メールでもお知らせします。`,
    undoAction(queryClient, 'wait', undo),
  );
}

export async function leaveWaitList(waitId: number): Promise<void> {
  try {
    await callApi(leaveWaitingList, { params: { waitId } });
  } catch (error) {
    // The wait has already ended.
    if (!isApiError(error, 404)) throw error;
  }
}
