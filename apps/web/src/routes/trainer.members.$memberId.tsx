import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/trainer/members/$memberId')({
  staticData: { access: 'default', layout: 'auth', title: '担当会員', group: 'trainer' },
  component: () => <ComingSoon title="担当会員" />,
});
