import { createFileRoute } from '@tanstack/react-router';
import { idParam } from '#lib/route-params.ts';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/workouts/$workoutId')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーニングの詳細' },
  params: idParam('workoutId'),
  component: () => <ComingSoon title="トレーニングの詳細" />,
});
