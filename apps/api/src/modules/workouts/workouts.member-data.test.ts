import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rejectedMessages, tanrenConnections } from '#db/schema/machines.ts';
import { removedWorkouts, workouts } from '#db/schema/workouts.ts';
import { repMs, storeWorkout } from '#test/support/workouts/workouts.ts';
import { createExportReader } from '#test/support/members/exports.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { workoutData } from './workouts.member-data.ts';

const { db } = await createTestDatabase();
const at = new Date('2025-08-01T15:30:00Z');
const machine = await addMachine(db);

const readPart = createExportReader(db, workoutData);

async function reject(sub: string, count: number): Promise<string> {
  const connectionId = randomUUID();
  await db.insert(tanrenConnections).values({
    id: connectionId,
    machineId: machine.id,
    sub,
    codeStep: 1,
    linkedAt: at,
    lastActiveAt: at,
    endedAt: at,
  });
  await db.insert(rejectedMessages).values(
    Array.from({ length: count }, (_, n) => ({
      machineId: machine.id,
      receivedAt: at,
      reason: 'rep_too_fast' as const,
      workoutUuid: randomUUID(),
      connectionId,
      byteLength: 9,
      payload: `=payload ${n}`,
    })),
  );
  return connectionId;
}

test('exports every rep of every set', async () => {
  const sub = randomUUID();
  const { id, workoutUuid } = await storeWorkout(db, sub, {
    startedAt: at,
    sets: [
      [400, 1],
      [425, 2],
    ],
  });
  const rows = await readPart('workouts', sub);
  const rep = { loadKg: 42.5, ms: repMs };
  expect(rows[1]?.record).toEqual({
    workoutId: id,
    workoutUuid,
    workoutTypeId: 1,
    startedAt: at,
    endedAt: new Date('2025-08-01T15:40:00Z'),
    gymDay: '2025-08-02',
    gymId: 2,
    machineId: 7,
    trainingSessionId: null,
    trainingSessionTitle: null,
    max: 42.5,
    tfo: 125,
    estimatedOneRepMax: { kg: 45.3, reps: 2, reference: false },
    personalBests: [],
    correction: null,
    marks: [],
    set: 2,
    loadKg: 42.5,
    reps: [rep, rep],
  });
  expect(rows.map(({ record }) => record['set'])).toEqual([1, 2]);
});

test('exports the reason of a correction by staff', async () => {
  const sub = randomUUID();
  const { id } = await storeWorkout(db, sub, { startedAt: at, sets: [[400, 1]] });
  const correction = { correctedAt: at, correctionReason: 'センサーの不具合のため' };
  await db.update(workouts).set(correction).where(eq(workouts.id, id));
  expect((await readPart('workouts', sub))[0]?.record['correction']).toEqual({
    correctedAt: at.toISOString(),
    reason: 'センサーの不具合のため',
  });
});

test.each([
  [{ claimedAt: at }, ['claimed'], 'あとから受け取り'],
  [
    { correctedAt: at, correctionState: 'pending' as const },
    ['correction_pending'],
    '訂正（スタッフの確認待ち）',
  ],
  [
    { claimedAt: at, correctedAt: at, correctionState: 'confirmed' as const },
    ['claimed', 'correction_confirmed'],
    'あとから受け取り、訂正（スタッフ承認済み）',
  ],
  [{ correctedAt: at }, ['corrected_by_staff'], 'スタッフが修正'],
])('export and table contain the marks of a record: %j', async (values, marks, words) => {
  const sub = randomUUID();
  const { id } = await storeWorkout(db, sub, { startedAt: at, sets: [[400, 1]] });
  await db.update(workouts).set(values).where(eq(workouts.id, id));
  const [row] = await readPart('workouts', sub);
  expect(row?.record['marks']).toEqual(marks);
  expect(row?.cells).toContain(words);
});

async function addRemoved(sub: string): Promise<string> {
  const workoutUuid = randomUUID();
  const removed = { workoutUuid, sub, workoutTypeId: 6, machineId: machine.id, startedAt: at };
  const removedAt = new Date('2025-08-02T03:00:00Z');
  await db.insert(removedWorkouts).values({ ...removed, removedAt, reason: '別の方の記録のため' });
  return workoutUuid;
}

test('exports records removed by staff, with the reason', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  const workoutUuid = await addRemoved(sub);
  await addRemoved(other);
  const [row, ...others] = await readPart('removed-workouts', sub);
  expect(others).toEqual([]);
  expect(row?.record).toMatchObject({ workoutUuid, workoutTypeId: 6, startedAt: at });
  expect(row?.cells).toEqual([
    'アームカール',
    machine.id,
    '2025-08-02 00:30:00',
    '2025-08-02 12:00:00',
    '別の方の記録のため',
  ]);
});

test('exports rejected machine messages page by page, only to their member', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  await reject(sub, 101);
  await reject(sub, 2);
  await reject(other, 1);
  const rows = await readPart('rejected-workouts', sub);
  expect(new Set(rows.map(({ record }) => record['workoutUuid'])).size).toBe(103);
  expect(rows[0]?.cells).toEqual([
    '2025-08-02 00:30:00',
    machine.id,
    '1回の動作が短すぎるため',
    '=payload 0',
  ]);
  expect(await readPart('rejected-workouts', other)).toHaveLength(1);
});
