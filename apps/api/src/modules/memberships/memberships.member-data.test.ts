import { randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  membershipConfirmations,
  membershipEvents,
  membershipRequests,
  memberships,
} from '#db/schema/memberships.ts';
import { readExports } from '#test/support/members/exports.ts';
import { openMemberships } from '#test/support/memberships/membership-calls.ts';
import { addMembership } from '#test/support/memberships/memberships.ts';
import { today } from '#test/support/booking/reservations.ts';
import { membershipConfirmationData } from './confirmations/membership-confirmations.member-data.ts';
import { membershipData, purgeMemberships } from './memberships.member-data.ts';

const { db, newGym, newPlan, join, ask, requests, decide, mine, look } = await openMemberships();

const readParts = async (sub: string) => Object.values(await readExports(db, membershipData, sub));

/** Creates a member who applied with a note, was approved, and requests a pause. */
async function live() {
  const gym = await newGym({ joining: 'approval' });
  const planId = await newPlan(gym.id);
  const sub = randomUUID();
  await join(sub, gym.id, planId, { nameKana: 'タンレン ハナコ', note: '夜に通います' });
  const requestId = (await requests(gym.id)).items[0]?.requestId ?? 0;
  await decide(requestId, { approve: true, reason: '確認済み' });
  const membershipId = (await mine(sub)).memberships[0]?.membershipId ?? 0;
  await ask(sub, membershipId, 'pause', { months: 1, note: '出張のため' });
  return { sub, gym, planId, membershipId };
}

test('exports memberships, requests and every step in words', async () => {
  const { sub, membershipId } = await live();
  const number = String(membershipId).padStart(8, '0');
  const email = `${sub}@tanren.example`;
  const [contracts = [], asked = [], , steps = []] = await readParts(sub);
  expect(contracts.map(({ cells }) => cells)).toEqual([
    [
      number,
      '鍛錬 渋谷',
      '鍛錬 花子',
      'タンレン ハナコ',
      expect.any(String),
      `レギュラー ${today}〜`,
      '2026-04-01 12:00:00',
      email,
    ],
  ]);
  expect(asked.map(({ cells }) => cells.slice(2))).toEqual([
    [
      '入会',
      'レギュラー',
      today,
      null,
      '鍛錬 花子',
      'タンレン ハナコ',
      '1990-04-01',
      '夜に通います',
      '承りました',
      '2026-04-01 12:00:00',
      null,
    ],
    [
      '休会',
      null,
      '2026-05-01',
      '2026-05-31',
      '鍛錬 花子',
      null,
      null,
      '出張のため',
      'ジムで確認しています',
      null,
      email,
    ],
  ]);
  expect(steps.map(({ cells }) => cells.slice(2))).toEqual([
    [null, 'お申し込み（入会）', 'ご本人', 'レギュラー', today, null, null, '夜に通います'],
    [number, '入会', 'ジム', 'レギュラー', today, null, null, '確認済み'],
    [number, 'お申し込み（休会）', 'ご本人', null, '2026-05-01', '2026-05-31', null, '出張のため'],
  ]);
  for (const { record } of [...contracts, ...asked, ...steps]) {
    expect(Object.keys(record)).not.toContain('sub');
  }
});

test('erasure keeps the contract with name and number, and nothing that the member wrote', async () => {
  const [{ sub, membershipId }, other] = [await live(), await live()];
  await db.transaction(async (tx) => await membershipData.erase(tx, sub));
  const [row] = await db.select().from(memberships).where(eq(memberships.id, membershipId));
  expect(row).toMatchObject({ sub: null, email: null, name: '鍛錬 花子', nameKana: null });
  expect(row?.accountDeletedAt).not.toBeNull();
  expect(await db.$count(membershipRequests, eq(membershipRequests.sub, sub))).toBe(0);
  const steps = await db
    .select()
    .from(membershipEvents)
    .where(eq(membershipEvents.membershipId, membershipId))
    .orderBy(asc(membershipEvents.id));
  expect(steps).toMatchObject([
    { kind: 'joined', reason: '確認済み', sub: null, email: null },
    { kind: 'applied', reason: '', sub: null, email: null },
    { kind: 'account_deleted', by: 'system', sub: null },
  ]);
  expect((await readParts(sub)).map((rows) => rows.length)).toEqual([0, 0, 0, 0]);
  expect((await readParts(other.sub)).map((rows) => rows.length)).toEqual([1, 2, 0, 3]);
  expect((await look(membershipId)).body.membership).toMatchObject({
    member: null,
    nickname: null,
    state: 'active',
  });
});

test('erasure keeps the confirmation of a contract without the account, and no other', async () => {
  const { sub, membershipId, gym } = await live();
  const strict = await newGym({ joining: 'approval' });
  await join(sub, strict.id, await newPlan(strict.id));
  const parts = await readExports(db, membershipConfirmationData, sub);
  const rows = Object.values(parts).flat();
  expect(rows.map(({ cells }) => cells[2])).toEqual([String(membershipId).padStart(8, '0'), null]);
  expect(rows[0]?.cells[3]).toContain('「申し込む」を押すと');
  await db.transaction(async (tx) => {
    await membershipConfirmationData.erase(tx, sub);
    await membershipData.erase(tx, sub);
  });
  const { gymId } = membershipConfirmations;
  const left = await db
    .select()
    .from(membershipConfirmations)
    .where(inArray(gymId, [gym.id, strict.id]));
  expect(left).toMatchObject([{ sub: null, requestId: null, membershipId }]);
  await db.delete(memberships).where(eq(memberships.id, membershipId));
  expect(await db.$count(membershipConfirmations, eq(gymId, gym.id))).toBe(0);
});

const yearLater = new Date('2026-04-01T03:00:00Z');

test.each([
  ['for a year after its last day', '2025-04-01', true],
  ['no longer', '2025-03-31', false],
  ['as long as it goes on', null, true],
])('keeps a contract without an account %s', async (_kept, lastDay, stays) => {
  const gym = await newGym();
  const planId = await newPlan(gym.id);
  const terms = [
    { fromDay: '2020-01-01', lastDay: '2020-12-31' },
    { fromDay: '2021-01-01', lastDay },
  ];
  const [gone, kept] = [
    await addMembership(db, { sub: randomUUID(), gymId: gym.id, planId, terms }),
    await addMembership(db, { sub: randomUUID(), gymId: gym.id, planId, terms }),
  ];
  const accountDeletedAt = new Date('2021-01-01T00:00:00Z');
  await db.update(memberships).set({ sub: null, accountDeletedAt }).where(eq(memberships.id, gone));
  await purgeMemberships(db, yearLater);
  const count = async (id: number) => await db.$count(memberships, eq(memberships.id, id));
  expect([await count(gone), await count(kept)]).toEqual([stays ? 1 : 0, 1]);
});

test('keeps a contract that never began for a year after the account was erased', async () => {
  const gym = await newGym();
  const planId = await newPlan(gym.id);
  const make = async (accountDeletedAt: string) => {
    const id = await addMembership(db, { sub: randomUUID(), gymId: gym.id, planId, terms: [] });
    const deleted = { sub: null, accountDeletedAt: new Date(accountDeletedAt) };
    await db.update(memberships).set(deleted).where(eq(memberships.id, id));
    return id;
  };
  const [old, young] = [await make('2025-03-01T00:00:00Z'), await make('2025-05-01T00:00:00Z')];
  await purgeMemberships(db, yearLater);
  const left = await db.select({ id: memberships.id }).from(memberships);
  expect(left.map(({ id }) => id)).toContain(young);
  expect(left.map(({ id }) => id)).not.toContain(old);
});
