import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { chosenLoads } from '#db/schema/trainers.ts';

interface LoadKey {
  readonly sub: string;
  readonly workoutTypeId: number;
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
