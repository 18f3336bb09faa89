import { createFileRoute, redirect } from '@tanstack/react-router';

/** Addresses of an earlier app; whatever they named, home is where it is now. */
export const Route = createFileRoute('/users/$')({
  staticData: { access: 'public', layout: 'simple', title: 'ホーム', parent: null },
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
