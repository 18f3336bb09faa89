import type {
  SessionContent,
  TrainingSession,
  TrainingSessionSummary,
} from '@tanren/contract/training-sessions';
import { countSessionSets, estimateSessionMinutes } from '@tanren/domain/training-sessions';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';

/*
 * Sessions that were made or changed on this device and have not arrived yet. Pages show them as
 * they will be, whatever the server or what is kept of it says meanwhile.
 */

/** What a change of a session waits under. */
export function menuTarget(trainingSessionId: number): string {
  return `menu:${trainingSessionId}`;
}

/** The same of a new one, which has no number yet. */
export function draftTarget(draftId: string): string {
  return `draft:${draftId}`;
}

export function readUnsentContent({ call }: UnsentWrite): SessionContent {
  const { title, description, tags, visibility, items } = call.body as unknown as SessionContent;
  return { title, description, tags, visibility, items };
}

type Writes = readonly UnsentWrite[];

export function isDeletion({ call }: UnsentWrite): boolean {
  return call.method === 'DELETE';
}

/** The last change of a session that waits, or that was refused. */
export function findUnsentChange(writes: Writes, trainingSessionId: number): UnsentWrite | null {
  const target = menuTarget(trainingSessionId);
  return writes.findLast((write) => write.target === target && !isDeletion(write)) ?? null;
}

/** Without those that the member has deleted here. */
export function withoutDeleted<S extends Pick<TrainingSessionSummary, 'trainingSessionId'>>(
  sessions: readonly S[],
  writes: Writes,
): readonly S[] {
  const deleted = writes
    .filter((write) => isDeletion(write) && write.refusal === null)
    .map(({ target }) => target);
  if (deleted.length === 0) return sessions;
  return sessions.filter(({ trainingSessionId: id }) => !deleted.includes(menuTarget(id)));
}

/** With what the member has changed here, for lists and for its own page. */
export function showUnsent<S extends TrainingSessionSummary | TrainingSession>(
  session: S,
  writes: Writes,
): S {
  const write = findUnsentChange(writes, session.trainingSessionId);
  if (write === null || write.refusal !== null) return session;
  const { title, description, tags, visibility, items } = readUnsentContent(write);
  return {
    ...session,
    title,
    tags,
    visibility,
    workoutTypeIds: [...new Set(items.map(({ workoutTypeId }) => workoutTypeId))],
    setCount: countSessionSets(items),
    estimatedMinutes: estimateSessionMinutes(items),
    ...('items' in session ? { description, items } : {}),
  };
}

/** Sessions that exist only here, in the order in which they were made. */
export function listUnsentNew(writes: Writes): Writes {
  return writes.filter(({ target, call }) => target.startsWith('draft:') && call.method === 'POST');
}
