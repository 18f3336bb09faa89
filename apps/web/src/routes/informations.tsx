import { createFileRoute } from '@tanstack/react-router';
import { informationsQuery } from '#features/informations/informations.queries.ts';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/informations')({
  staticData: { access: 'default', layout: 'auth', title: 'お知らせ' },
  loader: ({ context }) => context.queryClient.query(informationsQuery),
  component: lazyScreen(
    () => import('#features/informations/informations-screen.tsx'),
    'InformationsScreen',
  ),
});
