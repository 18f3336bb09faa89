import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { debitAccounts, duesCollectors, duesEntries } from '#db/schema/dues.ts';
import { memberships } from '#db/schema/memberships.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import {
  account,
  answerAsBank,
  decodeFile,
  describeTransfers,
  duesCalls,
} from '#test/support/memberships/dues-calls.ts';
import { openMemberships } from '#test/support/memberships/membership-calls.ts';
import { addMembership } from '#test/support/memberships/memberships.ts';
import { at } from '#test/support/booking/reservations.ts';

const { db, clock, call, newGym, newPlan, events, reserve } = await openMemberships();
const dues = duesCalls(call);
const { staff } = dues;

/** The tests begin in April 2026. */
const month = '2026-04';
const onDay = '2026-04-27';
const missing = 2_147_483_647;

/** Adds a gym with a plan, its account, and members with accounts. */
async function newDues(count = 2) {
  const gym = await newGym();
  const planId = await newPlan(gym.id, { price: 8800 });
  expect((await dues.setCollector(gym.id)).status).toBe(200);
  const members: { sub: string; membershipId: number }[] = [];
  for (let n = 0; n < count; n += 1) {
    const sub = randomUUID();
    const membershipId = await addMembership(db, { sub, gymId: gym.id, planId });
    expect((await dues.setAccount(membershipId)).status).toBe(200);
    members.push({ sub, membershipId });
  }
  const [first, second] = members;
  if (first === undefined || second === undefined) throw new Error('two members are needed');
  return { gym, planId, members, first, second };
}

const rowsOf = async (gymId: number, ofMonth = month) =>
  (await dues.month(gymId, ofMonth)).items.map(({ membershipId, balance, state }) => [
    membershipId,
    balance,
    state,
  ]);

