import { randomUUID } from 'node:crypto';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { debitAccounts, duesEntries } from '#db/schema/dues.ts';
import type { ExportRow } from '#modules/identity/member-data.service.ts';
import { testTrainerCodeKey } from '#test/support/app.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { createExportReader } from '#test/support/members/exports.ts';
import { duesCalls } from '#test/support/memberships/dues-calls.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import { createCall, openWorld } from '#test/support/world.ts';
import { deriveDebitKey } from './debit-accounts.service.ts';
import { duesData, openDebitAccountPart, purgeDebitAccounts } from './dues.member-data.ts';

const now = new Date('2026-04-01T03:00:00Z');
const { db, app } = await openWorld(now);
const dues = duesCalls(createCall(app));
const gym = await addGym(db, openDaily(0, 24), { name: '鍛錬 渋谷' });
const planId = await addPlan(db, gym.id);
const readPart = createExportReader(db, duesData);

async function newMember(lastDay: string | null = null) {
  const sub = randomUUID();
  const terms = [{ lastDay }];
  return { sub, membershipId: await addMembership(db, { sub, gymId: gym.id, planId, terms }) };
}

test('the export has the dues of the member in words', async () => {
  const { sub, membershipId } = await newMember();
  const other = await newMember();
  const entry = { gymId: gym.id, month: '2026-04', at: now };
  await db.insert(duesEntries).values([
    { ...entry, membershipId, kind: 'charge', amount: 8800, reason: 'レギュラー' },
    { ...entry, membershipId, kind: 'payment', amount: -8800, reason: '口座振替' },
    { ...entry, membershipId: other.membershipId, kind: 'charge', amount: 6600 },
  ]);
  const number = String(membershipId).padStart(8, '0');
  const rows = await readPart('membership-dues', sub);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['2026-04-01 12:00:00', '鍛錬 渋谷', number, '2026-04', '請求', 8800, 'レギュラー'],
    ['2026-04-01 12:00:00', '鍛錬 渋谷', number, '2026-04', '入金', -8800, '口座振替'],
  ]);
});

test('the export has the bank account in readable form', async () => {
  const { sub, membershipId } = await newMember();
  expect((await dues.setAccount(membershipId)).status).toBe(200);
  const found: ExportRow[] = [];
  const key = deriveDebitKey(testTrainerCodeKey);
  const part = openDebitAccountPart(key);
  for await (const row of part.readRows(db, { sub, groups: [] })) found.push(row);
  expect(found.map(({ cells }) => cells)).toEqual([
    [
      String(membershipId).padStart(8, '0'),
      '0001',
      '110',
      '普通',
      '0000042',
      'ﾔﾏﾀﾞ ﾀﾛｳ',
      '2026-04-01 12:00:00',
    ],
  ]);
});

test('a bank account is deleted 90 days after the last day of its membership', async () => {
  const last = '2026-03-31';
  const ended = await newMember(last);
  const going = await newMember();
  for (const { membershipId } of [ended, going]) await dues.setAccount(membershipId);
  const listLeft = async () =>
    (await db.select().from(debitAccounts))
      .map(({ membershipId }) => membershipId)
      .filter((id) => [ended.membershipId, going.membershipId].includes(id));
  const noonOf = (day: string) => new Date(`${day}T03:00:00Z`);
  await purgeDebitAccounts(db, noonOf(addDays(last, 90)));
  expect(await listLeft()).toHaveLength(2);
  await purgeDebitAccounts(db, noonOf(addDays(last, 91)));
  expect(await listLeft()).toEqual([going.membershipId]);
});
