import { createFileRoute, notFound } from '@tanstack/react-router';
import { InformationEditor } from '#features/members/staff/announcement-editor.tsx';
import { findInformation } from '#features/members/staff/staff-announcements.queries.ts';
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
    const information = await findInformation(({ id }) => id === informationId);
    if (information === null) throw notFound();
    return { information };
  },
  component: InformationPage,
});

function InformationPage() {
  const { information } = Route.useLoaderData();
  return <InformationEditor key={information.id} information={information} />;
}
