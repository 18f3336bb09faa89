import { createFileRoute, Outlet } from '@tanstack/react-router';

export const Route = createFileRoute('/staff')({
  // Each page below has its own declaration. This route is never a page by itself.
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '店舗管理',
    parent: null,
    group: 'staff',
  },
  // A frame of one element does not justify its own file.
  codeSplitGroupings: [],
  component: () => (
    <div data-wide>
      <Outlet />
    </div>
  ),
});
