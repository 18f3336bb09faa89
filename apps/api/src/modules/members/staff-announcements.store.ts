import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { type AnnouncementRow, announcements } from '#db/schema/members.ts';
import type { TimePosition } from '#db/time-cursor.ts';

const { id, publishAt, draftId, version } = announcements;

/** Position of drafts: the latest time that a cursor can contain, in the year 2286. */
const draftMicros = '9999999999999999';
const micros = sql<string>`coalesce((extract(epoch from ${publishAt}) * 1000000)::bigint, ${draftMicros}::bigint)`;

/**
 * Selects drafts first, then the latest publications. There are too few of them to need an index.
 */
export async function selectAnnouncements(
  db: Queryable,
  { from, limit }: { readonly from: TimePosition | null; readonly limit: number },
) {
  const rest =
    from === null
      ? undefined
      : sql`(${micros}, ${id}) < (${from.micros}::bigint, ${from.id}::bigint)`;
  const rows = await db
    .select({ row: announcements, micros: sql<string>`${micros}::text` })
    .from(announcements)
    .where(rest)
    .orderBy(desc(micros), desc(id))
    .limit(limit);
  return rows.map(({ row, ...position }) => ({ ...row, micros: position.micros }));
}

type NewAnnouncement = Pick<AnnouncementRow, 'content' | 'publishAt' | 'draftId'>;

/** Inserts an announcement. Returns `null` if the same draft was stored before. */
export async function insertAnnouncement(
  tx: Transaction,
  made: NewAnnouncement,
  now: Date,
): Promise<AnnouncementRow | null> {
  const [row] = await tx
    .insert(announcements)
    .values({ ...made, updatedAt: now })
    .onConflictDoNothing({ target: draftId })
    .returning();
  return row ?? null;
}

export async function findDraft(db: Queryable, draft: string): Promise<AnnouncementRow | null> {
  const [row] = await db.select().from(announcements).where(eq(draftId, draft));
  return row ?? null;
}

/** Reads an announcement and locks it until the transaction ends. */
export async function lockAnnouncement(
  tx: Transaction,
  which: number,
): Promise<AnnouncementRow | null> {
  const [row] = await tx.select().from(announcements).where(eq(id, which)).for('update');
  return row ?? null;
}

export async function changeAnnouncement(
  tx: Transaction,
  which: Pick<AnnouncementRow, 'id' | 'version'>,
  change: Pick<AnnouncementRow, 'content' | 'publishAt'>,
  now: Date,
): Promise<AnnouncementRow> {
  const [row] = await tx
    .update(announcements)
    .set({ ...change, updatedAt: now, version: which.version + 1 })
    .where(and(eq(id, which.id), eq(version, which.version)))
    .returning();
  if (row === undefined) throw new Error('an announcement changed while it was held');
  return row;
}

export async function deleteAnnouncement(
  tx: Transaction,
  which: number,
): Promise<AnnouncementRow | null> {
  const [row] = await tx.delete(announcements).where(eq(id, which)).returning();
  return row ?? null;
}
