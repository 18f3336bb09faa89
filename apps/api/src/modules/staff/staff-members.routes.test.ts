import { randomUUID } from 'node:crypto';
import type { StaffMember, StaffMemberDetail } from '@tanren/contract/staff/staff-members';
import { userPoolSessions } from '@tanren/user-pool/schema/sessions';
import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { and, asc, eq, like } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { memberships } from '#db/schema/memberships.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { trainerLinks } from '#db/schema/trainers.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { userInfos } from '#db/schema/members.ts';
import { findTraces } from '#test/support/members/member-traces.ts';
import { sql } from '#test/support/database.ts';
import { openTestPool } from '#test/support/identity/pool-world.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import { readPages } from '#test/support/world.ts';
import { queryByContractName, queryByPart, selectByBeginning } from './staff-members.store.ts';

let now = new Date('2026-04-01T03:00:00Z');
const clock = () => now;
const pool = await openTestPool(clock);
const { db, url, config, userPool } = pool;
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const shared = { config, db, now: clock, modules: productModules };
const app = await shareTestApp({ ...shared, userPool });
/** The same app with accounts in Amazon Cognito. */
const elsewhere = await shareTestApp(shared);

const addAccount = async (email: string) => (await pool.addAccount({ email })).sub;
const staffSub = await addAccount('staff@example.com');
const otherStaff = await addAccount('staff2@example.com');

async function addMember(nickname: string): Promise<string> {
  const sub = await addAccount(`${randomUUID()}@example.com`);
  await db.insert(userInfos).values({ sub, nickname, createdAt: now, updatedAt: now });
  return sub;
}

interface CallOptions {
  readonly method?: 'GET' | 'DELETE';
  readonly payload?: object;
  readonly as?: string;
  readonly at?: typeof app;
}

async function call(
  path: string,
  { method = 'GET', as = staffSub, at = app, ...body }: CallOptions = {},
) {
  const headers = bearer(`${as}/staff`);
  return await at.inject({ method, url: `/api/staff/members${path}`, headers, ...body });
}

interface FoundPage {
  readonly items: StaffMember[];
  readonly nextCursor: string | null;
}

