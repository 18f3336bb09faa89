import { type LoadRange, toHectograms } from '@tanren/domain/loads';
import { chooseNextLoad, type NextLoad, type RecentWorkout } from '@tanren/domain/next-load';
import type { SettableLoads } from '@tanren/domain/settable-loads';
import { workoutTypes } from '@tanren/domain/workout-types';
import type { Queryable } from '#db/database.ts';
import type { WorkoutBestRow } from '#db/schema/workouts.ts';
import { selectBestsWithRecent, selectRecent } from './workout-loads.store.ts';

export interface TypeLoads {
  readonly best: WorkoutBestRow;
  readonly last: RecentWorkout;
  readonly next: NextLoad;
}

/** By type; what comes next is what the machines built for the type can be set to. */
export async function readLoads(db: Queryable, sub: string, now: Date): Promise<TypeLoads[]> {
  const rows = await selectBestsWithRecent(db, sub);
  return workoutTypes.flatMap((type): TypeLoads[] => {
    const ofType = rows.filter(({ best }) => best.workoutTypeId === type.id);
    const recent = ofType.map((row) => row.recent);
    const next = chooseNextLoad({ recent, range: toSettable(type), now });
    const [newest] = ofType;
    if (newest === undefined || next === null) return [];
    return [{ best: newest.best, last: newest.recent, next }];
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
  return chooseNextLoad({ recent, range, now })?.loadHg ?? null;
}

function toSettable({ minLoad, maxLoad, loadStep }: LoadRange): SettableLoads {
  return {
    minLoadHg: toHectograms(minLoad),
    maxLoadHg: toHectograms(maxLoad),
    loadStepHg: toHectograms(loadStep),
  };
}
