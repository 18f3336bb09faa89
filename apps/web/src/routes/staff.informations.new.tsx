import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';
import { importStaffInformations } from './-staff-informations-part.ts';

export const Route = createFileRoute('/staff/informations/new')({
  staticData: { access: 'default', layout: 'auth', title: 'お知らせを書く', group: 'staff' },
  component: lazyScreen(importStaffInformations, 'NewInformationPage'),
});
