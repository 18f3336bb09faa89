import { createRandom, type Random } from '@tanren/demo/random';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { removedWorkouts, workouts, workoutSets } from '#db/schema/workouts.ts';
import { userInfos } from '#db/schema/members.ts';
import {
  rejectedWorkouts,
  unlinkedBouts,
  withheldRecords,
  workoutClaims,
  workoutCorrections,
} from '#db/schema/workout-records.ts';
import { AppError } from '#http/app-error.ts';
import { updateUserInfo } from '#modules/members/userinfo.service.ts';
import type { IngestOutcome } from '#modules/workouts/ingest/ingest-message.ts';
import { ingestUnlinked, readUnlinked } from '#modules/workouts/ingest/unlinked-ingest.ts';
import {
  rankWorkouts,
  rebuildRankings,
  updateProfileRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { readBoard } from '#modules/workouts/ranking/workout-ranking.store.ts';
import { claimBout } from '#modules/workouts/records/claims.service.ts';
import { correctWorkout, removeWorkout } from '#modules/workouts/records/corrections.service.ts';
import {
  applyCorrectionVerdict,
  proposeCorrection,
  withdrawCorrection,
} from '#modules/workouts/records/member-corrections.service.ts';
import { rejectWorkout, restoreWorkout } from '#modules/workouts/records/rejections.service.ts';
import { rebuildAllStrengths } from '#modules/workouts/strength/rebuild-all-strengths.ts';
import { ingestMessages } from '#modules/workouts/workouts.service.ts';
import { createTestDatabase } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { liftUnlinked, toPayload, type UnlinkedBout } from './support/workouts/claims.ts';
import {
  findContradictions,
  findWrongBests,
  findWrongCounts,
  findWrongOffsetDays,
  findWrongSums,
  listStrengths,
} from './support/workouts/derived-numbers.ts';
import { rankEverything } from './support/workouts/rankings.ts';
import {
  chooseBody,
  chooseNickname,
  chooseSets,
  daysBefore,
  lockAccount,
  openStorm,
  type StormMember,
  stormStart,
} from './support/workouts/workout-storm.ts';

/*
 * Members, machines and staff change workouts, records and profiles on several connections at once.
 * Afterwards every derived number must follow from the tables.
 */

const { db } = await createTestDatabase();
const { machines, sent, pickTurn, addMember, store, eraseAndJoinAgain } = await openStorm(db);
const memberCount = bySize(16, 24);
const workers = 6;
const stepsEach = bySize(30, 250);
/** Interval of the rank checks, which take three queries each. */
const readEvery = bySize(8, 1);
const claimKey = Buffer.alloc(32, 3);
const parts = {
  lockAccount,
  claimKey,
  onWorkoutsStored: rankWorkouts,
  onCorrected: rebuildRankings,
};
const bouts: UnlinkedBout[] = [];

/** Each step advances the time, so that daily limits and the lifetime of a bout end meanwhile. */
let steps = 0;
const tick = () => new Date(stormStart.getTime() + (steps += 1) * bySize(15, 5) * 60_000);

/** Errors that concurrent workers, limits and erased members may cause. */
const rejections = [
  'not_found',
  'invalid_request',
  'stale_version',
  'unauthenticated',
  'claim_taken',
  'claim_expired',
  'claim_implausible',
  'claim_limit_reached',
  'rejection_limit_reached',
  'correction_limit_reached',
  'correction_pending',
  'correction_decided',
];

async function ignoring(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError) || !rejections.includes(error.code)) throw error;
  }
}

/** Retries when a member claims the bout at the same moment. */
async function send(bout: UnlinkedBout, at: Date): Promise<IngestOutcome> {
  const message = readUnlinked(bout.machine.id, toPayload(bout), claimKey);
  try {
    return await ingestUnlinked(db, message, rankWorkouts, at);
  } catch (error) {
    if (!(error as Error).message.includes('claimed meanwhile')) throw error;
    return await send(bout, at);
  }
}

/**
 * Creates a bout. Most are claimed, by one or two members, before or after they arrive. Some are
 * sent twice.
 */
