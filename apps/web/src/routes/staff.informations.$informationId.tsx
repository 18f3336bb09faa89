import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';
import { importStaffInformations } from './-staff-informations-part.ts';

export const Route = createFileRoute('/staff/informations/$informationId')({
  staticData: { access: 'default', layout: 'auth', title: 'お知らせの編集', group: 'staff' },
  params: idParam('informationId'),
  loader: async ({ params }) => {
    const { loadInformation } = await loadPart(importStaffInformations);
    return loadInformation(params.informationId);
  },
  component: lazyScreen(importStaffInformations, 'InformationPage'),
});
