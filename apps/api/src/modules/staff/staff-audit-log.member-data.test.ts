import { randomUUID } from 'node:crypto';
import { staffActions } from '@tanren/domain/staff/staff-audit-log';
import { expect, test } from 'vitest';
import { logAuditEntries } from './audit-log.service.ts';
import { eraseMember } from '#composition/member-data.ts';
import { createTestDatabase, sql } from '#test/support/database.ts';
import { readExports } from '#test/support/members/exports.ts';
import { findTraces } from '#test/support/members/member-traces.ts';
import { staffAuditLogData } from './staff-audit-log.service.ts';

const { db, url } = await createTestDatabase();
const at = new Date('2026-04-01T03:00:00Z');

const exportRows = async (sub: string) =>
  Object.values(await readExports(db, staffAuditLogData, sub)).flat();

test('exports to a member the entries about them in words, and no others', async () => {
  const [staffSub, memberSub] = [randomUUID(), randomUUID()];
  const entries = [
    { action: 'member.view' as const },
    {
      action: 'reservation.cancel' as const,
      reason: '臨時休館のため',
      changes: [
        { field: 'reservation' as const, before: '鍛錬 渋谷 2026-04-05 10:00〜11:00', after: '' },
      ],
    },
    {
      action: 'workout.correct' as const,
      reason: '二重計測',
      changes: [{ field: 'sets' as const, before: '90', after: '60' }],
    },
  ].map((entry) => ({ ...entry, staffSub, memberSub }));
  const others = { staffSub: memberSub, memberSub: staffSub, action: 'member.view' as const };
  await db.transaction(async (tx) => await logAuditEntries(tx, [...entries, others], at));
  const rows = await exportRows(memberSub);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['2026-04-01 12:00:00', '会員情報の確認', '', ''],
    [
      '2026-04-01 12:00:00',
      '予約のキャンセル',
      '臨時休館のため',
      '鍛錬 渋谷 2026-04-05 10:00〜11:00',
    ],
    ['2026-04-01 12:00:00', 'トレーニング記録の修正', '二重計測', '90→60'],
  ]);
  expect(JSON.stringify(rows)).not.toContain(staffSub);
});

test('every action has a text, over many pages', async () => {
  const memberSub = randomUUID();
  const entries = Array.from({ length: 1401 }, (_, n) => ({
    staffSub: randomUUID(),
    memberSub,
    action: staffActions[n % staffActions.length] ?? ('member.view' as const),
  }));
  await db.transaction(async (tx) => await logAuditEntries(tx, entries, at));
  const rows = await exportRows(memberSub);
  expect(rows).toHaveLength(1401);
  expect(new Set(rows.map(({ cells }) => cells[1])).size).toBe(staffActions.length);
});

test('contains neither the member nor the member of staff after erasure', async () => {
  const [staffSub, memberSub] = [randomUUID(), randomUUID()];
  const entry = { staffSub, memberSub, action: 'member.view' as const };
  await db.transaction(async (tx) => await logAuditEntries(tx, [entry], at));
  expect(await findTraces(url, [memberSub])).toEqual(['public.staff_audit_log']);
  await db.transaction(async (tx) => await eraseMember(tx, memberSub));
  expect(await findTraces(url, [memberSub])).toEqual([]);
  expect(await findTraces(url, [staffSub])).toEqual(['public.staff_audit_log']);
  await db.transaction(async (tx) => await eraseMember(tx, staffSub));
  expect(await findTraces(url, [staffSub])).toEqual([]);
});

test('no statement changes more than a few thousand entries of a long log', async () => {
  const staffSub = randomUUID();
  const entries = 4_500;
  await sql(
    url,
    `insert into staff_audit_log (at, action, staff_sub, member_sub)
     select now(), 'member.view', $1, $1 from generate_series(1, $2::int)`,
    [staffSub, entries],
  );
  await sql(url, 'create table statements (changed integer not null)');
  await sql(
    url,
    `create function note_statement() returns trigger language plpgsql as $$
     begin insert into public.statements select count(*) from changed; return null; end $$`,
  );
  await sql(
    url,
    `create trigger note_statement after update on staff_audit_log
     referencing new table as changed for each statement execute function note_statement()`,
  );
  await db.transaction(async (tx) => await eraseMember(tx, staffSub));
  const statements = await sql<{ changed: number }>(url, 'select changed from statements');
  const changed = statements.map((statement) => statement.changed);
  expect(Math.max(...changed)).toBeLessThanOrEqual(2_000);
  expect(changed.reduce((sum, count) => sum + count, 0)).toBe(entries);
  expect(await findTraces(url, [staffSub])).toEqual([]);
});
