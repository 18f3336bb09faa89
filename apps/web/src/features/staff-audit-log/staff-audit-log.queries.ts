import { listAuditLog } from '@tanren/contract/staff-audit-log';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import type { AuditSearch } from './audit-search.ts';
import { isStaffAction } from './audit-words.ts';

export function auditLogQuery({ action }: AuditSearch) {
  const filter = isStaffAction(action) ? { action } : {};
  return infiniteQueryOptions({
    queryKey: ['staff-audit-log', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listAuditLog,
        { querystring: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Whoever looks here has just done something elsewhere.
    staleTime: 0,
  });
}
