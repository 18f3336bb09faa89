import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { createContext, use } from 'react';
import type { ReservableDay } from './reservable-slots.ts';
import type { GymSlot } from './reservation-actions.ts';
import type { ReservationActions } from './use-reservation-actions.ts';

/** State that every slot of the displayed day needs. */
export interface Booking {
  readonly gymId: number;
  readonly days: readonly ReservableDay[];
  readonly day: ReservableDay;
  readonly now: number;
  readonly actions: ReservationActions;
  /** The member's own reservations in this gym. */
  readonly mine: readonly TrainingReservation[];
  /**
   * The reservation that is being moved to another slot. `null` when none is being moved, and
   * `undefined` while it loads.
   */
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

/**
 * Reserves the slot, or moves the reservation that is being moved there. Returns whether it
 * succeeded.
 */
export async function takeSlot(
  { actions, moving, onMoved }: Booking,
  slot: GymSlot,
): Promise<boolean> {
  if (moving === undefined) return false;
  const done = await (moving === null ? actions.reserve(slot) : actions.move(moving, slot));
  if (done && moving !== null) onMoved();
  return done;
}
