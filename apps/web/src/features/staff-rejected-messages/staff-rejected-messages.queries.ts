import { listRejectedMessages } from '@tanren/contract/staff-machines';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import type { RejectedSearch } from './rejected-search.ts';
import { isRejectionReason } from './rejected-message-card.tsx';

/** A reason that does not exist narrows nothing. */
export function rejectedMessagesQuery({ machineId, reason }: RejectedSearch) {
  const filter = {
    ...(machineId === undefined ? {} : { machineId }),
    ...(isRejectionReason(reason) ? { reason } : {}),
  };
  return infiniteQueryOptions({
    queryKey: ['staff-rejected-messages', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listRejectedMessages,
        { querystring: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
