import { createFileRoute, redirect } from '@tanstack/react-router';

/** A session's address without its id: the list is the nearest page there is. */
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
