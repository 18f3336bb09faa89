import type { AffectedSlot } from '@tanren/contract/problem';

/** The slot of so many reservations that a change would cancel, as a refusal lists it. */
export function listAffected(count: number): AffectedSlot[] {
  const startsAt = '2026-12-03T10:00:00.000Z';
  const endsAt = '2026-12-03T11:00:00.000Z';
  return [{ gymName: 'TANREN 神田', startsAt, endsAt, count }];
}
