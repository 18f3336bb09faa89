import { AppError } from '#http/app-error.ts';
import type { Transaction } from '#db/database.ts';
import { requireMember } from '#modules/staff/find-members.service.ts';
import { insertEvent, type LockedMembership, updateMembership } from './membership-rows.ts';
import type { StaffMembershipParts } from './staff-memberships.service.ts';

/** Returns the address of the account. Returns `null` if it has none. */
export async function findEmail(
  tx: Transaction,
  { accounts }: Pick<StaffMembershipParts, 'accounts'>,
  sub: string,
): Promise<string | null> {
  try {
    return (await requireMember(tx, accounts, sub)).email;
  } catch (error) {
    // An account in Amazon Cognito may have no profile left, while its membership goes on.
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

interface RecordedPayment {
  readonly locked: LockedMembership;
  readonly fromDay: string | null;
  readonly reason: string;
  readonly email: string | null;
}

/**
 * Records a payment. The version grows too, so that the same record sent again is stored only once.
 */
export async function recordPayment(
  tx: Transaction,
  { locked: { row }, fromDay, reason, email: newest }: RecordedPayment,
  now: Date,
): Promise<void> {
  const email = newest ?? row.email;
  await updateMembership(tx, { row, email });
  const { id: membershipId, sub, gymId } = row;
  const about = { sub, gymId, membershipId, fromDay, reason, email };
  await insertEvent(tx, { kind: 'payment_noted', ...about, at: now, by: 'staff' });
}
