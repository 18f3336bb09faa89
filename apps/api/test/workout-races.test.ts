import { createRandom } from '@tanren/demo/random';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eraseMember } from '#composition/member-data.ts';
import { tanrenConnections } from '#db/schema/machines.ts';
import { rankingEntries, removedWorkouts, workoutBests, workouts } from '#db/schema/workouts.ts';
import { updateUserInfo } from '#modules/members/userinfo.service.ts';
import {
  rankWorkouts,
  rebuildRankings,
  updateProfileRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { removeWorkout } from '#modules/workouts/records/corrections.service.ts';
import { ingestMessages } from '#modules/workouts/workouts.service.ts';
import { createTestDatabase, waitUntilBlocked } from './support/database.ts';
import { addRanked, liftRanked, rankEverything, storeRanked } from './support/workouts/rankings.ts';
import {
  chooseBody,
  daysBefore,
  openStorm,
  stormStart as now,
} from './support/workouts/workout-storm.ts';

const { db } = await createTestDatabase();
const { addMember, lift } = await openStorm(db);

const kinds = [
  ['with links', true],
  ['whose links were purged', false],
] as const;

async function addRecorded(linked: boolean) {
  const random = createRandom(linked ? 1 : 2);
  const member = await addMember(random, 0);
  const message = lift(random, member, now);
  await ingestMessages(db, [message, lift(random, member, now)], rankWorkouts, now);
  if (!linked) await db.delete(tanrenConnections).where(eq(tanrenConnections.sub, member.sub));
  const [row] = await db
    .select({ workoutId: workouts.id })
    .from(workouts)
    .where(eq(workouts.workoutUuid, message.workoutUuid));
  return { sub: member.sub, workoutId: row?.workoutId ?? 0 };
}

async function expectNothing(sub: string): Promise<void> {
  for (const table of [workouts, removedWorkouts, workoutBests, rankingEntries]) {
    expect(await db.$count(table, eq(table.sub, sub))).toBe(0);
  }
}

test.each(kinds)(
  'erasing a member %s while a record is removed leaves nothing',
  async (_name, linked) => {
    const key = await addRecorded(linked);
    const { leaving } = await db.transaction(async (tx) => {
      await removeWorkout(tx, key, '理由', rebuildRankings, now);
      const running = db.transaction(async (other) => await eraseMember(other, key.sub));
      await waitUntilBlocked(db);
      return { leaving: running };
    });
    await leaving;
    await expectNothing(key.sub);
  },
);

/** Both take the advisory lock first. Otherwise each could hold a lock that the other needs. */
test.each(kinds)(
  'a change of a record of a member %s who is being erased waits, and the record is gone',
  async (_name, linked) => {
    const key = await addRecorded(linked);
    const { removing } = await db.transaction(async (tx) => {
      await eraseMember(tx, key.sub);
      const running = db.transaction(
        async (other) => await removeWorkout(other, key, '理由', rebuildRankings, now),
      );
      const rejected = running.catch((error: unknown) => error);
      await waitUntilBlocked(db, 'advisory');
      return { removing: rejected };
    });
    expect(await removing).toMatchObject({ code: 'not_found' });
    await expectNothing(key.sub);
  },
);

test.each([
  [false, true],
  [true, false],
])('a workout that is stored while rankingVisible changes from %s to %s', async (before, after) => {
  const profile = { ...chooseBody(createRandom(3)), rankingVisible: before };
  const sub = await addRanked(db, 'あ', profile);
  await liftRanked(db, sub, { startedAt: daysBefore(40), maxHg: 400 }, now);
  const { changing } = await db.transaction(async (tx) => {
    await storeRanked(tx, sub, { startedAt: daysBefore(1), maxHg: 500 }, now);
    const changes = { rankingVisible: after };
    const running = updateUserInfo(db, { updateProfileRankings }, sub, changes, now);
    await waitUntilBlocked(db);
    return { changing: running };
  });
  await changing;
  const stored = await db.select().from(rankingEntries).where(eq(rankingEntries.sub, sub));
  const ranked = (await rankEverything(db, '2026-03-01')).filter((row) => row.sub === sub);
  const toLine = (row: { board: number; value: number; achievedOn: string; nickname: string }) =>
    [row.board, row.value, row.achievedOn, row.nickname].join(' ');
  expect(stored.map(toLine).toSorted()).toEqual(ranked.map(toLine).toSorted());
  expect(stored.length > 0).toBe(after);
});
