import type { QueryClient } from '@tanstack/react-query';
import { CalendarFeedSection } from '#features/calendar-feed/calendar-feed-section.tsx';
import { readKeptGym } from '#features/reservations/kept-gym.ts';
import { readReservationsSearch } from '#features/reservations/reservations-search.ts';
import { ReservationsScreen } from '#features/reservations/reservations-screen.tsx';
import {
  gymCancelledQuery,
  myReservationsQuery,
  myWaitsQuery,
} from '#features/reservations/reservations.queries.ts';
import { gymHoursQuery, gymQuery, gymsQuery } from '#lib/gyms.ts';
import { trainingSessionQuery } from '#lib/training-sessions.ts';

export function ReservationsPage() {
  return <ReservationsScreen calendar={<CalendarFeedSection />} />;
}

/** The gym that is shown, with its hours at hand; null: there is none. Places and lists come after. */
export async function loadReservations(
  queryClient: QueryClient,
  search: Record<string, unknown>,
): Promise<number | null> {
  const { gym: wish, trainingSessionId } = readReservationsSearch(search);
  // The screen asks for the same, and tells when it fails.
  const tryTo = (asked: Promise<unknown>) => asked.catch(() => {});
  void tryTo(queryClient.query(myReservationsQuery));
  void tryTo(queryClient.query(myWaitsQuery));
  const session =
    trainingSessionId === undefined
      ? null
      : tryTo(queryClient.query(trainingSessionQuery(trainingSessionId)));
  // Above everything else: it must not push the slots from under a finger.
  const cancelled = tryTo(queryClient.query(gymCancelledQuery));
  const gyms = await queryClient.query(gymsQuery);
  const isThere = (id: number | null | undefined) => gyms.some((gym) => gym.id === id);
  const kept = readKeptGym();
  const gymId = (isThere(wish) ? wish : isThere(kept) ? kept : gyms[0]?.id) ?? null;
  if (gymId === null) return null;
  await Promise.all([
    queryClient.query(gymQuery(gymId)),
    queryClient.query(gymHoursQuery(gymId)),
    session,
    cancelled,
  ]);
  return gymId;
}
