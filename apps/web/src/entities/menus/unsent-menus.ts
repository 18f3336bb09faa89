import type {
  MenuContent,
  TrainingSession,
  TrainingSessionSummary,
} from '@tanren/contract/menus/menus';
import { countMenuSets, estimateMenuMinutes } from '@tanren/domain/menus/menus';
import type { UnsentWrite } from '#lib/offline/outbox-rules.ts';
import { isOfKind, type WriteTarget } from '#lib/offline/queued-write.ts';

/*
 * Menus that were created or changed on this device and have not reached the server yet. Pages show
 * them with these changes, even if the server or the cache still has the old version.
 */

/** Returns the target under which a change of a menu waits to be sent. */
export function menuTarget(trainingSessionId: number): WriteTarget {
  return `menu:${trainingSessionId}`;
}

/** Returns the target of a new menu, which has no id yet. */
export function draftTarget(draftId: string): WriteTarget {
  return `draft:${draftId}`;
}

export function readUnsentContent({ call }: UnsentWrite): MenuContent {
  const { title, description, tags, visibility, items } = call.body as unknown as MenuContent;
  return { title, description, tags, visibility, items };
}

type Writes = readonly UnsentWrite[];

export function isDeletion({ call }: UnsentWrite): boolean {
  return call.method === 'DELETE';
}

/** Returns the last change of a menu that waits to be sent or was rejected. */
export function findUnsentChange(writes: Writes, trainingSessionId: number): UnsentWrite | null {
  const target = menuTarget(trainingSessionId);
  return writes.findLast((write) => write.target === target && !isDeletion(write)) ?? null;
}

/** Removes the menus that the member has deleted on this device. */
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

/** Returns the menu with the changes that wait to be sent. Works for lists and for its own page. */
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
    setCount: countMenuSets(items),
    estimatedMinutes: estimateMenuMinutes(items),
    ...('items' in session ? { description, items } : {}),
  };
}

/** Returns the menus that exist only on this device, in the order in which they were created. */
export function listUnsentNew(writes: Writes): Writes {
  return writes.filter((write) => isOfKind(write, 'draft') && write.call.method === 'POST');
}
