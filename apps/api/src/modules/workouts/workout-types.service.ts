import type { WorkoutType } from '@tanren/contract/workouts/workout-types';
import { toKilograms } from '@tanren/domain/workouts/loads';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { workoutBests } from '#db/schema/workouts.ts';
import { selectChosen } from './workout-loads.store.ts';

/**
 * Selects the types that the member has done. A row of bests exists from the first workout of a
 * type.
 */
export function selectDoneTypes(db: Queryable, sub: string) {
  return db
    .select({ workoutTypeId: workoutBests.workoutTypeId })
    .from(workoutBests)
    .where(eq(workoutBests.sub, sub));
}

/** Returns all types. A load that the trainer chose is on those that the member has never done. */
export async function readTypes(db: Queryable, sub: string): Promise<WorkoutType[]> {
  const rows = await selectDoneTypes(db, sub);
  const done = new Set(rows.map(({ workoutTypeId }) => workoutTypeId));
  const choices = await selectChosen(db, sub);
  return workoutTypes.map((type) => {
    const workouted = done.has(type.id);
    const chosen = workouted ? undefined : choices.find((one) => one.workoutTypeId === type.id);
    return {
      ...type,
      muscles: [...type.muscles],
      workouted,
      ...(chosen && {
        firstLoad: {
          loadKg: toKilograms(chosen.loadHg),
          note: { text: chosen.reason, nickname: chosen.nickname ?? '' },
        },
      }),
    };
  });
}
