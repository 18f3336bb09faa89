import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

const importPage = () => import('./-trainer-connect-page.tsx');

export const Route = createFileRoute('/settings/trainer-connect')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーナー連携' },
  loader: async ({ context: { queryClient } }) => {
    await (await loadPart(importPage)).loadTrainerConnection(queryClient);
  },
  component: lazyScreen(importPage, 'TrainerConnectPage'),
});
