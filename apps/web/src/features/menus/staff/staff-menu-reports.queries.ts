import {
  decideReport,
  listStaffReports,
  type ReportDecision,
} from '@tanren/contract/menus/staff-menu-reports';
import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

export type ReportState = 'open' | 'decided';

const key = 'staff-session-reports';

export function staffReportsQuery(state: ReportState) {
  return infiniteQueryOptions({
    queryKey: [key, state],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listStaffReports,
        { querystring: { state, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Decides all reports of the same menu, so both lists change. */
export function decideReportMutation(queryClient: QueryClient, reportId: number) {
  return mutationOptions({
    mutationFn: (body: { readonly decision: ReportDecision; readonly reason: string }) =>
      callApi(decideReport, { params: { reportId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [key] }),
    meta: { errorShownByForm: true },
  });
}
