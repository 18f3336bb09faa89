import type {
  MachineChannel,
  UnlinkedWorkoutMessage,
  WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';

export type SetRecord = WorkoutMessage['sets'][number];
export type RepRecord = SetRecord['reps'][number];

/** Message about a bout, for the linked member or for the person who will claim it. */
export type BoutMessage = WorkoutMessage | UnlinkedWorkoutMessage;

export function channelOf(workout: BoutMessage): MachineChannel {
  return 'claimToken' in workout ? 'unlinked-workouts' : 'workouts';
}

/** Returns the link of a workout. `null` when it was done without one. */
export function linkOf(workout: BoutMessage): string | null {
  return 'connectionId' in workout ? workout.connectionId : null;
}

/** The running bout, with everything needed to finish it, show it and publish it live. */
export interface Bout {
  readonly workoutUuid: string;
  /** `null` when no member is linked. Then the claim token identifies the bout. */
  readonly connectionId: string | null;
  readonly claimToken: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly sets: readonly SetRecord[];
  /** The current set. `null` between sets. */
  readonly current: SetRecord | null;
}

/** Limits of a bout. The server rejects more as implausible, so the machine begins a new bout. */
export const maxSets = 50;
export const maxReps = 200;
const maxFailedReps = 20;

export function beginBout(workoutUuid: string, connectionId: string, now: Date): Bout {
  return { ...begin(workoutUuid, now), connectionId, claimToken: null };
}

export function beginUnlinkedBout(workoutUuid: string, claimToken: string, now: Date): Bout {
  return { ...begin(workoutUuid, now), connectionId: null, claimToken };
}

function begin(workoutUuid: string, now: Date) {
  return { workoutUuid, startedAt: now, endedAt: now, sets: [], current: null };
}

/** Begins a set. `seat` is `null` when the machine does not know it. */
export function beginSet(bout: Bout, loadKg: number, seat: number | null = null): Bout {
  const current = seat === null ? { loadKg, reps: [] } : { loadKg, seat, reps: [] };
  return { ...bout, current };
}

/** A rep as the sensors saw it. `sensed` is `null` on a machine that measures only the duration. */
export interface SensedRep {
  readonly ms: number;
  readonly sensed: Omit<RepRecord, 'loadKg' | 'ms' | 'startMs'> | null;
}

/**
 * Adds a rep with the load that was set on the stack. The bout begins with the start of its first
 * rep, although the machine notices only the end.
 */
export function addRep(bout: Bout, { ms, sensed }: SensedRep, now: Date): Bout {
  if (bout.current === null) return bout;
  const { loadKg, reps } = bout.current;
  const isFirst = bout.sets.length === 0 && reps.length === 0;
  const began = Math.min(bout.startedAt.getTime(), now.getTime() - ms);
  const startedAt = isFirst ? new Date(began) : bout.startedAt;
  const startMs = Math.max(findLastStart(bout), now.getTime() - ms - startedAt.getTime());
  const rep = sensed === null ? { loadKg, ms } : { loadKg, ms, startMs, ...sensed };
  const setStart = sensed !== null && reps.length === 0 ? { startMs } : {};
  return {
    ...bout,
    startedAt,
    endedAt: now,
    current: { ...bout.current, ...setStart, reps: [...reps, rep] },
  };
}

/** Adds a rep that was not completed to a set that has completed ones. */
export function addFailedRep(bout: Bout, { ms, sensed }: SensedRep): Bout {
  if (bout.current === null || sensed === null) return bout;
  const { loadKg, failedReps = [] } = bout.current;
  const failed = [...failedReps, { loadKg, ms, ...sensed }].slice(0, maxFailedReps);
  return { ...bout, current: { ...bout.current, failedReps: failed } };
}

/** Returns the start of the last rep, because the clock may have been set back since. */
function findLastStart(bout: Bout): number {
  const last = listSets(bout).findLast(({ reps }) => reps.length > 0);
  return last?.reps.at(-1)?.startMs ?? 0;
}

/** Ends the current set. A set without a completed rep is dropped. */
export function closeSet(bout: Bout): Bout {
  if (bout.current === null) return bout;
  const sets = bout.current.reps.length === 0 ? bout.sets : [...bout.sets, bout.current];
  return { ...bout, sets, current: null };
}

/** Returns the message about the bout. `null` when nothing was lifted. */
export function toWorkout(bout: Bout): BoutMessage | null {
  if (bout.sets.length === 0) return null;
  const { workoutUuid, connectionId, claimToken } = bout;
  const lifted = {
    startedAt: bout.startedAt.toISOString(),
    endedAt: bout.endedAt.toISOString(),
    sets: [...bout.sets],
  };
  if (connectionId !== null) return { workoutUuid, connectionId, ...lifted };
  return claimToken === null ? null : { workoutUuid, claimToken, ...lifted };
}

interface BoutTotals {
  readonly max: number;
  readonly tfo: number;
}

export function sumBout(sets: readonly SetRecord[]): BoutTotals {
  const loads = sets.flatMap(({ reps }) => reps.map(({ loadKg }) => toHectograms(loadKg)));
  return {
    max: toKilograms(loads.reduce((max, load) => Math.max(max, load), 0)),
    tfo: toKilograms(loads.reduce((sum, load) => sum + load, 0)),
  };
}

export function listSets(bout: Bout | null): readonly SetRecord[] {
  if (bout === null) return [];
  return bout.current === null ? bout.sets : [...bout.sets, bout.current];
}

export type MachineState = 'idle' | 'linked' | 'lifting' | 'resting';

export function findState(bout: Bout | null, isLinked: boolean): MachineState {
  if (bout === null) return isLinked ? 'linked' : 'idle';
  return bout.current === null ? 'resting' : 'lifting';
}