test('charges every membership once, also when two nodes do it at the same time', async () => {
  const { gym, first, second } = await newDues();
  expect(await rowsOf(gym.id)).toEqual([
    [first.membershipId, 0, 'uncharged'],
    [second.membershipId, 0, 'uncharged'],
  ]);
  const charged = await Promise.all([1, 2, 3].map(async () => await dues.charge(gym.id, month)));
  expect(charged.map(({ body }) => body.count).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
  expect(await dues.month(gym.id, month)).toMatchObject({
    sums: {
      memberships: 2,
      uncharged: { count: 0, total: 0 },
      charged: 17_600,
      paid: 0,
      open: { count: 2, total: 17_600 },
      overdue: { count: 0, total: 0 },
    },
  });
  expect((await dues.charge(gym.id, '2026-05')).body).toEqual({ count: 2, total: 17_600 });
  expect(await dues.charge(gym.id, '2026-06')).toMatchObject({
    status: 409,
    body: { code: 'too_far_ahead' },
  });
});

test('a membership that ends is charged to its last month, and a paused one is not', async () => {
  const { gym, planId } = await newDues();
  const add = async (term: object) =>
    await addMembership(db, { sub: randomUUID(), gymId: gym.id, planId, terms: [term] });
  const [ending, paused] = [await add({ lastDay: '2026-04-30' }), await add({ paused: true })];
  expect((await rowsOf(gym.id)).slice(2)).toEqual([
    [ending, 0, 'uncharged'],
    [paused, 0, 'none'],
  ]);
  expect((await rowsOf(gym.id, '2026-05')).slice(2)).toEqual([[paused, 0, 'none']]);
});

test('charges visits when the month is over, with the no-shows that the plan counts', async () => {
  const gym = await newGym();
  const planId = await newPlan(gym.id, { price: 1650, per: 'visit' });
  const sub = randomUUID();
  const membershipId = await addMembership(db, { sub, gymId: gym.id, planId });
  for (const day of ['2026-04-02', '2026-04-03']) {
    expect((await reserve(sub, gym.id, day, at(10, day))).status).toBe(201);
  }
  expect((await dues.charge(gym.id, month)).body).toEqual({ count: 0, total: 0 });
  const before = clock.now;
  clock.now = toGymInstant('2026-05-01', 12 * 60);
  expect((await dues.charge(gym.id, month)).body).toEqual({ count: 1, total: 3300 });
  expect(await rowsOf(gym.id)).toEqual([[membershipId, 3300, 'open']]);
  clock.now = before;
});

test('a month is exported, imported with failures and corrected', async () => {
  const { gym, members, first, second } = await newDues(3);
  await dues.charge(gym.id, month);
  const made = await dues.transfer(gym.id, month, onDay);
  expect(made).toMatchObject({ status: 200, body: { count: 3, total: 26_400, withoutAccount: 0 } });
  const lines = decodeFile(made.body.content);
  expect(lines.map((line) => line.length)).toEqual([120, 120, 120, 120, 120, 120]);
  expect(lines[0]?.trimEnd()).toBe(
    `19100012345678${'ﾀﾝﾚﾝ ｼﾌﾞﾔ'.padEnd(40)}04270005${' '.repeat(15)}001${' '.repeat(15)}10123456`,
  );
  expect(lines[1]).toContain('ﾔﾏﾀﾞ ﾀﾛｳ');
  expect(lines[1]?.slice(80)).toBe(
    `00000088001${String(first.membershipId).padStart(20, '0')}0${' '.repeat(8)}`,
  );
  // The same day has the same file again.
  expect((await dues.transfer(gym.id, month, onDay)).body.content).toBe(made.body.content);

  const answer = answerAsBank(made.body.content, new Map([[second.membershipId, '1']]));
  const summary = {
    paid: { count: 2, total: 17_600 },
    failed: { count: 1, total: 8800 },
    failures: [{ membershipId: second.membershipId, name: '山田 太郎', reason: '資金不足' }],
  };
  const preview = await dues.results(gym.id, month, answer, true);
  expect(preview).toMatchObject({ status: 200, body: { outcome: 'preview', ...summary } });
  expect(await db.$count(duesEntries, eq(duesEntries.gymId, gym.id))).toBe(3);
  const imported = await dues.results(gym.id, month, answer);
  expect(imported.body).toMatchObject({ outcome: 'imported', ...summary });
  expect((await dues.results(gym.id, month, answer)).body).toMatchObject({
    outcome: 'known',
    ...summary,
  });
  expect(await rowsOf(gym.id)).toEqual(
    members.map(({ membershipId }) =>
      membershipId === second.membershipId
        ? [membershipId, 8800, 'failed']
        : [membershipId, 0, 'paid'],
    ),
  );
  expect((await dues.month(gym.id, month, '?show=open')).items).toMatchObject([
    { membershipId: second.membershipId, overdue: true },
  ]);
  expect(describeTransfers((await dues.month(gym.id, month)).transfers)).toEqual([
    [onDay, 3, 26_400, true],
  ]);
  expect(await dues.myDues(second.sub)).toMatchObject([
    { gymName: '鍛錬 渋谷', balance: 8800, months: [{ month, state: 'failed', overdue: true }] },
  ]);

  // The member pays less at the desk, because the gym waives a part.
  await dues.enter(second.membershipId, { month, kind: 'correction', amount: -2200 });
  const paid = await dues.enter(second.membershipId, { month, kind: 'payment', amount: 6600 });
  expect(paid).toMatchObject({
    status: 201,
    body: { balance: 0, months: [{ month, charged: 6600, paid: 6600, state: 'paid' }] },
  });
  expect(paid.body.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['payment', -6600],
    ['correction', -2200],
    ['failed', 0],
    ['charge', 8800],
  ]);
  expect((await events(second.sub)).items).toMatchObject([
    { kind: 'payment_noted', reason: '4月分 6,600円　受付で確認' },
  ]);
  expect((await dues.myDues(second.sub))[0]?.balance).toBe(0);
});

