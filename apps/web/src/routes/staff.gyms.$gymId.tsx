import { createFileRoute } from '@tanstack/react-router';
import type { GymSearch } from '#features/staff-gyms/gym-tabs.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';
import { importStaffGyms } from './-staff-gyms-part.ts';

export const Route = createFileRoute('/staff/gyms/$gymId')({
  staticData: { access: 'default', layout: 'auth', title: '店舗の設定', group: 'staff' },
  params: idParam('gymId'),
  // Checked where it is used, by code that the sign-in page does without.
  validateSearch: (search: Record<string, unknown>) => search as GymSearch,
  loader: async ({ context, params }) => {
    const { loadStaffGym } = await loadPart(importStaffGyms);
    await loadStaffGym(context.queryClient, params.gymId);
  },
  component: lazyScreen(importStaffGyms, 'StaffGymPage'),
});
