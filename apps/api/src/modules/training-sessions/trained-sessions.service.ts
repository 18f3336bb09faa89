import { trainerLimits } from '@tanren/domain/trainer-limits';
import { eq } from 'drizzle-orm';
import { AppError } from '#app-error.ts';
import type { Database, Queryable } from '#db/database.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import { holdLink, requireLink, type TrainedMemberKey } from '#db/trainer-link.ts';
import { addSession, dropSession, replaceContent } from './session-changes.ts';
import { readContent, type StoredContent } from './session-content.ts';
import { type SeenSession, selectTrainedSessions, type Trained } from './session-reads.store.ts';
import type { CreateParts, SessionChange, SessionDraft } from './training-sessions.service.ts';
import { deleteSession } from './training-sessions.store.ts';

/*
 * What a trainer makes for a linked member. Each begins with the link, which is held while
 * something is written, so that nothing is written after its end.
 */

export interface TrainedKey extends TrainedMemberKey {
  readonly id: number;
}

export async function readTrainedSession(
  db: Queryable,
  { id, ...member }: TrainedKey,
): Promise<SeenSession> {
  const { trainerSub: authorSub, memberSub: forSub } = await requireLink(db, member);
  return await findTrained(db, { authorSub, forSub }, id);
}

async function findTrained(db: Queryable, trained: Trained, id: number): Promise<SeenSession> {
  const [found] = await selectTrainedSessions(db, trained, eq(trainingSessions.id, id));
  if (found === undefined) throw new AppError('not_found');
  return found;
}

export async function createTrainedSession(
  { db, holdAccount }: CreateParts,
  member: TrainedMemberKey,
  { draftId = null, ...sent }: SessionDraft,
  now: Date,
): Promise<SeenSession> {
  const content = keepPrivate(readContent(sent));
  return await db.transaction(async (tx) => {
    await holdAccount(tx, member.trainerSub);
    const { trainerSub: authorSub, memberSub: forSub } = await holdLink(tx, member);
    const session = { ...content, authorSub, forSub, draftId };
    const id = await addSession(tx, session, trainerLimits.sessions, now);
    return await findTrained(tx, { authorSub, forSub }, id);
  });
}

export async function updateTrainedSession(
  db: Database,
  { id, ...member }: TrainedKey,
  { version, ...sent }: SessionChange,
  now: Date,
): Promise<SeenSession> {
  const content = keepPrivate(readContent(sent));
  return await db.transaction(async (tx) => {
    const { trainerSub: authorSub, memberSub: forSub } = await holdLink(tx, member);
    await replaceContent(tx, { id, authorSub, forSub }, version, content, now);
    return await findTrained(tx, { authorSub, forSub }, id);
  });
}

export async function removeTrainedSession(
  db: Database,
  { id, ...member }: TrainedKey,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { trainerSub: authorSub, memberSub: forSub } = await holdLink(tx, member);
    await dropSession(tx, await deleteSession(tx, { id, authorSub, forSub }));
  });
}

/** It concerns one member, and is nobody else's to see. */
function keepPrivate(content: StoredContent): StoredContent {
  return { ...content, visibility: 'private' };
}
