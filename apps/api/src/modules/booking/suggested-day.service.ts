import type { Queryable } from '#db/database.ts';
import { listGyms, readGym, readWeek } from '#modules/gyms/gyms.service.ts';
import { readMemberships } from '#modules/memberships/memberships.service.ts';
import { readDaySlots, readReservableDays } from './reservation-slots.service.ts';
import { readReservationPage } from './training-reservations.service.ts';

interface SuggestionRequest {
  readonly sub: string;
  /** Gym that the page shows if it exists. `undefined` when the member has chosen none. */
  readonly gymId: number | undefined;
}

/**
 * Reads in one call what the page for reservations shows when it opens. Returns `null` without
 * gyms.
 */
export async function readSuggestedDay(db: Queryable, request: SuggestionRequest, now: Date) {
  const gymId = await chooseGym(db, request, now);
  if (gymId === null) return null;
  const { sub } = request;
  const [gym, hours, days] = await Promise.all([
    readGym(db, gymId),
    readWeek(db, gymId, now),
    readReservableDays(db, { sub, gymId }, now),
  ]);
  const gymDay = days.find(({ remaining, mine }) => remaining > 0 || mine)?.gymDay ?? null;
  const slots = gymDay === null ? [] : await readDaySlots(db, { sub, gymId, gymDay }, now);
  return { gym, hours, days, gymDay, slots };
}

/** Chooses the gym as the page does. If it decides otherwise, it sends the separate calls. */
async function chooseGym(
  db: Queryable,
  { sub, gymId }: SuggestionRequest,
  now: Date,
): Promise<number | null> {
  const gyms = await listGyms(db);
  if (gyms.some(({ id }) => id === gymId)) return gymId ?? null;
  const [reserved] = (await readReservationPage(db, sub, { limit: 1 }, now)).items;
  if (reserved) return reserved.gymId;
  const { memberships } = await readMemberships(db, sub, now);
  return memberships.find(({ state }) => state !== 'ended')?.gymId ?? gyms[0]?.id ?? null;
}
