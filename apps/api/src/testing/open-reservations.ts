import { toGymInstant } from '@tanren/domain/gym-instants';
import { beforeEach } from 'vitest';
import { productModules } from '#app.ts';
import type { gyms } from '#db/schema/gyms.ts';
import { reservationCalls } from './reservation-calls.ts';
import { shareTestApp } from './test-app.ts';
import { createTestDatabase } from './test-database.ts';
import { addGym, openDaily } from './test-gyms.ts';

/** The gym day of every test that begins at noon of it, in Tokyo. */
export const today = '2026-04-01';

/** On the gym's clock; beyond 24 is the next morning. */
export function at(hour: number, day = today): Date {
  return toGymInstant(day, hour * 60);
}

/** A node, its members' calls, and a clock that stands until a test moves it. */
export async function openReservations() {
  const clock = {
    now: at(12),
    pass(minutes: number) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },
  };
  beforeEach(() => {
    clock.now = at(12);
  });
  const { db, url } = await createTestDatabase();
  const app = await shareTestApp({
    db,
    // What is done by the clock would come between; tests do it themselves.
    modules: { ...productModules, messages: async () => [] },
    now: () => clock.now,
    rateLimits: { perMember: 100_000, perAddress: 100_000 },
    verifyToken: async (sub) => ({
      sub,
      username: sub,
      groups: [],
      email: `${sub}@tanren.example`,
    }),
  });
  /** Open from 9 to 23 with hourly slots of two places. */
  const newGym = async (changes: Partial<typeof gyms.$inferInsert> = {}) =>
    await addGym(db, openDaily(9, 23), { name: '鍛錬 渋谷', capacity: 2, ...changes });
  return { db, url, clock, newGym, ...reservationCalls(app) };
}
