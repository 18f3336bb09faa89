import { isGymDay } from '@tanren/domain/gyms/gym-time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, useLocation } from '@tanstack/react-router';
import { nextReservationQuery } from '#entities/booking/reservations.queries.ts';
import { visitsOfDayQuery } from '#entities/workouts/visits.queries.ts';
import { workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';
import { FinishedVisit } from '#features/workouts/finished-visit.tsx';
import { listWorkoutQueries } from '#features/workouts/visit-changes.ts';
import { GonePage } from '#lib/page-state.tsx';
import { waitBriefly } from '#lib/query-client.ts';

export const Route = createFileRoute('/visits/$date/finished')({
  staticData: {
    access: 'default',
    layout: 'moment',
    title: 'トレーニング終了',
    parent: '/visits/$date',
  },
  params: {
    parse: ({ date }: { date: string }) => (isGymDay(date) ? { date } : false),
    stringify: ({ date }: { date: string }) => ({ date }),
  },
  loader: async ({ context: { queryClient, readSession }, params: { date } }) => {
    const [visit] = (await queryClient.query(visitsOfDayQuery(date))) ?? [];
    if (visit === undefined) throw notFound();
    // The page works without these, but loading them later would push down the rest.
    await Promise.all(
      [
        queryClient.query(workoutLoadsQuery),
        queryClient.query(nextReservationQuery),
        ...listWorkoutQueries(visit).map((workout) => queryClient.query(workout)),
      ].map(waitBriefly),
    );
    const { access } = await readSession();
    return { nickname: (access.signedIn && access.profile?.nickname) || '' };
  },
  component: FinishedVisitPage,
});

/** Shows the end of the visit that began last on the day. */
function FinishedVisitPage() {
  const { date } = Route.useParams();
  const { nickname } = Route.useLoaderData();
  const { data: visits } = useSuspenseQuery(visitsOfDayQuery(date));
  const visit = visits?.[0];
  const menu = useLocation({ select: ({ state }) => state.finishedMenu ?? null });
  if (visit === undefined) return <GonePage />;
  return <FinishedVisit visit={visit} nickname={nickname} menu={menu} />;
}
