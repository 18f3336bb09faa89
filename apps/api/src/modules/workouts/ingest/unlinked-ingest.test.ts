import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { workoutClaims } from '#db/schema/workout-records.ts';
import { workouts } from '#db/schema/workouts.ts';
import { liftUnlinked, toPayload, type UnlinkedBout } from '#test/support/workouts/claims.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { addRanked } from '#test/support/workouts/rankings.ts';
import { claimBout } from '#modules/workouts/records/claims.service.ts';
import { ingestUnlinked, readUnlinked } from './unlinked-ingest.ts';
import type { OnWorkoutsStored } from '#modules/workouts/workouts.service.ts';

const { db } = await createTestDatabase();
const noon = new Date('2026-04-15T03:00:00Z');
const before = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);
const claimKey = randomBytes(32);
const notFollowed: OnWorkoutsStored = async () => {};
const parts = {
  lockAccount: async () => {},
  claimKey,
  onWorkoutsStored: notFollowed,
};
await db.insert(gyms).values([{ id: 1, name: '渋谷' }]);
const machine = await addMachine(db);
const neighbour = await addMachine(db, { workoutTypeId: 2 });

const claim = async (sub: string, { code }: UnlinkedBout) =>
  await claimBout(db, parts, { sub, typed: code }, noon);
const ingest = async (bout: UnlinkedBout, onWorkoutsStored = notFollowed) =>
  await ingestUnlinked(
    db,
    readUnlinked(bout.machine.id, toPayload(bout), claimKey),
    onWorkoutsStored,
    noon,
  );

/** Returns whether a transaction waits for an advisory lock in this database. */
async function hasWaitingQuery(): Promise<boolean> {
  const { rows } = await db.$client.query(
    `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length > 0;
}

test('of two overlapping workouts claimed by one member, the first stored one is accepted', async () => {
  const sub = await addRanked(db, 'ふたつ');
  const one = liftUnlinked(machine, before(30));
  const other = liftUnlinked(neighbour, before(30));
  for (const bout of [one, other]) expect((await claim(sub, bout)).state).toBe('waiting');
  // The second bout arrives on another node while the first is stored but not yet committed.
  const arriving: Promise<void>[] = [];
  let isSecondDone = false;
  await ingest(one, async () => {
    const second = ingest(other).then(() => {
      isSecondDone = true;
    });
    arriving.push(second);
    await expect.poll(async () => isSecondDone || (await hasWaitingQuery())).toBe(true);
  });
  await Promise.all(arriving);
  const stored = await db.select().from(workouts).where(eq(workouts.sub, sub));
  expect(stored.map(({ workoutUuid }) => workoutUuid)).toEqual([one.message.workoutUuid]);
  const claims = await db.select().from(workoutClaims).where(eq(workoutClaims.sub, sub));
  expect(claims.map(({ machineId, state }) => [machineId, state])).toEqual([
    [machine.id, 'stored'],
    [neighbour.id, 'refused'],
  ]);
  // The member who really lifted the bout can still claim it.
  expect((await claim(await addRanked(db, 'ほんにん'), other)).state).toBe('stored');
});
