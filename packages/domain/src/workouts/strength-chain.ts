import { type StrengthState, toEfforts, updateStrength } from './strength.ts';
import type { LiftedSet } from './workouts.ts';

/** State of strength as it is stored after the newest workout of a member and type. */
export interface StoredStrength extends StrengthState {
  /** Newest workout that is part of the state, and its machine. */
  readonly workoutId: number;
  readonly machineId: number;
}

interface StrengthWorkout {
  readonly id: number;
  readonly machineId: number;
  readonly workoutTypeId: number;
  readonly startedAt: Date;
  readonly sets: readonly Pick<LiftedSet, 'loadHg' | 'reps'>[];
  /** `null` for a workout without a menu. */
  readonly plannedReps: number | null;
  /** Offset of the machine when the workout arrived. `null` means none. */
  readonly machineOffset: number | null;
}

/** What is stored with a workout. Every field is `null` when the workout says nothing about it. */
export interface StrengthColumns {
  readonly strengthMean: number | null;
  readonly strengthSd: number | null;
  readonly plannedChance: number | null;
  readonly offsetPrecision: number | null;
  readonly offsetWeighted: number | null;
}

export const noStrength: StrengthColumns = {
  strengthMean: null,
  strengthSd: null,
  plannedChance: null,
  offsetPrecision: null,
  offsetWeighted: null,
};

interface AddedStrength {
  readonly stored: StoredStrength | null;
  readonly columns: StrengthColumns;
}

/**
 * Adds a workout to the state before it. Values are rounded to the four bytes of their columns, so
 * that a state that was read again leads to exactly the same next state.
 *
 * Only a workout on another machine than the one before says something about the offset of its
 * machine: on the same machine, both share the offset.
 */
export function addStrength(
  before: StoredStrength | null,
  { id, machineId, workoutTypeId, startedAt, sets, plannedReps, machineOffset }: StrengthWorkout,
): AddedStrength {
  const update = updateStrength(before && roundState(before), {
    workoutTypeId,
    at: startedAt,
    efforts: toEfforts(sets, plannedReps),
    machineOffset: Math.fround(machineOffset ?? 0),
    plannedReps,
  });
  if (update === null) {
    return { stored: before && { ...before, workoutId: id, machineId }, columns: noStrength };
  }
  const state = roundState(update.state);
  const { plannedChance } = update;
  const evidence = before?.machineId === machineId ? null : update.evidence;
  return {
    stored: { ...state, workoutId: id, machineId },
    columns: {
      strengthMean: state.mean,
      strengthSd: state.sd,
      plannedChance: plannedChance === null ? null : Math.fround(plannedChance),
      offsetPrecision: evidence?.precision ?? null,
      offsetWeighted: evidence?.weighted ?? null,
    },
  };
}

function roundState({ mean, sd, at }: StrengthState): StrengthState {
  return { mean: Math.fround(mean), sd: Math.fround(sd), at };
}
