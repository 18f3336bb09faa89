import { findPlannedReps } from '@tanren/domain/menus/menus';
import { addStrength, type StoredStrength } from '@tanren/domain/workouts/strength-chain';
import type { RunRow } from '#menus/menu-rows.ts';
import type { SetRow, WorkoutRow } from './workout-rows.ts';

interface StrengthRow extends StoredStrength {
  readonly sub: string;
  readonly workoutTypeId: number;
}

/** Adds to each workout what the ingest would have learnt from it. The workouts are in order. */
export function makeStrengthRows(
  workouts: readonly WorkoutRow[],
  sets: readonly SetRow[],
  runs: readonly RunRow[],
) {
  const itemsOf = new Map(runs.map(({ id, items }) => [id, items]));
  const setsOf = new Map<number, SetRow[]>();
  for (const set of sets) {
    const own = setsOf.get(set.workoutId);
    if (own === undefined) setsOf.set(set.workoutId, [set]);
    else own.push(set);
  }
  const states = new Map<string, StrengthRow>();
  const learnt = workouts.map((workout): WorkoutRow => {
    const { id, sub, workoutTypeId, sessionRunId, topLoadHg } = workout;
    const key = `${sub}/${workoutTypeId}`;
    const items = sessionRunId === null ? [] : (itemsOf.get(sessionRunId) ?? []);
    const { stored, columns } = addStrength(states.get(key) ?? null, {
      ...workout,
      plannedReps: findPlannedReps(items, workoutTypeId, topLoadHg),
      sets: (setsOf.get(id) ?? []).map(({ loadHg, repLoadsHg }) => ({
        loadHg,
        reps: repLoadsHg.map((repHg) => ({ loadHg: repHg, ms: 0 })),
      })),
    });
    if (stored !== null) states.set(key, { sub, workoutTypeId, ...stored });
    return { ...workout, ...columns };
  });
  return { workouts: learnt, strengths: [...states.values()] };
}
