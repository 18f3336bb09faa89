import type { AffectedSlot } from '@tanren/contract/problem';

/**
 * Returns one slot with this number of reservations that a change would cancel, as a rejection
 * lists it.
 */
export function listAffected(count: number): AffectedSlot[] {
  const startsAt = '2026-12-03T10:00:00.000Z';
  const endsAt = '2026-12-03T11:00:00.000Z';
  return [{ gymName: 'TANREN 神田', startsAt, endsAt, count }];
}
