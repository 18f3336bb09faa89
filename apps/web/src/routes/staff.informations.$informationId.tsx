import { createFileRoute, notFound } from '@tanstack/react-router';
import { AnnouncementEditor } from '#features/members/staff/announcement-editor.tsx';
import { findAnnouncement } from '#features/members/staff/staff-announcements.queries.ts';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute('/staff/informations/$informationId')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'お知らせの編集',
    parent: '/staff/informations',
    group: 'staff',
  },
  params: idParam('informationId'),
  loader: async ({ params: { informationId } }) => {
    const announcement = await findAnnouncement(({ id }) => id === informationId);
    if (announcement === null) throw notFound();
    return { announcement };
  },
  component: AnnouncementPage,
});

function AnnouncementPage() {
  const { announcement } = Route.useLoaderData();
  return <AnnouncementEditor key={announcement.id} announcement={announcement} />;
}
