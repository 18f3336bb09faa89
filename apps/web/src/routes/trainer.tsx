import { createFileRoute, Outlet } from '@tanstack/react-router';

export const Route = createFileRoute('/trainer')({
  // Each page below declares its own; this one is never a page by itself.
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '担当会員',
    parent: null,
    group: 'trainer',
  },
  // A frame of one element is not worth a file of its own.
  codeSplitGroupings: [],
  component: () => (
    <div data-wide>
      <Outlet />
    </div>
  ),
});
