import { isGymDay } from '@tanren/domain/gyms/gym-time';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { describeWhen } from '#entities/workouts/visit-card.tsx';
import { visitsOfDayQuery } from '#entities/workouts/visits.queries.ts';
import { VisitDetail } from '#features/workouts/visit-detail.tsx';
import classes from '#features/workouts/visit.module.css';
import { formatGymDate } from '#lib/dates.ts';
import { GonePage } from '#lib/page-state.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/visits/$date/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '来館の記録',
    parent: ['/workouts', '/', '/tanren-link'],
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
  component: VisitPage,
});

/** Shows one gym day: usually one visit, and one more for each other gym. */
function VisitPage() {
  const { date } = Route.useParams();
  const { nickname } = Route.useLoaderData();
  const { data: visits } = useSuspenseQuery(visitsOfDayQuery(date));
  const [first, ...others] = visits ?? [];
  if (first === undefined) return <GonePage />;
  return (
    <Page
      title={formatGymDate(date)}
      lead={others.length === 0 ? describeWhen(first) : undefined}
      wide
    >
      {others.length === 0 ? (
        <VisitDetail visit={first} nickname={nickname} />
      ) : (
        [first, ...others].map((visit) => (
          <section key={visit.gymId} aria-label={describeWhen(visit)}>
            <h2 className={classes.panelHead}>{describeWhen(visit)}</h2>
            <VisitDetail visit={visit} nickname={nickname} which={describeWhen(visit)} />
          </section>
        ))
      )}
    </Page>
  );
}
