import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { type TrainingSessionRow, trainingSessions } from '#db/schema/training-sessions.ts';
import type { StoredContent } from './session-content.ts';

/** One at a time of what counts a member's sessions, or reports, before it adds another. */
export async function lockMemberSessions(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.memberSessions}, hashtext(${sub}))`,
  );
}

/** Whose shelf a session stands on: the author's own, or what they made for one member. */
export type Shelf = Pick<TrainingSessionRow, 'authorSub' | 'forSub'>;

function isOn({ authorSub, forSub }: Shelf) {
  const madeFor = trainingSessions.forSub;
  return and(
    eq(trainingSessions.authorSub, authorSub),
    forSub === null ? isNull(madeFor) : eq(madeFor, forSub),
  );
}

export async function findDraft(
  db: Queryable,
  authorSub: string,
  draftId: string,
): Promise<Pick<TrainingSessionRow, 'id' | 'forSub'> | null> {
  const { id, forSub } = trainingSessions;
  const [found] = await db
    .select({ id, forSub })
    .from(trainingSessions)
    .where(and(eq(trainingSessions.authorSub, authorSub), eq(trainingSessions.draftId, draftId)));
  return found ?? null;
}

export async function countSessionsOn(db: Queryable, shelf: Shelf): Promise<number> {
  const [found] = await db.select({ sessions: count() }).from(trainingSessions).where(isOn(shelf));
  return found?.sessions ?? 0;
}

export type NewSession = StoredContent & Shelf & Pick<TrainingSessionRow, 'draftId'>;

export async function insertSession(
  db: Queryable,
  session: NewSession,
  now: Date,
): Promise<TrainingSessionRow> {
  const publishedAt = session.visibility === 'public' ? now : null;
  const [made] = await db
    .insert(trainingSessions)
    .values({ ...session, createdAt: now, updatedAt: now, publishedAt })
    .returning();
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made;
}

export interface SessionKey extends Shelf {
  readonly id: number;
}

function isKey({ id, ...shelf }: SessionKey) {
  return and(eq(trainingSessions.id, id), isOn(shelf));
}

/** As it is, and stays for others until the transaction ends. */
export async function holdKeyedSession(
  tx: Transaction,
  key: SessionKey,
): Promise<TrainingSessionRow | null> {
  const [held] = await tx.select().from(trainingSessions).where(isKey(key)).for('no key update');
  return held ?? null;
}

/** null when the version is another one by now. */
export async function changeSession(
  db: Queryable,
  key: SessionKey,
  version: number,
  content: StoredContent,
  now: Date,
): Promise<TrainingSessionRow | null> {
  const [changed] = await db
    .update(trainingSessions)
    .set({
      ...content,
      version: sql`${trainingSessions.version} + 1`,
      updatedAt: now,
      ...(content.visibility === 'public' && {
        publishedAt: sql`coalesce(${trainingSessions.publishedAt}, ${now.toISOString()})`,
      }),
    })
    .where(and(isKey(key), eq(trainingSessions.version, version)))
    .returning();
  return changed ?? null;
}

/** With its favourites and what it is found by; runs and reports stay, without it. */
export async function deleteSession(
  db: Queryable,
  key: SessionKey,
): Promise<TrainingSessionRow | null> {
  const [deleted] = await db.delete(trainingSessions).where(isKey(key)).returning();
  return deleted ?? null;
}

/** By the member a trainer made it for, as long as the member can see it. */
export async function deleteSessionFor(
  db: Queryable,
  { id, forSub }: { readonly id: number; readonly forSub: string },
): Promise<TrainingSessionRow | null> {
  const [deleted] = await db
    .delete(trainingSessions)
    .where(
      and(
        eq(trainingSessions.id, id),
        eq(trainingSessions.forSub, forSub),
        isNull(trainingSessions.hiddenReason),
      ),
    )
    .returning();
  return deleted ?? null;
}
