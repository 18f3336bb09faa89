import { createHash } from 'node:crypto';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { accountKinds } from '@tanren/domain/memberships/debit-accounts';
import {
  type DuesResult,
  type DuesResultError,
  matchResults,
  toCustomerNumber,
  toTransferDay,
} from '@tanren/domain/memberships/dues-transfers';
import {
  readTransferFile,
  type TransferItem,
  transferResultNames,
  writeTransferFile,
} from '@tanren/domain/memberships/zengin';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { formatNumber } from '#modules/memberships/membership-records.ts';
import { readDay } from '#modules/memberships/membership-texts.ts';
import { requireGym } from '#modules/memberships/staff-memberships.service.ts';
import { logAuditEntry } from '#modules/staff/audit-log.service.ts';
import { type DebitParts, openAccount, readCollector } from './debit-accounts.service.ts';
import { insertEntries, nameMemberships } from './dues.store.ts';
import {
  closeTransfer,
  deleteTransfer,
  insertTransfer,
  listItems,
  lockTransfers,
  selectTransfers,
  setKnown,
} from './dues-transfers.store.ts';
import { describeSum, nameMonth, readMonth, type StaffMonth } from './month-dues.service.ts';

/** Banks read the numbers. The names of bank and branch may be empty. */
const noNames = { bankName: '', branchName: '' };
const registrationDigits = { known: '0', new: '1', changed: '2' } as const;
/** Maximum number of days from today to the day of withdrawal. */
const maxDaysAhead = 180;

async function requireCollector(tx: Queryable, parts: DebitParts, gymId: number) {
  const collector = await readCollector(tx, parts, gymId);
  if (collector === null) throw new AppError('collector_missing');
  return collector;
}

interface TransferRequest extends StaffMonth {
  readonly onDay: string;
  readonly replace?: boolean;
}

/**
 * Makes the file for the bank and stores its amounts, which the results must have. The amounts stay
 * the same for the same day, because the bank may have the file already.
 */
export async function makeTransfer(
  db: Queryable,
  parts: DebitParts,
  { staffSub, gymId, month, onDay, replace = false }: TransferRequest,
  now: Date,
) {
  const today = toGymDay(now);
  // The file of a day gone by can be read again until its results arrive.
  readDay('onDay', onDay, { from: addDays(today, -366), until: addDays(today, maxDaysAhead) });
  return await db.transaction(async (tx) => {
    await parts.lockAccount(tx, staffSub);
    const gymName = await requireGym(tx, gymId);
    const collector = await requireCollector(tx, parts, gymId);
    await lockTransfers(tx, gymId);
    const open = (await readMonth(tx, { gymId, month }, now)).filter(({ balance }) => balance > 0);
    const transferId = await findOrInsert(tx, { gymId, month, onDay, replace }, open, now);
    const items = await listItems(tx, transferId);
    const { accountKind, ...header } = collector;
    const bytes = writeTransferFile(
      {
        header: {
          ...header,
          ...noNames,
          day: toTransferDay(onDay),
          accountKind: accountKinds[accountKind],
        },
        items: items.map((item) => describeItem(parts.debitKey, item)),
      },
      { isRequest: true },
    );
    const sum = { count: items.length, total: items.reduce((all, { amount }) => all + amount, 0) };
    const target = nameMonth(gymName, month);
    const changes = [{ field: 'dues' as const, before: '', after: `${onDay} ${describeSum(sum)}` }];
    await logAuditEntry(tx, { staffSub, action: 'dues.transfer', target, changes }, now);
    return {
      fileName: `furikae-${gymId}-${month}-${onDay.replaceAll('-', '')}.txt`,
      content: Buffer.from(bytes).toString('base64'),
      ...sum,
      withoutAccount: open.filter(({ hasAccount }) => !hasAccount).length,
    };
  });
}

type Item = Awaited<ReturnType<typeof listItems>>[number];

function describeItem(
  key: Buffer,
  { membershipId, amount, sealed, registration }: Item,
): TransferItem {
  // The account was deleted after the file was made, so the same file cannot be made again.
  if (sealed === null || registration === null) throw new AppError('transfer_pending');
  const { accountKind, ...account } = openAccount(key, membershipId, sealed);
  return {
    ...account,
    ...noNames,
    amount,
    result: '0',
    accountKind: accountKinds[accountKind],
    registration: registrationDigits[registration],
    customer: toCustomerNumber(membershipId),
  };
}

interface OpenRow {
  readonly membershipId: number;
  readonly balance: number;
  readonly hasAccount: boolean;
}

/**
 * Finds the transfer of this day, or stores a new one. A file that waits for its results is given up
 * only on request: otherwise the bank could withdraw the same dues twice.
 */
