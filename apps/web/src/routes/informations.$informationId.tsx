import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { AnnouncementCard } from '#entities/members/announcement-card.tsx';
import { announcementsQuery, useMarkOpened } from '#entities/members/announcements.queries.ts';
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
    const announcements = await queryClient.query(announcementsQuery);
    if (!announcements.some(({ id }) => id === informationId)) throw notFound();
  },
  component: AnnouncementPage,
});

function AnnouncementPage() {
  const { informationId } = Route.useParams();
  const { data: announcements } = useSuspenseQuery(announcementsQuery);
  useMarkOpened(informationId);
  const announcement = announcements.find(({ id }) => id === informationId);
  // The announcement was withdrawn while it was open.
  if (announcement === undefined) return <GonePage />;
  const { publishedDt, content } = announcement;
  return (
    <div className={classes.detail}>
      <AnnouncementCard date={publishedDt} content={content} heading="h1" />
    </div>
  );
}
