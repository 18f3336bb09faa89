import type { LiveMessage } from '@tanren/contract/machine-messages';
import type { Queryable } from '#db/database.ts';
import { touchLink } from './tanren-connection.store.ts';

/**
 * Reps come every few seconds and would each be a write. The beginning and the end of a set
 * are what the ten idle minutes are counted from, so those are noted exactly.
 */
const leastMsBetween: Readonly<Record<LiveMessage['type'], number>> = {
  rep: 30_000,
  'set-started': 1000,
  'set-ended': 1000,
  state: Number.POSITIVE_INFINITY,
};
const mostRemembered = 10_000;

/** Notes that a link is in use. */
export function createLinkTouches(db: Queryable) {
  const touchedAt = new Map<string, number>();

  return async (connectionId: string, type: LiveMessage['type'], now: Date): Promise<void> => {
    const last = touchedAt.get(connectionId) ?? 0;
    if (now.getTime() - last < leastMsBetween[type]) return;
    touchedAt.delete(connectionId);
    touchedAt.set(connectionId, now.getTime());
    const [oldest] = touchedAt.keys();
    if (touchedAt.size > mostRemembered && oldest !== undefined) touchedAt.delete(oldest);
    await touchLink(db, connectionId, now);
  };
}
