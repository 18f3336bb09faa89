import { randomUUID } from 'node:crypto';
import type { WorkoutRecord } from '@tanren/contract/workouts/workout-records';
import { maxRecordEvents } from '@tanren/domain/workouts/workout-records';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { workoutEvents } from '#db/schema/workout-records.ts';
import { workouts } from '#db/schema/workouts.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { addRanked } from '#test/support/workouts/rankings.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';

const now = new Date('2026-04-15T03:00:00Z');
const { db, call } = await openWorld(now);
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
  return { sub, path: `/workouts/${id}` };
}

const correction = {
  sets: [{ position: 0, loadKg: 40, repCount: 5 }],
  reason: '理由',
  correctedAt: null,
};

test('returns the newest events of a long history, and stores an answer with a key', async () => {
  const { sub, path } = await storeRecord(3 * maxRecordEvents);
  const { events } = (await call<WorkoutRecord>(sub, 'GET', `${path}/record`)).body;
  expect(events.map(({ kind, reason }) => reason?.replaceAll('訂', '') ?? kind)).toEqual([
    'recorded',
    ...Array.from({ length: maxRecordEvents }, (_, at) => `${2 * maxRecordEvents + at}回目`),
  ]);
  const headers = { 'idempotency-key': `"${randomUUID()}"` };
  const rejected = await call<WorkoutRecord>(sub, 'PUT', `${path}/rejection`, {}, { headers });
  expect([rejected.status, rejected.body.events.at(-1)?.kind]).toEqual([200, 'rejected']);
});

test.each([
  [maxRecordEvents - 1, 200, null],
  [maxRecordEvents, 409, 'correction_limit_reached'],
])('after %i events a correction by the member answers %i', async (count, status, code) => {
  const { sub, path } = await storeRecord(count);
  const answer = await call(sub, 'PUT', `${path}/correction`, correction);
  expect([answer.status, answer.code]).toEqual([status, code]);
});
