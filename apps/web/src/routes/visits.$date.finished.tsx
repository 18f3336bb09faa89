import { isGymDay } from '@tanren/domain/gyms/gym-time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound, useLocation } from '@tanstack/react-router';
import { visitsOfDayQuery } from '#entities/workouts/visits.queries.ts';
import { FinishedVisit } from '#features/workouts/finished-visit.tsx';
import { GonePage } from '#lib/page-state.tsx';

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
    if ((await queryClient.query(visitsOfDayQuery(date))) === null) throw notFound();
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
