import { randomUUID } from 'node:crypto';
import { trainerScopes } from '@tanren/domain/trainer-scopes';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { type TrainerLinkRow, trainerLinks } from '#db/schema/trainer-links.ts';

const linkedAt = new Date('2026-01-01T00:00:00Z');

/** A link as its table holds it, of people who need not be anybody. */
export async function storeTrainerLink(
  db: Database,
  changes: Partial<typeof trainerLinks.$inferInsert> = {},
): Promise<TrainerLinkRow> {
  const people = { memberSub: randomUUID(), trainerSub: randomUUID() };
  const [made] = await db
    .insert(trainerLinks)
    .values({ ...people, scopes: [...trainerScopes], linkedAt, ...changes })
    .returning();
  if (made === undefined) throw new Error('no link was made');
  return made;
}

export async function endTrainerLink(db: Database, id: number): Promise<void> {
  await db.update(trainerLinks).set({ endedAt: new Date() }).where(eq(trainerLinks.id, id));
}
