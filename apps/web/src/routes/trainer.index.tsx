import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/trainer/')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーナー', group: 'trainer' },
  component: () => <ComingSoon title="トレーナー" />,
});
