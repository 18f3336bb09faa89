import { randomUUID } from 'node:crypto';
import { type DoorEntryMessage, gymTopic } from '@tanren/contract/booking/gym-messages';
import { doorOpensAt } from '@tanren/domain/booking/door';
import { doorStep, visitKey } from '@tanren/domain/booking/door-codes';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { and, between, eq, isNull } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#http/app-error.ts';
import { findBoardChanges } from '#composition/board-changes.ts';
import type { Database } from '#db/database.ts';
import { type TrainingReservationRow, trainingReservations } from '#db/schema/booking.ts';
import { findArrival } from '#demo/reservations/arrivals.ts';
import { listDaySlots, type Slot } from '#modules/booking/reservation-slots.service.ts';
import { reserve } from '#modules/booking/training-reservations.service.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { readGymHours } from '#modules/gyms/gym-rules.service.ts';

const hourMs = 60 * 60_000;
/** As far as the board of the gym day that is going on reaches back, and plans reach ahead. */
const lookBackMs = 26 * hourMs;
const lookAheadMs = 12 * hourMs;

interface DoorParts {
  readonly db: Database;
  readonly bus: MessageBus;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Who of the demo world has reserved, comes in by the door, and is in the house. */
export function createDoorVisits({ db, bus, now, log }: DoorParts) {
  const boards = findBoardChanges(bus, log);
  /** Told to the server before: what it does not take, it does not take later either. */
  const told = new Set<number>();

  /** Of a gym, around now. */
  const list = async (gymId: number): Promise<TrainingReservationRow[]> => {
    const at = now().getTime();
    const { startsAt, cancelledAt } = trainingReservations;
    const near = between(startsAt, new Date(at - lookBackMs), new Date(at + lookAheadMs));
    return await db
      .select()
      .from(trainingReservations)
      .where(and(eq(trainingReservations.gymId, gymId), near, isNull(cancelledAt)));
  };

  /** As the lock says it when somebody has typed the code of a visit. */
  const openDoor = async (visit: TrainingReservationRow, at: Date) => {
    told.add(visit.id);
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
    /** Whoever should have come by now does, also those who came while the program was off. */
    async admit(
      reservations: readonly TrainingReservationRow[],
      isTheirs: (sub: string) => boolean,
    ) {
      for (const visit of reservations) {
        if (visit.enteredAt !== null || told.has(visit.id) || !isTheirs(visit.sub)) continue;
        const arrival = findArrival(visit);
        if (arrival !== null && arrival <= now()) await openDoor(visit, arrival);
      }
    },
    /** The slot that begins next, of the gym day that is going on or of today. */
    async findNextSlot(gymId: number): Promise<Slot | null> {
      const today = toGymDay(now());
      const days = [addDays(today, -1), today];
      const gym = await readGymHours(db, gymId, addDays(today, -1), today);
      if (gym === null) return null;
      const slots = days.flatMap((day) => listDaySlots(gym, day));
      return slots.find(({ startsAt }) => startsAt > now()) ?? null;
    },
    /** Whether it was reserved: the plan of the member may not allow it, or the slot be full. */
    async book(sub: string, slot: Slot): Promise<boolean> {
      // People of the demo world have no accounts that could be deleted meanwhile.
      const parts = { db, holdAccount: async () => {} };
      const request = { sub, email: null, trainingSessionId: undefined, ...slot };
      try {
        await reserve(parts, request, now());
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
      boards.changed(slot.gymId);
      return true;
    },
  };
}

/** Nobody begins who would be sent home in the middle of a set. */
const leastLeftMs = 20 * 60_000;

/** Those who came in for a visit and still have time to train, and when the door opened for it. */
export function listInside(
  reservations: readonly TrainingReservationRow[],
  now: Date,
): { readonly sub: string; readonly since: Date }[] {
  return reservations
    .filter(
      ({ enteredAt, endsAt }) =>
        enteredAt !== null && enteredAt <= now && endsAt.getTime() - now.getTime() >= leastLeftMs,
    )
    .map((visit) => ({ sub: visit.sub, since: doorOpensAt(visit) }));
}
