import type {
  ReservationDay,
  ReservationSlot,
  ReservationWait,
  TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#db/database.ts';
import { lockGymRules, readGymHours } from '#modules/gyms/gym-rules.service.ts';
import { type gyms, gymSpecialDays } from '#db/schema/gyms.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { applyGymRules } from '#modules/booking/gym-cancellations.service.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { createJoin, type Join } from '#test/support/memberships/memberships.ts';
import { createCall, openWorld } from '#test/support/world.ts';

/**
 * Returns the reservation calls of members, through one node. Members join a gym before they book.
 */
export function reservationCalls(app: FastifyInstance, join: Join = async () => {}) {
  const call = createCall(app);
  return {
    call,
    reserve: async (
      sub: string,
      gymId: number,
      date: string,
      startsAt: Date,
      more: object = {},
    ) => {
      await join(sub, gymId);
      const path = `/training-reservations/gyms/${gymId}/${date}`;
      const body = { startsAt: startsAt.toISOString(), ...more };
      return await call<TrainingReservation>(sub, 'POST', path, body);
    },
    move: async (sub: string, id: number, startsAt: Date, more: object = {}) =>
      await call<TrainingReservation>(sub, 'PUT', `/training-reservations/my/${id}`, {
        startsAt: startsAt.toISOString(),
        ...more,
      }),
    cancel: async (sub: string, id: number) =>
      await call<null>(sub, 'DELETE', `/training-reservations/my/${id}`),
    read: async (sub: string, id: number) =>
      await call<TrainingReservation>(sub, 'GET', `/training-reservations/my/${id}`),
    list: async (sub: string, query = '') =>
      await call<{ items: TrainingReservation[]; nextCursor: string | null }>(
        sub,
        'GET',
        `/training-reservations/my${query}`,
      ),
    days: async (sub: string, gymId: number) =>
      (await call<{ days: ReservationDay[] }>(sub, 'GET', `/training-reservations/gyms/${gymId}`))
        .body.days,
    slots: async (sub: string, gymId: number, date: string) =>
      (
        await call<{ slots: ReservationSlot[] }>(
          sub,
          'GET',
          `/training-reservations/gyms/${gymId}/${date}`,
        )
      ).body.slots,
    wait: async (sub: string, gymId: number, date: string, startsAt: Date, more: object = {}) => {
      await join(sub, gymId);
      const body = { gymId, date, startsAt: startsAt.toISOString(), ...more };
      return await call<ReservationWait>(sub, 'POST', '/my/reservation-waits', body);
    },
    waits: async (sub: string) =>
      (await call<ReservationWait[]>(sub, 'GET', '/my/reservation-waits')).body,
    leave: async (sub: string, waitId: number) =>
      await call<null>(sub, 'DELETE', `/my/reservation-waits/${waitId}`),
  };
}

export type ReservationCalls = ReturnType<typeof reservationCalls>;

/** The gym day of the tests, which begin at noon in Tokyo. */
export const today = '2026-04-01';

/** Returns a time on the gym's clock. Hours above 24 are the next morning. */
export function at(hour: number, day = today): Date {
  return toGymInstant(day, hour * 60);
}

/** Opens a node, the calls of members, and gyms from 9 to 23 with hourly slots of two seats. */
export async function openReservations(
  options: Parameters<typeof openWorld>[1] = { hasAddress: true },
) {
  const world = await openWorld(at(12), options);
  const newGym = async (changes: Partial<typeof gyms.$inferInsert> = {}) =>
    await addGym(world.db, openDaily(9, 23), { name: '鍛錬 渋谷', capacity: 2, ...changes });
  const join = createJoin(world.db);
  return { ...world, newGym, join, ...reservationCalls(world.app, join) };
}

/** Closes a day as staff do. Its reservations are cancelled for this reason. */
export async function closeGymDay(
  db: Database,
  gymId: number,
  { date, reason, now }: { readonly date: string; readonly reason: string; readonly now: Date },
): Promise<number> {
  return await db.transaction(async (tx) => {
    await lockGymRules(tx, gymId);
    const before = await readGymHours(tx, gymId, date, date);
    await tx.insert(gymSpecialDays).values({ gymId, date, note: '' });
    const after = await readGymHours(tx, gymId, date, date);
    if (before === null || after === null) throw new Error(`there is no gym ${gymId}`);
    const { cancelledAt, gymDay, gymId: ofGym, startsAt } = trainingReservations;
    const cancelAffected = await tx.$count(
      trainingReservations,
      and(eq(ofGym, gymId), eq(gymDay, date), isNull(cancelledAt), gt(startsAt, now)),
    );
    const change = { before, after, cancelAffected, reason };
    return (await applyGymRules(tx, change, now)).length;
  });
}
