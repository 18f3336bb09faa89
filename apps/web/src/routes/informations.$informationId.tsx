import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { InformationCard } from '#entities/members/announcement-card.tsx';
import { informationsQuery, useMarkOpened } from '#entities/members/announcements.queries.ts';
import classes from '#features/members/announcements/announcements.module.css';
import { GonePage } from '#lib/page-state.tsx';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/informations/$informationId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'お知らせの詳細',
    parent: ['/informations', '/'],
  },
  params: idParam('informationId'),
  loader: async ({ context: { queryClient }, params: { informationId } }) => {
    const informations = await queryClient.query(informationsQuery);
    if (!informations.some(({ id }) => id === informationId)) throw notFound();
  },
  component: InformationPage,
});

function InformationPage() {
  const { informationId } = Route.useParams();
  const { data: informations } = useSuspenseQuery(informationsQuery);
  useMarkOpened(informationId);
  const information = informations.find(({ id }) => id === informationId);
  // The announcement was withdrawn while it was open.
  if (information === undefined) return <GonePage />;
  const { publishedDt, content } = information;
  return (
    <div className={classes.detail}>
      <InformationCard date={publishedDt} content={content} heading="h1" />
    </div>
  );
}
