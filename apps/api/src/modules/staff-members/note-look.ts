import type { Transaction } from '#db/database.ts';
import { logStaffDeed } from '#db/staff-log.ts';
import { hasLooked, lockLooks, type Look } from './staff-members.store.ts';

/** A page that is read asks several times; it is one look. */
const sameLookMs = 15 * 60 * 1000;

/** Notes that staff looked at what we know of a member. */
export async function noteLook(tx: Transaction, look: Look, now: Date): Promise<void> {
  await lockLooks(tx, look);
  if (await hasLooked(tx, look, new Date(now.getTime() - sameLookMs))) return;
  await logStaffDeed(tx, { ...look, action: 'member.view' }, now);
}
