import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

export const Route = createFileRoute('/informations')({
  staticData: { access: 'default', layout: 'auth', title: 'お知らせ' },
  loader: async ({ context }) => {
    const { informationsQuery } = await loadPart(
      () => import('#entities/informations/informations.queries.ts'),
    );
    await context.queryClient.query(informationsQuery);
  },
  component: lazyScreen(
    () => import('#features/informations/informations-screen.tsx'),
    'InformationsScreen',
  ),
});
