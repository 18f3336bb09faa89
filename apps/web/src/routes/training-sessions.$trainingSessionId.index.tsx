import { createFileRoute } from '@tanstack/react-router';
import { idParam } from '#lib/route-params.ts';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/training-sessions/$trainingSessionId/')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションの詳細' },
  params: idParam('trainingSessionId'),
  component: () => <ComingSoon title="セッションの詳細" />,
});
