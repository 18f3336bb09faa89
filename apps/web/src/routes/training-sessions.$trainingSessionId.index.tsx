import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';

const importPage = () => import('./-training-session-page.tsx');

export const Route = createFileRoute('/training-sessions/$trainingSessionId/')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションの詳細' },
  params: idParam('trainingSessionId'),
  loader: async ({ context: { queryClient }, params: { trainingSessionId } }) => {
    const { loadTrainingSession } = await loadPart(importPage);
    if (!(await loadTrainingSession(queryClient, trainingSessionId))) throw notFound();
  },
  component: lazyScreen(importPage, 'TrainingSessionPage'),
});
