import { maxAffectedSlots } from '@tanren/contract/problem';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { inArray } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { membershipEvents } from '#db/schema/memberships.ts';
import { logAuditEntries } from '#modules/staff/audit-log.service.ts';

export interface LostReservation {
  readonly sub: string;
  readonly gymId: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * Cancels the later reservations of these members that no membership covers, after their
 * memberships or plans were changed in the same transaction. The booking module implements it.
 */
export type CancelUncovered = (
  tx: Transaction,
  uncovered: { readonly subs: readonly string[]; readonly reason: string },
  now: Date,
) => Promise<readonly LostReservation[]>;

interface LosingChange {
  readonly subs: readonly string[];
  /** The gym whose membership or plan was changed. */
  readonly gymId: number;
  readonly membershipId?: number;
  /** `null` if it is the member's own change. */
  readonly staffSub: string | null;
  /**
   * Exact number of reservations that may be cancelled. `null` for a member's own change: the
   * member has seen them, so all of them are cancelled.
   */
  readonly cancelAffected: number | null;
  /** The reason that the members read. */
  readonly reason: string;
}

/**
 * Cancels reservations that are no longer covered, and records them in the history and, for a
 * change by staff, in the log.
 */
export async function loseUncovered(
  tx: Transaction,
  cancelUncovered: CancelUncovered,
  { subs, gymId, membershipId, staffSub, cancelAffected, reason }: LosingChange,
  now: Date,
): Promise<void> {
  const lost = await cancelUncovered(tx, { subs, reason }, now);
  if (lost.length === 0) return;
  if (cancelAffected !== null && cancelAffected !== lost.length) {
    const nameOf = await readGymNames(tx, lost);
    const slots = lost.map((slot) => ({
      ...slot,
      gymName: nameOf.get(slot.gymId) ?? '',
      count: 1,
    }));
    throw createAffectedError(slots);
  }
  const counts = new Map<string, number>();
  for (const { sub } of lost) counts.set(sub, (counts.get(sub) ?? 0) + 1);
  const by = staffSub === null ? ('member' as const) : ('staff' as const);
  const step = {
    at: now,
    kind: 'reservations_cancelled' as const,
    by,
    gymId,
    membershipId,
    reason,
  };
  // Each cancelled reservation has its own mail.
  const events = [...counts].map(([sub, count]) => ({ ...step, sub, count, email: null }));
  for (let from = 0; from < events.length; from += mostAtOnce) {
    await tx.insert(membershipEvents).values(events.slice(from, from + mostAtOnce));
  }
  if (staffSub !== null) await logLostReservations(tx, { staffSub, lost, reason }, now);
}

interface AffectedReservations extends Pick<LostReservation, 'startsAt' | 'endsAt'> {
  readonly gymName: string;
  readonly count: number;
}

/**
 * Creates the error that rejects a change until staff have seen how many reservations it cancels,
 * and in which slots.
 */
export function createAffectedError(reservations: readonly AffectedReservations[]): AppError {
  const bySlot = new Map<string, AffectedReservations>();
  for (const one of reservations) {
    const key = `${one.startsAt.getTime()} ${one.gymName}`;
    bySlot.set(key, { ...one, count: one.count + (bySlot.get(key)?.count ?? 0) });
  }
  return new AppError('reservations_affected', {
    affected: reservations.reduce((sum, { count }) => sum + count, 0),
    affectedSlots: [...bySlot.values()]
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
      .slice(0, maxAffectedSlots)
      .map(({ gymName, startsAt, endsAt, count }) => ({
        gymName,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        count,
      })),
  });
}

/** Maximum number of rows in one statement, because PostgreSQL allows at most 65,535 values. */
const mostAtOnce = 1000;

interface LoggedLoss {
  readonly staffSub: string;
  readonly lost: readonly LostReservation[];
  readonly reason: string;
}

/** Logs one entry for each reservation, which its member can read. */
export async function logLostReservations(
  tx: Transaction,
  { staffSub, lost, reason }: LoggedLoss,
  now: Date,
): Promise<void> {
  if (lost.length === 0) return;
  const nameOf = await readGymNames(tx, lost);
  const entries = lost.map(({ sub, gymId, ...slot }) => ({
    staffSub,
    action: 'reservation.cancel' as const,
    memberSub: sub,
    reason,
    changes: [
      { field: 'reservation', before: describeSlot(nameOf.get(gymId) ?? '', slot), after: '' },
    ],
  }));
  await logAuditEntries(tx, entries, now);
}

async function readGymNames(
  tx: Transaction,
  lost: readonly LostReservation[],
): Promise<ReadonlyMap<number, string>> {
  const { id, name } = gyms;
  const ids = [...new Set(lost.map(({ gymId }) => gymId))];
  const named = await tx.select({ id, name }).from(gyms).where(inArray(id, ids));
  return new Map(named.map((gym) => [gym.id, gym.name]));
}

function describeSlot(
  gymName: string,
  { startsAt, endsAt }: Pick<LostReservation, 'startsAt' | 'endsAt'>,
): string {
  return `${gymName} ${toGymTime(startsAt).slice(0, 16)}〜${toGymTime(endsAt).slice(11, 16)}`;
}
