import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/reservations')({
  staticData: { access: 'default', layout: 'auth', title: '予約' },
  component: () => <ComingSoon title="予約" />,
});
