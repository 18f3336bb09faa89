import type { RejectionReason } from '@tanren/contract/machines/machine-messages';
import {
  clockToleranceMs,
  collides,
  findImplausibility,
  oldestWorkoutMs,
  summarizeWorkout,
  type WorkoutSummary,
} from '@tanren/domain/workouts/workouts';
import type { Database, Transaction } from '#db/database.ts';
import type {
  DuplicateOutcome,
  IncomingMessage,
  IngestOutcome,
  LiftedBout,
  RejectedOutcome,
  SentWorkout,
  WorkoutLink,
} from './ingest/ingest-message.ts';
import type { AcceptedWorkout } from './ingest/ingest-plan.ts';
import { type LinkedWorkout, storeAccepted, touchUsedLinks } from './ingest/ingest-store.ts';
import { insertRejected } from './ingest/rejected-messages.store.ts';
import type { MemberType } from './member-type.ts';
import { deleteEmptyBests, lockBests, isSamePair } from './workout-bests.ts';
import {
  findStored,
  lockLinks,
  listBoutsBeside,
  type StoredBout,
  type StoredOwner,
} from './workouts.store.ts';

type Verdict = 'new' | 'duplicate' | RejectionReason;

/**
 * Accepts or rejects a workout. `link` is the link it names, if it belongs to this machine.
 * `stored` is the owner of the stored workout with this uuid. `beside` lists the machine's other
 * bouts of that time. A stored workout is checked first: a machine that was offline for months must
 * get the ack for it, not a rejection for its age.
 */
function judgeWorkout(
  workout: SentWorkout,
  link: WorkoutLink | undefined,
  stored: StoredOwner | undefined,
  beside: readonly StoredBout[],
  now: Date,
): Verdict {
  if (stored?.machineId === workout.machineId && (link === undefined || link.sub === stored.sub)) {
    return 'duplicate';
  }
  if (link === undefined) return 'unknown_connection';
  if (stored !== undefined) return 'uuid_taken';
  const implausibility = findImplausibility(workout, link, now);
  if (implausibility !== null) return implausibility;
  if (!isWithin(link, workout.startedAt)) return 'outside_connection';
  const { machineId } = workout;
  const isTaken = beside.some((bout) => bout.machineId === machineId && collides(bout, workout));
  return isTaken ? 'overlaps_workout' : 'new';
}

/** Returns whether a bout started during the link. It may go on after the link has ended. */
function isWithin({ linkedAt, endedAt }: WorkoutLink, startedAt: Date): boolean {
  const start = startedAt.getTime();
  if (start < linkedAt.getTime() - clockToleranceMs) return false;
  return endedAt === null || start <= endedAt.getTime() + clockToleranceMs;
}

/** A workout that was just stored, for other modules that depend on it. */
interface NewWorkout extends WorkoutSummary {
  readonly sub: string;
  readonly workoutTypeId: number;
  readonly gymId: number;
  readonly startedAt: Date;
}

export type OnWorkoutsStored = (
  tx: Transaction,
  stored: readonly NewWorkout[],
  now: Date,
) => Promise<void>;

/**
 * Stores a batch of messages completely or not at all: workouts with their sets, the members'
 * bests, and rejected messages. Messages may arrive again, on any node, at any time.
 *
 * All transactions take locks in one order: links, bests, then links again for writing, each kind
 * by its key. The locks of `onWorkoutsStored` come last.
 */
