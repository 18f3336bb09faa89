import type { UnlinkReason } from '@tanren/contract/machine-messages';
import type { Queryable } from '#db/database.ts';
import { findLink } from './tanren-connection.store.ts';

/** What a live message's connectionId stands for. */
export type LiveLink =
  | { readonly open: true; readonly sub: string; readonly machineId: number }
  | { readonly open: false; readonly reason: UnlinkReason };

interface Remembered {
  readonly link: Promise<LiveLink>;
  readonly until: number;
}

/** A rep a second and a machine that believes in an old link must not each cost a query. */
const rememberMs = 5000;
const mostRemembered = 10_000;

/** Looks links up and remembers the answer for a few seconds. */
export function createLiveLinks(db: Queryable) {
  const remembered = new Map<string, Remembered>();

  return async (connectionId: string, now: Date): Promise<LiveLink> => {
    const known = remembered.get(connectionId);
    if (known !== undefined && known.until > now.getTime()) return await known.link;
    const link = readLiveLink(db, connectionId);
    // Oldest first in a Map: the one thrown out was asked for longest ago.
    remembered.delete(connectionId);
    remembered.set(connectionId, { link, until: now.getTime() + rememberMs });
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    try {
      return await link;
    } catch (error) {
      remembered.delete(connectionId);
      throw error;
    }
  };
}

async function readLiveLink(db: Queryable, connectionId: string): Promise<LiveLink> {
  const found = await findLink(db, connectionId);
  // Links are kept for months; one that is gone went with its member.
  if (found === null) return { open: false, reason: 'erased' };
  if (found.endedAt !== null) return { open: false, reason: found.endReason ?? 'idle' };
  return { open: true, sub: found.sub, machineId: found.machineId };
}
