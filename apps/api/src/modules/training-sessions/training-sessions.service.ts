import type { SessionContent } from '@tanren/contract/training-sessions';
import { sessionLimits } from '@tanren/domain/training-sessions';
import { eq } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { HoldAccount } from '#db/accounts.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import { isSameContent, readContent, type StoredContent } from './session-content.ts';
import { countTags, indexSession } from './session-index.store.ts';
import { type SeenSession, selectSessions } from './session-reads.store.ts';
import {
  changeSession,
  countSessionsOf,
  deleteSession,
  findDraft,
  holdOwnSession,
  insertSession,
  lockMemberSessions,
  type SessionKey,
} from './training-sessions.store.ts';

/** Public, or the member's own. */
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

export async function createSession(
  { db, holdAccount }: CreateParts,
  sub: string,
  { draftId = null, ...sent }: SessionContent & { readonly draftId?: string | null },
  now: Date,
): Promise<SeenSession> {
  const content = readContent(sent);
  return await db.transaction(async (tx) => {
    await holdAccount(tx, sub);
    await lockMemberSessions(tx, sub);
    const known = draftId === null ? null : await findDraft(tx, sub, draftId);
    const id = known ?? (await addSession(tx, { ...content, authorSub: sub, draftId }, now));
    return await readSession(tx, sub, id);
  });
}

async function addSession(
  tx: Transaction,
  session: Parameters<typeof insertSession>[1],
  now: Date,
): Promise<number> {
  if ((await countSessionsOf(tx, session.authorSub)) >= sessionLimits.sessions) {
    throw new AppError('session_limit_reached');
  }
  const made = await insertSession(tx, session, now);
  await indexSession(tx, made);
  await countTags(tx, [], [made]);
  return made.id;
}

export interface SessionChange extends SessionContent {
  /** Of the session that was changed. */
  readonly version: number;
}

export async function updateSession(
  db: Database,
  key: SessionKey,
  { version, ...sent }: SessionChange,
  now: Date,
): Promise<SeenSession> {
  const content = readContent(sent);
  return await db.transaction(async (tx) => {
    await replaceContent(tx, key, version, content, now);
    return await readSession(tx, key.authorSub, key.id);
  });
}

async function replaceContent(
  tx: Transaction,
  key: SessionKey,
  version: number,
  content: StoredContent,
  now: Date,
): Promise<void> {
  const before = await holdOwnSession(tx, key);
  if (before === null) throw new AppError('not_found');
  const after = await changeSession(tx, key, version, content, now);
  if (after !== null) {
    await indexSession(tx, after);
    await countTags(tx, [before], [after]);
    return;
  }
  // The same change again, after a lost answer, is no conflict.
  if (!isSameContent(before, content)) throw new AppError('stale_version');
}

export async function removeSession(db: Database, key: SessionKey): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await deleteSession(tx, key);
    if (deleted === null) throw new AppError('not_found');
    await countTags(tx, [deleted], []);
  });
}