test('after the first withdrawal an account is known, and a changed one is marked', async () => {
  const { gym, first, second } = await newDues();
  await dues.charge(gym.id, month);
  const made = await dues.transfer(gym.id, month, onDay);
  const answer = answerAsBank(made.body.content, new Map([[second.membershipId, '4']]));
  await dues.results(gym.id, month, answer);
  await dues.setAccount(first.membershipId, { accountNumber: '43' });
  await dues.setAccount(second.membershipId, { accountNumber: '44' });
  await dues.charge(gym.id, '2026-05');
  const next = await dues.transfer(gym.id, '2026-05', '2026-05-27');
  const marks = decodeFile(next.body.content)
    .slice(1, 3)
    .map((line) => line[90]);
  expect(marks).toEqual(['2', '1']);
  const known = answerAsBank(next.body.content);
  await dues.results(gym.id, '2026-05', known);
  const rows = await db.select().from(debitAccounts);
  const ofGym = [first.membershipId, second.membershipId];
  expect(
    rows
      .filter(({ membershipId }) => ofGym.includes(membershipId))
      .map(({ registration }) => registration),
  ).toEqual(['known', 'known']);
});

test('a file that waits for its results is replaced only on request', async () => {
  const { gym } = await newDues();
  await dues.charge(gym.id, month);
  const first = await dues.transfer(gym.id, month, onDay);
  expect(await dues.transfer(gym.id, month, '2026-04-30')).toMatchObject({
    status: 409,
    body: { code: 'transfer_pending' },
  });
  const second = await dues.transfer(gym.id, month, '2026-04-30', { replace: true });
  expect(second.status).toBe(200);
  expect(describeTransfers((await dues.month(gym.id, month)).transfers)).toEqual([
    ['2026-04-30', 2, 17_600, false],
  ]);
  expect(await dues.results(gym.id, month, answerAsBank(first.body.content))).toMatchObject({
    status: 400,
    body: { fields: [{ path: '/lines/1', message: 'unknown_day' }] },
  });
  const answer = answerAsBank(second.body.content);
  expect((await dues.results(gym.id, month, answer)).body.outcome).toBe('imported');
  const other = answerAsBank(
    second.body.content,
    new Map((await dues.month(gym.id, month)).items.map(({ membershipId }) => [membershipId, '9'])),
  );
  expect(await dues.results(gym.id, month, other)).toMatchObject({
    status: 409,
    body: { code: 'results_imported' },
  });
  expect(await dues.transfer(gym.id, month, '2026-04-30')).toMatchObject({
    status: 409,
    body: { code: 'results_imported' },
  });
});

test('a file needs an account of the gym, an open amount and a day to come', async () => {
  const gym = await newGym();
  const planId = await newPlan(gym.id, { price: 8800 });
  const membershipId = await addMembership(db, { sub: randomUUID(), gymId: gym.id, planId });
  const codeOf = async (day = onDay) => (await dues.transfer(gym.id, month, day)).body;
  expect(await codeOf()).toMatchObject({ code: 'collector_missing' });
  await dues.setCollector(gym.id);
  expect(await codeOf()).toMatchObject({ code: 'nothing_to_collect' });
  await dues.charge(gym.id, month);
  expect(await codeOf()).toMatchObject({ code: 'nothing_to_collect' });
  await dues.setAccount(membershipId);
  expect(await codeOf('2026-03-31')).toMatchObject({ fields: [{ path: '/onDay' }] });
  expect(await codeOf()).toMatchObject({ count: 1, total: 8800 });
});

