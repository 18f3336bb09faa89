import { randomUUID } from 'node:crypto';
import type { MyDues } from '@tanren/contract/memberships/dues';
import type { Problem } from '@tanren/contract/problem';
import type {
  DuesTransfer,
  MembershipDues,
  StaffDues,
} from '@tanren/contract/memberships/staff-dues';
import {
  readTransferFile,
  type TransferFile,
  type TransferResult,
  writeTransferFile,
} from '@tanren/domain/memberships/zengin';
import type { createCall } from '#test/support/world.ts';

interface Sum {
  readonly count: number;
  readonly total: number;
}

export interface MadeFile extends Sum {
  readonly fileName: string;
  readonly content: string;
  readonly withoutAccount: number;
}

export interface Imported {
  readonly outcome: 'preview' | 'imported' | 'known';
  readonly paid: Sum;
  readonly failed: Sum;
  readonly failures: readonly { readonly membershipId: number; readonly reason: string }[];
  readonly fields?: Problem['fields'];
}

export const collector = {
  bankCode: '0005',
  branchCode: '001',
  accountKind: 'ordinary',
  accountNumber: '123456',
  consignorCode: '0012345678',
  consignorName: 'タンレン シブヤ',
};

export const account = {
  bankCode: '0001',
  branchCode: '110',
  accountKind: 'ordinary',
  accountNumber: '42',
  holder: 'ヤマダ タロウ',
};

/** Returns the calls about dues of members and staff, through one node. */
export function duesCalls(call: ReturnType<typeof createCall>, staff = `${randomUUID()}/staff`) {
  const monthUrl = (gymId: number, month: string) => `/staff/gyms/${gymId}/dues/${month}`;
  return {
    staff,
    myDues: async (sub: string) => (await call<MyDues>(sub, 'GET', '/my/dues')).body.memberships,
    month: async (gymId: number, month: string, query = '') =>
      (await call<StaffDues>(staff, 'GET', `${monthUrl(gymId, month)}${query}`)).body,
    charge: async (gymId: number, month: string) =>
      await call<Sum>(staff, 'POST', `${monthUrl(gymId, month)}/charges`),
    transfer: async (gymId: number, month: string, onDay: string, more: object = {}) =>
      await call<MadeFile>(staff, 'POST', `${monthUrl(gymId, month)}/transfers`, {
        onDay,
        ...more,
      }),
    results: async (gymId: number, month: string, content: string, dryRun = false) =>
      await call<Imported>(staff, 'POST', `${monthUrl(gymId, month)}/results`, { content, dryRun }),
    ledger: async (membershipId: number) =>
      await call<MembershipDues>(staff, 'GET', `/staff/memberships/${membershipId}/dues`),
    enter: async (membershipId: number, entry: object) =>
      await call<MembershipDues>(staff, 'POST', `/staff/memberships/${membershipId}/dues`, {
        draftId: randomUUID(),
        reason: '受付で確認',
        ...entry,
      }),
    setAccount: async (membershipId: number, changes: object = {}) =>
      await call<{ account: typeof account | null }>(
        staff,
        'PUT',
        `/staff/memberships/${membershipId}/debit-account`,
        { ...account, ...changes },
      ),
    setCollector: async (gymId: number, changes: object = {}) =>
      await call<object>(staff, 'PUT', `/staff/gyms/${gymId}/dues-collector`, {
        ...collector,
        ...changes,
      }),
  };
}

/** The transfers of a month without their times. */
export const describeTransfers = (transfers: readonly DuesTransfer[]) =>
  transfers.map(({ onDay, count, total, resultsAt }) => [onDay, count, total, resultsAt !== null]);

export function decodeFile(content: string): string[] {
  const text = new TextDecoder('shift_jis').decode(Buffer.from(content, 'base64'));
  return text.split('\r\n').filter((line) => line !== '');
}

/**
 * Plays the bank: returns the file with a result for each membership, 振替済 unless another is
 * given. `change` alters it further.
 */
export function answerAsBank(
  content: string,
  results: ReadonlyMap<number, TransferResult> = new Map(),
  change: (file: TransferFile) => TransferFile = (file) => file,
): string {
  const lines = decodeFile(content);
  // A request has no results in its trailer, so it is read as if nothing had failed.
  const trailer = lines.at(-2) ?? '';
  const sums = trailer.slice(1, 19);
  const asResults = [
    ...lines.slice(0, -2),
    `8${sums}${sums}`.padEnd(55, '0').padEnd(120),
    lines.at(-1),
  ];
  const half = (text = '') =>
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < 0x80 ? code : code - 0xff61 + 0xa1;
    });
  const file = readTransferFile(Uint8Array.from(asResults.flatMap(half)));
  if ('errors' in file) throw new Error(`the file cannot be read: ${JSON.stringify(file.errors)}`);
  const items = file.items.map((item) => ({
    ...item,
    result: results.get(Number(item.customer)) ?? '0',
  }));
  const bytes = writeTransferFile(change({ ...file, items }), { isRequest: false });
  return Buffer.from(bytes).toString('base64');
}
