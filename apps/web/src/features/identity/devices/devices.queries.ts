import {
  endDevice,
  endOtherDevices,
  listAuthenticationEvents,
  listDevices,
} from '@tanren/contract/identity/devices';
import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

const key = 'devices';

/** Reads the devices again at each visit, because the page must show the current state. */
export const devicesQuery = queryOptions({
  queryKey: [key, 'list'],
  queryFn: ({ signal }) => callApi(listDevices, {}, signal),
  staleTime: 0,
});

export const eventsQuery = infiniteQueryOptions({
  queryKey: [key, 'events'],
  queryFn: ({ pageParam, signal }) =>
    callApi(
      listAuthenticationEvents,
      { querystring: pageParam === null ? {} : { cursor: pageParam } },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});

/** Ends the sign-in of one device, or of all other devices for `null`. */
export function endDeviceMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async (deviceId: string | null) => {
      if (deviceId === null) await callApi(endOtherDevices, {});
      else await callApi(endDevice, { params: { deviceId } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [key] }),
    meta: { errorShownByForm: true },
  });
}
