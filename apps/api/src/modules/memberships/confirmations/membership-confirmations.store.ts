import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import {
  membershipConfirmations,
  type MembershipConfirmationRow,
  type MembershipEventRow,
} from '#db/schema/memberships.ts';

export interface FoundConfirmation {
  readonly row: MembershipConfirmationRow;
  readonly gymName: string;
}

export async function findConfirmation(
  db: Queryable,
  confirmationId: number,
): Promise<FoundConfirmation | null> {
  const { id, gymId } = membershipConfirmations;
  const [found] = await db
    .select({ row: membershipConfirmations, gymName: gyms.name })
    .from(membershipConfirmations)
    .innerJoin(gyms, eq(gyms.id, gymId))
    .where(eq(id, confirmationId));
  return found ?? null;
}

export async function insertConfirmation(
  tx: Transaction,
  confirmation: Omit<MembershipConfirmationRow, 'id'>,
): Promise<void> {
  await tx.insert(membershipConfirmations).values(confirmation);
}

/** Adds the contract to the confirmation of a request to join that was approved. */
export async function linkConfirmation(
  tx: Transaction,
  { requestId, membershipId }: { readonly requestId: number; readonly membershipId: number },
): Promise<void> {
  await tx
    .update(membershipConfirmations)
    .set({ membershipId })
    .where(eq(membershipConfirmations.requestId, requestId));
}

/** Returns the confirmation's id of each membership that has one. */
export async function listConfirmationIds(
  db: Queryable,
  ofMemberships: readonly number[],
): Promise<Map<number, number>> {
  const { id, membershipId } = membershipConfirmations;
  if (ofMemberships.length === 0) return new Map();
  const found = await db
    .select({ id, membershipId })
    .from(membershipConfirmations)
    .where(and(isNotNull(membershipId), inArray(membershipId, [...ofMemberships])));
  return new Map(
    found.flatMap((row) => (row.membershipId === null ? [] : [[row.membershipId, row.id]])),
  );
}

/**
 * Returns the text that the member saw before a step: the application, which has the time of the
 * confirmation, or the beginning of the contract. Returns `null` for other steps.
 */
export async function findConfirmationText(
  db: Queryable,
  step: Pick<MembershipEventRow, 'at' | 'kind' | 'request' | 'sub' | 'gymId' | 'membershipId'>,
): Promise<string | null> {
  const isApplication = step.kind === 'applied' && step.request === 'join';
  if ((!isApplication && step.kind !== 'joined') || step.sub === null) return null;
  const { text, sub, gymId, membershipId, agreedAt } = membershipConfirmations;
  const ofContract = step.membershipId === null ? undefined : eq(membershipId, step.membershipId);
  const [found] = await db
    .select({ text })
    .from(membershipConfirmations)
    .where(and(eq(sub, step.sub), eq(gymId, step.gymId), or(eq(agreedAt, step.at), ofContract)))
    .limit(1);
  return found?.text ?? null;
}
