import type { StaffInformation } from '@tanren/contract/staff-informations';
import type { QueryClient } from '@tanstack/react-query';
import { getRouteApi, notFound } from '@tanstack/react-router';
import { InformationEditorScreen } from '#features/staff-informations/information-editor.tsx';
import { StaffInformationsScreen } from '#features/staff-informations/staff-informations-screen.tsx';
import {
  findInformation,
  staffInformationsQuery,
} from '#features/staff-informations/staff-informations.queries.ts';

const route = getRouteApi('/staff/informations/$informationId');

export const StaffInformationsPage = StaffInformationsScreen;

export function NewInformationPage() {
  return <InformationEditorScreen information={null} />;
}

export function InformationPage() {
  const { information } = route.useLoaderData();
  return <InformationEditorScreen key={information.id} information={information} />;
}

export async function loadInformations(queryClient: QueryClient): Promise<void> {
  await queryClient.infiniteQuery({ ...staffInformationsQuery, staleTime: 'static' });
}

export async function loadInformation(
  informationId: number,
): Promise<{ information: StaffInformation }> {
  const information = await findInformation(({ id }) => id === informationId);
  if (information === null) throw notFound();
  return { information };
}
