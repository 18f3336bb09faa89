import { createFileRoute, Outlet } from '@tanstack/react-router';

export const Route = createFileRoute('/trainer')({
  // Each page below has its own declaration. This route is never a page by itself.
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '担当会員',
    parent: null,
    group: 'trainer',
  },
  // A frame of one element does not justify its own file.
  codeSplitGroupings: [],
  component: () => (
    <div data-wide>
      <Outlet />
    </div>
  ),
});
