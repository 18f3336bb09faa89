import type { ChargedMonth, MyDues } from '@tanren/contract/memberships/dues';
import type { MembershipDues } from '@tanren/contract/memberships/staff-dues';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { addMonths } from '@tanren/domain/memberships/dues';
import {
  describeDuesMonth,
  duesEntryNames,
  type HandEntryKind,
  isHandAmount,
  isOverdue,
  toLedgerAmount,
} from '@tanren/domain/memberships/dues-ledger';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { desc, eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { debitAccounts } from '#db/schema/dues.ts';
import { memberships } from '#db/schema/memberships.ts';
import { findEmail, recordPayment } from '#modules/memberships/membership-payments.ts';
import { formatNumber, selectMemberships } from '#modules/memberships/membership-records.ts';
import { findMembership, lockMembership } from '#modules/memberships/membership-rows.ts';
import { rejectField } from '#modules/memberships/membership-texts.ts';
import {
  requireGym,
  type StaffMembershipParts,
} from '#modules/memberships/staff-memberships.service.ts';
import { findPlace } from '#modules/memberships/staff-memberships.store.ts';
import { logAuditEntry, logViewOfDay, readStaffReason } from '#modules/staff/audit-log.service.ts';
import {
  findDraft,
  insertEntries,
  listEntries,
  listMonths,
  type MonthEntries,
  sumBalances,
} from './dues.store.ts';
import type { DuesParts } from './month-dues.service.ts';

function describeMonth({ month, entries }: MonthEntries, now: Date): ChargedMonth {
  const described = describeDuesMonth(entries, 0);
  return { month, ...described, overdue: isOverdue(described.state, month, toGymDay(now)) };
}

/** Reads what the memberships of the member owe and have paid. */
export async function readMyDues(db: Queryable, sub: string, now: Date): Promise<MyDues> {
  const found = await selectMemberships(db, eq(memberships.sub, sub)).orderBy(desc(memberships.id));
  const ids = found.map(({ row }) => row.id);
  const months = await listMonths(db, ids);
  const balances = await sumBalances(db, ids);
  return {
    memberships: found
      .filter(({ row }) => balances.has(row.id))
      .map(({ row: { id, gymId }, gymName }) => ({
        membershipId: id,
        number: formatNumber(id),
        gymId,
        gymName,
        balance: balances.get(id) ?? 0,
        months: months
          .filter(({ membershipId }) => membershipId === id)
          .map((month) => describeMonth(month, now)),
      })),
  };
}

interface OneMembership {
  readonly staffSub: string;
  readonly membershipId: number;
}

/** Reads the ledger of a membership. The first view of each day is logged. */
export async function viewMembershipDues(
  db: Queryable,
  { lockAccount }: DuesParts,
  { staffSub, membershipId }: OneMembership,
  now: Date,
): Promise<MembershipDues> {
  const { sub, gymId } = await findPlace(db, membershipId);
  const about = sub === null ? {} : { memberSub: sub };
  const target = await requireGym(db, gymId);
  const view = { staffSub, action: 'dues.view', target, ...about } as const;
  await logViewOfDay(db, lockAccount, view, now);
  return await readMembershipDues(db, membershipId, gymId, now);
}

async function readMembershipDues(
  db: Queryable,
  membershipId: number,
  gymId: number,
  now: Date,
): Promise<MembershipDues> {
  const months = await listMonths(db, [membershipId]);
  const balances = await sumBalances(db, [membershipId]);
  const entries = await listEntries(db, membershipId);
  const accounts = await db.$count(debitAccounts, eq(debitAccounts.membershipId, membershipId));
  return {
    membershipId,
    gymId,
    balance: balances.get(membershipId) ?? 0,
    months: months.map((month) => describeMonth(month, now)),
    entries: entries.map(({ id, month, kind, amount, at, reason }) => ({
      entryId: id,
      month,
      kind,
      amount,
      at: at.toISOString(),
      reason,
    })),
    hasAccount: accounts > 0,
  };
}

interface HandEntry extends OneMembership {
  readonly draftId: string;
  readonly month: string;
  readonly kind: HandEntryKind;
  readonly amount: number;
  readonly reason: string;
}

/**
 * Adds an entry by hand. A payment is also a step of the membership (入金確認), about which the member
 * gets a mail. The same draft is added once.
 */
export async function addEntry(
  db: Queryable,
  parts: Pick<StaffMembershipParts, 'lockAccount' | 'accounts'>,
  { staffSub, membershipId, draftId, month, kind, amount, ...sent }: HandEntry,
  now: Date,
): Promise<MembershipDues> {
  const reason = readStaffReason(sent.reason);
  if (!isHandAmount(kind, amount)) throw rejectField('/amount', 'is out of range');
  if (month > addMonths(monthOf(toGymDay(now)), 1)) throw new AppError('too_far_ahead');
  return await db.transaction(async (tx) => {
    await parts.lockAccount(tx, staffSub);
    const gym = await lockMembership(tx, await findPlace(tx, membershipId));
    const locked = await findMembership(tx, membershipId);
    if (locked === null) throw new AppError('not_found');
    const known = await findDraft(tx, draftId);
    if (known === null) {
      const ledgerAmount = toLedgerAmount(kind, amount);
      const entry = { gymId: gym.id, membershipId, month, kind, amount: ledgerAmount, reason };
      const added = await insertEntries(tx, [{ ...entry, draftId, at: now }]);
      // Another membership has taken the draft meanwhile.
      if (added.length === 0) throw new AppError('stale_version');
      const { sub } = locked.row;
      const what = `${Number(month.slice(5))}月分 ${amount.toLocaleString('ja-JP')}円`;
      if (kind === 'payment') {
        const email = sub === null ? null : await findEmail(tx, parts, sub);
        const step = { locked, fromDay: null, reason: `${what}　${reason}`, email };
        await recordPayment(tx, step, now);
      }
      const about = sub === null ? {} : { memberSub: sub };
      const after = `${duesEntryNames[kind]} ${month} ${ledgerAmount.toLocaleString('ja-JP')}円`;
      const changes = [{ field: 'dues' as const, before: '', after }];
      const logged = { staffSub, action: 'dues.entry' as const, target: gym.name, reason, changes };
      await logAuditEntry(tx, { ...logged, ...about }, now);
    } else if (known.membershipId !== membershipId) throw new AppError('stale_version');
    return await readMembershipDues(tx, membershipId, gym.id, now);
  });
}
