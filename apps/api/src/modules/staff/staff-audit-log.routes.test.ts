import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@tanren/contract/staff/staff-audit-log';
import { staffActions } from '@tanren/domain/staff/staff-audit-log';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { userInfos } from '#db/schema/members.ts';
import { logAuditEntry, type NewAuditEntry } from './audit-log.service.ts';
import { eraseMember } from '#composition/member-data.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';

const { db } = await createTestDatabase();
const app = await shareTestApp({ db, modules: productModules });
const began = new Date('2026-04-01T03:00:00Z');
const [staff, member, other] = [randomUUID(), randomUUID(), randomUUID()];

async function addProfile(sub: string, nickname: string): Promise<void> {
  await db.insert(userInfos).values({ sub, nickname, createdAt: began, updatedAt: began });
}
await addProfile(staff, '受付 花子');
await addProfile(member, '会員A');

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

async function read(query = ''): Promise<LogPage> {
  const url = `/api/staff/audit-log${query}`;
  const response = await app.inject({ url, headers: bearer(`${staff}/staff`) });
  expect(response.statusCode).toBe(200);
  return response.json<LogPage>();
}

async function readWhole(query: string): Promise<AuditEntry[]> {
  const all: AuditEntry[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { items, nextCursor }: LogPage = await read(`?${query}${from}`);
    all.push(...items);
    cursor = nextCursor;
  }
  return all;
}

test('is empty at first', async () => {
  expect(await read()).toEqual({ items: [], nextCursor: null });
});

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

test('offers no call that changes the log', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const url of ['/api/staff/audit-log', '/api/staff/audit-log/1']) {
      const { statusCode } = await app.inject({ method, url, headers: bearer(`${staff}/staff`) });
      expect([404, 405]).toContain(statusCode);
    }
  }
});
