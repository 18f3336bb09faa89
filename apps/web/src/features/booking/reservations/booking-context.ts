import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { createContext, use } from 'react';
import type { ReservableDay } from './reservable-slots.ts';
import type { GymSlot } from './reservation-actions.ts';
import type { ReservationActions } from './use-reservation-actions.ts';

/** What every slot of the day on the screen needs to know. */
export interface Booking {
  readonly gymId: number;
  readonly days: readonly ReservableDay[];
  readonly day: ReservableDay;
  readonly now: number;
  readonly actions: ReservationActions;
  /** One's own in this gym. */
  readonly mine: readonly TrainingReservation[];
  /** The reservation that a slot is picked for; null: none; undefined: not known yet. */
  readonly moving: TrainingReservation | null | undefined;
  readonly onMoved: () => void;
  readonly onChooseDate: (date: string) => void;
}

export const BookingContext = createContext<Booking | null>(null);

export function useBooking(): Booking {
  const booking = use(BookingContext);
  if (booking === null) throw new Error('a slot is shown outside of the page of reservations');
  return booking;
}

/** Reserves the slot, or moves there what is being moved; tells whether it was done. */
export async function takeSlot(
  { actions, moving, onMoved }: Booking,
  slot: GymSlot,
): Promise<boolean> {
  if (moving === undefined) return false;
  const done = await (moving === null ? actions.reserve(slot) : actions.move(moving, slot));
  if (done && moving !== null) onMoved();
  return done;
}
