import type { WorkoutRanking } from '@tanren/contract/workout-ranking';
import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { productModules } from '#app.ts';
import { gyms } from '#db/schema/gyms.ts';
import { addRanked, liftRanked, type RankedLift } from './ranked-members.ts';
import { bearer, shareTestApp } from './test-app.ts';
import { createTestDatabase } from './test-database.ts';

const midApril = new Date('2026-04-15T03:00:00Z');

/** The app with two gyms; before each test it is the middle of April, and nobody is ranked. */
export async function openRankings() {
  const { db } = await createTestDatabase();
  const clock = { now: midApril };
  const app = await shareTestApp({ db, modules: productModules, now: () => clock.now });
  await db.insert(gyms).values([
    { id: 1, name: '渋谷' },
    { id: 2, name: '梅田' },
  ]);
  beforeEach(async () => {
    clock.now = midApril;
    await db.execute(sql`truncate ranking_entries, ranking_counts, workouts, user_infos cascade`);
  });

  const get = async (sub: string, path: string) =>
    await app.inject({ url: `/api/workout-ranking/${path}`, headers: bearer(sub) });
  const lift = async (sub: string, maxHg: number, more: Partial<RankedLift> = {}) =>
    await liftRanked(db, sub, { startedAt: '2026-04-10T03:00:00Z', maxHg, ...more }, clock.now);
  return {
    app,
    db,
    clock,
    get,
    lift,
    read: async (sub: string, path = '1/max'): Promise<WorkoutRanking> => {
      const response = await get(sub, path);
      expect(response.statusCode).toBe(200);
      return response.json();
    },
    /** Rank, name and value, as the page shows them. */
    list: ({ items }: WorkoutRanking) =>
      items.map(({ rank, nickname, value }) => `${rank} ${nickname} ${value}`),
    patch: async (sub: string, payload: object): Promise<void> => {
      const headers = bearer(sub);
      const request = { method: 'PATCH', url: '/api/userinfo', headers, payload } as const;
      expect((await app.inject(request)).statusCode).toBe(200);
    },
    addLifter: async (nickname: string, maxHg: number, more: Partial<RankedLift> = {}) => {
      const sub = await addRanked(db, nickname);
      await lift(sub, maxHg, more);
      return sub;
    },
  };
}
