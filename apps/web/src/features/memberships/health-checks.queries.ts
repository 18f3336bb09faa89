import {
  getHealthCheck,
  type HealthCheck,
  listDueHealthChecks,
} from '@tanren/contract/memberships/health-checks';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

/** First part of the key of the health checks, which are never stored on the device. */
const healthKey = 'health-checks';

/** Finds the gyms that wait for answers. A page without this answer shows no invitation. */
export const dueHealthChecksQuery = queryOptions({
  queryKey: [healthKey, 'due'],
  queryFn: ({ signal }) => callApi(listDueHealthChecks, {}, signal),
  retry: false,
  meta: { errorShownByPage: true },
});

export function healthCheckQuery(gymId: number) {
  return queryOptions({
    queryKey: [healthKey, gymId],
    queryFn: ({ signal }) => callApi(getHealthCheck, { params: { gymId } }, signal),
    meta: { errorShownByPage: true },
  });
}

/** Returns a mutation that changes the own answers. The page shows the reason of a rejection. */
export function useHealthCheckCall<V>(call: (variables: V) => Promise<HealthCheck>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (check) => {
      queryClient.setQueryData(healthCheckQuery(check.gymId).queryKey, check);
      void queryClient.invalidateQueries({ queryKey: dueHealthChecksQuery.queryKey });
    },
    meta: { errorShownByForm: true },
  });
}
