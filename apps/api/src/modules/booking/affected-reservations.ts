import { maxAffectedSlots } from '@tanren/contract/problem';
import { AppError } from '#http/app-error.ts';

interface AffectedReservations {
  readonly startsAt: Date;
  readonly endsAt: Date;
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
