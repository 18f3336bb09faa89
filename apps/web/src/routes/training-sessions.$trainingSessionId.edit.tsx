import { createFileRoute } from '@tanstack/react-router';
import { idParam } from '#lib/route-params.ts';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/training-sessions/$trainingSessionId/edit')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションの編集' },
  params: idParam('trainingSessionId'),
  component: () => <ComingSoon title="セッションの編集" />,
});
