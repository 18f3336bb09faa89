import {
  getStaffFloor,
  saveStaffFloor,
  type StaffFloor,
} from '@tanren/contract/machines/gym-floor';
import { getGymWaits } from '@tanren/contract/machines/machine-waits';
import {
  createMachine,
  getStaffMachine,
  listStaffMachines,
  renewMachineSecret,
  retireMachine,
  setMachineInspection,
  type StaffMachine,
} from '@tanren/contract/machines/staff-machines';
import type { EndpointInput } from '@tanren/contract/endpoint';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { gymFloorQuery } from '#entities/machines/machines.queries.ts';
import { callApi, readAllPages } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';

/** First element of the query keys for the staff's machine queries. */
const staffMachinesKey = 'staff-machines';

export async function readStaffMachines(signal: AbortSignal): Promise<StaffMachine[]> {
  return await readAllPages((page) => callApi(listStaffMachines, { querystring: page }, signal));
}

/**
 * Reads all machines of all gyms. The page refetches it while it is open, because machines go
 * online and offline.
 */
export const staffMachinesQuery = queryOptions({
  queryKey: [staffMachinesKey, 'all'],
  queryFn: ({ signal }) => readStaffMachines(signal),
  staleTime: 5_000,
});

/**
 * Reads one machine. The data is `null` when the number does not exist or is not a valid machine
 * number.
 */
export function staffMachineQuery(machineId: number) {
  return queryOptions({
    queryKey: [staffMachinesKey, 'one', machineId],
    queryFn: async ({ signal }): Promise<StaffMachine | null> => {
      try {
        return await callApi(getStaffMachine, { params: { machineId } }, signal);
      } catch (error) {
        if (isApiError(error, 404) || isApiError(error, 400)) return null;
        throw error;
      }
    },
    staleTime: 5_000,
  });
}

async function refreshMachines(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [staffMachinesKey] });
}

/** Options that keep secrets out of the cache. A secret exists only on the open page. */
const uncached = { gcTime: 0, meta: { errorShownByForm: true } };

export function createMachineMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: EndpointInput<typeof createMachine>['body']) =>
      callApi(createMachine, { body }),
    onSuccess: () => refreshMachines(queryClient),
    ...uncached,
  });
}

export function renewSecretMutation(queryClient: QueryClient, machineId: number) {
  return mutationOptions({
    mutationKey: [staffMachinesKey, 'renew', machineId],
    mutationFn: () => callApi(renewMachineSecret, { params: { machineId }, body: {} }),
    onSuccess: () => refreshMachines(queryClient),
    ...uncached,
  });
}

export function retireMachineMutation(queryClient: QueryClient, machineId: number) {
  return mutationOptions({
    mutationKey: [staffMachinesKey, 'retire', machineId],
    mutationFn: () => callApi(retireMachine, { params: { machineId }, body: {} }),
    onSuccess: () => refreshMachines(queryClient),
    meta: { errorShownByForm: true },
  });
}

/** Begins the inspection with a note for staff, or ends it. */
export function inspectionMutation(
  queryClient: QueryClient,
  machineId: number,
  inspection: boolean,
) {
  return mutationOptions({
    mutationKey: [staffMachinesKey, 'inspect', machineId],
    mutationFn: (note: string | void) => {
      const body = { inspection, ...(note === undefined ? {} : { note }) };
      return callApi(setMachineInspection, { params: { machineId }, body });
    },
    onSuccess: () => refreshMachines(queryClient),
    meta: { errorShownByForm: true },
  });
}

export async function fetchFloor(gymId: number, signal?: AbortSignal): Promise<StaffFloor> {
  return await callApi(getStaffFloor, { params: { gymId } }, signal);
}

/** Reads where the machines of a gym are. The page edits the version that its loader has read. */
export function staffFloorQuery(gymId: number) {
  return queryOptions({
    queryKey: [staffMachinesKey, 'floor', gymId],
    queryFn: ({ signal }) => fetchFloor(gymId, signal),
    meta: { errorShownByPage: true },
    staleTime: 3_000,
  });
}

export async function sendFloor(
  gymId: number,
  version: number,
  placed: readonly StaffFloor['machines'][number][],
): Promise<StaffFloor> {
  const machines = placed.map(({ machineId, column, row }) => ({ machineId, column, row }));
  return await callApi(saveStaffFloor, { params: { gymId }, body: { version, machines } });
}

/** Stores the saved floor and refreshes what members see of it. */
export async function cacheFloor(queryClient: QueryClient, floor: StaffFloor): Promise<void> {
  queryClient.setQueryData(staffFloorQuery(floor.gymId).queryKey, floor);
  await queryClient.invalidateQueries({ queryKey: gymFloorQuery(floor.gymId).queryKey });
}

/** Reads how long people wait for the machines of a gym. The server computes it once a day. */
export function gymWaitsQuery(gymId: number) {
  return queryOptions({
    queryKey: [staffMachinesKey, 'waits', gymId],
    queryFn: ({ signal }) => callApi(getGymWaits, { params: { gymId } }, signal),
    meta: { errorShownByPage: true },
    staleTime: 60_000,
  });
}
