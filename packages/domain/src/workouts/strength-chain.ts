import { toOppositeEvidence } from '#machines/machine-offsets.ts';
import { type StrengthState, toEfforts, updateStrength } from './strength.ts';
import type { LiftedSet } from './workouts.ts';

/** State of strength as it is stored after the newest workout of a member and type. */
export interface StoredStrength extends StrengthState {
  readonly workoutId: number;
  /** Machine of the last workout that taught anything, and the offset that it was computed with. */
  readonly machineId: number;
  readonly machineOffset: number | null;
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

/** Values stored with a workout. Each is `null` when the workout shows nothing about it. */
export interface StrengthColumns {
  readonly strengthMean: number | null;
  readonly strengthSd: number | null;
  readonly plannedChance: number | null;
  readonly offsetPrecision: number | null;
  readonly offsetWeighted: number | null;
  /** Machine of the workout before, and what this one says about that machine's offset. */
  readonly lastMachineId: number | null;
  readonly lastOffsetWeighted: number | null;
}

export const noStrength: StrengthColumns = {
  strengthMean: null,
  strengthSd: null,
  plannedChance: null,
  offsetPrecision: null,
  offsetWeighted: null,
  lastMachineId: null,
  lastOffsetWeighted: null,
};

interface AddedStrength {
  readonly stored: StoredStrength | null;
  readonly columns: StrengthColumns;
}

/**
 * Adds a workout to the state before it. Values are rounded to the four bytes of their columns, so
 * that a state that was read again leads to exactly the same next state.
 *
 * Only a workout on another machine than the one before says something about offsets: on the same
 * machine, both share the offset. It is evidence for both machines, with the same precision. The
 * offset of the other machine is the one that the state was computed with, so that recomputing gives
 * the same values.
 */
export function addStrength(
  before: StoredStrength | null,
  { id, machineId, workoutTypeId, startedAt, sets, plannedReps, machineOffset }: StrengthWorkout,
): AddedStrength {
  const offset = Math.fround(machineOffset ?? 0);
  const update = updateStrength(before && roundState(before), {
    workoutTypeId,
    at: startedAt,
    efforts: toEfforts(sets, plannedReps),
    machineOffset: offset,
    plannedReps,
  });
  if (update === null)
    return { stored: before && { ...before, workoutId: id }, columns: noStrength };
  const state = roundState(update.state);
  const { plannedChance, evidence } = update;
  const columns = {
    ...noStrength,
    strengthMean: state.mean,
    strengthSd: state.sd,
    plannedChance: plannedChance === null ? null : Math.fround(plannedChance),
  };
  const stored = { workoutId: id, machineId, machineOffset, ...state };
  if (before === null || evidence === null || before.machineId === machineId) {
    return { stored, columns };
  }
  const lastOffset = Math.fround(before.machineOffset ?? 0);
  return {
    stored,
    columns: {
      ...columns,
      offsetPrecision: evidence.precision,
      offsetWeighted: evidence.weighted,
      lastMachineId: before.machineId,
      lastOffsetWeighted: toOppositeEvidence(evidence, offset, lastOffset).weighted,
    },
  };
}

function roundState({ mean, sd, at }: StrengthState): StrengthState {
  return { mean: Math.fround(mean), sd: Math.fround(sd), at };
}
