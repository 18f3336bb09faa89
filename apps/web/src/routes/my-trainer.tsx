import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/my-trainer')({
  staticData: { access: 'default', layout: 'auth', title: 'マイトレーナー' },
  component: () => <ComingSoon title="マイトレーナー" />,
});
