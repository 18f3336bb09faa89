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

/** Returns booking's cancellations for gyms and memberships. They also update the boards. */
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