test('results of another gym, month, day or sum are rejected with the line, and nothing is booked', async () => {
  const { gym, first, second } = await newDues();
  const other = await newDues();
  await dues.setCollector(other.gym.id, { consignorCode: '9999999999' });
  for (const gymId of [gym.id, other.gym.id]) await dues.charge(gymId, month);
  await dues.charge(gym.id, '2026-05');
  const made = await dues.transfer(gym.id, month, onDay);
  const nextMonth = await dues.transfer(gym.id, '2026-05', onDay);
  const otherGym = await dues.transfer(other.gym.id, month, onDay);
  const errorsOf = async (content: string) => {
    const { status, body } = await dues.results(gym.id, month, content);
    expect(status).toBe(400);
    return body.fields?.map(({ path, message }) => [path, message]);
  };
  expect(await errorsOf(answerAsBank(otherGym.body.content))).toEqual([
    ['/lines/1', 'other_consignor'],
  ]);
  const answer = (change: Parameters<typeof answerAsBank>[2]) =>
    answerAsBank(made.body.content, new Map(), change);
  const otherDay = answer((file) => ({ ...file, header: { ...file.header, day: '0428' } }));
  expect(await errorsOf(otherDay)).toEqual([['/lines/1', 'unknown_day']]);
  const more = answer(({ header, items }) => ({
    header,
    items: items.map((item) => ({ ...item, amount: item.amount + 1 })),
  }));
  expect(await errorsOf(more)).toEqual([
    ['/lines/2', 'other_amount'],
    ['/lines/3', 'other_amount'],
  ]);
  const less = answer(({ header, items }) => ({ header, items: items.slice(1) }));
  expect(await errorsOf(less)).toEqual([['/lines/3', 'missing_customer']]);
  // A request is not a result, and a request of the bank's customer is not one either.
  expect(await errorsOf(made.body.content)).toEqual([['/lines/4', 'wrong_sum']]);
  expect(await errorsOf(Buffer.from('会員番号,金額').toString('base64'))).toEqual([
    ['/lines/1', 'wrong_length'],
  ]);
  await dues.enter(first.membershipId, { month: '2026-05', kind: 'correction', amount: 100 });
  const replaced = await dues.transfer(gym.id, '2026-05', onDay, { replace: true });
  expect(await errorsOf(answerAsBank(replaced.body.content))).toEqual([
    ['/lines/2', 'other_amount'],
  ]);
  expect(nextMonth.body.count).toBe(2);
  const ofMembers = [first, second].map(({ membershipId }) => membershipId);
  const kinds = await db.select().from(duesEntries).where(eq(duesEntries.gymId, gym.id));
  expect(kinds.filter(({ kind }) => kind === 'payment' || kind === 'failed')).toEqual([]);
  expect(new Set(kinds.map(({ membershipId }) => membershipId))).toEqual(new Set(ofMembers));
});

test('a tap that is sent twice adds one entry, and a draft belongs to one membership', async () => {
  const { first, second } = await newDues();
  const entry = { draftId: randomUUID(), month, kind: 'payment', amount: 8800 };
  const sent = await Promise.all(
    [1, 2].map(async () => await dues.enter(first.membershipId, entry)),
  );
  expect(sent.map(({ status, body }) => [status, body.balance])).toEqual([
    [201, -8800],
    [201, -8800],
  ]);
  expect((await events(first.sub)).items).toHaveLength(1);
  expect(await dues.enter(second.membershipId, entry)).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  });
  expect(await dues.enter(first.membershipId, { ...entry, amount: 0 })).toMatchObject({
    status: 400,
    body: { fields: [{ path: '/amount' }] },
  });
});

