import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/favorite-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'お気に入りセッション' },
  component: () => <ComingSoon title="お気に入りセッション" />,
});
