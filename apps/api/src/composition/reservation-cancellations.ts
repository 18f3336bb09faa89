import type { BoardChanges } from '#modules/booking/board/board-changes.ts';
import {
  cancelByGymRules,
  cancelUncoveredReservations,
} from '#modules/booking/affected-reservations.service.ts';
import type {
  CancelByGymRules,
  CancelUncoveredReservations,
} from '#modules/gyms/affected-reservations.service.ts';

interface ReservationCancellations {
  readonly cancelUncoveredReservations: CancelUncoveredReservations;
  readonly cancelByGymRules: CancelByGymRules;
}

/** Gives gyms and memberships what they need of booking; the boards of the gyms hear of it. */
export function openCancellations(boards: BoardChanges): ReservationCancellations {
  return {
    async cancelUncoveredReservations(...change) {
      const lost = await cancelUncoveredReservations(...change);
      for (const { gymId } of lost) boards.changing(gymId);
    },
    async cancelByGymRules(...change) {
      await cancelByGymRules(...change);
      boards.changing(change[1].after.gym.id);
    },
  };
}
