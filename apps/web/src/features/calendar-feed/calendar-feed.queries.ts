import {
  deleteCalendarFeed,
  getCalendarFeed,
  renewCalendarFeed,
} from '@tanren/contract/calendar-feed';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

export const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => callApi(getCalendarFeed, {}, signal),
  meta: { toldByPage: true },
});

/** One after the other: the address shown last must be the one that works. */
const scope = { id: 'calendar-feed' };

export function renewCalendarFeedMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['calendar-feed', 'renew'],
    scope,
    mutationFn: () => callApi(renewCalendarFeed, {}),
    // After a lost answer, too: there may be a new address that nobody has seen.
    onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
  });
}

export function stopCalendarFeedMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['calendar-feed', 'stop'],
    scope,
    mutationFn: () => callApi(deleteCalendarFeed, {}),
    onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
  });
}
