import { AppError } from '#app-error.ts';
import type { Transaction } from '#db/database.ts';
import type { TrainingSessionRow } from '#db/schema/training-sessions.ts';
import { isSameContent, type StoredContent } from './session-content.ts';
import { countTags, indexSession } from './session-index.store.ts';
import {
  changeSession,
  countSessionsOn,
  findDraft,
  holdKeyedSession,
  insertSession,
  lockMemberSessions,
  type NewSession,
  type SessionKey,
} from './training-sessions.store.ts';

/*
 * What becomes of sessions, the same for a member's own and for those a trainer makes for a
 * member. Whoever calls has found out whether the author may.
 */

/** The id of the new one, or of the one that the same draft became before. */
export async function addSession(
  tx: Transaction,
  session: NewSession,
  mostSessions: number,
  now: Date,
): Promise<number> {
  const { authorSub, forSub, draftId } = session;
  await lockMemberSessions(tx, authorSub);
  const known = draftId === null ? null : await findDraft(tx, authorSub, draftId);
  if (known !== null && known.forSub !== forSub) {
    throw new AppError('invalid_request', {
      fields: [{ path: '/draftId', in: 'body', message: 'is the draft of another session' }],
    });
  }
  if (known !== null) return known.id;
  if ((await countSessionsOn(tx, { authorSub, forSub })) >= mostSessions) {
    throw new AppError('session_limit_reached');
  }
  const made = await insertSession(tx, session, now);
  await indexSession(tx, made);
  await countTags(tx, [], [made]);
  return made.id;
}

export async function replaceContent(
  tx: Transaction,
  key: SessionKey,
  version: number,
  content: StoredContent,
  now: Date,
): Promise<void> {
  const before = await holdKeyedSession(tx, key);
  if (before === null) throw new AppError('not_found');
  if (before.hiddenReason !== null && content.visibility === 'public') {
    throw new AppError('hidden_by_staff');
  }
  const after = await changeSession(tx, key, version, content, now);
  if (after !== null) {
    await indexSession(tx, after);
    await countTags(tx, [before], [after]);
    return;
  }
  // The same change again, after a lost answer, is no conflict.
  if (!isSameContent(before, content)) throw new AppError('stale_version');
}

/** What is left to do about one that was deleted just now. */
export async function dropSession(
  tx: Transaction,
  deleted: TrainingSessionRow | null,
): Promise<void> {
  if (deleted === null) throw new AppError('not_found');
  await countTags(tx, [deleted], []);
}
