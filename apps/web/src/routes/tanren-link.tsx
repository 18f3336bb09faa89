import { createFileRoute } from '@tanstack/react-router';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/tanren-link')({
  staticData: { access: 'default', layout: 'auth', title: 'マシンと接続' },
  component: () => <ComingSoon title="マシンと接続" />,
});
