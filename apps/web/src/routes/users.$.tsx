import { createFileRoute, notFound, redirect } from '@tanstack/react-router';

/** Addresses of an earlier app; whatever they named, home is where it is now. */
export const Route = createFileRoute('/users/$')({
  staticData: { access: 'public', layout: 'simple', title: 'ホーム', parent: null },
  beforeLoad: ({ params }) => {
    // The pattern fits `/users` too, which names nothing.
    if (!params._splat) throw notFound();
    throw redirect({ to: '/', replace: true });
  },
});
