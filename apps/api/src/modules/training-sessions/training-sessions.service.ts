import type { SessionContent } from '@tanren/contract/training-sessions';
import { sessionLimits } from '@tanren/domain/training-sessions';
import { eq } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database, Queryable } from '#db/database.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import { addSession, dropSession, replaceContent } from './session-changes.ts';
import { readContent } from './session-content.ts';
import { type SeenSession, selectSessions } from './session-reads.store.ts';
import { deleteSession, deleteSessionFor } from './training-sessions.store.ts';

/** Public, the member's own, or made for them. */
export async function readSession(db: Queryable, sub: string, id: number): Promise<SeenSession> {
  const [found] = await selectSessions(db, sub, eq(trainingSessions.id, id));
  if (found === undefined) throw new AppError('not_found');
  return found;
}

export async function readOwnSession(db: Queryable, sub: string, id: number): Promise<SeenSession> {
  const found = await readSession(db, sub, id);
  if (found.authorSub !== sub) throw new AppError('not_found');
  return found;
}

export interface CreateParts {
  readonly db: Database;
  readonly holdAccount: HoldAccount;
}

/** The same draft sent again, after a lost answer, is the same session. */
export type SessionDraft = SessionContent & { readonly draftId?: string | null };

export async function createSession(
  { db, holdAccount }: CreateParts,
  sub: string,
  { draftId = null, ...sent }: SessionDraft,
  now: Date,
): Promise<SeenSession> {
  const content = readContent(sent);
  return await db.transaction(async (tx) => {
    await holdAccount(tx, sub);
    const session = { ...content, authorSub: sub, forSub: null, draftId };
    const id = await addSession(tx, session, sessionLimits.sessions, now);
    return await readSession(tx, sub, id);
  });
}

export interface SessionChange extends SessionContent {
  /** Of the session that was changed. */
  readonly version: number;
}

/** A session of the member's own. */
export interface OwnKey {
  readonly id: number;
  readonly authorSub: string;
}

export async function updateSession(
  db: Database,
  key: OwnKey,
  { version, ...sent }: SessionChange,
  now: Date,
): Promise<SeenSession> {
  const content = readContent(sent);
  return await db.transaction(async (tx) => {
    await replaceContent(tx, { ...key, forSub: null }, version, content, now);
    return await readSession(tx, key.authorSub, key.id);
  });
}

/** An own one, or one that a trainer made for the member: both are theirs to throw away. */
export async function removeSession(db: Database, key: OwnKey): Promise<void> {
  await db.transaction(async (tx) => {
    const own = await deleteSession(tx, { ...key, forSub: null });
    await dropSession(
      tx,
      own ?? (await deleteSessionFor(tx, { id: key.id, forSub: key.authorSub })),
    );
  });
}
