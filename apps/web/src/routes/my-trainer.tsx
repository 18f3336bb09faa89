import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

const importPage = () => import('./-my-trainer-page.tsx');

export const Route = createFileRoute('/my-trainer')({
  staticData: { access: 'default', layout: 'auth', title: 'マイトレーナー' },
  loader: async ({ context: { queryClient } }) => {
    await (await loadPart(importPage)).loadMyTrainer(queryClient);
  },
  component: lazyScreen(importPage, 'MyTrainerPage'),
});
