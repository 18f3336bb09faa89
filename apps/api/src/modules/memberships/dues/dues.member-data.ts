import { addDays, toGymDay, toGymTime } from '@tanren/domain/gyms/gym-time';
import { accountKindNames } from '@tanren/domain/memberships/debit-accounts';
import { debitAccountDays } from '@tanren/domain/memberships/dues';
import { duesEntryNames } from '@tanren/domain/memberships/dues-ledger';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { debitAccounts, duesEntries } from '#db/schema/dues.ts';
import { gyms } from '#db/schema/gyms.ts';
import { memberships, membershipTerms } from '#db/schema/memberships.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { formatNumber } from '#modules/memberships/membership-records.ts';
import { openAccount } from './debit-accounts.service.ts';

const pageLength = 200;

const duesPart: ExportPart = {
  name: 'membership-dues',
  title: '会費',
  headers: ['日時（日本時間）', 'ジム', '会員番号', '対象月', '内容', '金額（円）', '理由'],
  async *readRows(db, { sub }) {
    const { id, membershipId, month, kind, amount, at, reason } = duesEntries;
    for (let afterId = 0; ;) {
      const page = await db
        .select({ id, membershipId, gymName: gyms.name, month, kind, amount, at, reason })
        .from(duesEntries)
        .innerJoin(memberships, eq(memberships.id, membershipId))
        .innerJoin(gyms, eq(gyms.id, duesEntries.gymId))
        .where(and(eq(memberships.sub, sub), gt(id, afterId)))
        .orderBy(asc(id))
        .limit(pageLength);
      for (const { id: entryId, ...entry } of page) {
        yield {
          record: { entryId, ...entry },
          cells: [
            toGymTime(entry.at),
            entry.gymName,
            formatNumber(entry.membershipId),
            entry.month,
            duesEntryNames[entry.kind],
            entry.amount,
            entry.reason,
          ],
        };
      }
      if (page.length < pageLength) return;
      afterId = page.at(-1)?.id ?? afterId;
    }
  },
};

/** Returns the part of the export with the bank accounts in readable form. */
export function openDebitAccountPart(debitKey: Buffer): ExportPart {
  return {
    name: 'debit-accounts',
    title: '口座振替の口座',
    headers: [
      '会員番号',
      '金融機関コード',
      '支店コード',
      '預金種目',
      '口座番号',
      '口座名義',
      '登録日時（日本時間）',
    ],
    async *readRows(db, { sub }) {
      const { membershipId, sealed, updatedAt } = debitAccounts;
      const rows = await db
        .select({ membershipId, sealed, updatedAt })
        .from(debitAccounts)
        .innerJoin(memberships, eq(memberships.id, membershipId))
        .where(eq(memberships.sub, sub))
        .orderBy(asc(membershipId));
      for (const { sealed: bytes, ...record } of rows) {
        const account = openAccount(debitKey, record.membershipId, bytes);
        yield {
          record: { ...record, ...account },
          cells: [
            formatNumber(record.membershipId),
            account.bankCode,
            account.branchCode,
            accountKindNames[account.accountKind],
            account.accountNumber,
            account.holder,
            toGymTime(record.updatedAt),
          ],
        };
      }
    },
  };
}

/**
 * The ledger and the bank account belong to the contract, which goes on without the account of the
 * app, so the erasure deletes neither. `openDebitAccountPart` exports the account, because it needs
 * the key.
 */
export const duesData: MemberData = { erase: async () => {}, exports: [duesPart] };

/** Deletes the bank accounts of memberships that ended long enough ago. */
export async function purgeDebitAccounts(db: Database, now: Date): Promise<void> {
  const { membershipId, updatedAt } = debitAccounts;
  const lastDay = sql`(
    select max(coalesce(${membershipTerms.lastDay}, 'infinity'::date)) from ${membershipTerms}
    where ${membershipTerms.membershipId} = ${membershipId}
  )`;
  const latest = addDays(toGymDay(now), -debitAccountDays);
  // A membership that ended before its first day has no day.
  await db
    .delete(debitAccounts)
    .where(sql`coalesce(${lastDay}, ${updatedAt}::date) < ${latest}::date`);
}
