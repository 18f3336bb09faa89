import type { DuesState } from '@tanren/domain/memberships/dues-ledger';
import type { Queryable } from '#db/database.ts';
import type { ExportRow } from '#modules/identity/member-data.service.ts';
import { requireGym } from '#modules/memberships/staff-memberships.service.ts';
import { logAuditEntry } from '#modules/staff/audit-log.service.ts';
import { type DuesParts, nameMonth, readMonth, type StaffMonth } from './month-dues.service.ts';

export const duesHeaders = [
  '会員番号',
  '氏名',
  'フリガナ',
  '対象月',
  'プラン',
  'プランの料金（円）',
  '請求額（円）',
  '入金額（円）',
  '残高（円）',
  '状態',
  '口座振替',
] as const;

const stateWords: Readonly<Record<DuesState, string>> = {
  none: '請求なし',
  uncharged: '未請求',
  open: '入金待ち',
  failed: '振替不能',
  paid: '入金済み',
};

/** Reads the rows of the file. Each file is logged, because it contains names. */
export async function readDuesRows(
  db: Queryable,
  { lockAccount }: DuesParts,
  { staffSub, gymId, month }: StaffMonth,
  now: Date,
): Promise<ExportRow[]> {
  return await db.transaction(async (tx) => {
    await lockAccount(tx, staffSub);
    const target = nameMonth(await requireGym(tx, gymId), month);
    await logAuditEntry(tx, { staffSub, action: 'dues.csv', target }, now);
    const rows = await readMonth(tx, { gymId, month }, now);
    return rows.map((row) => ({
      record: {},
      cells: [
        row.number,
        row.name,
        row.nameKana ?? null,
        month,
        row.planName,
        row.due,
        row.charged,
        row.paid,
        row.balance,
        stateWords[row.state],
        row.hasAccount ? '登録あり' : '登録なし',
      ],
    }));
  });
}
