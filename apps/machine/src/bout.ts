import type {
  MachineChannel,
  UnlinkedWorkoutMessage,
  WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';

export type SetRecord = WorkoutMessage['sets'][number];
export type RepRecord = SetRecord['reps'][number];

/** What is sent of a bout: for a member who was linked, or for whoever claims it. */
export type BoutMessage = WorkoutMessage | UnlinkedWorkoutMessage;

export function channelOf(workout: BoutMessage): MachineChannel {
  return 'claimToken' in workout ? 'unlinked-workouts' : 'workouts';
}

/** null: nobody was linked. */
export function linkOf(workout: BoutMessage): string | null {
  return 'connectionId' in workout ? workout.connectionId : null;
}

/** The running bout: nothing else is needed to finish it, to show it and to tell it live. */
export interface Bout {
  readonly workoutUuid: string;
  /** null: nobody is linked, and the claim token names it. */
  readonly connectionId: string | null;
  readonly claimToken: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly sets: readonly SetRecord[];
  /** The set under way. */
  readonly current: SetRecord | null;
}

/** More are implausible to the server; a machine begins a new bout instead. */
export const mostSets = 50;
export const mostReps = 200;

export function beginBout(workoutUuid: string, connectionId: string, now: Date): Bout {
  return { ...begin(workoutUuid, now), connectionId, claimToken: null };
}

export function beginUnlinkedBout(workoutUuid: string, claimToken: string, now: Date): Bout {
  return { ...begin(workoutUuid, now), connectionId: null, claimToken };
}

function begin(workoutUuid: string, now: Date) {
  return { workoutUuid, startedAt: now, endedAt: now, sets: [], current: null };
}

export function beginSet(bout: Bout, loadKg: number): Bout {
  return { ...bout, current: { loadKg, reps: [] } };
}

/**
 * The load is the stack's: what was lifted is what the pin held. A bout began with its first rep's
 * beginning, also when the machine noticed only its end.
 */
export function addRep(bout: Bout, ms: number, now: Date): Bout {
  if (bout.current === null) return bout;
  const { loadKg, reps } = bout.current;
  const began = new Date(Math.min(bout.startedAt.getTime(), now.getTime() - ms));
  return {
    ...bout,
    startedAt: bout.sets.length === 0 && reps.length === 0 ? began : bout.startedAt,
    endedAt: now,
    current: { loadKg, reps: [...reps, { loadKg, ms }] },
  };
}

/** A set without a completed rep was none. */
export function closeSet(bout: Bout): Bout {
  if (bout.current === null) return bout;
  const sets = bout.current.reps.length === 0 ? bout.sets : [...bout.sets, bout.current];
  return { ...bout, sets, current: null };
}

/** null: nothing was lifted. */
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
    max: toKilograms(loads.reduce((most, load) => Math.max(most, load), 0)),
    tfo: toKilograms(loads.reduce((sum, load) => sum + load, 0)),
  };
}

export function listSets(bout: Bout | null): readonly SetRecord[] {
  if (bout === null) return [];
  return bout.current === null ? bout.sets : [...bout.sets, bout.current];
}
