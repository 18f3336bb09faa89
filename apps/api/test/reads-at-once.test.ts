import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { type FinishedQuery, listenToQueries } from '#db/query-watch.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { bearer, shareTestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { addGym, openDaily } from './support/gyms/gyms.ts';
import { addRanked, liftRanked } from './support/workouts/rankings.ts';

/*
 * Concurrent reads of several members may be sent as one statement. A member must never receive
 * another member's rows.
 */

const { db } = await createTestDatabase();
const now = new Date('2026-04-15T03:00:00Z');
const app = await shareTestApp({ db, modules: productModules, now: () => now });
const day = '2026-04-20';

const members = await Promise.all(
  Array.from({ length: 20 }, async (_, n) => ({
    n,
    sub: await addRanked(db, `会員${n}`, { rankingVisible: true }),
  })),
);
await addGym(db, openDaily(0, 24), { id: 1, slotMinutes: 60, capacity: 30 });
for (const { n, sub } of members) {
  // The n-th member has n workouts, of n + 1 kg and more.
  for (let done = 0; done < n; done += 1) {
    const startedAt = new Date(now.getTime() - (done + 1) * 3_600_000);
    await liftRanked(db, sub, { startedAt, maxHg: (n + 1) * 100 }, now);
  }
  const startsAt = new Date(Date.parse(`${day}T00:00:00+09:00`) + n * 3_600_000);
  const endsAt = new Date(startsAt.getTime() + 3_600_000);
  await db
    .insert(trainingReservations)
    .values({ gymId: 1, gymDay: day, startsAt, endsAt, seat: 1, sub, createdAt: now });
}

async function readAll<T>(url: string): Promise<readonly T[]> {
  const statements: FinishedQuery[] = [];
  const stop = listenToQueries(db.$client, (query) => statements.push(query));
  const answers = await Promise.all(
    members.map(async ({ sub }) => await app.inject({ url, headers: bearer(sub) })),
  );
  stop();
  // The test proves something only if reads were combined.
  expect(statements.some(({ statement }) => statement.includes('unnest'))).toBe(true);
  return answers.map((answer) => {
    expect(answer.statusCode).toBe(200);
    return answer.json<T>();
  });
}

test('each caller gets their own profile', async () => {
  const found = await readAll<{ nickname: string }>('/api/userinfo');
  expect(found.map(({ nickname }) => nickname)).toEqual(members.map(({ n }) => `会員${n}`));
});

test('each caller gets their own workouts, newest first', async () => {
  const found = await readAll<{ items: { max: number; startedAt: string }[] }>('/api/workouts');
  expect(found.map(({ items }) => items.map(({ max }) => max))).toEqual(
    members.map(({ n }) => Array.from({ length: n }, () => (n + 1) * 10)),
  );
  for (const { items } of found) {
    const times = items.map(({ startedAt }) => startedAt);
    expect(times).toEqual(times.toSorted().toReversed());
  }
});

test('each ranking marks the caller', async () => {
  const found = await readAll<WorkoutRanking>('/api/workout-ranking/1/max');
  expect(found.map(({ me }) => me?.rank ?? null)).toEqual(
    members.map(({ n }) => (n === 0 ? null : 20 - n)),
  );
});

test("the slots of a day mark each caller's own reservations", async () => {
  const found = await readAll<{ slots: { mine: boolean }[] }>(
    `/api/training-reservations/gyms/1/${day}`,
  );
  const own = found.map(({ slots }) => slots.flatMap(({ mine }, at) => (mine ? [at] : [])));
  expect(own).toEqual(members.map(({ n }) => [n]));
});
