import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

/** Addresses of an earlier app. All of them redirect to the home page. */
export const Route = createFileRoute('/users/$')({
  staticData: { access: 'public', layout: 'simple', title: 'ホーム', parent: null },
  beforeLoad: ({ params }) => {
    // The pattern also matches `/users`, which names nothing.
    if (!params._splat) throw notFound();
    throw redirect({ to: '/', replace: true });
  },
});
