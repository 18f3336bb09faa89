import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { type TrainingSessionRow, trainingSessions } from '#db/schema/training-sessions.ts';
import { countTags, indexSession } from './session-index.store.ts';

/**
 * Takes a session away from everybody but its author, who reads the reason and cannot publish it
 * again; null when it is gone. What nobody saw when it was hidden has no day of publication from
 * then on: lifting the ban must not publish what its author had taken back.
 */
export async function hideSession(
  tx: Transaction,
  id: number,
  hiddenReason: string,
): Promise<TrainingSessionRow | null> {
  return await replaceVisibility(tx, id, ({ visibility, publishedAt, ...before }) => ({
    visibility: 'private',
    hiddenReason,
    publishedAt: visibility === 'public' || before.hiddenReason !== null ? publishedAt : null,
  }));
}

/** As it was before it was hidden; one that is not hidden stays as it is, null: it is gone. */
export async function restoreSession(
  tx: Transaction,
  id: number,
): Promise<TrainingSessionRow | null> {
  return await replaceVisibility(tx, id, ({ hiddenReason, visibility, publishedAt, forSub }) => {
    const shows = hiddenReason !== null && publishedAt !== null && forSub === null;
    return { visibility: shows ? 'public' : visibility, hiddenReason: null, publishedAt };
  });
}

type Shown = Pick<TrainingSessionRow, 'visibility' | 'hiddenReason' | 'publishedAt'>;

async function replaceVisibility(
  tx: Transaction,
  id: number,
  decide: (before: TrainingSessionRow) => Shown,
): Promise<TrainingSessionRow | null> {
  const isIt = eq(trainingSessions.id, id);
  const [before] = await tx.select().from(trainingSessions).where(isIt).for('no key update');
  if (before === undefined) return null;
  const shown = decide(before);
  // A page that still shows it in the editor must not save over it as if nothing had happened.
  const grown = shown.visibility === before.visibility ? 0 : 1;
  const [after] = await tx
    .update(trainingSessions)
    .set({ ...shown, version: sql`${trainingSessions.version} + ${grown}` })
    .where(isIt)
    .returning();
  if (after === undefined) throw new Error('a held session is gone');
  await indexSession(tx, after);
  await countTags(tx, [before], [after]);
  return after;
}
