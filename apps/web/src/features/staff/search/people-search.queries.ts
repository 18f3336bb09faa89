import { listMemberships } from '@tanren/contract/memberships/staff-memberships';
import { findMembers } from '@tanren/contract/staff/staff-members';
import { queryOptions } from '@tanstack/react-query';
import { chooseWorkGym } from '#entities/gyms/work-gym.tsx';
import { callApi } from '#lib/api.ts';

/** Maximum number of members, and of contracts, in the results. */
const limit = 5;

/**
 * Looks up members of all gyms and contracts of the gym that this device works for. Both look-ups
 * are in the audit log, so the query runs when staff ask for it and never while they type.
 */
export function peopleQuery(query: string) {
  return queryOptions({
    queryKey: ['staff-search', 'people', query],
    queryFn: async ({ signal, client }) => {
      const gymId = await chooseWorkGym(client, {});
      const [members, memberships] = await Promise.all([
        callApi(findMembers, { querystring: { query, limit } }, signal),
        gymId === null
          ? { items: [], nextCursor: null }
          : callApi(listMemberships, { params: { gymId }, querystring: { query, limit } }, signal),
      ]);
      return { members, memberships };
    },
    enabled: query !== '',
    // A repeated question within these minutes shows the cached answer without another look-up.
    staleTime: 5 * 60 * 1000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { errorShownByPage: true },
  });
}
