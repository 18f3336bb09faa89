import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { importStaffInformations } from './-staff-informations-part.ts';

export const Route = createFileRoute('/staff/informations/')({
  staticData: { access: 'default', layout: 'auth', title: 'お知らせの管理', group: 'staff' },
  loader: async ({ context }) => {
    const { loadInformations } = await loadPart(importStaffInformations);
    await loadInformations(context.queryClient);
  },
  component: lazyScreen(importStaffInformations, 'StaffInformationsPage'),
});