async function findPage(query: string, more: object = {}, at = app): Promise<FoundPage> {
  const search = new URLSearchParams({ query, ...more });
  const response = await call(`?${search.toString()}`, { at });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function find(query: string, at = app): Promise<StaffMember[]> {
  return (await findPage(query, {}, at)).items;
}

const names = (found: readonly StaffMember[]) => found.map(({ nickname }) => nickname);

test('finds by a part of the nickname in any spelling', async () => {
  const taro = await addMember('Taro_太郎');
  await addMember('TAROのともだち');
  await addMember('ミカ100%');
  await addMember('ミカ100');
  expect(names(await find('taro')).toSorted()).toEqual(['TAROのともだち', 'Taro_太郎']);
  expect(names(await find(' ＴＡＲＯ_ '))).toEqual(['Taro_太郎']);
  expect(names(await find('ﾐｶ100％'))).toEqual(['ミカ100%']);
  expect(names(await find('ミカ'))).toEqual(['ミカ100', 'ミカ100%']);
  expect(names(await find('太郎'))).toEqual(['Taro_太郎']);
  expect(names(await find('aro')).toSorted()).toEqual(['TAROのともだち', 'Taro_太郎']);
  // A single character is compared with beginnings only.
  expect(names(await find('郎'))).toEqual([]);
  expect(names(await find('ミ'))).toEqual(['ミカ100', 'ミカ100%']);
  // Characters with a meaning in patterns are searched like any others.
  expect(names(await find('0%'))).toEqual(['ミカ100%']);
  expect(names(await find('o_'))).toEqual(['Taro_太郎']);
  for (const typed of ['%', '％', '_']) expect(await find(typed)).toEqual([]);
  expect(await find('a_o')).toEqual([]);
  expect(await find('Taro\\')).toEqual([]);
  expect(await find(' ')).toEqual([]);
  const [account] = await db.select().from(userPoolUsers).where(eq(userPoolUsers.sub, taro));
  expect(await find('taro_')).toEqual([
    {
      member: taro,
      nickname: 'Taro_太郎',
      email: account?.email,
      registeredAt: now.toISOString(),
      contractName: null,
    },
  ]);
});

test('finds by name and number of a contract, with and without spaces, in either kana', async () => {
  const gym = await addGym(db, openDaily(9, 23));
  const planId = await addPlan(db, gym.id);
  const hanako = await addMember('お花');
  const membershipId = await addMembership(db, { sub: hanako, gymId: gym.id, planId });
  const rename = async (name: string) =>
    await db.update(memberships).set({ name }).where(eq(memberships.id, membershipId));
  await rename('山田 花子');
  const number = String(membershipId).padStart(8, '0');
  for (const typed of ['山田花子', '山田　花子', '花子', '田花', '山', '花', number]) {
    expect([typed, names(await find(typed))]).toEqual([typed, ['お花']]);
  }
  // A single character has to begin the family name or the given name.
  for (const typed of ['田', '子']) expect([typed, await find(typed)]).toEqual([typed, []]);
  expect(await find('お花')).toMatchObject([{ nickname: 'お花', contractName: '山田 花子' }]);
  // Digits may also be a part of a nickname. The membership number comes first.
  expect(names(await find(String(membershipId)))[0]).toBe('お花');
  await db
    .update(memberships)
    .set({ nameKana: 'ヤマダ ハナコ' })
    .where(eq(memberships.id, membershipId));
  for (const typed of ['ハナコ', 'はなこ', 'ﾊﾅｺ', 'やまだはなこ', 'や']) {
    expect([typed, names(await find(typed))]).toEqual([typed, ['お花']]);
  }
  expect(await find('お花')).toMatchObject([{ contractNameKana: 'ヤマダ ハナコ' }]);
  await db.update(memberships).set({ nameKana: null }).where(eq(memberships.id, membershipId));
  await rename('ヤマダ ハナコ');
  for (const typed of ['ハナコ', 'はなこ', 'ﾊﾅｺ', 'やまだはなこ', 'ヤマダ　ハナコ']) {
    expect([typed, names(await find(typed))]).toEqual([typed, ['お花']]);
  }
  expect(names(await find('お花'))).toEqual(['お花']);
  // A member who is found by the nickname is not listed a second time for the contract.
  await rename('お花');
  expect(names(await find('お花'))).toEqual(['お花']);
  expect(await find('0099999999')).toEqual([]);
});

test('reads names of contracts from the index, in pages', async () => {
  const gym = await addGym(db, openDaily(9, 23));
  await db.execute(`insert into memberships (gym_id, sub, name, joined_at)
    select ${gym.id}, gen_random_uuid(),
      '契約' || n || case when n % 1000 = 7 then '珍しい' else '平凡' end, now()
    from generate_series(1, 4000) n`);
  await db.execute('analyze memberships');
  for (const [part, index] of [
    ['珍', 'memberships_search_name_initials'],
    ['約', 'memberships_search_name_initials'],
    ['珍しい', 'memberships_search_name_parts'],
    ['いない', 'memberships_search_name_parts'],
  ] as const) {
    const range = { after: null, limit: 50 };
    const plan = await explain(new PgDialect().sqlToQuery(queryByContractName(part, range)));
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on memberships');
  }
  const { rows } = await db.execute<{ sub: string }>(
    queryByContractName('珍しい', { after: null, limit: 50 }),
  );
  expect(rows).toHaveLength(4);
  const after = rows[1]?.sub ?? null;
  const rest = await db.execute(queryByContractName('珍しい', { after, limit: 50 }));
  expect(rest.rows).toEqual(rows.slice(2));
  await db.delete(memberships).where(eq(memberships.gymId, gym.id));
});

test('finds by the whole e-mail address and by the id, also before there is a profile', async () => {
  const sub = await addAccount('hanako.yamada@example.com');
  const [found, ...others] = await find('Hanako.Yamada@EXAMPLE.com');
  expect(others).toEqual([]);
  expect(found).toEqual({
    member: sub,
    nickname: '',
    email: 'hanako.yamada@example.com',
    registeredAt: now.toISOString(),
    contractName: null,
  });
  expect(await find('hanako.yamada@example')).toEqual([]);
  expect(await find('hanako.yamada')).toEqual([]);
  expect(await find(sub.toUpperCase())).toEqual([found]);
  expect(await find(randomUUID())).toEqual([]);
});

test('an address that is also a nickname finds both, once each', async () => {
  const named = await addMember('both@example.com');
  const owner = await addAccount('both@example.com');
  const profile = { sub: owner, nickname: 'both@example.com', createdAt: now, updatedAt: now };
  await db.insert(userInfos).values(profile);
  const found = await find('both@example.com');
  expect(found.map(({ member }) => member)).toEqual([owner, named]);
});

test('lists nicknames that start with the word first, and no member twice', async () => {
  for (const nickname of ['お花見すずこ', 'すずこ', 'すずこすずこ', '高橋すずこ']) {
    await addMember(nickname);
  }
  expect(names(await find('すずこ'))).toEqual([
    'すずこ',
    'すずこすずこ',
    'お花見すずこ',
    '高橋すずこ',
  ]);
});

async function explain(query: { readonly sql: string; readonly params: readonly unknown[] }) {
  const rows = await sql<{ 'QUERY PLAN': string }>(url, `explain (analyze) ${query.sql}`, [
    ...query.params,
  ]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('pages continue after the last one, with each member exactly once', async () => {
  const named = ['つづき', 'つづき', 'つづき二', 'あとつづき', 'あとつづき', 'んつづき'];
  for (const nickname of named) await addMember(nickname);
  for (const limit of [1, 2, 4]) {
    const query = `?${new URLSearchParams({ query: 'つづき' }).toString()}&limit=${limit}`;
    const pages = await readPages(async (from) =>
      (await call(`${query}${from}`)).json<FoundPage>(),
    );
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    const all = pages.flat();
    expect(names(all)).toEqual(named);
    expect(new Set(all.map(({ member }) => member)).size).toBe(named.length);
  }
  const owner = await addAccount('tsuzuki@example.com');
  await addMember('tsuzuki@example.com');
  const first = await findPage('tsuzuki@example.com', { limit: 1 });
  expect(first.items.map(({ member }) => member)).toEqual([owner]);
  const second = await findPage('tsuzuki@example.com', { limit: 1, cursor: first.nextCursor });
  expect([names(second.items), second.nextCursor]).toEqual([['tsuzuki@example.com'], null]);
  for (const cursor of ['x', Buffer.from(`z${owner}`).toString('base64url')]) {
    expect((await call(`?query=a&cursor=${cursor}`)).statusCode).toBe(400);
  }
});

test('returns twenty by default, read from indexes alone', async () => {
  await db.execute(`insert into user_infos (sub, nickname, created_at, updated_at)
    select gen_random_uuid(), '多い' || n || case when n % 1000 = 7 then '稀な名' else '平凡' end,
      now(), now() from generate_series(1, 4000) n`);
  await db.execute('analyze user_infos');
  const found = await find('多い');
  expect(found).toHaveLength(20);
  expect(names(found)).toEqual(names(found).toSorted());
  expect((await findPage('平凡', { limit: 100 })).items).toHaveLength(100);
  expect(await find('稀な名')).toHaveLength(4);
  for (const after of [null, found.at(-1)?.member ?? null]) {
    const begun = await explain(selectByBeginning(db, '多い', { after, limit: 50 }).toSQL());
    expect(begun).toContain('user_infos_by_search_name');
    expect(begun).not.toMatch(/Sort|Seq Scan/);
  }
  for (const part of ['稀な', '稀な名', 'いない']) {
    const plan = await explain(
      new PgDialect().sqlToQuery(queryByPart(part, { after: null, limit: 50 })),
    );
    expect(plan).toContain('user_infos_search_name_parts');
    expect(plan).not.toContain('Seq Scan');
  }
  await db.delete(userInfos).where(like(userInfos.nickname, '多い%'));
});

const readViews = async (memberSub: string) =>
  await db
    .select()
    .from(staffAuditLog)
    .where(and(eq(staffAuditLog.memberSub, memberSub), eq(staffAuditLog.action, 'member.view')))
    .orderBy(asc(staffAuditLog.id));

test('shows what staff need to know about a member', async () => {
  const sub = await addMember('詳しく');
  const empty = (await call(`/${sub}`)).json<StaffMemberDetail>();
  expect(empty).toMatchObject({
    member: sub,
    nickname: '詳しく',
    workoutCount: 0,
    lastWorkoutAt: null,
    upcomingReservations: 0,
    hasTrainer: false,
    rankingVisible: true,
  });
  await storeWorkout(db, sub, { startedAt: later(-90), sets: [[400, 10]] });
  await storeWorkout(db, sub, { startedAt: later(-60), workoutTypeId: 2, sets: [[400, 10]] });
  await storeWorkout(db, sub, { startedAt: later(-30), sets: [[400, 10]] });
  const gym = await addGym(db, openDaily(0, 24));
  const reserve = async (minutes: number, seat: number, cancelledAt: Date | null = null) =>
    await db.insert(trainingReservations).values({
      gymId: gym.id,
      gymDay: '2026-04-01',
      startsAt: later(minutes),
      endsAt: later(minutes + 50),
      seat,
      sub,
      createdAt: later(-1000),
      cancelledAt,
    });
  await reserve(-60, 1);
  await reserve(60, 1);
  await reserve(120, 2, now);
  await reserve(180, 1);
  const trainer = { memberSub: sub, trainerSub: otherStaff, linkedAt: later(-500) };
  await db.insert(trainerLinks).values({ ...trainer, scopes: [] });
  await db.update(userInfos).set({ rankingVisible: false }).where(eq(userInfos.sub, sub));
  expect((await call(`/${sub.toUpperCase()}`)).json()).toEqual({
    ...empty,
    workoutCount: 3,
    lastWorkoutAt: later(-30).toISOString(),
    upcomingReservations: 2,
    hasTrainer: true,
    rankingVisible: false,
  });
  expect((await call(`/${randomUUID()}`)).statusCode).toBe(404);
});

test('logs each view, at most once in 15 minutes for the same member', async () => {
  const sub = await addMember('見られる');
  await Promise.all(Array.from({ length: 8 }, () => call(`/${sub}`)));
  await call(`/${sub}/workouts`);
  expect(await readViews(sub)).toMatchObject([{ staffSub, at: now, target: null, reason: '' }]);
  await call(`/${sub}`, { as: otherStaff });
  expect(await readViews(sub)).toHaveLength(2);
  const first = now;
  now = new Date(first.getTime() + 15 * 60_000 - 1);
  await call(`/${sub}/workouts`);
  expect(await readViews(sub)).toHaveLength(2);
  now = new Date(first.getTime() + 15 * 60_000);
  await call(`/${sub}`);
  expect(await readViews(sub)).toHaveLength(3);
  expect((await call(`/${randomUUID()}/workouts`)).statusCode).toBe(404);
});

test('logs each search by its kind and number of results, without the words', async () => {
  const sub = await addMember('探される人');
  await addMember('探される友');
  const { action, at, id, memberSub, target } = staffAuditLog;
  const readSearches = async () =>
    await db
      .select({ by: staffAuditLog.staffSub, at, memberSub, target })
      .from(staffAuditLog)
      .where(eq(action, 'member.search'))
      .orderBy(asc(id));
  const before = (await readSearches()).length;
  for (const text of ['探される人', ' 探され', 'sagasu@example.com', sub.toUpperCase()]) {
    await find(text);
  }
  const searches = (await readSearches()).slice(before);
  expect(searches).toEqual([
    { by: staffSub, at: now, memberSub: sub, target: 'ニックネーム「探…」5文字・1件' },
    { by: staffSub, at: now, memberSub: null, target: 'ニックネーム「探…」3文字・2件' },
    { by: staffSub, at: now, memberSub: null, target: 'メールアドレス「s…」18文字・0件' },
    { by: staffSub, at: now, memberSub: sub, target: 'ID・1件' },
  ]);
});

test('deletes on request, and keeps only the audit entry', async () => {
  const sub = await addMember('去る会員');
  const [account] = await db.select().from(userPoolUsers).where(eq(userPoolUsers.sub, sub));
  const session = { originJti: randomUUID(), sub, clientId: 'tanren-web' };
  const times = { authenticatedAt: now, expiresAt: later(1000) };
  await db.insert(userPoolSessions).values({ ...session, ...times });
  const { workoutUuid } = await storeWorkout(db, sub, { startedAt: now, sets: [[400, 10]] });
  await call(`/${sub}`);
  const words = [sub, '去る会員', account?.email ?? '', workoutUuid, session.originJti];
  expect(await findTraces(url, words)).toContain('public.staff_audit_log');

  const payload = { reason: '窓口で本人から依頼' };
  const gone = await call(`/${sub}`, { method: 'DELETE', payload });
  expect([gone.statusCode, gone.json()]).toEqual([200, { accountDeleted: true }]);
  expect(await findTraces(url, words)).toEqual([]);
  const entries = await db
    .select()
    .from(staffAuditLog)
    .where(eq(staffAuditLog.action, 'member.delete'));
  expect(entries).toMatchObject([{ staffSub, memberSub: null, target: null, ...payload }]);

  expect((await call(`/${sub}`, { method: 'DELETE', payload })).statusCode).toBe(404);
  expect((await call(`/${sub}`)).statusCode).toBe(404);
});

test('deletes a member without a profile', async () => {
  const sub = await addAccount('never.came@example.com');
  const options = { method: 'DELETE', payload: { reason: '依頼' } } as const;
  expect((await call(`/${sub}`, options)).json()).toEqual({ accountDeleted: true });
  expect(await findTraces(url, [sub, 'never.came@example.com'])).toEqual([]);
});

test('rejects staff deleting themselves, and a deletion without a reason', async () => {
  const own = { method: 'DELETE', payload: { reason: '理由' } } as const;
  const rejected = await call(`/${staffSub.toUpperCase()}`, own);
  expect([rejected.statusCode, rejected.json()]).toMatchObject([409, { code: 'own_account' }]);
  const sub = await addMember('残る');
  for (const reason of ['', ' ', '\u2800']) {
    const answer = await call(`/${sub}`, { method: 'DELETE', payload: { reason } });
    expect(answer.statusCode).toBe(400);
  }
  expect(await db.$count(userPoolUsers, eq(userPoolUsers.sub, staffSub))).toBe(1);
  expect(names(await find(sub))).toEqual(['残る']);
});

test('with Amazon Cognito shows no address, and leaves the account to be deleted there', async () => {
  const sub = await addMember('雲の会員');
  const [account] = await db.select().from(userPoolUsers).where(eq(userPoolUsers.sub, sub));
  expect(await find('雲の', elsewhere)).toMatchObject([{ member: sub, email: null }]);
  expect(await find(account?.email ?? '', elsewhere)).toEqual([]);
  const payload = { reason: '依頼' };
  const gone = await call(`/${sub}`, { method: 'DELETE', payload, at: elsewhere });
  expect([gone.statusCode, gone.json()]).toEqual([200, { accountDeleted: false }]);
  expect(await db.$count(userInfos, eq(userInfos.sub, sub))).toBe(0);
  expect(await db.$count(userPoolUsers, eq(userPoolUsers.sub, sub))).toBe(1);
});
