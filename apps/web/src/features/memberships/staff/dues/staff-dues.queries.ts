import type { EndpointInput } from '@tanren/contract/endpoint';
import {
  deleteDebitAccount,
  getDebitAccount,
  getDuesCollector,
  setDebitAccount,
  setDuesCollector,
} from '@tanren/contract/memberships/debit-accounts';
import {
  addDuesEntry,
  chargeDues,
  exportDues,
  getMembershipDues,
  importResults,
  listDues,
  makeTransfer,
} from '@tanren/contract/memberships/staff-dues';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi, downloadFile, saveFile } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { refreshMemberships } from '#features/memberships/staff/staff-memberships.queries.ts';

const key = 'staff-dues';

/** Memberships that the list of a month shows: all, or those that still owe an amount. */
export type ShownDues = 'all' | 'open';

export interface DuesMonthOfGym {
  readonly gymId: number;
  readonly month: string;
}

export function duesQuery({ gymId, month }: DuesMonthOfGym, show: ShownDues) {
  return infiniteQueryOptions({
    queryKey: [key, 'month', gymId, month, show],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listDues,
        {
          params: { gymId, month },
          querystring: { show, ...(pageParam === null ? {} : { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 3_000,
  });
}

/** Reads the ledger of a membership. The data is `null` when the server does not know it. */
export function membershipDuesQuery(membershipId: number) {
  return queryOptions({
    queryKey: [key, 'membership', membershipId],
    queryFn: async ({ signal }) => {
      try {
        return await callApi(getMembershipDues, { params: { membershipId } }, signal);
      } catch (error) {
        if (isApiError(error, 404)) return null;
        throw error;
      }
    },
    staleTime: 3_000,
    meta: { errorShownByPage: true },
  });
}

export function collectorQuery(gymId: number) {
  return queryOptions({
    queryKey: [key, 'collector', gymId],
    queryFn: ({ signal }) => callApi(getDuesCollector, { params: { gymId } }, signal),
    meta: { errorShownByPage: true },
  });
}

/** Reads the account of a member. The server logs each read, so it happens only on request. */
export function debitAccountQuery(membershipId: number) {
  return queryOptions({
    queryKey: [key, 'account', membershipId],
    queryFn: ({ signal }) => callApi(getDebitAccount, { params: { membershipId } }, signal),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    meta: { errorShownByPage: true },
  });
}

async function refreshDues(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [key] });
}

/** Charges what is not charged yet, and returns the number and the sum of the new charges. */
export async function sendCharges(queryClient: QueryClient, params: DuesMonthOfGym) {
  const made = await callApi(chargeDues, { params });
  await refreshDues(queryClient);
  return made;
}

/** Saves the dues of a month as a CSV file. */
export async function saveDuesCsv(params: DuesMonthOfGym, gymName: string): Promise<void> {
  const file = await downloadFile(exportDues, { params });
  saveFile(file, `会費_${gymName.replaceAll(/[\\/:*?"<>|\s]/g, '')}_${params.month}.csv`);
}

/** Makes the file for the bank, saves it, and returns what it contains. */
export async function saveTransferFile(
  queryClient: QueryClient,
  params: DuesMonthOfGym,
  body: EndpointInput<typeof makeTransfer>['body'],
) {
  const made = await callApi(makeTransfer, { params, body });
  const bytes = Uint8Array.from(atob(made.content), (character) => character.charCodeAt(0));
  saveFile(new Blob([bytes], { type: 'application/octet-stream' }), made.fileName);
  await refreshDues(queryClient);
  return made;
}

/** Sends the bank's file. With `dryRun` the server only says what it would book. */
export async function sendResults(
  queryClient: QueryClient,
  params: DuesMonthOfGym,
  body: EndpointInput<typeof importResults>['body'],
) {
  const result = await callApi(importResults, { params, body });
  if (!body.dryRun) await refreshDues(queryClient);
  return result;
}

/** Adds an entry by hand. A payment also appears in the history of the membership. */
export async function sendDuesEntry(
  queryClient: QueryClient,
  membershipId: number,
  body: EndpointInput<typeof addDuesEntry>['body'],
): Promise<void> {
  const dues = await callApi(addDuesEntry, { params: { membershipId }, body });
  queryClient.setQueryData(membershipDuesQuery(membershipId).queryKey, dues);
  await Promise.all([refreshDues(queryClient), refreshMemberships(queryClient)]);
}

export async function sendDebitAccount(
  queryClient: QueryClient,
  membershipId: number,
  body: EndpointInput<typeof setDebitAccount>['body'],
): Promise<void> {
  await callApi(setDebitAccount, { params: { membershipId }, body });
  await refreshDues(queryClient);
}

export async function removeDebitAccount(
  queryClient: QueryClient,
  membershipId: number,
): Promise<void> {
  await callApi(deleteDebitAccount, { params: { membershipId } });
  await refreshDues(queryClient);
}

export async function sendCollector(
  queryClient: QueryClient,
  gymId: number,
  body: EndpointInput<typeof setDuesCollector>['body'],
): Promise<void> {
  await callApi(setDuesCollector, { params: { gymId }, body });
  await refreshDues(queryClient);
}