async function liftWithoutLink(
  random: Random,
  members: readonly StormMember[],
  at: Date,
): Promise<void> {
  const machine = random.pick(machines);
  const bout = liftUnlinked(machine, pickTurn(random, machine.id, at), chooseSets(random));
  bouts.push(bout);
  const claim = async ({ sub }: StormMember) =>
    await ignoring(claimBout(db, parts, { sub, typed: bout.code }, at));
  const claimants = random.chance(0.7)
    ? random.pickSome(members, random.integer(1, 2)).map((member) => () => claim(member))
    : [];
  const sendings = Array.from({ length: random.integer(1, 2) }, () => () => send(bout, at));
  const all = random.chance(0.5) ? [...claimants, ...sendings] : [...sendings, ...claimants];
  if (random.chance(0.5)) await Promise.all(all.map((one) => one()));
  else for (const one of all) await one();
}

/** Picks among the best workouts, which decide bests and ranks. */
async function pickRecord(random: Random, { sub }: StormMember) {
  const found = await db
    .select({ id: workouts.id, correctedAt: workouts.correctedAt })
    .from(workouts)
    .where(eq(workouts.sub, sub))
    .orderBy(sql`tfo_hg desc`)
    .limit(random.integer(1, 6));
  if (found.length === 0) return null;
  const { id, correctedAt } = random.pick(found);
  return { key: { sub, workoutId: id }, correctedAt };
}

async function chooseCorrectedSets(random: Random, workoutId: number) {
  const stored = await db.select().from(workoutSets).where(eq(workoutSets.workoutId, workoutId));
  const kept = random.pickSome(stored, random.integer(1, Math.max(1, stored.length)));
  return kept
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, repLoadsHg }) => ({
      position,
      loadKg: random.integer(8, 18) * 2.5,
      repCount: random.integer(1, repLoadsHg.length + 2),
    }));
}

async function changeRecord(random: Random, member: StormMember, at: Date): Promise<void> {
  const picked = await pickRecord(random, member);
  if (picked === null) return;
  const { key, correctedAt } = picked;
  const sets = await chooseCorrectedSets(random, key.workoutId);
  if (sets.length === 0) return;
  const kind = random.next();
  if (kind < 0.3) {
    await ignoring(rejectWorkout(db, parts, key, random.chance(0.5) ? '別の方' : null, at));
  } else if (kind < 0.6) {
    const correction = { sets, reason: '数え間違い', heavyConfirmed: true };
    const version = correctedAt?.toISOString() ?? null;
    await ignoring(proposeCorrection(db, parts, key, { ...correction, correctedAt: version }, at));
  } else if (kind < 0.7) {
    await ignoring(withdrawCorrection(db, parts, key, at));
  } else if (kind < 0.87) {
    const inHg = sets.map(({ loadKg, ...set }) => ({ ...set, loadHg: loadKg * 10 }));
    const correction = { sets: inHg, reason: '理由', madeFrom: correctedAt, heavyConfirmed: true };
    await ignoring(
      db.transaction((tx) => correctWorkout(tx, key, correction, rebuildRankings, at)),
    );
  } else {
    await ignoring(db.transaction((tx) => removeWorkout(tx, key, '理由', rebuildRankings, at)));
  }
}

async function undo(random: Random, { sub }: StormMember, at: Date): Promise<void> {
  const found = await db.select().from(rejectedWorkouts).where(eq(rejectedWorkouts.sub, sub));
  if (found.length === 0) return;
  await ignoring(restoreWorkout(db, parts, { sub, workoutId: random.pick(found).workoutId }, at));
}

async function decide(random: Random, at: Date): Promise<void> {
  const found = await db.select({ id: workoutCorrections.id }).from(workoutCorrections);
  if (found.length === 0) return;
  const { id } = random.pick(found);
  const decision = random.chance(0.6) ? ('confirm' as const) : ('refuse' as const);
  const verdict = { decision, reason: '確認' };
  await ignoring(
    db.transaction((tx) => applyCorrectionVerdict(tx, id, verdict, rebuildRankings, at)),
  );
}

async function changeProfile(random: Random, { sub }: StormMember, at: Date): Promise<void> {
  const changes = random.pick([
    { rankingVisible: random.chance(0.6) },
    { nickname: chooseNickname(random) },
    chooseBody(random),
  ]);
  await ignoring(updateUserInfo(db, { updateProfileRankings }, sub, changes, at));
}

