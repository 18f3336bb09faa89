import type { QueryClient } from '@tanstack/react-query';
import type { RejectedSearch } from '#features/staff-rejected-messages/rejected-search.ts';
import { rejectedMessagesQuery } from '#features/staff-rejected-messages/staff-rejected-messages.queries.ts';
import { staffMachinesQuery } from '#entities/machines/machines.queries.ts';

export async function loadRejectedMessages(
  queryClient: QueryClient,
  search: RejectedSearch,
): Promise<void> {
  await Promise.all([
    queryClient.query(staffMachinesQuery),
    queryClient.infiniteQuery(rejectedMessagesQuery(search)),
  ]);
}
