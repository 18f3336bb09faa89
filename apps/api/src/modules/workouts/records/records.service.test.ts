import { randomUUID } from 'node:crypto';
import type { WorkoutRecord } from '@tanren/contract/workouts/workout-records';
import { maxRecordEvents } from '@tanren/domain/workouts/workout-records';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { gyms } from '#db/schema/gyms.ts';
import { workoutEvents } from '#db/schema/workout-records.ts';
import { workouts } from '#db/schema/workouts.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { addRanked } from '#test/support/workouts/rankings.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';

const { db } = await createTestDatabase();
const now = new Date('2026-04-15T03:00:00Z');
const app = await shareTestApp({ db, now: () => now, modules: productModules });
await app.ready();
await db.insert(gyms).values([{ id: 1, name: '渋谷' }]);
const machine = await addMachine(db);

/** Stores a record of the longest possible bout with this number of events. */
async function storeRecord(eventCount: number) {
  const sub = await addRanked(db, '会員');
  const sets = Array.from({ length: 50 }, () => [1425, 5] as const);
  const { id } = await storeWorkout(db, sub, { startedAt: now, sets, gymId: 1 });
  await db.update(workouts).set({ machineId: machine.id }).where(eq(workouts.id, id));
  const kept = sets.map(([loadHg]) => ({ loadHg, repLoadsHg: [loadHg], repMs: [2000] }));
  const event = { workoutId: id, sub, before: kept, after: kept, actor: 'member' as const };
  const events = Array.from({ length: eventCount }, (_, at) => ({
    ...event,
    kind: at % 2 === 0 ? ('corrected' as const) : ('correction_withdrawn' as const),
    at: new Date(now.getTime() - (eventCount - at) * 60_000),
    reason: `${at}回目`.padEnd(200, '訂'),
  }));
  if (events.length > 0) await db.insert(workoutEvents).values(events);
  return { sub, path: `/api/workouts/${id}` };
}

const correction = {
  sets: [{ position: 0, loadKg: 40, repCount: 5 }],
  reason: '理由',
  correctedAt: null,
};

test('returns the newest events of a long history, and stores an answer with a key', async () => {
  const { sub, path } = await storeRecord(3 * maxRecordEvents);
  const headers = bearer(sub);
  const read = await app.inject({ url: `${path}/record`, headers });
  const { events } = read.json<WorkoutRecord>();
  expect(events.map(({ kind, reason }) => reason?.replaceAll('訂', '') ?? kind)).toEqual([
    'recorded',
    ...Array.from({ length: maxRecordEvents }, (_, at) => `${2 * maxRecordEvents + at}回目`),
  ]);
  const rejected = await app.inject({
    method: 'PUT',
    url: `${path}/rejection`,
    headers: { ...headers, 'idempotency-key': `"${randomUUID()}"` },
    payload: {},
  });
  expect(rejected.statusCode).toBe(200);
  expect(rejected.json<WorkoutRecord>().events.at(-1)?.kind).toBe('rejected');
});

test.each([
  [maxRecordEvents - 1, 200, undefined],
  [maxRecordEvents, 409, 'correction_limit_reached'],
])('after %i events a correction by the member answers %i', async (count, status, code) => {
  const { sub, path } = await storeRecord(count);
  const put = { method: 'PUT', url: `${path}/correction`, headers: bearer(sub) } as const;
  const answer = await app.inject({ ...put, payload: correction });
  expect([answer.statusCode, answer.json<{ code?: string }>().code]).toEqual([status, code]);
});
