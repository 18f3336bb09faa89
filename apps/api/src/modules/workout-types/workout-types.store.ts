import { eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { workoutBests } from '#db/schema/workouts.ts';

/** The member's row of bests in a type is there from the first workout on. */
export function selectDoneTypes(db: Queryable, sub: string) {
  return db
    .select({ workoutTypeId: workoutBests.workoutTypeId })
    .from(workoutBests)
    .where(eq(workoutBests.sub, sub));
}
