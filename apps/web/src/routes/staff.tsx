import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/staff')({
  // Each page below declares its own; this one is never a page by itself.
  staticData: { access: 'default', layout: 'auth', title: 'スタッフ', group: 'staff' },
  component: lazyScreen(() => import('./-staff-frame.tsx'), 'StaffPages'),
});
