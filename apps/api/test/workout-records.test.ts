import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AppError } from '#http/app-error.ts';
import { eraseMember } from '#composition/member-data.ts';
import type { Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { tanrenConnections, type MachineRow } from '#db/schema/machines.ts';
import { userInfos } from '#db/schema/members.ts';
import {
  rejectedWorkouts,
  unlinkedBouts,
  withheldRecords,
  workoutClaims,
  workoutCorrections,
} from '#db/schema/workout-records.ts';
import { workouts, workoutSets } from '#db/schema/workouts.ts';
import { createRandom, type Random } from '@tanren/demo/random';
import {
  rankWorkouts,
  rebuildRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { claimBout } from '#modules/workouts/records/claims.service.ts';
import type { IngestOutcome, SentWorkout } from '#modules/workouts/ingest/ingest-message.ts';
import { correctWorkout, removeWorkout } from '#modules/workouts/records/corrections.service.ts';
import {
  proposeCorrection,
  withdrawCorrection,
  applyCorrectionVerdict,
} from '#modules/workouts/records/member-corrections.service.ts';
import { rejectWorkout, restoreWorkout } from '#modules/workouts/records/rejections.service.ts';
import { ingestUnlinked, readUnlinked } from '#modules/workouts/ingest/unlinked-ingest.ts';
import { ingestMessages } from '#modules/workouts/workouts.service.ts';
import { liftUnlinked, toPayload, type UnlinkedBout } from './support/workouts/claims.ts';
import { createTestDatabase } from './support/database.ts';
import { findWrongBests, findWrongSums } from './support/workouts/derived-numbers.ts';
import { bySize } from './support/failures.ts';
import { addMachine } from './support/machines/machines.ts';
import { addRanked, rankEverything } from './support/workouts/rankings.ts';

const { db } = await createTestDatabase();
const began = new Date('2026-04-20T03:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const memberCount = bySize(6, 10);
const workers = 5;
const stepsEach = bySize(16, 250);
const claimKey = Buffer.alloc(32, 3);

/** Each step advances the time, so that daily limits and the lifetime of a bout end meanwhile. */
let steps = 0;
const tick = () => new Date(began.getTime() + (steps += 1) * bySize(15, 5) * 60_000);

/** Locks like the user pool: no work starts for an account that is being deleted. */
const accountLock = 4711;
async function lockAccount(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${accountLock}, hashtext(${sub}))`);
  if ((await tx.$count(userInfos, eq(userInfos.sub, sub))) === 0) {
    throw new AppError('unauthenticated');
  }
}

const parts = {
  lockAccount,
  claimKey,
  onWorkoutsStored: rankWorkouts,
  onCorrected: rebuildRankings,
};

interface Member {
  readonly sub: string;
  readonly gymId: number;
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

/** Adds a member who trains in one gym, so that bouts of the other one cannot be theirs. */
async function addMember(random: Random, index: number): Promise<Member> {
  const weight = random.integer(450, 950) / 10;
  const sub = await addRanked(db, `会員${index}`, { weight, birthDate: '1990-05-05', sex: 'male' });
  const gymId = (index % 2) + 1;
  const made = machines
    .filter((machine) => machine.gymId === gymId)
    .map(({ id }) => ({
      id: randomUUID(),
      machineId: id,
      sub,
      linkedAt: new Date(began.getTime() - 90 * dayMs),
      lastActiveAt: new Date(began.getTime() + 30 * dayMs),
      endedAt: new Date(began.getTime() + 30 * dayMs),
      codeStep: 1,
    }));
  await db.insert(tanrenConnections).values(made);
  return { sub, gymId, links: made.map(({ id, machineId }) => ({ connectionId: id, machineId })) };
}

const turns = new Set<string>();

/** Picks unused ten minutes of a machine in the past, because it records one bout at a time. */
function pickTurn(random: Random, machineId: number, at: Date): Date {
  for (;;) {
    const turn = Math.floor(at.getTime() / 600_000) - random.integer(2, 27 * 24 * 6);
    const key = `${machineId} ${turn}`;
    if (turns.has(key)) continue;
    turns.add(key);
    return new Date(turn * 600_000);
  }
}

/** Uses few loads and reps, so that records tie. */
const pickSets = (random: Random) =>
  Array.from(
    { length: random.integer(1, 3) },
    () => [random.integer(8, 16) * 2.5, random.integer(1, 13)] as const,
  );

const sent: SentWorkout[] = [];
const bouts: UnlinkedBout[] = [];

function lift(random: Random, member: Member, at: Date): SentWorkout {
  const link = random.pick(member.links);
  const startedAt = pickTurn(random, link.machineId, at);
  const sets = pickSets(random).map(([kg, count]) => ({
    loadHg: kg * 10,
    reps: Array.from({ length: count }, () => ({ loadHg: kg * 10, ms: 2000 })),
  }));
  const workoutUuid = randomUUID();
  const endedAt = new Date(startedAt.getTime() + 600_000);
  const payload = Buffer.alloc(0);
  return { readable: true, ...link, workoutUuid, startedAt, endedAt, sets, payload };
}

/** Stores new workouts and sometimes a repeated one, as machines do without an answer. */
async function store(random: Random, members: readonly Member[], at: Date): Promise<void> {
  const news = Array.from({ length: random.integer(1, 3) }, () =>
    lift(random, random.pick(members), at),
  );
  const again = sent.length > 0 && random.chance(0.5) ? [random.pick(sent)] : [];
  sent.push(...news);
  await ingestAgain([...news, ...again], at);
}

/** Retries when concurrent batches deadlock or store the same workout. */
async function ingestAgain(messages: readonly SentWorkout[], at: Date): Promise<void> {
  try {
    await ingestMessages(db, messages, rankWorkouts, at);
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    if (cause?.code !== '40P01' && !message.includes('stored elsewhere')) throw error;
    await ingestAgain(messages, at);
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
  members: readonly Member[],
  at: Date,
): Promise<void> {
  const machine = random.pick(machines);
  const bout = liftUnlinked(machine, pickTurn(random, machine.id, at), pickSets(random));
  bouts.push(bout);
  const claim = async (member: Member) =>
    await ignoring(claimBout(db, parts, { sub: member.sub, typed: bout.code }, at));
  const claimants = random.chance(0.7)
    ? random.pickSome(members, random.integer(1, 2)).map((member) => () => claim(member))
    : [];
  const sendings = Array.from({ length: random.integer(1, 2) }, () => () => send(bout, at));
  const all = random.chance(0.5) ? [...claimants, ...sendings] : [...sendings, ...claimants];
  if (random.chance(0.5)) await Promise.all(all.map((one) => one()));
  else for (const one of all) await one();
}

/** Claims with the code of a random bout. */
async function claimAny(random: Random, { sub }: Member, at: Date): Promise<void> {
  if (bouts.length === 0) return;
  await ignoring(claimBout(db, parts, { sub, typed: random.pick(bouts).code }, at));
}

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

/** Picks among the best workouts, which decide bests and ranks. */
async function pickRecord(random: Random, { sub }: Member) {
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

async function proposeSets(random: Random, workoutId: number) {
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

async function changeRecord(random: Random, member: Member, at: Date): Promise<void> {
  const picked = await pickRecord(random, member);
  if (picked === null) return;
  const { key, correctedAt } = picked;
  const kind = random.next();
  if (kind < 0.35) {
    await ignoring(rejectWorkout(db, parts, key, random.chance(0.5) ? '別の方' : null, at));
  } else if (kind < 0.75) {
    const sets = await proposeSets(random, key.workoutId);
    if (sets.length === 0) return;
    const correction = { sets, reason: '数え間違い', heavyConfirmed: true };
    const version = correctedAt?.toISOString() ?? null;
    await ignoring(proposeCorrection(db, parts, key, { ...correction, correctedAt: version }, at));
  } else if (kind < 0.85) {
    await ignoring(withdrawCorrection(db, parts, key, at));
  } else if (kind < 0.95) {
    const proposed = await proposeSets(random, key.workoutId);
    const sets = proposed.map(({ loadKg, ...set }) => ({ ...set, loadHg: loadKg * 10 }));
    const correction = { sets, reason: '理由', madeFrom: correctedAt, heavyConfirmed: true };
    if (sets.length === 0) return;
    await ignoring(
      db.transaction((tx) => correctWorkout(tx, key, correction, rebuildRankings, at)),
    );
  } else {
    await ignoring(db.transaction((tx) => removeWorkout(tx, key, '理由', rebuildRankings, at)));
  }
}

async function undo(random: Random, { sub }: Member, at: Date): Promise<void> {
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

async function erase({ sub }: Member): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${accountLock}, hashtext(${sub}))`);
    await eraseMember(tx, sub);
  });
}

