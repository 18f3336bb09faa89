import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/training-sessions/new')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションの作成' },
  component: () => <ComingSoon title="セッションの作成" />,
});
