import { type CoveredVisit, coverVisits } from '@tanren/domain/memberships/covered-visits';
import { validateEntry } from '@tanren/domain/memberships/memberships';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { listHeldMemberships } from '#modules/memberships/held-memberships.service.ts';
import { type CancelledReservation, cancelThese } from './gym-cancellations.store.ts';
import { lockSlots, type SlotKey } from './reservation-slots.store.ts';
import { endWaits } from './reservation-waits.store.ts';
import { promoteWaiters } from './promote-waiters.ts';

type LaterReservation = Awaited<ReturnType<typeof selectLater>>[number];

interface Coverage {
  readonly reservations: readonly CoveredVisit<LaterReservation>[];
  /** Waits that no membership allows. A used-up month ends no wait. */
  readonly rejectedWaits: readonly (SlotKey & { readonly id: number })[];
}

/**
 * Selects the members' reservations that have not begun, with the index by member. A visit that has
 * begun stays.
 */
function selectLater(db: Queryable, subs: readonly string[], now: Date) {
  const { id, sub, gymId, gymDay, startsAt, endsAt, membershipId } = trainingReservations;
  return db
    .select({ id, sub, gymId, gymDay, startsAt, endsAt, membershipId })
    .from(trainingReservations)
    .where(and(isOneOf(sub, subs), gt(startsAt, now), isNull(trainingReservations.cancelledAt)))
    .orderBy(asc(startsAt), asc(id));
}

function selectWaitsOf(db: Queryable, subs: readonly string[], now: Date) {
  const { id, sub, gymId, gymDay, startsAt, endsAt, endedAt } = reservationWaits;
  return db
    .select({ id, sub, gymId, gymDay, startsAt, endsAt })
    .from(reservationWaits)
    .where(and(isOneOf(sub, subs), gt(startsAt, now), isNull(endedAt)));
}

function isOneOf(
  column: typeof trainingReservations.sub | typeof reservationWaits.sub,
  subs: readonly string[],
) {
  return sql`${column} = any (${arrayLiteral(subs)}::uuid[])`;
}

async function readCoverage(db: Queryable, subs: readonly string[], now: Date): Promise<Coverage> {
  const later = await selectLater(db, subs, now);
  const waits = await selectWaitsOf(db, subs, now);
  const concerned = [...new Set([...later, ...waits].map(({ sub }) => sub))];
  const counted = later.map(({ id }) => id);
  const memberships = await listHeldMemberships(db, concerned, now, counted);
  return {
    reservations: concerned.flatMap((member) =>
      coverVisits(
        memberships.get(member) ?? [],
        later.filter(({ sub }) => sub === member),
      ),
    ),
    rejectedWaits: waits.filter(
      (wait) => validateEntry(memberships.get(wait.sub) ?? [], wait) !== null,
    ),
  };
}

interface Uncovered {
  readonly subs: readonly string[];
  /** The reason that the members read. */
  readonly reason: string;
}

/**
 * Cancels the later reservations and ends the waits of these members that no membership covers, and
 * offers the freed seats to waiting members. It runs in the transaction that changed their
 * memberships and has called `lockMemberReservations`, or that changed a plan and has called
 * `lockGymRules`.
 */
export async function cancelUncovered(
  tx: Transaction,
  { subs, reason }: Uncovered,
  now: Date,
): Promise<CancelledReservation[]> {
  const { reservations, rejectedWaits } = await readCoverage(tx, subs, now);
  const uncovered = reservations.filter(({ refusal }) => refusal !== null);
  const lost = uncovered.map(({ visit }) => visit);
  const freed = [...lost, ...rejectedWaits];
  await lockSlots(tx, freed);
  for (const { visit, membershipId, refusal } of reservations) {
    if (refusal !== null || membershipId === visit.membershipId) continue;
    await tx
      .update(trainingReservations)
      .set({ membershipId })
      .where(eq(trainingReservations.id, visit.id));
  }
  const cancelled = lost.length === 0 ? [] : await cancelThese(tx, lost, { reason, now });
  if (rejectedWaits.length > 0) await endWaits(tx, rejectedWaits, 'uncovered', now);
  for (const slot of listDifferent(freed)) await promoteWaiters(tx, slot, now);
  return cancelled;
}

function listDifferent(slots: readonly SlotKey[]): SlotKey[] {
  const byKey = new Map(slots.map((slot) => [`${slot.gymId} ${slot.startsAt.getTime()}`, slot]));
  return [...byKey.values()];
}
