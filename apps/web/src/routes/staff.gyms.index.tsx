import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { importStaffGyms } from './-staff-gyms-part.ts';

export const Route = createFileRoute('/staff/gyms/')({
  staticData: { access: 'default', layout: 'auth', title: '店舗の管理', group: 'staff' },
  loader: async ({ context }) => {
    const { loadStaffGyms } = await loadPart(importStaffGyms);
    await loadStaffGyms(context.queryClient);
  },
  component: lazyScreen(importStaffGyms, 'StaffGymsPage'),
});