async function findOrInsert(
  tx: Transaction,
  { replace, ...which }: Omit<Required<TransferRequest>, 'staffSub'>,
  open: readonly OpenRow[],
  now: Date,
): Promise<number> {
  const known = await selectTransfers(tx, which);
  const sameDay = known.find(({ onDay }) => onDay === which.onDay);
  if (sameDay !== undefined && sameDay.resultsDigest !== null) {
    throw new AppError('results_imported');
  }
  const pending = known.find(({ resultsDigest }) => resultsDigest === null);
  if (pending !== undefined && !replace) {
    if (pending === sameDay) return pending.id;
    throw new AppError('transfer_pending');
  }
  const today = toGymDay(now);
  readDay('onDay', which.onDay, { from: today, until: addDays(today, maxDaysAhead) });
  const items = open
    .filter(({ hasAccount }) => hasAccount)
    .map(({ membershipId, balance }) => ({ membershipId, amount: balance }));
  if (items.length === 0) throw new AppError('nothing_to_collect');
  if (pending !== undefined) await deleteTransfer(tx, pending.id);
  return await insertTransfer(tx, { ...which, madeAt: now, items });
}

interface SentResults extends StaffMonth {
  readonly content: string;
  readonly dryRun: boolean;
}

/** Maximum number of wrong lines that are reported. */
const maxErrors = 50;

function rejectLines(errors: readonly DuesResultError[]): AppError {
  const fields = errors
    .slice(0, maxErrors)
    .map(({ line, code }) => ({ path: `/lines/${line}`, in: 'body' as const, message: code }));
  return new AppError('invalid_request', { fields });
}

/** Books the results of a bank. With a wrong line, or for a dry run, nothing is booked. */
export async function importResults(
  db: Queryable,
  parts: DebitParts,
  { staffSub, gymId, month, content, dryRun }: SentResults,
  now: Date,
) {
  const bytes = Buffer.from(content, 'base64');
  const digest = createHash('sha256').update(bytes).digest();
  return await db.transaction(async (tx) => {
    await parts.lockAccount(tx, staffSub);
    const gymName = await requireGym(tx, gymId);
    const file = readTransferFile(bytes);
    if ('errors' in file) throw rejectLines(file.errors);
    const { consignorCode } = await requireCollector(tx, parts, gymId);
    if (file.header.consignorCode !== consignorCode) {
      throw rejectLines([{ line: 1, code: 'other_consignor' }]);
    }
    await lockTransfers(tx, gymId);
    const transfer = (await selectTransfers(tx, { gymId, month })).find(
      ({ onDay }) => toTransferDay(onDay) === file.header.day,
    );
    if (transfer === undefined) throw rejectLines([{ line: 1, code: 'unknown_day' }]);
    const { id: transferId, onDay, resultsDigest } = transfer;
    const isKnown = resultsDigest?.equals(digest) === true;
    if (resultsDigest !== null && !isKnown) throw new AppError('results_imported');
    const items = await listItems(tx, transferId);
    const amounts = new Map(items.map(({ membershipId, amount }) => [membershipId, amount]));
    const { results, errors } = matchResults(file, { onDay, amounts });
    if (errors.length > 0) throw rejectLines(errors);
    const summary = { onDay, ...(await summarize(tx, results)) };
    if (isKnown) return { outcome: 'known' as const, ...summary };
    if (dryRun) return { outcome: 'preview' as const, ...summary };
    await bookResults(tx, { gymId, month, transferId }, results, now);
    await closeTransfer(tx, transferId, digest, now);
    const target = nameMonth(gymName, month);
    const after = `${onDay} 振替済 ${describeSum(summary.paid)}、振替不能 ${describeSum(summary.failed)}`;
    const changes = [{ field: 'dues' as const, before: '', after }];
    await logAuditEntry(tx, { staffSub, action: 'dues.results', target, changes }, now);
    return { outcome: 'imported' as const, ...summary };
  });
}

const isPaid = ({ result }: DuesResult) => result === '0';

async function bookResults(
  tx: Transaction,
  which: { readonly gymId: number; readonly month: string; readonly transferId: number },
  results: readonly DuesResult[],
  now: Date,
): Promise<void> {
  await insertEntries(
    tx,
    results.map((one) => ({
      ...which,
      membershipId: one.membershipId,
      at: now,
      kind: isPaid(one) ? ('payment' as const) : ('failed' as const),
      amount: isPaid(one) ? -one.amount : 0,
      reason: isPaid(one) ? '口座振替' : transferResultNames[one.result],
    })),
  );
  await setKnown(
    tx,
    results.filter(isPaid).map(({ membershipId }) => membershipId),
  );
}

async function summarize(db: Queryable, results: readonly DuesResult[]) {
  const failed = results.filter((one) => !isPaid(one));
  const names = await nameMemberships(
    db,
    failed.map(({ membershipId }) => membershipId),
  );
  const sumOf = (some: readonly DuesResult[]) => ({
    count: some.length,
    total: some.reduce((sum, { amount }) => sum + amount, 0),
  });
  return {
    paid: sumOf(results.filter(isPaid)),
    failed: sumOf(failed),
    failures: failed.map(({ membershipId, amount, result }) => ({
      membershipId,
      number: formatNumber(membershipId),
      name: names.get(membershipId) ?? '',
      amount,
      reason: transferResultNames[result],
    })),
  };
}
