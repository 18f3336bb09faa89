import { randomUUID } from 'node:crypto';
import { type DoorEntryMessage, gymTopic } from '@tanren/contract/booking/gym-messages';
import { doorOpensAt } from '@tanren/domain/booking/door';
import { doorStep, visitKey } from '@tanren/domain/booking/door-codes';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { and, between, eq, isNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/app-error.ts';
import { findBoardChanges } from '#modules/booking/board/board-changes.ts';
import type { Database } from '#db/database.ts';
import { type TrainingReservationRow, trainingReservations } from '#db/schema/booking.ts';
import { findArrival } from '@tanren/demo/booking/arrivals';
import { listDaySlots, type Slot } from '#modules/booking/reservation-slots.service.ts';
import { reserve } from '#modules/booking/training-reservations.service.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { readGymHours } from '#modules/gyms/gym-rules.service.ts';

const hourMs = 60 * 60_000;
/** The board of the current gym day reaches back 26 hours. Visits are planned 12 hours ahead. */
const lookBackMs = 26 * hourMs;
const lookAheadMs = 12 * hourMs;

interface DoorParts {
  readonly db: Database;
  readonly bus: MessageBus;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Manages reservations, entries and presence of demo members. */
export function createDoorVisits({ db, bus, now, log }: DoorParts) {
  const boards = findBoardChanges(bus, log);
  /**
   * Ids of reservations whose entry was published. If the server rejects one, it is not repeated.
   */
  const entered = new Set<number>();

  /** Lists the reservations of a gym around the current time. */
  const list = async (gymId: number): Promise<TrainingReservationRow[]> => {
    const at = now().getTime();
    const { startsAt, cancelledAt } = trainingReservations;
    const near = between(startsAt, new Date(at - lookBackMs), new Date(at + lookAheadMs));
    return await db
      .select()
      .from(trainingReservations)
      .where(and(eq(trainingReservations.gymId, gymId), near, isNull(cancelledAt)));
  };

  /** Publishes the message that the lock sends when a member has entered the code of a visit. */
  const openDoor = async (visit: TrainingReservationRow, at: Date) => {
    entered.add(visit.id);
    const message: DoorEntryMessage = {
      type: 'entry',
      entryUuid: randomUUID(),
      at: at.toISOString(),
      visits: [{ visitKey: visitKey(visit), step: doorStep(at) }],
    };
    await bus.publish(gymTopic(visit.gymId, 'door'), message, { qos: 1 });
  };

  return {
    list,
    /**
     * Publishes the entry of each member who should have arrived, also while the program was off.
     */
    async admit(
      reservations: readonly TrainingReservationRow[],
      isTheirs: (sub: string) => boolean,
    ) {
      for (const visit of reservations) {
        if (visit.enteredAt !== null || entered.has(visit.id) || !isTheirs(visit.sub)) continue;
        const arrival = findArrival(visit);
        if (arrival !== null && arrival <= now()) await openDoor(visit, arrival);
      }
    },
    /** Finds the slot that begins next, in the current gym day or today. */
    async findNextSlot(gymId: number): Promise<Slot | null> {
      const today = toGymDay(now());
      const days = [addDays(today, -1), today];
      const gym = await readGymHours(db, gymId, addDays(today, -1), today);
      if (gym === null) return null;
      const slots = days.flatMap((day) => listDaySlots(gym, day));
      return slots.find(({ startsAt }) => startsAt > now()) ?? null;
    },
    /** Returns whether it was reserved: the plan may not allow it, or the slot may be full. */
    async book(sub: string, slot: Slot): Promise<boolean> {
      // Demo members have no accounts that could be deleted meanwhile.
      const lockAccount = async () => {};
      const request = { sub, email: null, trainingSessionId: undefined, ...slot };
      try {
        await reserve(db, lockAccount, request, now());
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
      boards.changed(slot.gymId);
      return true;
    },
  };
}

/** Minimum time left in a slot for a workout, so that none has to be broken off. */
const minRemainingMs = 20 * 60_000;

/** Lists members who entered and still have time to train, with the time of their entry. */
export function listInside(
  reservations: readonly TrainingReservationRow[],
  now: Date,
): { readonly sub: string; readonly since: Date }[] {
  return reservations
    .filter(
      ({ enteredAt, endsAt }) =>
        enteredAt !== null &&
        enteredAt <= now &&
        endsAt.getTime() - now.getTime() >= minRemainingMs,
    )
    .map((visit) => ({ sub: visit.sub, since: doorOpensAt(visit) }));
}
