import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/training-status')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニング状況' },
  component: () => <ComingSoon title="トレーニング状況" />,
});