/** Takes one random step. A member is erased only by its own worker: two would both recreate it. */
async function step(
  random: Random,
  all: readonly StormMember[],
  own: readonly StormMember[],
): Promise<void> {
  const kind = random.next();
  const member = random.pick(all);
  const at = tick();
  if (kind < 0.3) await store(random, all, at);
  else if (kind < 0.42) await liftWithoutLink(random, all, at);
  else if (kind < 0.66) await changeRecord(random, member, at);
  else if (kind < 0.73) await undo(random, member, at);
  else if (kind < 0.8) await decide(random, at);
  else if (kind < 0.95) await changeProfile(random, member, at);
  else await eraseAndJoinAgain(random, random.pick(own), at);
  // Another member may type a code again.
  if (bouts.length === 0 || random.chance(0.9)) return;
  await ignoring(claimBout(db, parts, { sub: member.sub, typed: random.pick(bouts).code }, at));
}

async function readEntries(): Promise<string[]> {
  const { rows } = await db.$client.query<{ line: string }>(
    `select concat_ws(' ', board, sub, value, achieved_on, nickname) as line from ranking_entries`,
  );
  return rows.map(({ line }) => line).toSorted();
}

test(
  'every derived number matches the records after simultaneous changes by members, machines and staff',
  { timeout: bySize(120_000, 900_000) },
  async () => {
    const seeded = createRandom(20_260_420);
    const members: StormMember[] = [];
    for (let index = 0; index < memberCount; index += 1) {
      members.push(await addMember(seeded, index));
    }
    // The members' first months end during the steps that follow.
    for (let round = 0; round < bySize(20, 40); round += 1) {
      await store(seeded, members, daysBefore(25));
    }
    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        const random = createRandom(worker + 1);
        const own = members.filter((_member, index) => index % workers === worker);
        for (let done = 0; done < stepsEach; done += 1) await step(random, members, own);
      }),
    );

    const happened = {
      claimed: await db.$count(workouts, sql`claimed_at is not null`),
      refusedOrWaiting: await db.$count(workoutClaims),
      unclaimed: await db.$count(unlinkedBouts, sql`sets is not null`),
      rejected: await db.$count(rejectedWorkouts),
      corrections: await db.$count(workoutCorrections),
      corrected: await db.$count(workouts, sql`corrected_at is not null`),
      removed: await db.$count(removedWorkouts),
      withheld: await db.$count(withheldRecords),
      evidence: await db.$count(workouts, sql`offset_precision is not null`),
    };
    expect(Math.min(...Object.values(happened))).toBeGreaterThan(bySize(0, 5));

    expect(await findContradictions(db)).toEqual([]);
    expect(await findWrongSums(db)).toEqual([]);
    expect(await findWrongBests(db)).toEqual([]);
    expect(await findWrongCounts(db)).toEqual([]);
    expect(await findWrongOffsetDays(db)).toEqual([]);
    const strengths = await listStrengths(db);
    await rebuildAllStrengths(db);
    expect(await listStrengths(db)).toEqual(strengths);

    const expected = await rankEverything(db, '2026-03-01');
    expect(expected.length).toBeGreaterThan(bySize(300, 1000));
    expect(new Set(expected.map(({ board }) => board)).size).toBeGreaterThan(bySize(60, 100));
    const lines = expected.map(({ board, sub, value, achievedOn, nickname }) =>
      [board, sub, value, achievedOn, nickname].join(' '),
    );
    expect(await readEntries()).toEqual(lines.toSorted());
    for (const row of expected.filter((_row, index) => index % readEvery === 0)) {
      const { me, total } = await readBoard(db, row.board, row.sub);
      const rank = 1 + (me?.above ?? -1);
      const next = me?.next ?? null;
      expect({
        rank,
        value: me?.value,
        total,
        nextValue: next?.value ?? null,
        nextRank: next && rank - next.entries,
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

    // A repeated message restores nothing, and nothing is stored twice.
    const before = await db.$count(workouts);
    const current = new Set(members.flatMap(({ links }) => links.map((link) => link.connectionId)));
    const known = sent.filter(({ connectionId }) => current.has(connectionId));
    const outcomes = await ingestMessages(db, known, rankWorkouts, tick());
    expect(new Set(outcomes.map(({ result }) => result))).toEqual(new Set(['duplicate']));
    for (const bout of bouts) expect((await send(bout, tick())).result).toBe('duplicate');
    expect(await db.$count(workouts)).toBe(before);
  },
);
