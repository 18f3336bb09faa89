import {
  createInformation,
  deleteInformation,
  listStaffInformations,
  type StaffInformation,
  updateInformation,
} from '@tanren/contract/members/staff-announcements';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

const key = ['staff', 'informations'] as const;

export const staffInformationsQuery = infiniteQueryOptions({
  queryKey: key,
  queryFn: ({ pageParam, signal }) =>
    callApi(
      listStaffInformations,
      { querystring: pageParam === null ? {} : { cursor: pageParam } },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  // Colleagues write announcements as well, so the list is read again at each visit while the
  // cached one is shown.
  staleTime: 3_000,
});

/**
 * Finds an announcement in the list. The API has no call for a single one, and all of them are only
 * a few pages.
 */
export async function findInformation(
  isIt: (information: StaffInformation) => boolean,
): Promise<StaffInformation | null> {
  let cursor: string | null = null;
  do {
    const querystring: { limit: number; cursor?: string } =
      cursor === null ? { limit: 100 } : { limit: 100, cursor };
    const page: Awaited<ReturnType<typeof callApi<typeof listStaffInformations>>> = await callApi(
      listStaffInformations,
      { querystring },
    );
    const found = page.items.find(isIt);
    if (found !== undefined) return found;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return null;
}

export interface InformationContent {
  readonly content: string;
  readonly publishAt: string | null;
}

export function sendNewInformation(content: InformationContent, draftId: string) {
  return callApi(createInformation, { body: { ...content, draftId } });
}

export function sendChangedInformation(
  informationId: number,
  content: InformationContent,
  version: number,
) {
  return callApi(updateInformation, { params: { informationId }, body: { ...content, version } });
}

/**
 * Deletes an announcement. It may already be deleted, perhaps by an attempt whose answer was lost,
 * which counts as success.
 */
export async function removeInformation(informationId: number): Promise<void> {
  try {
    await callApi(deleteInformation, { params: { informationId } });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
}

/**
 * Removes the cached staff list and refreshes the announcements that members see on this device.
 */
export async function refreshInformations(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ queryKey: key });
  await queryClient.invalidateQueries({ queryKey: ['informations'] });
}
