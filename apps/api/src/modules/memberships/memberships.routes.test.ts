import { randomUUID } from 'node:crypto';
import type { MyMemberships } from '@tanren/contract/memberships/memberships';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { membershipEvents, memberships } from '#db/schema/memberships.ts';
import { at, today } from '#test/support/booking/reservations.ts';
import { openMemberships } from '#test/support/memberships/membership-calls.ts';

const { db, clock, newGym, newPlan, mine, events, join, ask, withdraw, goOn, reserve, read } =
  await openMemberships();

/** Creates a member with a membership of a gym with open joining. */
async function newMember(rights: object = {}) {
  const gym = await newGym();
  const planId = await newPlan(gym.id, rights);
  const sub = randomUUID();
  const joined = await join(sub, gym.id, planId);
  expect(joined.status).toBe(201);
  const membershipId = onlyOf(joined.body).membershipId;
  return { sub, gym, planId, membershipId };
}

function onlyOf({ memberships: found }: MyMemberships) {
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} memberships`);
  return only;
}

const termsOf = (body: MyMemberships) =>
  onlyOf(body).terms.map(({ fromDay, lastDay, plan, paused }) => [
    fromDay,
    lastDay,
    plan.id,
    paused,
  ]);

const kindsOf = async (sub: string) => (await events(sub)).items.map(({ kind }) => kind);

// spec 3.18
test('in an open gym a membership begins at once, with its number', async () => {
  const gym = await newGym();
  const planId = await newPlan(gym.id, { visitsPerMonth: 8, name: '月8回' });
  const sub = randomUUID();
  const fromDay = '2026-04-10';
  const more = { fromDay, name: ' 鍛錬　花子 ', note: '週末に通います' };
  const { status, body } = await join(sub, gym.id, planId, more);
  expect(status).toBe(201);
  const { membershipId } = onlyOf(body);
  expect(body).toEqual({
    memberships: [
      {
        membershipId,
        number: String(membershipId).padStart(8, '0'),
        gymId: gym.id,
        gymName: '鍛錬 渋谷',
        name: '鍛錬 花子',
        state: 'not_started',
        decidedByStaff: [],
        terms: [
          {
            fromDay,
            lastDay: null,
            paused: false,
            plan: expect.objectContaining({
              id: planId,
              name: '月8回',
              visitsPerMonth: 8,
            }) as object,
          },
        ],
        visits: [
          { month: '2026-04', used: 0, limit: 8 },
          { month: '2026-05', used: 0, limit: 8 },
        ],
        confirmationId: expect.any(Number) as number,
      },
    ],
    requests: [],
  });
  expect(await mine(sub)).toEqual(body);
  expect((await events(sub)).items).toEqual([
    {
      eventId: expect.any(Number) as number,
      at: clock.now.toISOString(),
      kind: 'joined',
      by: 'member',
      gymId: gym.id,
      gymName: '鍛錬 渋谷',
      membershipId,
      request: null,
      planName: '月8回',
      fromDay,
      lastDay: null,
      count: null,
      reason: '週末に通います',
    },
  ]);
  const [row] = await db.select().from(memberships).where(eq(memberships.id, membershipId));
  expect(row).toMatchObject({ sub, email: `${sub}@tanren.example`, version: 1 });
});

test('in other gyms a request waits for staff, and can be withdrawn', async () => {
  const gym = await newGym({ joining: 'approval' });
  const planId = await newPlan(gym.id);
  const sub = randomUUID();
  const { body } = await join(sub, gym.id, planId);
  expect(body.memberships).toEqual([]);
  expect(body.requests).toMatchObject([
    { kind: 'join', gymId: gym.id, membershipId: null, name: '鍛錬 花子', fromDay: today },
  ]);
  const requestId = body.requests[0]?.requestId ?? 0;
  expect((await join(sub, gym.id, planId)).code).toBe('request_pending');
  expect((await withdraw(randomUUID(), requestId)).code).toBe('not_found');
  const taken = await withdraw(sub, requestId);
  expect(taken.body).toEqual({ memberships: [], requests: [] });
  expect((await withdraw(sub, requestId)).status).toBe(200);
  expect((await events(sub)).items).toMatchObject([
    { kind: 'withdrawn', request: 'join', by: 'member' },
    { kind: 'applied', request: 'join', by: 'member' },
  ]);
  expect((await join(sub, gym.id, planId)).status).toBe(201);
});

test('a repeated call returns the same request', async () => {
  const { sub, gym, planId } = await newMember();
  const other = await newGym({ joining: 'approval' });
  const otherPlan = await newPlan(other.id);
  for (const [gymId, plan] of [
    [gym.id, planId],
    [other.id, otherPlan],
  ] as const) {
    const member = randomUUID();
    const draftId = randomUUID();
    const first = await join(member, gymId, plan, { draftId });
    const again = await join(member, gymId, plan, { draftId });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await kindsOf(member)).toHaveLength(1);
  }
  const draftId = randomUUID();
  const { membershipId } = onlyOf(await mine(sub));
  const ended = await ask(sub, membershipId, 'end', { draftId });
  expect((await ask(sub, membershipId, 'end', { draftId })).body).toEqual(ended.body);
});

test('a member joins a gym once, several gyms, and the same one again after the end', async () => {
  const { sub, gym, planId, membershipId } = await newMember();
  expect((await join(sub, gym.id, planId)).code).toBe('membership_exists');
  const other = await newGym();
  expect((await join(sub, other.id, await newPlan(other.id))).body.memberships).toHaveLength(2);
  await ask(sub, membershipId, 'end');
  expect((await join(sub, gym.id, planId)).code).toBe('membership_exists');
  clock.now = at(12, '2026-05-01');
  const again = await join(sub, gym.id, planId, { fromDay: '2026-05-01' });
  expect(again.body.memberships.map(({ state }) => state)).toEqual(['active', 'active', 'ended']);
});

test('two simultaneous calls create one membership', async () => {
  const gym = await newGym();
  const planId = await newPlan(gym.id);
  const sub = randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => join(sub, gym.id, planId)));
  const rejected = answers.filter(({ code }) => code === 'membership_exists');
  expect([answers.filter(({ code }) => code === null).length, rejected.length]).toEqual([1, 3]);
  expect((await mine(sub)).memberships).toHaveLength(1);
});

test.each([
  [{ fromDay: '2026-03-31' }, '/fromDay'],
  [{ fromDay: '2026-06-01' }, '/fromDay'],
  [{ name: ' \u200b' }, '/name'],
  [{ name: 'あ'.repeat(61) }, '/name'],
  [{ name: 'a\u0007' }, '/name'],
  [{ note: 'あ'.repeat(301) }, '/note'],
])('joining with %j is rejected at %s', async (wrong, path) => {
  const gym = await newGym();
  const { body, status } = await join(randomUUID(), gym.id, await newPlan(gym.id), wrong);
  const { fields } = body as unknown as { fields: { path: string }[] };
  expect([status, fields.map((field) => field.path)]).toEqual([400, [path]]);
});

test('accepts a start up to 60 days ahead', async () => {
  const gym = await newGym();
  const planId = await newPlan(gym.id);
  const fromDay = '2026-05-31';
  expect((await join(randomUUID(), gym.id, planId, { fromDay })).status).toBe(201);
});

test('rejects plans of other gyms, retired plans and plans not on offer', async () => {
  const [gym, other] = [await newGym(), await newGym()];
  const [hidden, gone, foreign] = [
    await newPlan(gym.id, { offered: false }),
    await newPlan(gym.id, { retiredAt: clock.now }),
    await newPlan(other.id),
  ];
  const codes = [];
  for (const planId of [hidden, gone, foreign]) {
    codes.push((await join(randomUUID(), gym.id, planId)).code);
  }
  expect(codes).toEqual(['plan_not_offered', 'plan_not_offered', 'not_found']);
  const { sub, membershipId } = await newMember();
  expect((await ask(sub, membershipId, 'plan', { planId: foreign })).code).toBe('not_found');
  expect((await join(sub, 999_999, foreign)).code).toBe('not_found');
  expect((await ask(randomUUID(), membershipId, 'end')).code).toBe('not_found');
});

test.each([
  ['2026-04-01', '2026-05-01'],
  ['2026-04-10', '2026-05-01'],
  ['2026-04-11', '2026-06-01'],
])('a change requested on %s takes effect on %s', async (day, firstDay) => {
  const { sub, gym, planId, membershipId } = await newMember();
  const other = await newPlan(gym.id, { name: '朝' });
  clock.now = at(23, day);
  const changed = await ask(sub, membershipId, 'plan', { planId: other });
  const lastDay = new Date(Date.parse(firstDay) - 86_400_000).toISOString().slice(0, 10);
  expect(termsOf(changed.body)).toEqual([
    [today, lastDay, planId, false],
    [firstDay, null, other, false],
  ]);
});

test('pauses for two months, and can be resumed from tomorrow on', async () => {
  const { sub, planId, membershipId } = await newMember();
  const paused = await ask(sub, membershipId, 'pause', { months: 2 });
  expect(termsOf(paused.body)).toEqual([
    [today, '2026-04-30', planId, false],
    ['2026-05-01', '2026-06-30', planId, true],
    ['2026-07-01', null, planId, false],
  ]);
  clock.now = at(12, '2026-05-20');
  expect(onlyOf(await mine(sub)).state).toBe('paused');
  const resumed = await ask(sub, membershipId, 'resume');
  expect(termsOf(resumed.body)).toEqual([
    [today, '2026-04-30', planId, false],
    ['2026-05-01', '2026-05-20', planId, true],
    ['2026-05-21', null, planId, false],
  ]);
  expect(await kindsOf(sub)).toEqual(['resumed', 'paused', 'joined']);
});

test('ends, withdraws the end, and rejects steps that are impossible then', async () => {
  const { sub, planId, membershipId } = await newMember();
  expect((await ask(sub, membershipId, 'resume')).code).toBe('change_impossible');
  expect((await ask(sub, membershipId, 'plan', { planId })).code).toBe('change_impossible');
  expect((await goOn(sub, membershipId)).status).toBe(200);
  const ended = await ask(sub, membershipId, 'end');
  expect(termsOf(ended.body)).toEqual([[today, '2026-04-30', planId, false]]);
  expect((await ask(sub, membershipId, 'end')).code).toBe('change_impossible');
  expect((await ask(sub, membershipId, 'pause')).code).toBe('change_impossible');
  expect((await goOn(randomUUID(), membershipId)).code).toBe('not_found');
  const back = await goOn(sub, membershipId);
  expect(termsOf(back.body)).toEqual([[today, null, planId, false]]);
  await ask(sub, membershipId, 'end');
  clock.now = at(12, '2026-05-01');
  expect(onlyOf(await mine(sub)).state).toBe('ended');
  expect((await goOn(sub, membershipId)).code).toBe('change_impossible');
  expect(await kindsOf(sub)).toEqual(['ended', 'end_withdrawn', 'ended', 'joined']);
});

test.each([
  ['plan', {}, '/planId'],
  ['end', { planId: 1 }, '/planId'],
  ['plan', { planId: 1, months: 1 }, '/months'],
])('%s with %j is rejected at %s', async (kind, wrong, path) => {
  const { sub, membershipId } = await newMember();
  const { body, status } = await ask(sub, membershipId, kind, wrong);
  const { fields } = body as unknown as { fields: { path: string }[] };
  expect([status, fields[0]?.path]).toEqual([400, path]);
});

test('cancels reservations that are not covered after the end', async () => {
  const { sub, gym, membershipId } = await newMember();
  clock.now = at(12, '2026-04-09');
  const day = '2026-05-02';
  const kept = await reserve(sub, gym.id, '2026-04-30', at(10, '2026-04-30'));
  const lost = await reserve(sub, gym.id, day, at(10, day));
  expect([kept.status, lost.status]).toEqual([201, 201]);
  const visits = onlyOf(await mine(sub)).visits;
  expect(visits).toEqual([
    { month: '2026-04', used: 1, limit: null },
    { month: '2026-05', used: 1, limit: null },
  ]);
  await ask(sub, membershipId, 'end');
  expect((await read(sub, kept.body.id)).body.status).toBe('reserved');
  expect((await read(sub, lost.body.id)).body).toMatchObject({
    status: 'cancelled',
    gymCancelReason: '退会により、会員契約の期間外となったため',
  });
  expect((await events(sub)).items).toMatchObject([
    { kind: 'reservations_cancelled', by: 'member', count: 1, membershipId },
    { kind: 'ended', lastDay: '2026-04-30' },
    { kind: 'joined' },
  ]);
});

test("pages the history, and shows a member's own notes to no other member", async () => {
  const { sub, membershipId } = await newMember();
  for (let n = 0; n < 3; n += 1) {
    await ask(sub, membershipId, 'end');
    await goOn(sub, membershipId);
  }
  const all = (await events(sub)).items;
  expect(all).toHaveLength(7);
  const first = await events(sub, '?limit=4');
  const rest = await events(sub, `?limit=4&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items]).toEqual(all);
  expect(rest.nextCursor).toBeNull();
  expect((await events(randomUUID())).items).toEqual([]);
  expect((await mine(randomUUID())).memberships).toEqual([]);
  expect(await db.$count(membershipEvents, eq(membershipEvents.sub, sub))).toBe(7);
});
