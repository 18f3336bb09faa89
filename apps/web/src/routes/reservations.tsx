import { IconBuildingOff } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { CalendarFeedSection } from '#features/calendar-feed/calendar-feed.tsx';
import { GymReservations } from '#features/reservations/gym-reservations.tsx';
import { readKeptGym, readReservationsSearch } from '#features/reservations/reservations-search.ts';
import {
  gymCancelledQuery,
  myReservationsQuery,
  myWaitsQuery,
} from '#features/reservations/reservations.queries.ts';
import { useReservationsPage } from '#features/reservations/use-reservations-page.ts';
import { gymHoursQuery, gymQuery, gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { onlySearch } from '#lib/route-params.ts';
import { trainingSessionQuery } from '#entities/training-sessions/training-sessions.queries.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';

const validateSearch = onlySearch(readReservationsSearch);

export const Route = createFileRoute('/reservations')({
  staticData: { access: 'default', layout: 'auth', title: '予約' },
  validateSearch,
  // Places change by the second: nothing is asked for a finger that only passes over the link.
  preload: false,
  loaderDeps: ({ search: { gym, trainingSessionId } }) => ({ gym, trainingSessionId }),
  loader: async ({ context: { queryClient }, deps }) => ({
    gymId: await loadReservations(queryClient, { ...deps }),
  }),
  component: ReservationsPage,
});

function ReservationsPage() {
  const { gymId } = useReservationsPage();
  return (
    <Page title="予約">
      {gymId === null ? (
        <NoGyms />
      ) : (
        <GymReservations gymId={gymId} calendar={<CalendarFeedSection />} />
      )}
    </Page>
  );
}

function NoGyms() {
  return (
    <EmptyState
      Icon={IconBuildingOff}
      text="予約できるジムはまだありません。準備ができましたら、お知らせでご案内します。"
      action={
        <Link to="/informations" className={primaryButtonLink}>
          お知らせを見る
        </Link>
      }
    />
  );
}

/** The gym that is shown, with its hours at hand; null: there is none. Places and lists come after. */
async function loadReservations(
  queryClient: QueryClient,
  search: Record<string, unknown>,
): Promise<number | null> {
  const { gym: wanted, trainingSessionId } = readReservationsSearch(search);
  // The screen asks for the same, and tells when it fails.
  const ignoreFailure = (request: Promise<unknown>) => request.catch(() => {});
  void ignoreFailure(queryClient.query(myReservationsQuery));
  void ignoreFailure(queryClient.query(myWaitsQuery));
  const session =
    trainingSessionId === undefined
      ? null
      : ignoreFailure(queryClient.query(trainingSessionQuery(trainingSessionId)));
  // Above everything else: it must not push the slots from under a finger.
  const cancelled = ignoreFailure(queryClient.query(gymCancelledQuery));
  const gyms = await queryClient.query(gymsQuery);
  const isThere = (id: number | null | undefined) => gyms.some((gym) => gym.id === id);
  const kept = readKeptGym();
  const gymId = (isThere(wanted) ? wanted : isThere(kept) ? kept : gyms[0]?.id) ?? null;
  if (gymId === null) return null;
  await Promise.all([
    queryClient.query(gymQuery(gymId)),
    queryClient.query(gymHoursQuery(gymId)),
    session,
    cancelled,
  ]);
  return gymId;
}
