import { listStaffInformations } from '@tanren/contract/staff-informations';
import { listStaffMachines } from '@tanren/contract/staff-machines';
import { listStaffReports } from '@tanren/contract/staff-session-reports';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';

/** More than these nobody counts: it is shown as "or more". */
const most = 100;

/** Cards tell for themselves when they cannot be asked; the rest of the page stays. */
const lively = {
  meta: { toldByPage: true },
  staleTime: 3_000,
  refetchInterval: 60_000,
} as const;

export interface OpenReports {
  readonly count: number;
  readonly isMore: boolean;
}

export const openReportsQuery = queryOptions({
  queryKey: ['staff', 'overview', 'reports'],
  queryFn: async ({ signal }): Promise<OpenReports> => {
    const querystring = { state: 'open', limit: most } as const;
    const { items, nextCursor } = await callApi(listStaffReports, { querystring }, signal);
    return { count: items.length, isMore: nextCursor !== null };
  },
  ...lively,
});

export interface MachineCounts {
  readonly inService: number;
  readonly offline: number;
  /** Messages refused within the last 24 hours. */
  readonly rejected: number;
}

export const machineCountsQuery = queryOptions({
  queryKey: ['staff', 'overview', 'machines'],
  queryFn: async ({ signal }): Promise<MachineCounts> => {
    const machines = await callApi(listStaffMachines, { querystring: {} }, signal);
    const inService = machines.filter(({ retiredAt }) => retiredAt === null);
    return {
      inService: inService.length,
      offline: inService.filter(({ online }) => !online).length,
      rejected: machines.reduce((sum, { rejectedToday }) => sum + rejectedToday, 0),
    };
  },
  ...lively,
});

export interface InformationCounts {
  readonly drafts: number;
  readonly planned: number;
}

export const informationCountsQuery = queryOptions({
  queryKey: ['staff', 'overview', 'informations'],
  queryFn: async ({ signal }): Promise<InformationCounts> => {
    const { items } = await callApi(
      listStaffInformations,
      { querystring: { limit: most } },
      signal,
    );
    return {
      drafts: items.filter(({ publishAt }) => publishAt === null).length,
      planned: items.filter(({ publishAt, published }) => publishAt !== null && !published).length,
    };
  },
  ...lively,
});
