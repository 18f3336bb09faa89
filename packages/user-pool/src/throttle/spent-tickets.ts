import { createHash } from 'node:crypto';
import type { PoolQueryable } from '#database.ts';
import { userPoolSpentTickets } from '#schema/throttles.ts';

/**
 * False when somebody has answered it before, on whichever node. Takes the decoded bytes: one
 * ticket has many spellings in base64.
 */
export async function spendTicket(
  db: PoolQueryable,
  ticket: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const spent = await db
    .insert(userPoolSpentTickets)
    .values({ ticketHash: createHash('sha256').update(ticket).digest(), expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: userPoolSpentTickets.expiresAt });
  return spent.length > 0;
}
