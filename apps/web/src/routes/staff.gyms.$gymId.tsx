import { createFileRoute } from '@tanstack/react-router';
import { readGymSearch } from '#features/staff-gyms/gym-tabs.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam, onlySearch } from '#lib/route-params.ts';
import { importStaffGyms } from './-staff-gyms-part.ts';

const validateSearch = onlySearch(readGymSearch);

export const Route = createFileRoute('/staff/gyms/$gymId')({
  staticData: { access: 'default', layout: 'auth', title: '店舗の設定', group: 'staff' },
  params: idParam('gymId'),
  validateSearch,
  loader: async ({ context, params }) => {
    const { loadStaffGym } = await loadPart(importStaffGyms);
    await loadStaffGym(context.queryClient, params.gymId);
  },
  component: lazyScreen(importStaffGyms, 'StaffGymPage'),
});
