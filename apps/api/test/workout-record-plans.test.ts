import { randomUUID } from 'node:crypto';
import {
  claimableMs,
  claimWaitsMs,
  rejectionUndoMs,
} from '@tanren/domain/workouts/workout-records';
import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { eraseMember, listMemberExports } from '#composition/member-data.ts';
import { machines } from '#db/schema/machines.ts';
import { userInfos } from '#db/schema/members.ts';
import { workoutCorrections } from '#db/schema/workout-records.ts';
import { workouts } from '#db/schema/workouts.ts';
import { listRecords } from '#modules/workouts/ranking/ranking-entries.store.ts';
import { readRanking } from '#modules/workouts/ranking/read-ranking.ts';
import {
  rankWorkouts,
  rebuildRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { claimBout, listClaims } from '#modules/workouts/records/claims.service.ts';
import { purgeUnclaimed } from '#modules/workouts/records/claims.store.ts';
import { correctWorkout, removeWorkout } from '#modules/workouts/records/corrections.service.ts';
import {
  proposeCorrection,
  withdrawCorrection,
  applyCorrectionVerdict,
} from '#modules/workouts/records/member-corrections.service.ts';
import { selectPendingCorrections } from '#modules/workouts/records/member-corrections.store.ts';
import { readRecord } from '#modules/workouts/records/records.service.ts';
import {
  readRejectedPage,
  rejectWorkout,
  restoreWorkout,
} from '#modules/workouts/records/rejections.service.ts';
import { purgeRejectedRecords } from '#modules/workouts/records/rejections.store.ts';
import { ingestUnlinked, readUnlinked } from '#modules/workouts/ingest/unlinked-ingest.ts';
import { ingestMessages } from '#modules/workouts/workouts.service.ts';
import { liftUnlinked, toPayload, type UnlinkedBout } from './support/workouts/claims.ts';
import { createTestDatabase } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { fillRecords, largeTables } from './support/workouts/many-records.ts';
import { watchStatements } from './support/database/query-plan.ts';
import { addLink } from './support/workouts/workouts.ts';

const { db, url } = await createTestDatabase();
const sub = randomUUID();
const now = new Date('2026-04-15T03:00:00Z');
const minuteMs = 60_000;
const ago = (ms: number) => new Date(now.getTime() - ms);
/** Ten million workouts in the long run, and a million rows each of claims and corrections. */
const world = {
  now,
  sub,
  members: bySize(1000, 100_000),
  workoutsEach: bySize(20, 100),
  gyms: bySize(4, 200),
  unlinkedBouts: bySize(8000, 1_000_000),
};
await fillRecords(url, world);
// PostgreSQL would read small tables completely. The short run disables that and checks that
// indexes exist for everything. The long run checks that they are chosen among millions of rows.
const watch = await watchStatements(
  url,
  db,
  largeTables,
  bySize({ enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }, {}),
);

/** Maximum that a statement of one member may touch, however many members there are. */
const aFew = { rows: 450, pages: 8000 };
/** Maximum for scheduled tasks, which work in batches of 5000. */
const aBatch = { rows: 11_000, pages: 200_000 };

/**
 * Runs a piece of the program and checks that every statement reaches few rows by an index, and
 * that the given indexes are used.
 */
async function expectIndexes(
  run: () => Promise<unknown>,
  indexes: readonly string[],
  max = aFew,
): Promise<void> {
  const statements = await watch(run);
  const isTooMuch = ({ ways, rows, removed, pages }: (typeof statements)[number]) =>
    ways.some((way) => way.endsWith(' Scan')) || rows + removed > max.rows || pages > max.pages;
  expect(statements.filter(isTooMuch)).toEqual([]);
  const ways = statements.flatMap((statement) => statement.ways);
  // Several indexes of the member's workouts are acceptable.
  const isTaken = (index: string) => ways.some((way) => way.startsWith(index));
  expect(indexes.filter((index) => !isTaken(index))).toEqual([]);
}

const parts = {
  lockAccount: async () => {},
  claimKey: Buffer.alloc(32, 3),
  onWorkoutsStored: rankWorkouts,
  onCorrected: rebuildRankings,
};

/** A machine of the gym in which the member trains. */
const machine = await findMachine();
async function findMachine() {
  const [last] = await db
    .select({ machine: machines })
    .from(workouts)
    .innerJoin(machines, eq(machines.id, workouts.machineId))
    .where(eq(workouts.sub, sub))
    .orderBy(desc(workouts.startedAt))
    .limit(1);
  if (last === undefined) throw new Error('the member has no workout');
  return last.machine;
}

/** Records without a correction. Each test takes one. */
const untouched = await db
  .select({ id: workouts.id })
  .from(workouts)
  .where(and(eq(workouts.sub, sub), isNull(workouts.correctionState)))
  .orderBy(asc(workouts.startedAt));
function takeRecord() {
  const taken = untouched.pop();
  if (taken === undefined) throw new Error('the member has no more records');
  return { sub, workoutId: taken.id };
}

let lifted = 0;
function lift(): UnlinkedBout {
  lifted += 1;
  return liftUnlinked(machine, ago(lifted * 10 * minuteMs));
}
const send = async (bout: UnlinkedBout) =>
  await ingestUnlinked(
    db,
    readUnlinked(machine.id, toPayload(bout), parts.claimKey),
    rankWorkouts,
    now,
  );
const claim = async ({ code }: UnlinkedBout) =>
  await claimBout(db, parts, { sub, typed: code }, now);

async function correct(key: ReturnType<typeof takeRecord>, loadKg = 12.5): Promise<number> {
  const sets = [{ position: 0, loadKg, repCount: 5 }];
  await proposeCorrection(db, parts, key, { sets, reason: '理由', correctedAt: null }, now);
  const [made] = await db
    .select({ id: workoutCorrections.id })
    .from(workoutCorrections)
    .where(eq(workoutCorrections.workoutId, key.workoutId));
  return made?.id ?? 0;
}
const applyVerdict = async (id: number, decision: 'confirm' | 'refuse') =>
  await db.transaction((tx) =>
    applyCorrectionVerdict(tx, id, { decision, reason: '理由' }, rebuildRankings, now),
  );

const ofMember = 'workouts_of_member';
const record = 'workouts_pkey';
const entries = 'ranking_entries_sub_board_pk';

describe(`among ${world.members * world.workoutsEach} workouts`, () => {
  test('detects a scan of a large table', async () => {
    const [scan] = await watch(() => db.select().from(workouts).where(eq(workouts.repCount, 99)));
    expect(scan?.ways).toEqual(['Seq Scan']);
    expect(scan?.removed).toBeGreaterThan((world.members * world.workoutsEach) / 2);
  });

  test('a claim before and after its workout', async () => {
    const links = ['tanren_connections_of_member', ofMember, 'workouts_of_machine'];
    const found = ['unlinked_bouts_pkey', 'workout_claims_of_member'];
    const bout = lift();
    await expectIndexes(() => send(bout), ['unlinked_bouts_pkey', 'workouts_of_machine']);
    await expectIndexes(() => claim(bout), [...found, ...links, entries]);
    const early = lift();
    await expectIndexes(() => claim(early), found);
    await expectIndexes(() => send(early), ['workout_claims_once', ...links, entries]);
    await expectIndexes(() => listClaims(db, sub, now), ['workout_claims_of_member', record]);
  });

  test('a rejection, its list and its undo', async () => {
    const key = takeRecord();
    const rejected = 'rejected_workouts_pkey';
    const rebuilt = [record, ofMember, 'workout_bests_sub_workout_type_id_pk', entries];
    await expectIndexes(
      () => rejectWorkout(db, parts, key, '別の方', now),
      [...rebuilt, 'workout_events_of_member', 'withheld_records_of_member'],
    );
    await expectIndexes(() => readRecord(db, key, now), [rejected, 'workout_events_of_workout']);
    await expectIndexes(
      () => readRejectedPage(db, { sub, cursor: null, limit: 20 }, now),
      ['rejected_workouts_of_member'],
    );
    await expectIndexes(() => restoreWorkout(db, parts, key, now), [...rebuilt, rejected]);
  });

  test('a withdrawn, a confirmed and a declined correction', async () => {
    const keys = [takeRecord(), takeRecord(), takeRecord()] as const;
    const ofRecord = [record, 'workout_corrections_of_workout', ofMember, entries];
    await expectIndexes(() => correct(keys[0]), [...ofRecord, 'workout_corrections_of_member']);
    await expectIndexes(() => readRecord(db, keys[0], now), [record, 'workout_events_of_workout']);
    await expectIndexes(() => withdrawCorrection(db, parts, keys[0], now), ofRecord);
    const [second, third] = [await correct(keys[1]), await correct(keys[2])];
    const decided = [record, 'workout_corrections_pkey', ofMember, entries];
    await expectIndexes(() => applyVerdict(second, 'confirm'), decided);
    await expectIndexes(() => applyVerdict(third, 'refuse'), decided);
  });

  test('records that wait for staff, and changes by staff', async () => {
    const list = (gymId: number | null, from: { micros: string; id: number } | null) => () =>
      selectPendingCorrections(db, { gymId, from, limit: 21 });
    const from = { micros: String(ago(5 * 24 * 60 * minuteMs).getTime() * 1000), id: 1 };
    const everywhere = ['workout_corrections_to_decide', record, 'user_infos_pkey'];
    // Only few wait in the four gyms of the short run, so that any index is acceptable.
    const ofGym = bySize('workout_corrections_', 'workout_corrections_to_decide_in_gym');
    const inGym = [ofGym, record, 'user_infos_pkey'];
    await expectIndexes(list(null, null), everywhere);
    await expectIndexes(list(null, from), everywhere);
    await expectIndexes(list(1, null), inGym);
    await expectIndexes(list(1, from), inGym);
    const key = takeRecord();
    const sets = [{ position: 0, loadHg: 125, repCount: 5 }];
    const correction = { sets, reason: '理由', madeFrom: null, heavyConfirmed: false };
    await expectIndexes(
      () => db.transaction((tx) => correctWorkout(tx, key, correction, rebuildRankings, now)),
      [record, 'workout_corrections_of_workout', entries],
    );
    await expectIndexes(
      () => db.transaction((tx) => removeWorkout(tx, key, '理由', rebuildRankings, now)),
      [record, 'workout_events_of_workout', 'workout_corrections_of_workout', entries],
    );
  });

  test('a ranking with records that wait for staff, also with a cached plan', async () => {
    await correct(takeRecord());
    const board = { workoutType: 1, rankingType: 'tfo', period: null, gym: null } as const;
    await expectIndexes(async () => {
      for (let time = 0; time < 8; time += 1) {
        await readRanking(db, sub, { ...board, scale: 'open' }, now);
      }
    }, ['ranking_entries_by_value', entries, 'workout_corrections_pending_of_member', record]);
    await expectIndexes(
      () => db.transaction((tx) => listRecords(tx, sub, 1, '2026-03-01')),
      [ofMember, 'withheld_records_of_member'],
    );
  });

  test('a batch of workouts', async () => {
    const others = await db
      .select({ sub: userInfos.sub })
      .from(userInfos)
      .where(ne(userInfos.sub, sub))
      .limit(bySize(2, 50));
    const links = await Promise.all(
      others.map(async (other, at) => {
        const [theirs] = await db
          .select()
          .from(machines)
          .where(eq(machines.id, at + 1));
        if (theirs === undefined) throw new Error('there are too few machines');
        const linkedAt = ago(60 * minuteMs);
        return await addLink(db, theirs, { ...other, linkedAt, lastActiveAt: now, endedAt: now });
      }),
    );
    const messages = links.map(({ connectionId, machine: { id } }) => ({
      readable: true as const,
      connectionId,
      machineId: id,
      workoutUuid: randomUUID(),
      startedAt: ago(50 * minuteMs),
      endedAt: ago(40 * minuteMs),
      sets: [{ loadHg: 300, reps: [{ loadHg: 300, ms: 2000 }] }],
      payload: Buffer.alloc(0),
    }));
    const outcomes: string[] = [];
    await expectIndexes(
      async () => {
        const stored = await ingestMessages(db, messages, rankWorkouts, now);
        outcomes.push(...stored.map(({ result }) => result));
      },
      ['tanren_connections_pkey', 'workouts_of_machine', ofMember, 'withheld_records_of_member'],
      { rows: 450 * messages.length, pages: 8000 * messages.length },
    );
    expect(new Set(outcomes)).toEqual(new Set(['stored']));
  });

  test('expired rows: workouts after a day and a month, rejected records after 30 days', async () => {
    const storedSince = ago(claimableMs);
    const knownSince = ago(claimWaitsMs + 24 * 60 * minuteMs);
    const purged = ['unlinked_bouts_kept', 'unlinked_bouts_received_at', 'unlinked_bouts_pkey'];
    await expectIndexes(
      () => purgeUnclaimed(db, { storedSince, knownSince }),
      [...purged, 'workout_claims_claimed_at'],
      aBatch,
    );
    await expectIndexes(
      () => purgeRejectedRecords(db, ago(rejectionUndoMs)),
      ['rejected_workouts_rejected_at', 'rejected_workouts_pkey', 'workout_events_of_workout'],
      aBatch,
    );
  });

  test("a member's export and erasure", async () => {
    const exported: unknown[] = [];
    const noKey = Buffer.alloc(32);
    await expectIndexes(async () => {
      for (const part of listMemberExports({ healthKey: noKey, debitKey: noKey }).filter(
        ({ name }) => /claim|record/.test(name),
      )) {
        for await (const row of part.readRows(db, { sub, groups: [] })) exported.push(row);
      }
    }, ['workout_claims_of_member', 'rejected_workouts_of_member', 'workout_events_of_member']);
    expect(exported.length).toBeGreaterThan(5);
    await expectIndexes(
      () => db.transaction((tx) => eraseMember(tx, sub)),
      ['workout_claims_of_member', 'workout_corrections_of_member', 'withheld_records_of_member'],
    );
  });
});