async function step(random: Random, members: readonly Member[]): Promise<void> {
  const kind = random.next();
  const member = random.pick(members);
  const at = tick();
  if (kind < 0.2) await store(random, members, at);
  else if (kind < 0.4) await liftWithoutLink(random, members, at);
  else if (kind < 0.45) await claimAny(random, member, at);
  else if (kind < 0.75) await changeRecord(random, member, at);
  else if (kind < 0.85) await undo(random, member, at);
  else await decide(random, at);
}

async function readEntries(): Promise<string[]> {
  const { rows } = await db.$client.query<{ line: string }>(
    `select concat_ws(' ', board, sub, value, achieved_on, nickname) as line from ranking_entries`,
  );
  return rows.map(({ line }) => line).toSorted();
}

/** Queries for contradictions, each with a name, which use the tables alone. */
const contradictions = `
  select 'a bout twice' as found, b.workout_uuid::text as which from unlinked_bouts b
    join workouts w using (workout_uuid) join removed_workouts r using (workout_uuid)
  union all
  select 'stored and not taken', b.workout_uuid::text from unlinked_bouts b
    join workouts w using (workout_uuid) where b.taken_at is null or b.sets is not null
  union all
  select 'a claim that waits for what is there', c.id::text from workout_claims c
    join unlinked_bouts b using (claim_hash) where c.state = 'waiting'
  union all
  select 'a stored claim without a record', c.id::text from workout_claims c
    where c.state = 'stored' and not exists (
      select from unlinked_bouts b where b.claim_hash = c.claim_hash and b.taken_at is not null)
  union all
  select 'a claimed record of another member', w.id::text from workouts w
    join workout_claims c on c.workout_id = w.id and c.sub <> w.sub
  union all
  select 'rejected and known to no machine', r.workout_id::text from rejected_workouts r
    where not exists (select from removed_workouts m where m.workout_uuid::text = r.content ->> 'workout_uuid')
  union all
  select 'pending without a correction', w.id::text from workouts w
    where correction_state = 'pending' and not exists (
      select from workout_corrections c where c.workout_id = w.id and c.state = 'pending')
  union all
  select 'a correction of a record that is not pending', c.id::text from workout_corrections c
    join workouts w on w.id = c.workout_id
    where c.state = 'pending' and w.correction_state is distinct from 'pending'
  union all
  select 'an unconfirmed correction in the record', c.id::text from workout_corrections c
    join workouts w on w.id = c.workout_id
    where c.state = 'pending' and (select jsonb_agg(rep_loads_hg order by position)
        from workout_sets s where s.workout_id = w.id)
      <> (select jsonb_agg(one -> 'repLoadsHg') from jsonb_array_elements(c.before) one)
  union all
  select 'withheld for nothing', h.workout_id::text from withheld_records h
    where not exists (select from rejected_workouts r where r.workout_id = h.workout_id)
      and not exists (select from workouts w
        where w.id = h.workout_id and w.correction_state = 'pending')`;

