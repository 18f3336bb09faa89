import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/my-training-sessions')({
  staticData: { access: 'default', layout: 'auth', title: 'マイセッション' },
  component: () => <ComingSoon title="マイセッション" />,
});
