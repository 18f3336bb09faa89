import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/settings/trainer-connect')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーナー連携' },
  component: () => <ComingSoon title="トレーナー連携" />,
});
