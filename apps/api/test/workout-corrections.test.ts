import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AppError } from '#http/app-error.ts';
import { eraseMember } from '#composition/member-data.ts';
import { gyms } from '#db/schema/gyms.ts';
import { tanrenConnections, type MachineRow } from '#db/schema/machines.ts';
import {
  rankingEntries,
  removedWorkouts,
  workoutBests,
  workoutSets,
  workouts,
} from '#db/schema/workouts.ts';
import { createRandom, type Random } from '@tanren/demo/random';
import { updateUserInfo } from '#modules/members/userinfo.service.ts';
import {
  updateProfileRankings,
  rankWorkouts,
  rebuildRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { correctWorkout, removeWorkout } from '#modules/workouts/records/corrections.service.ts';
import type { SentWorkout } from '#modules/workouts/ingest/ingest-message.ts';
import { ingestMessages } from '#modules/workouts/workouts.service.ts';
import { createTestDatabase } from './support/database.ts';
import { findWrongBests, findWrongSums } from './support/workouts/derived-numbers.ts';
import { bySize } from './support/failures.ts';
import { addMachine } from './support/machines/machines.ts';
import { addRanked, rankEverything } from './support/workouts/rankings.ts';

const { db } = await createTestDatabase();
const now = new Date('2026-04-20T03:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const memberCount = 12;
const workers = 5;
const stepsEach = bySize(25, 60);

interface Member {
  readonly sub: string;
  readonly links: readonly { readonly connectionId: string; readonly machineId: number }[];
}

await db.insert(gyms).values([
  { id: 1, name: '渋谷' },
  { id: 2, name: '梅田' },
]);
const machines: MachineRow[] = [];
for (const gymId of [1, 2]) {
  for (const workoutTypeId of [1, 2]) machines.push(await addMachine(db, { gymId, workoutTypeId }));
}

async function addMember(random: Random, index: number): Promise<Member> {
  const body = {
    weight: random.integer(450, 950) / 10,
    birthDate: '1990-05-05',
    sex: 'male',
  } as const;
  const sub = await addRanked(db, `会員${index}`, body);
  const made = machines.map(({ id }) => ({
    id: randomUUID(),
    machineId: id,
    sub,
    linkedAt: new Date(now.getTime() - 90 * dayMs),
    lastActiveAt: now,
    endedAt: now,
    codeStep: 1,
  }));
  await db.insert(tanrenConnections).values(made);
  return { sub, links: made.map(({ id, machineId }) => ({ connectionId: id, machineId })) };
}

const turns = new Set<string>();

/** Picks unused ten minutes of a machine, because it records one bout at a time. */
function pickTurn(random: Random, machineId: number): number {
  for (;;) {
    const turn = random.integer(1, 28 * 24 * 6);
    const key = `${machineId} ${turn}`;
    if (turns.has(key)) continue;
    turns.add(key);
    return turn;
  }
}

/** Uses few loads and reps, so that records tie. */
function lift(random: Random, member: Member, at: Date): SentWorkout {
  // The workout lasts ten minutes and ends now at the latest, because the future is rejected.
  const link = random.pick(member.links);
  const startedAt = new Date(at.getTime() - 10 * pickTurn(random, link.machineId) * 60_000);
  const sets = Array.from({ length: random.integer(1, 3) }, () => {
    const loadHg = random.integer(8, 16) * 25;
    return {
      loadHg,
      reps: Array.from({ length: random.integer(1, 13) }, () => ({ loadHg, ms: 2000 })),
    };
  });
  return {
    readable: true,
    ...link,
    workoutUuid: randomUUID(),
    startedAt,
    endedAt: new Date(startedAt.getTime() + 600_000),
    sets,
    payload: Buffer.alloc(0),
  };
}

const sent: SentWorkout[] = [];

/**
 * Stores new workouts and sometimes a repeated one, as machines do without an answer. It may have
 * been removed meanwhile.
 */
async function store(random: Random, members: readonly Member[], at: Date): Promise<void> {
  const news = Array.from({ length: random.integer(1, 4) }, () =>
    lift(random, random.pick(members), at),
  );
  const again = sent.length > 0 && random.chance(0.5) ? [random.pick(sent)] : [];
  sent.push(...news);
  await ingestAgain([...news, ...again], at);
}

/** Retries when concurrent batches deadlock on the bests or store the same workout. */
async function ingestAgain(messages: readonly SentWorkout[], at: Date): Promise<void> {
  try {
    await ingestMessages(db, messages, rankWorkouts, at);
  } catch (error) {
    const { cause, message } = error as {
      cause?: { code?: string; where?: string };
      message: string;
    };
    const deadlock = cause?.code === '40P01' && cause.where?.includes('workout_bests') === true;
    if (!deadlock && !message.includes('stored elsewhere')) throw error;
    await ingestAgain(messages, at);
  }
}

/** Picks among the best workouts, which decide bests and ranks. */
async function pickRecord(random: Random, { sub }: Member) {
  const found = await db
    .select({ id: workouts.id })
    .from(workouts)
    .where(eq(workouts.sub, sub))
    .orderBy(sql`tfo_hg desc`)
    .limit(random.integer(1, 5));
  return found.length === 0 ? null : { sub, workoutId: random.pick(found).id };
}

async function correct(random: Random, member: Member): Promise<void> {
  const key = await pickRecord(random, member);
  if (key === null) return;
  const stored = await db
    .select()
    .from(workoutSets)
    .where(eq(workoutSets.workoutId, key.workoutId))
    .orderBy(workoutSets.position);
  if (stored.length === 0) return;
  const kept = random.pickSome(stored, random.integer(1, stored.length));
  const sets = kept.map(({ position, repLoadsHg }) => ({
    position,
    loadHg: random.integer(8, 18) * 25,
    repCount: random.integer(1, repLoadsHg.length),
  }));
  const isIt = eq(workouts.id, key.workoutId);
  const [read] = await db.select({ correctedAt: workouts.correctedAt }).from(workouts).where(isIt);
  const correction = {
    sets,
    reason: '理由',
    madeFrom: read?.correctedAt ?? null,
    heavyConfirmed: true,
  };
  await db
    .transaction((tx) => correctWorkout(tx, key, correction, rebuildRankings, now))
    .catch(ignoreOvertaken);
}

async function remove(random: Random, member: Member): Promise<void> {
  const key = await pickRecord(random, member);
  if (key === null) return;
  await db
    .transaction((tx) => removeWorkout(tx, key, '理由', rebuildRankings, now))
    .catch(ignoreOvertaken);
}

/** Ignores that another worker removed the record, or some of its sets or reps, a moment ago. */
function ignoreOvertaken(error: unknown): void {
  const code = error instanceof AppError ? error.code : null;
  if (!['not_found', 'invalid_request', 'stale_version'].includes(code ?? '')) throw error;
}

async function step(random: Random, members: readonly Member[]): Promise<void> {
  const kind = random.next();
  const member = random.pick(members);
  if (kind < 0.4) await store(random, members, now);
  else if (kind < 0.7) await correct(random, member);
  else if (kind < 0.9) await remove(random, member);
  else {
    const changes = { rankingVisible: random.chance(0.7) };
    await updateUserInfo(db, { updateProfileRankings }, member.sub, changes, now);
  }
}

async function readEntries(): Promise<string[]> {
  const { rows } = await db.$client.query<{ line: string }>(
    `select concat_ws(' ', board, sub, value, achieved_on, nickname) as line from ranking_entries`,
  );
  return rows.map(({ line }) => line).toSorted();
}

test('bests and ranks match the records after simultaneous workouts, corrections and removals', async () => {
  const seeded = createRandom(20_260_421);
  const members: Member[] = [];
  for (let index = 0; index < memberCount; index += 1) members.push(await addMember(seeded, index));
  // The members' first months end during the steps that follow.
  for (let round = 0; round < 20; round += 1) {
    await store(seeded, members, new Date(now.getTime() - 25 * dayMs));
  }
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const random = createRandom(worker + 1);
      for (let done = 0; done < stepsEach; done += 1) await step(random, members);
    }),
  );

  const corrected = await db.$count(workouts, sql`corrected_at is not null`);
  const removed = await db.$count(removedWorkouts);
  expect(Math.min(corrected, removed)).toBeGreaterThan(bySize(5, 20));
  expect(await findWrongSums(db)).toEqual([]);
  expect(await findWrongBests(db)).toEqual([]);
  const expected = (await rankEverything(db, '2026-03-01')).map(
    ({ board, sub, value, achievedOn, nickname }) =>
      `${board} ${sub} ${value} ${achievedOn} ${nickname}`,
  );
  expect(expected.length).toBeGreaterThan(100);
  expect(await readEntries()).toEqual(expected.toSorted());

  const { rows: back } = await db.execute(sql`
    select from workouts join removed_workouts using (workout_uuid)`);
  expect(back).toEqual([]);
  const outcomes = await ingestMessages(db, sent, rankWorkouts, now);
  expect(outcomes.filter(({ result }) => result !== 'duplicate')).toEqual([]);
});

/** Waits until another statement waits for a lock in our database, of any kind or of one kind. */
async function waitUntilBlocked(kind = '%'): Promise<void> {
  const blocked = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event like ${kind}`;
  await expect.poll(async () => (await db.execute(blocked)).rows.length).toBeGreaterThan(0);
}

const kinds = [
  ['with links', true],
  ['whose links were purged', false],
] as const;

async function addRecorded(linked: boolean) {
  const random = createRandom(linked ? 1 : 2);
  const member = await addMember(random, 99);
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
      await waitUntilBlocked();
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
      await waitUntilBlocked('advisory');
      return { removing: rejected };
    });
    expect(await removing).toMatchObject({ code: 'not_found' });
    await expectNothing(key.sub);
  },
);
