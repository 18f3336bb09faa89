import { createFileRoute, redirect } from '@tanstack/react-router';

/** The address of a menu without its id. It redirects to the list of menus, the nearest page. */
export const Route = createFileRoute('/training-sessions/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'マイメニュー',
    parent: '/my-training-sessions',
  },
  beforeLoad: () => {
    throw redirect({ to: '/my-training-sessions', replace: true });
  },
});
