import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/search-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションを探す' },
  component: () => <ComingSoon title="セッションを探す" />,
});