const timeout = bySize(120_000, 900_000);

test(
  'sums, bests and ranks match the records after simultaneous claims, rejections and corrections',
  { timeout },
  async () => {
    const seeded = createRandom(20_260_422);
    const members: Member[] = [];
    for (let index = 0; index < memberCount; index += 1)
      members.push(await addMember(seeded, index));
    // The members' first months end during the steps that follow.
    for (let round = 0; round < 15; round += 1) {
      await store(seeded, members, new Date(began.getTime() - 2 * dayMs));
    }
    const [first, second, ...staying] = members;
    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        const random = createRandom(worker + 1);
        for (let done = 0; done < stepsEach; done += 1) {
          await step(random, members);
          const leaving = worker === 0 ? first : worker === 1 ? second : undefined;
          if (leaving !== undefined && done === Math.floor(stepsEach / 2)) await erase(leaving);
        }
      }),
    );

    const happened = {
      claimed: await db.$count(workouts, sql`claimed_at is not null`),
      refusedOrWaiting: await db.$count(workoutClaims),
      unclaimed: await db.$count(unlinkedBouts, sql`sets is not null`),
      rejected: await db.$count(rejectedWorkouts),
      corrections: await db.$count(workoutCorrections),
      withheld: await db.$count(withheldRecords),
    };
    expect(Math.min(...Object.values(happened))).toBeGreaterThan(bySize(0, 5));

    const { rows } = await db.$client.query(contradictions);
    expect(rows).toEqual([]);
    expect(await findWrongSums(db)).toEqual([]);
    expect(await findWrongBests(db)).toEqual([]);
    const expected = (await rankEverything(db, '2026-03-01')).map(
      ({ board, sub, value, achievedOn, nickname }) =>
        `${board} ${sub} ${value} ${achievedOn} ${nickname}`,
    );
    expect(expected.length).toBeGreaterThan(50);
    expect(await readEntries()).toEqual(expected.toSorted());

    // A repeated message restores nothing, and nothing is stored twice.
    const before = await db.$count(workouts);
    const stays = new Set(staying.flatMap(({ links }) => links.map((link) => link.connectionId)));
    const known = sent.filter(({ connectionId }) => stays.has(connectionId));
    const outcomes = await ingestMessages(db, known, rankWorkouts, tick());
    expect(new Set(outcomes.map(({ result }) => result))).toEqual(new Set(['duplicate']));
    for (const bout of bouts) expect((await send(bout, tick())).result).toBe('duplicate');
    expect(await db.$count(workouts)).toBe(before);
  },
);
