import { listStaffMachines } from '@tanren/contract/staff-machines';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** Begins the key of everything staff ask about machines. */
export const staffMachinesKey = 'staff-machines';

/** Every machine of every gym; asked again while it is looked at, since they come and go. */
export const staffMachinesQuery = queryOptions({
  queryKey: [staffMachinesKey, 'all'],
  queryFn: ({ signal }) => callApi(listStaffMachines, { querystring: {} }, signal),
  staleTime: 5_000,
});
