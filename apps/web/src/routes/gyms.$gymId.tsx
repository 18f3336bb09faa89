import { createFileRoute } from '@tanstack/react-router';
import { idParam } from '#lib/route-params.ts';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/gyms/$gymId')({
  staticData: { access: 'default', layout: 'auth', title: 'ジム' },
  params: idParam('gymId'),
  component: () => <ComingSoon title="ジム" />,
});
