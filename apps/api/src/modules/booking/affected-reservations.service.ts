import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { inArray } from 'drizzle-orm';
import type { Transaction } from '#db/database.ts';
import { gyms } from '#db/schema/gyms.ts';
import { membershipEvents } from '#db/schema/memberships.ts';
import { logAuditEntries, type NewAuditEntry } from '#modules/staff/audit-log.service.ts';
import type {
  GymRulesChange,
  UncoveringChange,
} from '#modules/gyms/affected-reservations.service.ts';
import { createAffectedError } from './affected-reservations.ts';
import { applyGymRules } from './gym-cancellations.service.ts';
import { cancelUncovered } from './uncovered-reservations.ts';

interface AffectedReservation {
  readonly sub: string;
  readonly gymId: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * Cancels the later reservations that no membership covers any more, and writes it into the history
 * of the members and, for a change by staff, into the audit log. It rejects a change that cancels
 * another number than staff have confirmed.
 */
export async function cancelUncoveredReservations(
  tx: Transaction,
  { subs, gymId, membershipId, staffSub, cancelAffected, reason }: UncoveringChange,
  now: Date,
): Promise<readonly AffectedReservation[]> {
  const lost = await cancelUncovered(tx, { subs, reason }, now);
  if (lost.length === 0) return [];
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
  for (let from = 0; from < events.length; from += maxBatchSize) {
    await tx.insert(membershipEvents).values(events.slice(from, from + maxBatchSize));
  }
  if (staffSub !== null) await logAffectedReservations(tx, { staffSub, lost, reason }, now);
  return lost;
}

/** Cancels the reservations that have no slot by the new rules of a gym, and logs each of them. */
export async function cancelByGymRules(
  tx: Transaction,
  { staffSub, ...change }: GymRulesChange,
  now: Date,
): Promise<readonly AffectedReservation[]> {
  const lost = await applyGymRules(tx, change, now);
  await logAffectedReservations(tx, { staffSub, lost, reason: change.reason }, now);
  return lost;
}

/** Maximum number of rows in one statement, because PostgreSQL allows at most 65,535 values. */
const maxBatchSize = 1000;

interface LoggedLoss {
  readonly staffSub: string;
  readonly lost: readonly AffectedReservation[];
  readonly reason: string;
}

/** Logs one entry for each reservation, which its member can read. */
async function logAffectedReservations(
  tx: Transaction,
  { staffSub, lost, reason }: LoggedLoss,
  now: Date,
): Promise<void> {
  if (lost.length === 0) return;
  const nameOf = await readGymNames(tx, lost);
  const entries = lost.map(({ sub, gymId, ...slot }): NewAuditEntry => ({
    staffSub,
    action: 'reservation.cancel',
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
  lost: readonly AffectedReservation[],
): Promise<ReadonlyMap<number, string>> {
  const { id, name } = gyms;
  const ids = [...new Set(lost.map(({ gymId }) => gymId))];
  const named = await tx.select({ id, name }).from(gyms).where(inArray(id, ids));
  return new Map(named.map((gym) => [gym.id, gym.name]));
}

function describeSlot(
  gymName: string,
  { startsAt, endsAt }: Pick<AffectedReservation, 'startsAt' | 'endsAt'>,
): string {
  return `${gymName} ${toGymTime(startsAt).slice(0, 16)}〜${toGymTime(endsAt).slice(11, 16)}`;
}
