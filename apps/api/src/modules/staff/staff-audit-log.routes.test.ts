import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@tanren/contract/staff/staff-audit-log';
import { staffActions } from '@tanren/domain/staff/staff-audit-log';
import { expect, test } from 'vitest';
import { logAuditEntry, type NewAuditEntry } from './audit-log.service.ts';
import { eraseMember } from '#composition/member-data.ts';
import { openWorld, readPages } from '#test/support/world.ts';

const began = new Date('2026-04-01T03:00:00Z');
const { db, call, addMember } = await openWorld(began);
const [staff, member] = [
  await addMember({ nickname: '受付 花子' }),
  await addMember({ nickname: '会員A' }),
];
const other = randomUUID();

async function log(
  entry: Omit<NewAuditEntry, 'staffSub'>,
  at: Date,
  staffSub = staff,
): Promise<void> {
  await db.transaction(async (tx) => await logAuditEntry(tx, { staffSub, ...entry }, at));
}

interface LogPage {
  readonly items: AuditEntry[];
  readonly nextCursor: string | null;
}

const read = async (query = '') =>
  (await call<LogPage>(`${staff}/staff`, 'GET', `/staff/audit-log${query}`)).body;
const readWhole = async (query: string) =>
  (await readPages((from) => read(`?${query}${from}`))).flat();

test('lists who did what, when and why, and what changed', async () => {
  const changes = [{ field: 'capacity' as const, before: '8', after: '10' }];
  await log({ action: 'gym.update', target: '鍛錬 渋谷', changes }, began);
  await log({ action: 'workout.correct', memberSub: member, reason: '二重計測' }, began);
  await log({ action: 'member.view', memberSub: other }, new Date(began.getTime() + 1), other);
  const { items } = await read();
  expect(items).toEqual([
    {
      id: expect.any(Number) as number,
      at: '2026-04-01T03:00:00.001Z',
      action: 'member.view',
      staffNickname: null,
      staffPseudonym: expect.stringMatching(/^[\da-f]{8}$/) as string,
      target: null,
      member: other,
      memberNickname: null,
      reason: '',
      changes: [],
    },
    expect.objectContaining({
      at: '2026-04-01T03:00:00.000Z',
      staffNickname: '受付 花子',
      member,
      memberNickname: '会員A',
      reason: '二重計測',
    }),
    expect.objectContaining({ action: 'gym.update', target: '鍛錬 渋谷', member: null, changes }),
  ]);
});

test('pages newest first, also of one moment, all or of one action', async () => {
  for (let n = 0; n < 65; n += 1) {
    const action = staffActions[n % staffActions.length] ?? 'gym.update';
    await log({ action, target: `${n}` }, new Date(began.getTime() + 60_000 * (1 + (n >> 3))));
  }
  const all = await readWhole('limit=7');
  const ids = all.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(all).toHaveLength(68);
  const some = await readWhole('limit=2&action=gym.update');
  expect(some).toEqual(all.filter(({ action }) => action === 'gym.update'));
  expect(some.length).toBeGreaterThan(2);
});

test('shows current nicknames, and entries of erased members without a name', async () => {
  await log({ action: 'report.hide', memberSub: member, reason: '広告' }, new Date());
  await db.transaction(async (tx) => await eraseMember(tx, member));
  const [newest] = (await read()).items;
  expect(newest).toMatchObject({ action: 'report.hide', member: null, memberNickname: null });
  expect(newest).toMatchObject({ reason: '広告', staffNickname: '受付 花子' });
});
