import { gymDayOf } from '@tanren/domain/gyms/gym-hours';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import type { PersonalBestKind } from '@tanren/domain/workouts/personal-bests';
import { findPlannedReps } from '@tanren/domain/menus/menus';
import { overlapsRun, runLengthMs, type RunTimes } from '@tanren/domain/menus/menu-runs';
import { and, desc, eq, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';
import { listGymHours, noHours } from '#modules/gyms/gym-rules.service.ts';
import type { SentWorkout, StoredWorkout, WorkoutLink } from './ingest-message.ts';
import {
  type AcceptedWorkout,
  type PlacedWorkout,
  planIngest,
  type PlannedWorkout,
} from './ingest-plan.ts';
import { readKnownStrengths, saveStrengths } from '#modules/workouts/strength/strength.store.ts';
import { rebuildBests, updateBests } from '#modules/workouts/workout-bests.ts';
import { insertWorkouts, takeWorkoutIds, touchLinks } from '#modules/workouts/workouts.store.ts';

interface Bout {
  readonly sub: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/**
 * Maximum number of runs that are considered for a bout. No member starts more within the length of
 * a run, and the limit keeps one member from slowing down the batch.
 */
const maxRuns = 100;

/**
 * Selects, for each bout by its position, the runs it may belong to: runs of its member that began
 * before the bout ended and at most one run length before it started. One query serves a batch. The
 * bounds also keep PostgreSQL from joining the whole table: each bout takes a step in the index.
 */
export function selectNearbyRuns(db: Queryable, bouts: readonly Bout[]) {
  const subs = arrayLiteral(bouts.map(({ sub }) => sub));
  const earliest = arrayLiteral(
    bouts.map(({ startedAt }) => new Date(startedAt.getTime() - runLengthMs)),
  );
  const latest = arrayLiteral(bouts.map(({ endedAt }) => endedAt));
  const { id, items, startedAt, endsBy, endedAt } = trainingSessionRuns;
  const nearby = db
    .select({ id, items, startedAt, endsBy, endedAt })
    .from(trainingSessionRuns)
    .where(
      and(
        eq(trainingSessionRuns.sub, sql`n.sub`),
        sql`${startedAt} > n.earliest`,
        sql`${startedAt} < n.latest`,
      ),
    )
    .orderBy(desc(startedAt))
    .limit(maxRuns)
    .as('nearby');
  return db
    .select({
      position: sql<number>`n.position::integer`,
      // A named statement must keep the types of its result, also when `npm run widen-ids` swaps the table.
      id: sql`${nearby.id}::bigint`.mapWith(trainingSessionRuns.id),
      items: nearby.items,
      startedAt: nearby.startedAt,
      endsBy: nearby.endsBy,
      endedAt: nearby.endedAt,
    })
    .from(
      sql`unnest(${subs}::uuid[], ${earliest}::timestamptz[], ${latest}::timestamptz[])
        with ordinality n (sub, earliest, latest, position)`,
    )
    .innerJoinLateral(nearby, sql`true`);
}

/** The columns of a menu's run that the ingest needs. */
interface NearbyRun extends RunTimes {
  readonly id: number;
  readonly items: Parameters<typeof findPlannedReps>[0];
}

/**
 * Finds the gym day of each workout, the run of the menu it was done in, and the strength before it.
 * The runs need no lock:
 * erasing a member waits for the links, which this transaction has locked.
 */
async function placeWorkouts(
  tx: Transaction,
  accepted: readonly AcceptedWorkout[],
): Promise<PlacedWorkout[]> {
  const gymDayOfWorkout = await readGymDays(tx, accepted);
  const bouts = accepted.map(({ link: { sub }, workout: { startedAt, endedAt } }) => ({
    sub,
    startedAt,
    endedAt,
  }));
  const nearby = accepted.map((): NearbyRun[] => []);
  const runs = await selectNearbyRuns(tx, bouts).prepare('nearby-runs').execute();
  for (const { position, ...run } of runs) nearby[position - 1]?.push(run);
  const findKnown = await readKnownStrengths(
    tx,
    accepted.map(({ link }) => link),
  );
  return accepted.map((one, at) => {
    const run = chooseRun(one, nearby[at] ?? []);
    const { link, summary } = one;
    const { stored, machineOffset } = findKnown(link);
    return {
      gymDay: gymDayOfWorkout(one),
      sessionRunId: run?.id ?? null,
      plannedReps: findPlannedReps(run?.items ?? [], link.workoutTypeId, summary.topLoadHg),
      known: stored,
      machineOffset,
      ...one,
    };
  });
}

/**
 * Reads the gym days of workouts. The first rep decides the day, however late the message arrives.
 * One query reads the hours of all gyms of a batch.
 */
async function readGymDays(
  tx: Transaction,
  accepted: readonly AcceptedWorkout[],
): Promise<(one: AcceptedWorkout) => string> {
  const gymIds = [...new Set(accepted.map(({ link }) => link.gymId))];
  const times = accepted.map(({ workout }) => workout.startedAt.getTime());
  const first = addDays(toGymDay(new Date(Math.min(...times))), -1);
  const hours = await listGymHours(tx, gymIds, first, toGymDay(new Date(Math.max(...times))));
  return ({ link, workout }) => gymDayOf(workout.startedAt, hours.get(link.gymId) ?? noHours);
}

/**
 * Chooses the run that was under way and contains the workout's type. If a second run was started
 * during a set of the first, the newer one is chosen. The time when the workout arrived does not
 * matter.
 */
function chooseRun(
  { link, workout }: AcceptedWorkout,
  runs: readonly NearbyRun[],
): NearbyRun | null {
  let chosen: NearbyRun | null = null;
  for (const run of runs) {
    const hasType = run.items.some(({ workoutTypeId }) => workoutTypeId === link.workoutTypeId);
    const isItsRun = hasType && overlapsRun(run, workout);
    if (isItsRun && (chosen === null || isNewer(run, chosen))) chosen = run;
  }
  return chosen;
}

function isNewer(a: NearbyRun, b: NearbyRun): boolean {
  const later = a.startedAt.getTime() - b.startedAt.getTime();
  return later > 0 || (later === 0 && a.id > b.id);
}

/**
 * Stores accepted workouts. The caller has locked the bests of every member and type among them.
 */
export async function storeAccepted(
  tx: Transaction,
  accepted: readonly AcceptedWorkout[],
  rows: readonly WorkoutBestRow[],
): Promise<StoredWorkout[]> {
  if (accepted.length === 0) return [];
  const ids = await takeWorkoutIds(tx, accepted.length);
  const placed = await placeWorkouts(tx, accepted);
  const { planned, bests, strengths, late } = planIngest(placed, ids, rows);
  await insertPlanned(tx, planned);
  await updateBests(tx, bests);
  await saveStrengths(tx, strengths);
  const rebuilt = new Map<number, PersonalBestKind[]>();
  for (const pair of late) {
    for (const [id, beaten] of await rebuildBests(tx, pair)) rebuilt.set(id, beaten);
  }
  return planned.map(({ id, workout, link, summary, beaten }) => ({
    machineId: workout.machineId,
    workoutUuid: workout.workoutUuid,
    sub: link.sub,
    workoutId: id,
    workoutTypeId: link.workoutTypeId,
    setCount: summary.setCount,
    repCount: summary.repCount,
    maxHg: summary.maxHg,
    tfoHg: summary.tfoHg,
    personalBests: rebuilt.get(id) ?? beaten,
  }));
}

async function insertPlanned(tx: Transaction, planned: readonly PlannedWorkout[]): Promise<void> {
  // The rows are sorted, so that two nodes that store the same foreign uuids lock them in the same
  // order. The second node fails and repeats its batch in parts, which find the stored rows.
  const inOrder = planned.toSorted((a, b) =>
    a.workout.workoutUuid < b.workout.workoutUuid ? -1 : 1,
  );
  await insertWorkouts(tx, inOrder);
}

/** An accepted workout that was lifted on a link. */
export interface LinkedWorkout extends AcceptedWorkout {
  readonly workout: SentWorkout;
  readonly link: WorkoutLink;
}

/**
 * Tolerance in milliseconds. Live messages record the same activity, so only a clearly later time
 * is written.
 */
const touchToleranceMs = 30_000;

/**
 * Records the last activity of the links. It runs after the workouts are stored, because links are
 * locked for writing last.
 */
export async function touchUsedLinks(
  tx: Transaction,
  accepted: readonly LinkedWorkout[],
  now: Date,
): Promise<void> {
  await touchLinks(tx, listActivities(accepted, now));
}

/** Returns the time when each link was last used, according to these workouts. */
function listActivities(accepted: readonly LinkedWorkout[], now: Date) {
  const latest = new Map<string, Date>();
  for (const { workout, link } of accepted) {
    const at = workout.endedAt < now ? workout.endedAt : now;
    const known = latest.get(link.connectionId) ?? link.lastActiveAt;
    const isLater = at.getTime() > known.getTime() + touchToleranceMs;
    if (link.endedAt === null && isLater) latest.set(link.connectionId, at);
  }
  return [...latest].map(([connectionId, at]) => ({ connectionId, at }));
}
