import type { Information } from '@tanren/contract/informations';
import { desc } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { informations } from '#db/schema/informations.ts';

/** Newest first; of one day, the later written one. */
export async function listInformations(db: Queryable): Promise<Information[]> {
  return await db
    .select()
    .from(informations)
    .orderBy(desc(informations.publishedDt), desc(informations.id));
}
