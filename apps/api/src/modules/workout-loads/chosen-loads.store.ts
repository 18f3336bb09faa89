import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { chosenLoads, trainerLinks } from '#db/schema/trainer-links.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { workoutBests } from '#db/schema/workouts.ts';

export type ChosenLoad = Awaited<ReturnType<typeof selectChosen>>[number];

/** What a trainer chose for the member; only while the link stands, whoever clears up after it. */
export function selectChosen(db: Queryable, sub: string) {
  const { workoutTypeId, loadHg, reason } = chosenLoads;
  return db
    .select({ workoutTypeId, loadHg, reason, nickname: userInfos.nickname })
    .from(chosenLoads)
    .innerJoin(trainerLinks, eq(trainerLinks.id, chosenLoads.linkId))
    .leftJoin(userInfos, eq(userInfos.sub, trainerLinks.trainerSub))
    .where(and(eq(chosenLoads.sub, sub), isNull(trainerLinks.endedAt)));
}

interface LoadKey {
  readonly sub: string;
  readonly workoutTypeId: number;
}

export async function hasDone(db: Queryable, { sub, workoutTypeId }: LoadKey): Promise<boolean> {
  const found = await db
    .select({ sub: workoutBests.sub })
    .from(workoutBests)
    .where(and(eq(workoutBests.sub, sub), eq(workoutBests.workoutTypeId, workoutTypeId)));
  return found.length > 0;
}

export async function replaceChosen(
  db: Queryable,
  chosen: typeof chosenLoads.$inferInsert,
): Promise<void> {
  const { sub, workoutTypeId } = getTableColumns(chosenLoads);
  await db
    .insert(chosenLoads)
    .values(chosen)
    .onConflictDoUpdate({ target: [sub, workoutTypeId], set: chosen });
}

export async function deleteChosen(
  db: Queryable,
  { sub, workoutTypeId }: LoadKey,
): Promise<boolean> {
  const deleted = await db
    .delete(chosenLoads)
    .where(and(eq(chosenLoads.sub, sub), eq(chosenLoads.workoutTypeId, workoutTypeId)))
    .returning({ sub: chosenLoads.sub });
  return deleted.length > 0;
}
