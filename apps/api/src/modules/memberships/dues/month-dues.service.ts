import { defaultPageLimit } from '@tanren/contract/endpoint';
import type {
  DuesSums,
  DuesTransfer,
  StaffDues,
  StaffDuesRow,
} from '@tanren/contract/memberships/staff-dues';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { addMonths, dueOf, findPlanOfMonth, isChargeable } from '@tanren/domain/memberships/dues';
import { describeDuesMonth, isOverdue } from '@tanren/domain/memberships/dues-ledger';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { cutIdPage, readIdCursor } from '#db/id-cursor.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { formatNumber } from '#modules/memberships/membership-records.ts';
import { requireGym } from '#modules/memberships/staff-memberships.service.ts';
import { logAuditEntry, logViewOfDay } from '#modules/staff/audit-log.service.ts';
import { insertEntries, listMonth, listOpenMonths, type MonthRow } from './dues.store.ts';
import { listTransfers } from './dues-transfers.store.ts';

export interface DuesParts {
  readonly lockAccount: LockAccount;
}

export interface StaffMonth {
  readonly staffSub: string;
  readonly gymId: number;
  readonly month: string;
}

/** Dues of a membership with what decides whether the month can be charged now. */
interface DescribedRow extends StaffDuesRow {
  readonly isChargeable: boolean;
}

function describeRow(row: MonthRow, month: string, today: string): DescribedRow {
  const { id, name, nameKana, terms, plans, entries, visits, hasAccount } = row;
  const plan = findPlanOfMonth(terms, plans, month);
  const due = dueOf(terms, plans, month, visits);
  const described = describeDuesMonth(entries, due);
  return {
    membershipId: id,
    number: formatNumber(id),
    name,
    ...(nameKana === null ? {} : { nameKana }),
    planName: plan?.name ?? null,
    due,
    ...described,
    overdue: isOverdue(described.state, month, today),
    hasAccount,
    isChargeable:
      described.state === 'uncharged' && plan !== null && isChargeable(plan, month, today),
  };
}

export async function readMonth(
  db: Queryable,
  which: Pick<StaffMonth, 'gymId' | 'month'>,
  now: Date,
): Promise<DescribedRow[]> {
  const today = toGymDay(now);
  return (await listMonth(db, which, now)).map((row) => describeRow(row, which.month, today));
}

function sumRows(rows: readonly DescribedRow[]): DuesSums {
  const countOf = (some: readonly DescribedRow[], amountOf: (row: DescribedRow) => number) => ({
    count: some.length,
    total: some.reduce((sum, row) => sum + amountOf(row), 0),
  });
  const open = rows.filter(({ balance }) => balance > 0);
  return {
    memberships: rows.length,
    uncharged: countOf(
      rows.filter((row) => row.isChargeable),
      ({ due }) => due,
    ),
    charged: countOf(rows, ({ charged }) => charged).total,
    paid: countOf(rows, ({ paid }) => paid).total,
    open: countOf(open, ({ balance }) => balance),
    overdue: countOf(
      rows.filter(({ overdue }) => overdue),
      ({ balance }) => balance,
    ),
  };
}

interface DuesPage extends StaffMonth {
  readonly show?: 'all' | 'open';
  readonly cursor?: string;
  readonly limit?: number;
}

/** Reads a page of a month. The first view of each day is logged, because the list shows names. */
export async function readDuesPage(
  db: Queryable,
  { lockAccount }: DuesParts,
  { staffSub, gymId, month, show = 'all', cursor, limit = defaultPageLimit }: DuesPage,
  now: Date,
): Promise<StaffDues> {
  const after = readIdCursor(cursor) ?? 0;
  const gymName = await requireGym(db, gymId);
  const view = { staffSub, action: 'dues.view', target: gymName } as const;
  await logViewOfDay(db, lockAccount, view, now);
  const rows = await readMonth(db, { gymId, month }, now);
  const shown = rows
    .filter(({ membershipId, balance }) => membershipId > after && (show === 'all' || balance > 0))
    .slice(0, limit + 1)
    .map((row) => ({ ...row, id: row.membershipId }));
  const transfers: DuesTransfer[] = await listTransfers(db, { gymId, month });
  const { items, nextCursor } = cutIdPage(shown, limit);
  return { gymName, month, sums: sumRows(rows), transfers, items: [...items], nextCursor };
}

/** Charges every membership whose month can be charged and is not. */
export async function chargeMonth(
  db: Queryable,
  { lockAccount }: DuesParts,
  { staffSub, gymId, month }: StaffMonth,
  now: Date,
): Promise<{ count: number; total: number }> {
  if (month > addMonths(monthOf(toGymDay(now)), 1)) throw new AppError('too_far_ahead');
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const gymName = await requireGym(tx, gymId);
    const rows = (await readMonth(tx, { gymId, month }, now)).filter((row) => row.isChargeable);
    const amounts = await insertEntries(
      tx,
      rows.map(({ membershipId, due: amount, planName }) => ({
        gymId,
        membershipId,
        month,
        amount,
        at: now,
        kind: 'charge' as const,
        reason: planName ?? '',
      })),
    );
    const made = { count: amounts.length, total: amounts.reduce((sum, one) => sum + one, 0) };
    const target = nameMonth(gymName, month);
    const changes = [{ field: 'dues' as const, before: '', after: describeSum(made) }];
    await logAuditEntry(tx, { staffSub, action: 'dues.charge', target, changes }, now);
    return made;
  });
}

/** Names the dues of a month in the log of the staff. */
export function nameMonth(gymName: string, month: string): string {
  return `${gymName}・${month.replace('-', '年').replace('年0', '年')}月分`;
}

export function describeSum({ count, total }: { readonly count: number; readonly total: number }) {
  return `${count}件 ${total.toLocaleString('ja-JP')}円`;
}

/** Finds the memberships with an amount that should have been paid by now. */
export async function findOverdue(
  db: Queryable,
  ofMemberships: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const today = toGymDay(now);
  const open = await listOpenMonths(db, ofMemberships);
  const overdue = open.filter(({ month, entries }) =>
    isOverdue(describeDuesMonth(entries, 0).state, month, today),
  );
  return new Set(overdue.map(({ membershipId }) => membershipId));
}
