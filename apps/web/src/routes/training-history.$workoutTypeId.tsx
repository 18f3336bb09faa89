import { createFileRoute } from '@tanstack/react-router';
import { idParam } from '#lib/route-params.ts';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/training-history/$workoutTypeId')({
  staticData: { access: 'default', layout: 'auth', title: '種目別の履歴' },
  params: idParam('workoutTypeId'),
  component: () => <ComingSoon title="種目別の履歴" />,
});
