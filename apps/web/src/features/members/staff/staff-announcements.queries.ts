import {
  type AnnouncementContent,
  createAnnouncement,
  deleteAnnouncement,
  listStaffAnnouncements,
  type StaffAnnouncement,
  updateAnnouncement,
} from '@tanren/contract/members/staff-announcements';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

const key = ['staff', 'informations'] as const;

export const staffAnnouncementsQuery = infiniteQueryOptions({
  queryKey: key,
  queryFn: ({ pageParam, signal }) =>
    callApi(
      listStaffAnnouncements,
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
export async function findAnnouncement(
  isIt: (announcement: StaffAnnouncement) => boolean,
): Promise<StaffAnnouncement | null> {
  let cursor: string | null = null;
  do {
    const querystring: { limit: number; cursor?: string } =
      cursor === null ? { limit: 100 } : { limit: 100, cursor };
    const page: Awaited<ReturnType<typeof callApi<typeof listStaffAnnouncements>>> = await callApi(
      listStaffAnnouncements,
      { querystring },
    );
    const found = page.items.find(isIt);
    if (found !== undefined) return found;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return null;
}

export function sendNewAnnouncement(content: AnnouncementContent, draftId: string) {
  return callApi(createAnnouncement, { body: { ...content, draftId } });
}

export function sendChangedAnnouncement(
  informationId: number,
  content: AnnouncementContent,
  version: number,
) {
  return callApi(updateAnnouncement, { params: { informationId }, body: { ...content, version } });
}

/**
 * Deletes an announcement. It may already be deleted, perhaps by an attempt whose answer was lost,
 * which counts as success.
 */
export async function removeAnnouncement(informationId: number): Promise<void> {
  try {
    await callApi(deleteAnnouncement, { params: { informationId } });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
  }
}

/**
 * Removes the cached staff list and refreshes the announcements that members see on this device.
 */
export async function refreshAnnouncements(queryClient: QueryClient): Promise<void> {
  queryClient.removeQueries({ queryKey: key });
  await queryClient.invalidateQueries({ queryKey: ['informations'] });
}
