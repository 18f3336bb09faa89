import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';
import { importStaffGyms } from './-staff-gyms-part.ts';

export const Route = createFileRoute('/staff/gyms/new')({
  staticData: { access: 'default', layout: 'auth', title: '店舗を追加する', group: 'staff' },
  component: lazyScreen(importStaffGyms, 'NewGymPage'),
});
