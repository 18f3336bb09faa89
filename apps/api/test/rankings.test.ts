import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { tanrenConnections, type MachineRow } from '#db/schema/machines.ts';
import { userInfos } from '#db/schema/members.ts';
import { createRandom, type Random } from '@tanren/demo/random';
import { eraseMember } from '#composition/member-data.ts';
import { createUserInfo, updateUserInfo } from '#modules/members/userinfo.service.ts';
import {
  updateProfileRankings,
  rankWorkouts,
  rebuildRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { readBoard } from '#modules/workouts/ranking/workout-ranking.store.ts';
import { rebuildBests } from '#modules/workouts/workout-bests.ts';
import type { SentWorkout } from '#modules/workouts/ingest/ingest-message.ts';
import { ingestMessages } from '#modules/workouts/workouts.service.ts';
import {
  addRanked,
  liftRanked,
  type RankedRow,
  rankEverything,
  storeRanked,
} from './support/workouts/rankings.ts';
import { createTestDatabase } from './support/database.ts';
import { addMachine } from './support/machines/machines.ts';
import { bySize } from '#test/support/failures.ts';

const { db } = await createTestDatabase();
const now = new Date('2026-04-20T03:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);

const memberCount = bySize(20, 40);
const workers = 6;
const roundsBefore = bySize(20, 40);
const stepsEach = bySize(25, 250);
/** Interval of the rank checks, which take three queries each. */
const readEvery = bySize(8, 1);

interface Link {
  readonly connectionId: string;
  readonly machineId: number;
}
interface Member {
  readonly sub: string;
  links: readonly Link[];
}

await db.insert(gyms).values([
  { id: 1, name: '渋谷' },
  { id: 2, name: '梅田' },
]);
const machines: MachineRow[] = [];
for (const gymId of [1, 2]) {
  for (const workoutTypeId of [1, 2, 3])
    machines.push(await addMachine(db, { gymId, workoutTypeId }));
}

async function linkEverywhere(sub: string): Promise<Link[]> {
  const made = machines.map(({ id }) => ({
    id: randomUUID(),
    machineId: id,
    sub,
    linkedAt: daysAgo(90),
    lastActiveAt: now,
    endedAt: now,
    codeStep: 1,
  }));
  await db.insert(tanrenConnections).values(made);
  return made.map(({ id, machineId }) => ({ connectionId: id, machineId }));
}

const chooseBody = (random: Random) => ({
  weight: random.integer(450, 950) / 10,
  birthDate: random.pick(['1985-05-05', '1990-01-01', '1999-12-31']),
  sex: random.pick(['male', 'female', 'no-answer'] as const),
});

async function join(random: Random, sub: string): Promise<void> {
  const profile = {
    nickname: `会員${random.integer(1, 999)}`,
    height: 170,
    ...chooseBody(random),
    exerciseHabit: 'weekly-1',
    trainingPurposes: ['health'],
    rankingVisible: random.chance(0.8),
  } as const;
  const parts = { lockAccount: async () => {}, updateProfileRankings };
  await createUserInfo(db, parts, sub, { ...profile, trainingPurposes: ['health'] }, now);
}

/** Uses few loads and reps, so that members tie and share ranges of values. */
function lift(random: Random, { connectionId, machineId }: Link, startedAt: Date): SentWorkout {
  const loadHg = random.integer(8, 16) * 25;
  const reps = Array.from({ length: random.integer(1, 15) }, () => ({ loadHg, ms: 2000 }));
  const sets = Array.from({ length: random.integer(1, 3) }, () => ({ loadHg, reps }));
  return {
    readable: true,
    machineId,
    workoutUuid: randomUUID(),
    connectionId,
    startedAt,
    endedAt: new Date(startedAt.getTime() + 600_000),
    sets,
    payload: Buffer.alloc(0),
  };
}

async function store(random: Random, members: readonly Member[], at: Date): Promise<void> {
  const messages = Array.from({ length: random.integer(1, 6) }, () => {
    const link = random.pick(random.pick(members).links);
    return lift(random, link, new Date(at.getTime() - random.integer(1, 28 * 24 * 60) * 60_000));
  });
  await ingestAgain(messages, at);
}

/** Retries after a deadlock. Concurrent batches may deadlock only on the bests. */
async function ingestAgain(messages: readonly SentWorkout[], at: Date): Promise<void> {
  try {
    await ingestMessages(db, messages, rankWorkouts, at);
  } catch (error) {
    const { code, where } = (error as { cause?: { code?: string; where?: string } }).cause ?? {};
    if (code !== '40P01' || where?.includes('workout_bests') !== true) throw error;
    await ingestAgain(messages, at);
  }
}

/** Deletes or corrects a workout, as staff would. */
async function correct(random: Random, { sub }: Member): Promise<void> {
  const workoutTypeId = random.integer(1, 3);
  const change = random.chance(0.5)
    ? sql`delete from workouts where id = (select id from mine)`
    : sql`update workouts set max_hg = max_hg * 3 / 4, tfo_hg = tfo_hg * 3 / 4
        where id = (select id from mine)`;
  await db.transaction(async (tx) => {
    // The locks follow the order of the ingest: links, bests, and only then ranked values.
    await tx.execute(sql`select from tanren_connections
      where sub = ${sub} order by id for key share`);
    await tx.execute(sql`select from workout_bests
      where sub = ${sub} and workout_type_id = ${workoutTypeId} for no key update`);
    await tx.execute(sql`with mine as (
      select id from workouts where sub = ${sub} and workout_type_id = ${workoutTypeId}
      order by tfo_hg desc limit 1) ${change}`);
    await rebuildBests(tx, { sub, workoutTypeId });
    await rebuildRankings(tx, sub, now);
  });
}

async function comeAgain(random: Random, member: Member): Promise<void> {
  await db.transaction(async (tx) => await eraseMember(tx, member.sub));
  const links = await linkEverywhere(member.sub);
  // Sometimes a workout arrives before or while the profile is created.
  const joining = join(random, member.sub);
  if (random.chance(0.5)) await store(random, [{ ...member, links }], now);
  await joining;
  member.links = links;
}

/** Takes one random step. A member is erased only by its own worker: two would both recreate it. */
async function step(random: Random, all: readonly Member[], own: readonly Member[]): Promise<void> {
  const kind = random.next();
  const { sub } = random.pick(all);
  const change = async (changes: Parameters<typeof updateUserInfo>[3]) =>
    await updateUserInfo(db, { updateProfileRankings }, sub, changes, now).catch(ignoreGone);
  if (kind < 0.6) await store(random, all, now);
  else if (kind < 0.7) await change({ rankingVisible: random.chance(0.6) });
  else if (kind < 0.78) await change({ nickname: `会員${random.integer(1, 999)}` });
  else if (kind < 0.86) await change(chooseBody(random));
  else if (kind < 0.95) await correct(random, random.pick(all));
  else await comeAgain(random, random.pick(own));
}

/** Ignores that another worker erased the member a moment ago. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'not_found') throw error;
}

const byKey = (a: { board: number; sub: string }, b: { board: number; sub: string }) =>
  a.board - b.board || (a.sub < b.sub ? -1 : 1);

async function readEntries(from: Database) {
  const { rows } = await from.$client.query<{ board: string; sub: string; line: string }>(
    `select board, sub, concat_ws(' ', value, achieved_on, nickname) as line from ranking_entries`,
  );
  return rows.map((row) => ({ ...row, board: Number(row.board) })).toSorted(byKey);
}

const rankByDefinition = async () => (await rankEverything(db, '2026-03-01')).toSorted(byKey);

const toEntry = ({ board, sub, value, achievedOn, nickname }: RankedRow) => ({
  board,
  sub,
  line: `${value} ${achievedOn} ${nickname}`,
});

test('ranks equal rank() during simultaneous changes on several connections', async () => {
  const seeded = createRandom(20_260_420);
  const members: Member[] = [];
  for (let index = 0; index < memberCount; index += 1) {
    const sub = randomUUID();
    await join(seeded, sub);
    members.push({ sub, links: await linkEverywhere(sub) });
  }
  // The members' first months end during the steps that follow.
  for (let round = 0; round < roundsBefore; round += 1) await store(seeded, members, daysAgo(25));

  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const random = createRandom(worker + 1);
      const own = members.filter((_member, index) => index % workers === worker);
      for (let done = 0; done < stepsEach; done += 1) await step(random, members, own);
    }),
  );

  const expected = await rankByDefinition();
  expect(expected.length).toBeGreaterThan(bySize(300, 1000));
  expect(new Set(expected.map(({ board }) => board)).size).toBeGreaterThan(bySize(60, 100));
  expect(await readEntries(db)).toEqual(expected.map(toEntry));

  const { rows: wrong } = await db.$client.query(`
    select * from ranking_counts full join (
      select board, level, value >> shift as bucket, count(*)::int as entries
      from ranking_entries, (values (0::smallint, 12), (1::smallint, 6), (2::smallint, 0))
        as l (level, shift) group by 1, 2, 3
    ) as counted using (board, level, bucket)
    where ranking_counts.entries is distinct from counted.entries or counted.entries = 0`);
  expect(wrong).toEqual([]);

  for (const row of expected.filter((_row, index) => index % readEvery === 0)) {
    const { me, total } = await readBoard(db, row.board, row.sub);
    const next = me?.next ?? null;
    expect({
      rank: 1 + (me?.above ?? -1),
      value: me?.value,
      total,
      nextValue: next?.value ?? null,
      nextRank: next && 1 + (me?.above ?? -1) - next.entries,
    }).toEqual({
      rank: row.rank,
      value: row.value,
      total: row.total,
      nextValue: row.nextValue,
      nextRank: row.nextRank,
    });
  }

  const { rows: hidden } = await db.execute(sql`
    select from ranking_entries where sub not in (
      select sub from ${userInfos} where ranking_visible)`);
  expect(hidden).toEqual([]);
});

/** Waits until another statement waits for a lock in our database. */
async function waitUntilBlocked(): Promise<void> {
  const blocked = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.execute(blocked)).rows.length).toBeGreaterThan(0);
}

test.each([
  [false, true],
  [true, false],
])('a workout that is stored while %s becomes %s', async (before, after) => {
  const sub = await addRanked(db, 'あ', {
    rankingVisible: before,
    weight: 60,
    birthDate: '1990-05-05',
    sex: 'male',
  });
  await liftRanked(db, sub, { startedAt: daysAgo(40), maxHg: 400 }, now);
  const { changing } = await db.transaction(async (tx) => {
    await storeRanked(tx, sub, { startedAt: daysAgo(1), maxHg: 500 }, now);
    const parts = { updateProfileRankings };
    const running = updateUserInfo(db, parts, sub, { rankingVisible: after }, now);
    await waitUntilBlocked();
    return { changing: running };
  });
  await changing;
  const ofMember = (row: { readonly sub: string }) => row.sub === sub;
  const entries = (await readEntries(db)).filter(ofMember);
  expect(entries).toEqual((await rankByDefinition()).filter(ofMember).map(toEntry));
  expect(entries.length > 0).toBe(after);
});
