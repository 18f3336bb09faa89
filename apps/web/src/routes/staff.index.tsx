import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/staff/')({
  staticData: { access: 'default', layout: 'auth', title: 'スタッフ', group: 'staff' },
  component: () => <ComingSoon title="スタッフ" />,
});
