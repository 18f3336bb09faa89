import { repSides } from '@tanren/domain/workouts/rep-measures';
import type { LiftedRep, LiftedSet } from '@tanren/domain/workouts/workouts';
import type { SetMeasures, WorkoutSetRow } from '#db/schema/workouts.ts';

/**
 * Order of the measures in a row of `rep_measures`. Stored rows have this order, so new measures
 * are added at the end. The side follows them as its position in `repSides`.
 */
export const packedNames = [
  'concentricMs',
  'eccentricMs',
  'rangeMm',
  'meanVelocityMmPerS',
  'peakVelocityMmPerS',
] as const;

type PackedRep = (number | null)[];

function packRep(rep: LiftedRep): PackedRep {
  const side = rep.side === undefined ? null : repSides.indexOf(rep.side);
  return [...packedNames.map((name) => rep[name] ?? null), side];
}

const isEmpty = (row: readonly (number | null)[]) => row.every((value) => value === null);

/** Returns whether a rep has more than its load and its duration. Most machines measure no more. */
const isMeasured = (rep: LiftedRep) => Object.keys(rep).length > 2;

/** Returns the columns for what was measured of a set, without those that have nothing. */
export function packMeasures({ reps, failedReps = [], startMs, seat }: LiftedSet): SetMeasures {
  return {
    ...(startMs !== undefined && { startMs }),
    ...(seat !== undefined && { seat }),
    ...(reps.some(isMeasured) && packReps(reps)),
    ...(failedReps.length > 0 && { failedReps: [...failedReps] }),
  };
}

function packReps(reps: readonly LiftedRep[]): SetMeasures {
  const repStartMs = reps.map((rep) => rep.startMs ?? null);
  const repMeasures = reps.map(packRep);
  return {
    ...(!isEmpty(repStartMs) && { repStartMs }),
    ...(!repMeasures.every(isEmpty) && { repMeasures }),
  };
}

/** Returns the measures that are there. Columns of rows are `null`, fields of snapshots absent. */
function listPresent(set: SetMeasures) {
  const { startMs, seat, repStartMs, repMeasures, failedReps } = set;
  const fields = Object.entries({ startMs, seat, repStartMs, repMeasures, failedReps });
  const present = fields.filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as {
    [K in keyof SetMeasures]?: NonNullable<SetMeasures[K]>;
  };
}

function unpackRep(row: PackedRep): Partial<LiftedRep> {
  const measures: { -readonly [K in (typeof packedNames)[number]]?: number } = {};
  for (const [at, name] of packedNames.entries()) {
    const value = row[at] ?? null;
    if (value !== null) measures[name] = value;
  }
  const side = repSides[row[packedNames.length] ?? -1];
  return side === undefined ? measures : { ...measures, side };
}

export type StoredSet = Pick<WorkoutSetRow, 'loadHg' | 'repLoadsHg' | 'repMs'> & SetMeasures;

/** Returns a stored set as the machine sent it. */
export function unpackSet(set: StoredSet): LiftedSet {
  const { loadHg, repLoadsHg, repMs } = set;
  const { repStartMs, repMeasures, ...ofSet } = listPresent(set);
  return {
    loadHg,
    reps: repLoadsHg.map((repHg, at): LiftedRep => {
      const rep = { loadHg: repHg, ms: repMs[at] ?? 0 };
      const repStart = repStartMs?.[at] ?? null;
      const measures = repMeasures?.[at];
      if (repStart === null && measures === undefined) return rep;
      return {
        ...rep,
        ...(repStart !== null && { startMs: repStart }),
        ...(measures !== undefined && unpackRep(measures)),
      };
    }),
    ...ofSet,
  };
}

/** Returns only the measures of a stored set, of its first reps. */
export function cutMeasures(set: SetMeasures, repCount = Infinity): SetMeasures {
  const { repStartMs, repMeasures, ...ofSet } = listPresent(set);
  return {
    ...ofSet,
    ...(repStartMs !== undefined && { repStartMs: repStartMs.slice(0, repCount) }),
    ...(repMeasures !== undefined && { repMeasures: repMeasures.slice(0, repCount) }),
  };
}
