import { createFileRoute } from '@tanstack/react-router';
import { AnnouncementEditor } from '#features/members/staff/announcement-editor.tsx';

export const Route = createFileRoute('/staff/informations/new')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'お知らせを書く',
    parent: '/staff/informations',
    group: 'staff',
  },
  component: NewAnnouncementPage,
});

function NewAnnouncementPage() {
  return <AnnouncementEditor announcement={null} />;
}
