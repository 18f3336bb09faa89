import { createFileRoute, redirect } from '@tanstack/react-router';

/** Leads old bookmarks of the board to the start page of staff, with their gym and day. */
export const Route = createFileRoute('/staff/board')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '本日の受付',
    parent: '/staff',
    group: 'staff',
  },
  beforeLoad: ({ location: { searchStr } }) => {
    throw redirect({ href: `/staff${searchStr}`, replace: true });
  },
});
