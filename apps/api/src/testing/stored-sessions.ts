import type { SessionItem } from '@tanren/domain/session-items';
import type { Database } from '#db/database.ts';
import { type TrainingSessionRow, trainingSessions } from '#db/schema/training-sessions.ts';

const madeAt = new Date('2026-01-01T00:00:00Z');

/** A session as its table holds it, without what searching needs. */
export async function storeSession(
  db: Database,
  authorSub: string,
  changes: Partial<typeof trainingSessions.$inferInsert> = {},
): Promise<TrainingSessionRow> {
  const [made] = await db
    .insert(trainingSessions)
    .values({
      authorSub,
      title: '胸と背中の日',
      description: '',
      tags: [],
      visibility: 'public',
      items: [planItem({ workoutTypeId: 1 })],
      createdAt: madeAt,
      updatedAt: madeAt,
      publishedAt: madeAt,
      ...changes,
    })
    .returning();
  if (made === undefined) throw new Error('no session was made');
  return made;
}

export function planItem(changes: Partial<SessionItem> = {}): SessionItem {
  return { workoutTypeId: 1, sets: 3, reps: 10, loadHg: 400, restSeconds: 90, ...changes };
}