test('accounts are encrypted, and each look at one is logged', async () => {
  const { gym, first } = await newDues();
  const url = `/staff/memberships/${first.membershipId}/debit-account`;
  const stored = { ...account, accountNumber: '0000042', holder: 'ﾔﾏﾀﾞ ﾀﾛｳ' };
  expect((await call<object>(staff, 'GET', url)).body).toEqual({ account: stored });
  const [row] = await db
    .select()
    .from(debitAccounts)
    .where(eq(debitAccounts.membershipId, first.membershipId));
  const [own] = await db.select().from(duesCollectors).where(eq(duesCollectors.gymId, gym.id));
  const bytes = Buffer.concat([row?.sealed ?? Buffer.alloc(0), own?.sealed ?? Buffer.alloc(0)]);
  expect(bytes.length).toBeGreaterThan(200);
  expect(bytes.toString('latin1')).not.toMatch(/0000042|0123456|0012345678/);
  const logged = await db
    .select()
    .from(staffAuditLog)
    .where(eq(staffAuditLog.memberSub, first.sub));
  expect(logged.map(({ action }) => action).toSorted()).toEqual([
    'dues.account',
    'dues.account-view',
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/ﾔﾏﾀﾞ|0000042/);
  expect(await dues.setAccount(first.membershipId, { holder: '山田 太郎' })).toMatchObject({
    status: 400,
    body: { fields: [{ path: '/holder', message: 'not_kana' }] },
  });
  expect((await call<null>(staff, 'DELETE', url)).status).toBe(204);
  expect((await call<null>(staff, 'DELETE', url)).status).toBe(204);
  expect((await call<object>(staff, 'GET', url)).body).toEqual({ account: null });
});

test('an unknown gym or membership is answered with 404, and another member sees no dues', async () => {
  const { first } = await newDues();
  const answers = [
    await dues.charge(missing, month),
    await dues.transfer(missing, month, onDay),
    await dues.ledger(missing),
    await dues.enter(missing, { month, kind: 'payment', amount: 1 }),
    await dues.setAccount(missing),
    await dues.setCollector(missing),
    await call(staff, 'GET', `/staff/gyms/${missing}/dues/${month}`),
    await call(staff, 'GET', `/staff/memberships/${missing}/debit-account`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  await dues.enter(first.membershipId, { month, kind: 'payment', amount: 8800 });
  expect(await dues.myDues(randomUUID())).toEqual([]);
});

test('the list is read in pages, and as a CSV file', async () => {
  const { gym, first, second } = await newDues();
  await dues.charge(gym.id, month);
  await dues.enter(first.membershipId, { month, kind: 'payment', amount: 8800 });
  const page = await dues.month(gym.id, month, '?limit=1');
  expect(page.items.map(({ membershipId }) => membershipId)).toEqual([first.membershipId]);
  const rest = await dues.month(gym.id, month, `?limit=1&cursor=${page.nextCursor ?? ''}`);
  expect(rest.items.map(({ membershipId }) => membershipId)).toEqual([second.membershipId]);
  expect([rest.nextCursor, rest.sums]).toEqual([null, page.sums]);
  const csv = await call<string>(staff, 'GET', `/staff/gyms/${gym.id}/dues/${month}/csv`);
  const number = ({ membershipId }: typeof first) => String(membershipId).padStart(8, '0');
  expect(csv.body).toBe(
    '\uFEFF会員番号,氏名,フリガナ,対象月,プラン,プランの料金（円）,請求額（円）,入金額（円）,残高（円）,状態,口座振替\r\n' +
      `${number(first)},山田 太郎,,2026-04,レギュラー,8800,8800,8800,0,入金済み,登録あり\r\n` +
      `${number(second)},山田 太郎,,2026-04,レギュラー,8800,8800,0,8800,入金待ち,登録あり\r\n`,
  );
});

test('no entry is ever changed, and the entries follow their contract', async () => {
  const { gym, first } = await newDues();
  await dues.charge(gym.id, month);
  const ofFirst = eq(duesEntries.membershipId, first.membershipId);
  const rejected = expect.objectContaining({
    cause: expect.objectContaining({
      message: 'the ledger of the dues cannot be changed',
    }) as Error,
  }) as Error;
  await expect(db.update(duesEntries).set({ amount: 1 }).where(ofFirst)).rejects.toEqual(rejected);
  await expect(db.delete(duesEntries).where(ofFirst)).rejects.toEqual(rejected);
  await db.execute(sql`delete from ${memberships} where id = ${first.membershipId}`);
  expect(await db.$count(duesEntries, ofFirst)).toBe(0);
});
