import { listInformations } from '@tanren/contract/informations';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

export const informationsQuery = queryOptions({
  queryKey: ['informations'],
  queryFn: ({ signal }) => callApi(listInformations, {}, signal),
  // The bell asks again and again; the page of announcements itself tells when it has none.
  meta: { toldByPage: true },
});
