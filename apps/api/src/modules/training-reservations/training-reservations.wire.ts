import type { ReservationWait } from '@tanren/contract/reservation-waits';
import type { ReservationSlot, TrainingReservation } from '@tanren/contract/training-reservations';
import { changeableUntil } from '@tanren/domain/reservation-rules';
import type { SeenReservation } from './reservation-reads.store.ts';
import type { PlacedWait } from './reservation-waits.store.ts';
import type { DaySlot } from './day-slots.service.ts';

export function toReservation(seen: SeenReservation): TrainingReservation {
  const { trainingSessionId, title } = seen;
  return {
    id: seen.id,
    gymId: seen.gymId,
    gymName: seen.gymName,
    date: seen.gymDay,
    startsAt: seen.startsAt.toISOString(),
    endsAt: seen.endsAt.toISOString(),
    trainingSession:
      trainingSessionId === null || title === null ? null : { trainingSessionId, title },
    changeableUntil: changeableUntil(seen, seen.deadlineMinutes).toISOString(),
    status: seen.cancelledAt === null ? 'reserved' : 'cancelled',
    gymCancelReason: seen.gymCancelReason,
  };
}

export function toSlot({ startsAt, endsAt, myWait, ...slot }: DaySlot): ReservationSlot {
  return {
    ...slot,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    mine: slot.reservationId !== null,
    myWait: myWait && {
      waitId: myWait.id,
      position: myWait.position,
      offeredUntil: toText(myWait.offerExpiresAt),
    },
  };
}

export function toWait(wait: PlacedWait): ReservationWait {
  return {
    waitId: wait.id,
    gymId: wait.gymId,
    gymName: wait.gymName,
    date: wait.gymDay,
    startsAt: wait.startsAt.toISOString(),
    endsAt: wait.endsAt.toISOString(),
    position: wait.position,
    offeredUntil: toText(wait.offerExpiresAt),
  };
}

function toText(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
