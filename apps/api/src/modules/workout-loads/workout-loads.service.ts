import { type LoadRange, toHectograms } from '@tanren/domain/loads';
import {
  chooseNextLoad,
  type NextLoad,
  type NextLoadReason,
  type RecentWorkout,
} from '@tanren/domain/next-load';
import { settableAtMost, type SettableLoads } from '@tanren/domain/settable-loads';
import { workoutTypes } from '@tanren/domain/workout-types';
import type { Queryable } from '#db/database.ts';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';
import { type ChosenLoad, selectChosen } from './chosen-loads.store.ts';
import { selectBestsWithRecent, selectRecent } from './workout-loads.store.ts';

export interface TypeLoads {
  readonly best: WorkoutBestRow;
  readonly last: RecentWorkout;
  /** What the rule says, whether or not a trainer chose another. */
  readonly rule: NextLoad;
  /** What counts. */
  readonly next: { readonly loadHg: number; readonly reason: NextLoadReason };
  readonly chosen: ChosenLoad | null;
}

/** By type; what comes next is what the machines built for the type can be set to. */
export async function readLoads(db: Queryable, sub: string, now: Date): Promise<TypeLoads[]> {
  const rows = await selectBestsWithRecent(db, sub);
  const choices = rows.length === 0 ? [] : await selectChosen(db, sub);
  return workoutTypes.flatMap((type): TypeLoads[] => {
    const ofType = rows.filter(({ best }) => best.workoutTypeId === type.id);
    const recent = ofType.map((row) => row.recent);
    const range = toSettable(type);
    const rule = chooseNextLoad({ recent, range, now });
    const [newest] = ofType;
    if (newest === undefined || rule === null) return [];
    const chosen = choices.find(({ workoutTypeId }) => workoutTypeId === type.id) ?? null;
    const next = preferChosen(rule, chosen, range);
    return [{ best: newest.best, last: newest.recent, rule, next, chosen }];
  });
}

/** In hectograms, for one machine; null for a type the member has not done. */
export async function findNextLoad(
  db: Queryable,
  sub: string,
  workoutTypeId: number,
  range: SettableLoads,
  now: Date,
): Promise<number | null> {
  const recent = await selectRecent(db, sub, workoutTypeId);
  const rule = chooseNextLoad({ recent, range, now });
  if (rule === null) return null;
  const choices = await selectChosen(db, sub);
  const chosen = choices.find((choice) => choice.workoutTypeId === workoutTypeId) ?? null;
  return preferChosen(rule, chosen, range).loadHg;
}

/** What a trainer chose was chosen for the type: one machine may have other plates. */
function preferChosen(
  rule: NextLoad,
  chosen: ChosenLoad | null,
  range: SettableLoads,
): TypeLoads['next'] {
  if (chosen === null) return rule;
  return { loadHg: settableAtMost(range, chosen.loadHg), reason: 'trainer' };
}

function toSettable({ minLoad, maxLoad, loadStep }: LoadRange): SettableLoads {
  return {
    minLoadHg: toHectograms(minLoad),
    maxLoadHg: toHectograms(maxLoad),
    loadStepHg: toHectograms(loadStep),
  };
}
