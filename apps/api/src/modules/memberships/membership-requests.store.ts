import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  type MembershipRequestRow,
  membershipRequests,
  memberships,
} from '#db/schema/memberships.ts';

/** Returns whether the page has sent this draft before. */
export async function isKnownDraft(
  tx: Transaction,
  { sub, draftId }: { readonly sub: string; readonly draftId: string },
): Promise<boolean> {
  const known = await tx
    .select({ id: membershipRequests.id })
    .from(membershipRequests)
    .where(and(eq(membershipRequests.sub, sub), eq(membershipRequests.draftId, draftId)));
  return known.length > 0;
}

type NewRequest = Omit<
  typeof membershipRequests.$inferInsert,
  'id' | 'requestedAt' | 'decidedAt' | 'outcome'
> & {
  /** Whether the request took effect at once. */
  readonly isDecided: boolean;
};

export async function insertRequest(
  tx: Transaction,
  { isDecided, ...request }: NewRequest,
  now: Date,
): Promise<number> {
  const decision = isDecided ? ({ decidedAt: now, outcome: 'approved', email: null } as const) : {};
  const [made] = await tx
    .insert(membershipRequests)
    .values({ ...request, requestedAt: now, ...decision })
    .returning({ id: membershipRequests.id });
  if (made === undefined) throw new Error('an inserted row was not returned');
  return made.id;
}

/** Returns the gym of the member's own membership. Throws `not_found` for others. */
export async function findGymOfMembership(
  db: Queryable,
  { sub, membershipId }: { readonly sub: string; readonly membershipId: number },
): Promise<number> {
  const [found] = await db
    .select({ gymId: memberships.gymId })
    .from(memberships)
    .where(and(eq(memberships.id, membershipId), eq(memberships.sub, sub)));
  if (found === undefined) throw new AppError('not_found');
  return found.gymId;
}

export async function findOwnRequest(
  db: Queryable,
  { sub, requestId }: { readonly sub: string; readonly requestId: number },
): Promise<MembershipRequestRow> {
  const [found] = await db
    .select()
    .from(membershipRequests)
    .where(and(eq(membershipRequests.id, requestId), eq(membershipRequests.sub, sub)));
  if (found === undefined) throw new AppError('not_found');
  return found;
}

export async function withdrawRequest(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx
    .update(membershipRequests)
    .set({ decidedAt: now, outcome: 'withdrawn', email: null })
    .where(eq(membershipRequests.id, id));
}

/**
 * Closes a pending end of the membership, which the member's new end replaces. Only nodes of the
 * previous release let an end wait for staff.
 */
export async function closePendingEnd(
  tx: Transaction,
  membershipId: number,
  now: Date,
): Promise<void> {
  const { membershipId: ofMembership, kind, decidedAt } = membershipRequests;
  await tx
    .update(membershipRequests)
    .set({ decidedAt: now, outcome: 'approved', email: null })
    .where(and(eq(ofMembership, membershipId), eq(kind, 'end'), isNull(decidedAt)));
}