export async function ingestMessages(
  db: Database,
  messages: readonly IncomingMessage[],
  onWorkoutsStored: OnWorkoutsStored,
  now: Date,
): Promise<IngestOutcome[]> {
  return await db.transaction(async (tx) => {
    const workouts = messages.filter((message) => message.readable);
    const links = await lockLinks(
      tx,
      workouts.map(({ connectionId }) => connectionId),
    );
    const linkOf = ({ machineId, connectionId }: SentWorkout) => {
      const link = links.get(connectionId);
      return link?.machineId === machineId ? link : undefined;
    };
    // The bests are locked before any lookup, because storing the same workout on another node
    // locks the same bests.
    const bests = await lockBests(tx, listPairs(workouts.flatMap((w) => linkOf(w) ?? [])));
    const owners = await findStored(
      tx,
      workouts.map(({ workoutUuid }) => workoutUuid),
    );
    const beside = await listBoutsBeside(
      tx,
      workouts.filter((workout) => isRecent(workout, now)),
    );
    const { accepted, decided } = judgeAll(
      messages,
      linkOf,
      { stored: owners, beside: [...beside] },
      now,
    );
    const stored = await storeAccepted(tx, accepted, bests);
    await touchUsedLinks(tx, accepted, now);
    const pairs = listPairs(accepted.map(({ link }) => link));
    await deleteEmptyBests(
      tx,
      bests.filter((row) => row.workoutCount === 0 && !pairs.some((pair) => isSamePair(row, pair))),
    );
    const rejected = decided.filter((outcome) => outcome.result === 'rejected');
    await insertRejected(tx, rejected, now);
    await onWorkoutsStored(tx, accepted.map(toNewWorkout), now);
    const connectionOf = new Map(
      accepted.map(({ workout, link }) => [workout.workoutUuid, link.connectionId]),
    );
    const outcomes = stored.map((one): IngestOutcome => {
      const connectionId = connectionOf.get(one.workoutUuid) ?? '';
      return { result: 'stored', connectionId, ...one };
    });
    return [...outcomes, ...decided];
  });
}

export function toNewWorkout({ workout, link, summary }: AcceptedWorkout): NewWorkout {
  const { sub, workoutTypeId, gymId } = link;
  return { sub, workoutTypeId, gymId, startedAt: workout.startedAt, ...summary };
}

/**
 * Returns whether both times are near enough to now to be stored. All other times are rejected
 * anyway: 23:59:60 is well-formed but not a time, and SQL has no year 0.
 */
export function isRecent({ startedAt, endedAt }: LiftedBout, now: Date): boolean {
  const farMs = 2 * oldestWorkoutMs;
  return [startedAt, endedAt].every((time) => Math.abs(time.getTime() - now.getTime()) < farMs);
}

type DecidedOutcome = DuplicateOutcome | RejectedOutcome;

function judgeAll(
  messages: readonly IncomingMessage[],
  linkOf: (workout: SentWorkout) => WorkoutLink | undefined,
  { stored, beside }: { stored: Map<string, StoredOwner>; beside: StoredBout[] },
  now: Date,
): { accepted: LinkedWorkout[]; decided: DecidedOutcome[] } {
  const accepted: LinkedWorkout[] = [];
  const decided: DecidedOutcome[] = [];
  for (const message of messages) {
    if (!message.readable) {
      decided.push({ ...message, result: 'rejected', sub: null });
      continue;
    }
    const { machineId, workoutUuid } = message;
    const link = linkOf(message);
    const verdict = judgeWorkout(message, link, stored.get(workoutUuid), beside, now);
    if (verdict === 'duplicate') {
      decided.push({ result: 'duplicate', machineId, workoutUuid });
    } else if (verdict === 'new' && link !== undefined) {
      const summary: WorkoutSummary = summarizeWorkout(message.sets);
      accepted.push({ workout: message, link, summary });
      // A second copy of the workout in the same batch is a duplicate.
      stored.set(workoutUuid, { machineId, sub: link.sub });
      beside.push(message);
    } else {
      const reason = verdict === 'new' ? 'unknown_connection' : verdict;
      decided.push({ ...message, result: 'rejected', reason, sub: link?.sub ?? null });
    }
  }
  return { accepted, decided };
}

export function listPairs(links: readonly MemberType[]): MemberType[] {
  const byKey = new Map(links.map((link) => [`${link.sub} ${link.workoutTypeId}`, link]));
  return [...byKey.values()];
}
