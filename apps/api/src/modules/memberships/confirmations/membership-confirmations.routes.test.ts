import { createHash, randomUUID } from 'node:crypto';
import type { MembershipConfirmation } from '@tanren/contract/memberships/membership-confirmations';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gymLegalNotices, subscriptionPlans } from '#db/schema/gyms.ts';
import { membershipConfirmations } from '#db/schema/memberships.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { today } from '#test/support/booking/reservations.ts';
import { openMemberships } from '#test/support/memberships/membership-calls.ts';

const world = await openMemberships();
const { db, call, staff, newGym, newPlan, confirm, join, mine, requests, decide, look } = world;

async function openGym(joining: 'open' | 'approval' = 'open') {
  const gym = await newGym({ joining });
  return { gym, planId: await newPlan(gym.id), sub: randomUUID() };
}

const read = async (sub: string, confirmationId: number) =>
  await call<MembershipConfirmation>(sub, 'GET', `/my/membership-confirmations/${confirmationId}`);
const storedOf = async (sub: string) =>
  await db.select().from(membershipConfirmations).where(eq(membershipConfirmations.sub, sub));
const changed = { status: 409, body: { code: 'confirmation_changed' } };
const nothing = { memberships: [], requests: [] };

test('stores exactly what the member saw, with the contract', async () => {
  const { gym, planId, sub } = await openGym();
  const seen = (await confirm(sub, gym.id, { planId, fromDay: today })).body;
  const { body } = await join(sub, gym.id, planId);
  const [membership] = body.memberships;
  const [stored, ...others] = await storedOf(sub);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ ...seen, gymId: gym.id, membershipId: membership?.membershipId });
  const digest = createHash('sha256')
    .update(stored?.text ?? '')
    .digest('hex');
  expect(seen.digest).toBe(digest);
  expect(membership?.confirmationId).toBe(stored?.id);
  const { status, body: shown } = await read(sub, stored?.id ?? 0);
  expect(status).toBe(200);
  expect(shown).toMatchObject({ sections: seen.sections, version: seen.version, gymId: gym.id });
});

test.each([
  ['without a digest', {}],
  ['with another digest', { confirmation: 'a'.repeat(64) }],
])('an application %s stores nothing', async (_what, sent) => {
  const { gym, planId, sub } = await openGym();
  const person = { name: '鍛錬 花子', birthDate: '1990-04-01' };
  const body = { draftId: randomUUID(), planId, fromDay: today, ...person, ...sent };
  const path = `/gyms/${gym.id}/memberships`;
  expect(await call(sub, 'POST', path, body)).toMatchObject(changed);
  expect(await mine(sub)).toEqual(nothing);
  expect(await storedOf(sub)).toEqual([]);
});

test('a new price, notice or rule of joining must be seen before the application', async () => {
  const { gym, planId, sub } = await openGym();
  const { digest: confirmation } = (await confirm(sub, gym.id, { planId, fromDay: today })).body;
  const send = async () => await join(sub, gym.id, planId, { confirmation });
  const { id } = subscriptionPlans;
  const setPrice = async (price: number) =>
    await db.update(subscriptionPlans).set({ price }).where(eq(id, planId));
  const setTerm = async (term: string) =>
    await db.update(gymLegalNotices).set({ term }).where(eq(gymLegalNotices.gymId, gym.id));
  await setPrice(9900);
  expect(await send()).toMatchObject(changed);
  await setPrice(8800);
  await setTerm('1年');
  expect(await send()).toMatchObject(changed);
  // Without a complete notice staff decide, which the member has not seen.
  await setTerm('');
  expect(await send()).toMatchObject(changed);
  expect(await mine(sub)).toEqual(nothing);
  await setTerm('termの記載');
  expect((await send()).status).toBe(201);
});

test('a repeated application keeps its confirmation after a change', async () => {
  const { gym, planId, sub } = await openGym();
  const draft = { draftId: randomUUID() };
  await Promise.all([join(sub, gym.id, planId, draft), join(sub, gym.id, planId, draft)]);
  await db.update(subscriptionPlans).set({ price: 1 }).where(eq(subscriptionPlans.id, planId));
  expect((await join(sub, gym.id, planId, draft)).status).toBe(201);
  expect((await storedOf(sub)).map(({ text }) => text)).toEqual([
    expect.stringContaining('8,800円'),
  ]);
});

test('the confirmation of an application follows it into the contract', async () => {
  const { gym, planId, sub } = await openGym('approval');
  const { body } = await join(sub, gym.id, planId);
  const confirmationId = body.requests[0]?.confirmationId;
  expect(confirmationId).toEqual(expect.any(Number));
  const [request] = (await requests(gym.id)).items;
  expect(request?.confirmationId).toBe(confirmationId);
  await decide(request?.requestId ?? 0, { approve: true });
  const [membership] = (await mine(sub)).memberships;
  expect(membership?.confirmationId).toBe(confirmationId);
  const detail = await look(membership?.membershipId ?? 0);
  expect(detail.body.membership.confirmationId).toBe(confirmationId);
});

test('only the member and staff read a confirmation, and each look of staff is logged', async () => {
  const { gym, planId, sub } = await openGym();
  const confirmationId = (await join(sub, gym.id, planId)).body.memberships[0]?.confirmationId ?? 0;
  const missing = { status: 404, body: { code: 'not_found' } };
  expect(await read(randomUUID(), confirmationId)).toMatchObject(missing);
  expect(await read(sub, confirmationId + 1000)).toMatchObject(missing);
  const path = '/staff/membership-confirmations';
  expect(await call(staff, 'GET', `${path}/${confirmationId + 1000}`)).toMatchObject(missing);
  const own = (await read(sub, confirmationId)).body;
  const seen = await call<MembershipConfirmation>(staff, 'GET', `${path}/${confirmationId}`);
  expect(seen).toMatchObject({ status: 200, body: own });
  const log = await db.select().from(staffAuditLog).where(eq(staffAuditLog.memberSub, sub));
  expect(log).toMatchObject([{ action: 'membership.view', target: '鍛錬 渋谷・最終確認' }]);
});

test.each([
  ['a plan of another gym', {}, 404, 'not_found'],
  ['a plan that is not offered', { offered: false }, 409, 'plan_not_offered'],
])('has no confirmation for %s', async (_what, rights, status, code) => {
  const { gym, sub } = await openGym();
  const other = code === 'not_found' ? (await newGym()).id : gym.id;
  const planId = await newPlan(other, rights);
  const answer = await confirm(sub, gym.id, { planId, fromDay: today });
  expect(answer).toMatchObject({ status, body: { code } });
});

test.each(['2026-03-31', '2026-07-01'])(
  'has no confirmation for a first day %s',
  async (fromDay) => {
    const { gym, planId, sub } = await openGym();
    const answer = await confirm(sub, gym.id, { planId, fromDay });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: [{ in: 'querystring', path: '/fromDay' }] },
    });
  },
);
