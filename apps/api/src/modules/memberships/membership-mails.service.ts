import { and, asc, eq, isNotNull, lt } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Database, Queryable, Transaction } from '#db/database.ts';
import { membershipEvents } from '#db/schema/memberships.ts';
import { createMailRounds, type MailParts } from '#mail/mail-rounds.ts';
import { findConfirmationText } from './confirmations/membership-confirmations.store.ts';
import { selectEvents } from './membership-records.ts';
import { type MailedStep, writeMembershipMail } from './membership-mail-texts.ts';

/** Lists the steps without a mail, with the index `membership_events_to_mail`. */
async function listUntold(db: Queryable): Promise<number[]> {
  const { id, email } = membershipEvents;
  const due = await db
    .select({ id })
    .from(membershipEvents)
    .where(isNotNull(email))
    .orderBy(asc(id));
  return due.map((event) => event.id);
}

async function findUntold(tx: Transaction, eventId: number): Promise<MailedStep | null> {
  const { id, email } = membershipEvents;
  const [found] = await selectEvents(tx, and(eq(id, eventId), isNotNull(email)));
  if (found?.row.email === undefined || found.row.email === null) return null;
  const { row, gymName, planName } = found;
  const confirmation = await findConfirmationText(tx, row);
  return { ...row, email: found.row.email, gymName, planName, confirmation };
}

async function deleteAddress(tx: Transaction, eventId: number): Promise<void> {
  await tx.update(membershipEvents).set({ email: null }).where(eq(membershipEvents.id, eventId));
}

/** Notifies members of every step of their memberships, at least once. */
export function createMembershipMails(parts: MailParts): () => Promise<void> {
  return createMailRounds(
    {
      name: 'step of a membership',
      lock: advisoryLocks.membershipMail,
      listDue: listUntold,
      find: findUntold,
      write: writeMembershipMail,
      markSent: deleteAddress,
    },
    parts,
  );
}

/** Deletes the addresses of old steps whose mail could not be sent. */
export async function deleteOldAddresses(db: Database, before: Date): Promise<void> {
  const { at, email } = membershipEvents;
  await db
    .update(membershipEvents)
    .set({ email: null })
    .where(and(isNotNull(email), lt(at, before)));
}
