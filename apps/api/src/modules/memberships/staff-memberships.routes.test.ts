import { randomUUID } from 'node:crypto';
import type { MyMemberships } from '@tanren/contract/memberships/memberships';
import type { StaffMembershipDetail } from '@tanren/contract/memberships/staff-memberships';
import { and, asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { membershipEvents, membershipRequests, memberships } from '#db/schema/memberships.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { openMemberships } from '#test/support/memberships/membership-calls.ts';
import { explainQuery } from '#test/support/database/query-plan.ts';
import { at, today } from '#test/support/booking/reservations.ts';
import { queryByName } from './staff-memberships.store.ts';

const calls = await openMemberships();
const { db, url, clock, newGym, newPlan, staff, call, join, ask, mine, events, reserve, read } =
  calls;
const { requests, decide, search, look, enrol, change, withdraw, goOn, setPlans, addMember } =
  calls;

/** Returns the log entries about a member, oldest first. */
async function readLog(memberSub: string) {
  return await db
    .select()
    .from(staffAuditLog)
    .where(eq(staffAuditLog.memberSub, memberSub))
    .orderBy(asc(staffAuditLog.id));
}

/** Adds a gym where staff decide, its plan, and a member with an account. */
async function newApplicant(nickname = 'テツ') {
  const gym = await newGym({ joining: 'approval' });
  const planId = await newPlan(gym.id, { name: 'レギュラー' });
  const sub = randomUUID();
  await addMember({ sub, nickname });
  return { gym, planId, sub };
}

async function newMember() {
  const applicant = await newApplicant();
  const { gym, planId, sub } = applicant;
  const made = await enrol(gym.id, { member: sub, planId });
  expect(made.status).toBe(201);
  return { ...applicant, membershipId: made.body.membership.membershipId };
}

test('lists a request with its member, approves, mails and logs it', async () => {
  const { gym, planId, sub } = await newApplicant();
  await join(sub, gym.id, planId, { fromDay: '2026-04-03', note: '夜に通います' });
  const { items } = await requests(gym.id);
  expect(items).toMatchObject([
    {
      kind: 'join',
      member: sub,
      nickname: 'テツ',
      name: '鍛錬 花子',
      note: '夜に通います',
      fromDay: '2026-04-03',
      plan: { id: planId },
    },
  ]);
  const requestId = items[0]?.requestId ?? 0;
  expect((await decide(requestId, { approve: true, reason: '免許証で確認' })).status).toBe(204);
  expect((await requests(gym.id)).items).toEqual([]);
  const { memberships: own, requests: open } = await mine(sub);
  expect([own, open]).toMatchObject([[{ name: '鍛錬 花子', state: 'not_started' }], []]);
  const reason = '免許証で確認';
  expect((await events(sub)).items).toMatchObject([
    { kind: 'joined', by: 'staff', request: null, reason, fromDay: '2026-04-03' },
    { kind: 'applied', by: 'member', request: 'join', reason: '夜に通います' },
  ]);
  const told = await db
    .select({ kind: membershipEvents.kind, email: membershipEvents.email })
    .from(membershipEvents)
    .where(eq(membershipEvents.sub, sub));
  const email = `${sub}@tanren.example`;
  expect(told).toEqual([
    { kind: 'applied', email },
    { kind: 'joined', email },
  ]);
  expect(await readLog(sub)).toMatchObject([
    {
      action: 'membership.approve',
      target: '鍛錬 渋谷',
      reason,
      changes: [{ field: 'terms', before: '', after: 'レギュラー 2026-04-03〜' }],
    },
  ]);

  // Repeating the decision changes nothing, and the opposite decision is too late.
  expect((await decide(requestId, { approve: true })).status).toBe(204);
  expect((await decide(requestId, { approve: false, reason: '間違い' })).code).toBe(
    'stale_version',
  );
  expect((await withdraw(sub, requestId)).code).toBe('change_impossible');
  expect(await readLog(sub)).toHaveLength(1);
});

test('declining needs a reason, which the member can read', async () => {
  const { gym, planId, sub } = await newApplicant();
  await join(sub, gym.id, planId);
  const requestId = (await requests(gym.id)).items[0]?.requestId ?? 0;
  expect((await decide(requestId, { approve: false })).code).toBe('invalid_request');
  expect((await decide(requestId, { approve: false, reason: ' ' })).code).toBe('invalid_request');
  const reason = '満員のため';
  expect((await decide(requestId, { approve: false, reason })).status).toBe(204);
  expect(await mine(sub)).toEqual({ memberships: [], requests: [] });
  expect((await events(sub)).items[0]).toMatchObject({
    kind: 'declined',
    request: 'join',
    by: 'staff',
    reason,
  });
  expect(await readLog(sub)).toMatchObject([{ action: 'membership.decline', reason, changes: [] }]);
  expect((await decide(999_999, { approve: true })).code).toBe('not_found');
});

test('a late approval takes effect today, and an expired request cannot be approved', async () => {
  const { gym, sub, planId, membershipId } = await newMember();
  await ask(sub, membershipId, 'pause', { months: 1 });
  clock.now = at(12, '2026-05-03');
  const requestId = (await requests(gym.id)).items[0]?.requestId ?? 0;
  expect((await decide(requestId, { approve: true })).status).toBe(204);
  const { body } = await look(membershipId);
  expect(body.membership.terms).toMatchObject([
    { fromDay: today, lastDay: '2026-05-02', paused: false },
    { fromDay: '2026-05-03', lastDay: '2026-05-31', paused: true },
    { fromDay: '2026-06-01', lastDay: null, paused: false },
  ]);
  // The member asked for the pause, so it does not bind them.
  expect(body.membership.decidedByStaff).toEqual([]);

  const joiner = randomUUID();
  await addMember({ sub: joiner });
  await join(joiner, gym.id, planId, { fromDay: '2026-05-04' });
  clock.now = at(12, '2026-05-20');
  const late = (await requests(gym.id)).items[0]?.requestId ?? 0;
  await decide(late, { approve: true });
  const [own] = (await mine(joiner)).memberships;
  expect(own?.terms[0]?.fromDay).toBe('2026-05-20');

  const membership = own?.membershipId ?? 0;
  await ask(joiner, membership, 'pause', { months: 1 });
  const pause = (await requests(gym.id)).items[0]?.requestId ?? 0;
  clock.now = at(12, '2026-09-01');
  expect((await decide(pause, { approve: true })).code).toBe('change_impossible');
  expect((await requests(gym.id)).items).toHaveLength(1);
});

test("a member's end takes effect at once, even while another request waits", async () => {
  const { gym, sub, membershipId } = await newMember();
  await ask(sub, membershipId, 'pause', { months: 1 });
  const { status, body } = await ask(sub, membershipId, 'end');
  expect(status).toBe(201);
  expect(body.memberships[0]?.terms).toMatchObject([{ fromDay: today, lastDay: '2026-04-30' }]);
  expect(body.requests).toMatchObject([{ kind: 'pause' }]);
  expect((await requests(gym.id)).items).toMatchObject([{ kind: 'pause' }]);
  expect((await events(sub)).items[0]).toMatchObject({ kind: 'ended', by: 'member' });
  // The member alone takes the end back.
  expect((await goOn(sub, membershipId)).body.memberships[0]?.terms).toMatchObject([
    { fromDay: today, lastDay: null },
  ]);
});

test('staff cannot decline an end that the release before left to them, and the member can repeat it', async () => {
  const { gym, sub, membershipId } = await newMember();
  const days = { fromDay: '2026-05-01', name: '鍛錬 花子', requestedAt: clock.now };
  await db
    .insert(membershipRequests)
    .values({ sub, gymId: gym.id, membershipId, draftId: randomUUID(), kind: 'end', ...days });
  const requestId = (await requests(gym.id)).items[0]?.requestId ?? 0;
  const decline = { approve: false, reason: '在籍をお願いしたいため' };
  expect((await decide(requestId, decline)).code).toBe('change_impossible');
  const { body } = await ask(sub, membershipId, 'end');
  expect(body.memberships[0]?.terms).toMatchObject([{ lastDay: '2026-04-30' }]);
  expect(body.requests).toEqual([]);
});

test('pages requests, oldest first', async () => {
  const { gym, planId } = await newApplicant();
  const subs = Array.from({ length: 5 }, () => randomUUID());
  for (const sub of subs) await join(sub, gym.id, planId);
  const first = await requests(gym.id, '?limit=3');
  const rest = await requests(gym.id, `?limit=3&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items].map(({ member }) => member)).toEqual(subs);
  expect(rest.nextCursor).toBeNull();
  expect(first.items[0]?.nickname).toBeNull();
});

test('staff enrol a member with an account once', async () => {
  const { gym, planId, sub } = await newApplicant();
  const fromDay = '2026-04-20';
  const made = await enrol(gym.id, { member: sub.toUpperCase(), planId, fromDay });
  expect(made.body).toMatchObject({
    membership: { member: sub, nickname: 'テツ', version: 1, state: 'not_started' },
    requests: [],
    events: [{ kind: 'joined', by: 'staff', reason: '受付で申し込み' }],
  });
  expect(await readLog(sub)).toMatchObject([{ action: 'membership.enrol' }]);
  expect((await enrol(gym.id, { member: sub, planId })).code).toBe('membership_exists');
  expect((await enrol(gym.id, { member: randomUUID(), planId })).code).toBe('not_found');
  expect((await enrol(999_999, { member: sub, planId })).code).toBe('not_found');
  const other = await newGym();
  const foreign = await newPlan(other.id);
  expect((await enrol(gym.id, { member: sub, planId: foreign })).code).toBe('not_found');
  const waiting = randomUUID();
  await addMember({ sub: waiting });
  await join(waiting, gym.id, planId);
  expect((await enrol(gym.id, { member: waiting, planId })).code).toBe('request_pending');
});

test('staff change the plan, pause, resume, end and withdraw the end, each with a reason', async () => {
  const { gym, sub, planId, membershipId } = await newMember();
  const hidden = await newPlan(gym.id, { name: '法人', offered: false });
  const steps = [
    { kind: 'plan', planId: hidden, fromDay: '2026-04-15', version: 1 },
    { kind: 'pause', fromDay: '2026-05-10', lastDay: '2026-05-20', version: 2 },
    { kind: 'resume', fromDay: '2026-05-15', version: 3 },
    { kind: 'payment', fromDay: '2026-03-31', version: 4 },
    { kind: 'end', fromDay: '2026-12-31', version: 5 },
    { kind: 'continue', version: 6 },
  ];
  for (const step of steps) {
    expect([step.kind, (await change(membershipId, step)).code]).toEqual([step.kind, null]);
  }
  const { body } = await look(membershipId);
  expect(body.membership).toMatchObject({ version: 7, state: 'active' });
  expect(
    body.membership.terms.map(({ fromDay, lastDay, plan, paused }) => [
      fromDay,
      lastDay,
      plan.id,
      paused,
    ]),
  ).toEqual([
    [today, '2026-04-14', planId, false],
    ['2026-04-15', '2026-05-09', hidden, false],
    ['2026-05-10', '2026-05-14', hidden, true],
    ['2026-05-15', null, hidden, false],
  ]);
  expect(body.events.map(({ kind }) => kind)).toEqual([
    'end_withdrawn',
    'ended',
    'payment_noted',
    'resumed',
    'paused',
    'plan_changed',
    'joined',
  ]);
  expect((await events(sub)).items.every(({ reason }) => reason !== '')).toBe(true);
  const log = await readLog(sub);
  expect(log.map(({ action }) => action)).toEqual([
    'membership.enrol',
    'membership.plan',
    'membership.pause',
    'membership.resume',
    'membership.payment',
    'membership.end',
    'membership.continue',
    'membership.view',
  ]);
  expect(log[2]?.changes).toEqual([
    {
      field: 'terms',
      before: 'レギュラー 2026-04-01〜2026-04-14、法人 2026-04-15〜',
      after:
        'レギュラー 2026-04-01〜2026-04-14、法人 2026-04-15〜2026-05-09、法人（休会） 2026-05-10〜2026-05-20、法人 2026-05-21〜',
    },
  ]);
  // The log contains neither the name nor the number of the member.
  expect(JSON.stringify(log)).not.toMatch(/花子|0000\d{4}/);
});

test('after a pause the plan that follows limits the visits of the month', async () => {
  const { gym, sub, membershipId } = await newMember();
  const planId = await newPlan(gym.id, { visitsPerMonth: 4 });
  await change(membershipId, { kind: 'pause', fromDay: today, lastDay: '2026-04-14', version: 1 });
  await change(membershipId, { kind: 'plan', planId, fromDay: '2026-04-15', version: 2 });
  expect((await mine(sub)).memberships).toMatchObject([{ visits: [{ limit: 4 }, { limit: 4 }] }]);
});

test("logs the first view of a gym's requests per day and member of staff", async () => {
  const gym = await newGym({ joining: 'approval', name: `鍛錬 ${randomUUID()}` });
  const path = `/staff/gyms/${gym.id}/membership-requests`;
  const other = `${randomUUID()}/staff`;
  const openList = async (who: string) => expect((await call(who, 'GET', path)).status).toBe(200);
  const countLooks = async () => {
    const { action, target } = staffAuditLog;
    const isLook = and(eq(action, 'membership.requests'), eq(target, gym.name));
    return await db.$count(staffAuditLog, isLook);
  };
  await openList(staff);
  await openList(staff);
  expect(await countLooks()).toBe(1);
  await openList(other);
  expect(await countLooks()).toBe(2);
  clock.now = at(12, '2026-04-02');
  await openList(staff);
  expect(await countLooks()).toBe(3);
  expect((await call(staff, 'GET', '/staff/gyms/999999/membership-requests')).code).toBe(
    'not_found',
  );
});

test('rejects a change of an outdated version', async () => {
  const { sub, membershipId } = await newMember();
  const end = { kind: 'end', fromDay: '2026-06-30', version: 1 };
  expect((await change(membershipId, end)).status).toBe(200);
  expect((await change(membershipId, end)).code).toBe('stale_version');
  expect((await change(membershipId, { ...end, version: 2 })).code).toBe('change_impossible');
  // The member cannot withdraw an end that staff set.
  expect((await goOn(sub, membershipId)).code).toBe('decided_by_staff');
  expect((await change(999_999, end)).code).toBe('not_found');
  expect((await look(999_999)).code).toBe('not_found');
});

test('a member of an open gym cannot undo an end or pause decided by staff', async () => {
  const gym = await newGym({ joining: 'open' });
  const sub = randomUUID();
  await addMember({ sub });
  const { memberships: made } = (await join(sub, gym.id, await newPlan(gym.id))).body;
  const membershipId = made[0]?.membershipId ?? 0;
  const daysOf = (answer: MyMemberships) =>
    answer.memberships[0]?.terms.map(({ fromDay, lastDay, paused }) => [fromDay, lastDay, paused]);
  await change(membershipId, { kind: 'end', fromDay: '2026-08-31', version: 1 });
  expect(daysOf((await ask(sub, membershipId, 'end')).body)).toEqual([
    [today, '2026-04-30', false],
  ]);
  const decisions = async () => (await mine(sub)).memberships[0]?.decidedByStaff;
  // The member's own end comes before the end of staff, and can be taken back as far as that.
  expect(await decisions()).toEqual([]);
  expect(daysOf((await goOn(sub, membershipId)).body)).toEqual([[today, '2026-08-31', false]]);
  expect(await decisions()).toEqual(['end']);
  expect((await events(sub)).items[0]).toMatchObject({
    kind: 'end_withdrawn',
    lastDay: '2026-08-31',
  });
  const { version } = (await look(membershipId)).body.membership;
  const pause = { kind: 'pause', fromDay: today, lastDay: '2026-04-20', version };
  expect((await change(membershipId, pause)).status).toBe(200);
  expect((await ask(sub, membershipId, 'resume')).code).toBe('decided_by_staff');
  expect(await decisions()).toEqual(['pause', 'end']);
  expect(daysOf(await mine(sub))).toEqual([
    [today, '2026-04-20', true],
    ['2026-04-21', '2026-08-31', false],
  ]);
});

test.each([
  [{ kind: 'plan', fromDay: today }, '/planId'],
  [{ kind: 'end' }, '/fromDay'],
  [{ kind: 'end', fromDay: '2026-03-31' }, '/fromDay'],
  [{ kind: 'pause', fromDay: today, lastDay: '2026-03-31' }, '/lastDay'],
  [{ kind: 'resume', fromDay: today, lastDay: today }, '/lastDay'],
  [{ kind: 'continue', fromDay: today }, '/fromDay'],
  [{ kind: 'payment', planId: 1 }, '/planId'],
  [{ kind: 'end', fromDay: '2036-01-01' }, '/fromDay'],
  [{ kind: 'continue', reason: '' }, '/reason'],
])('%j is rejected at %s', async (wrong, path) => {
  const { membershipId } = await newMember();
  const { status, body } = await change(membershipId, { version: 1, ...wrong });
  const { fields } = body as unknown as { fields: { path: string }[] };
  expect([status, fields[0]?.path]).toEqual([400, path]);
});

test('staff confirm the number of cancelled reservations, for a change and for a decision', async () => {
  const { gym, sub, membershipId } = await newMember();
  const day = '2026-04-20';
  const first = await reserve(sub, gym.id, day, at(10, day));
  const second = await reserve(sub, gym.id, day, at(12, day));
  const end = { kind: 'end', fromDay: '2026-04-10', version: 1 };
  const asked = await change(membershipId, end);
  expect([asked.code, asked.body.affected]).toEqual(['reservations_affected', 2]);
  expect(asked.body.affectedSlots).toEqual(
    [10, 12].map((hour) => ({
      gymName: gym.name,
      startsAt: at(hour, day).toISOString(),
      endsAt: at(hour + 1, day).toISOString(),
      count: 1,
    })),
  );
  expect((await change(membershipId, { ...end, cancelAffected: 1 })).body.affected).toBe(2);
  expect((await read(sub, first.body.id)).body.status).toBe('reserved');
  const done = await change(membershipId, { ...end, cancelAffected: 2 });
  expect(done.body.events).toMatchObject([
    { kind: 'reservations_cancelled', by: 'staff', count: 2 },
    { kind: 'ended', lastDay: '2026-04-10' },
    { kind: 'joined' },
  ]);
  for (const { body } of [first, second]) {
    expect((await read(sub, body.id)).body.status).toBe('cancelled');
  }
  const log = await readLog(sub);
  expect(log.filter(({ action }) => action === 'reservation.cancel')).toHaveLength(2);

  const other = await newMember();
  await ask(other.sub, other.membershipId, 'pause');
  clock.now = at(12, '2026-04-09');
  const may = '2026-05-05';
  await reserve(other.sub, other.gym.id, may, at(10, may));
  const requestId = (await requests(other.gym.id)).items[0]?.requestId ?? 0;
  const decided = await decide(requestId, { approve: true });
  expect([decided.code, decided.body.affected]).toEqual(['reservations_affected', 1]);
  expect((await decide(requestId, { approve: true, cancelAffected: 1 })).status).toBe(204);
});

test('a removed plan stays with its members, and can no longer be chosen', async () => {
  const { gym, sub, planId, membershipId } = await newMember();
  const applicant = randomUUID();
  await join(applicant, gym.id, planId);
  await setPlans(gym.id, []);
  const requestId = (await requests(gym.id)).items[0]?.requestId ?? 0;
  expect((await decide(requestId, { approve: true })).code).toBe('plan_not_offered');
  const [own] = (await mine(sub)).memberships;
  expect(own?.terms).toMatchObject([{ plan: { id: planId, offered: false } }]);
  const again = { kind: 'plan', planId, fromDay: today, version: 1 };
  expect((await change(membershipId, again)).code).toBe('plan_not_offered');
});

test('finds memberships by name, number and account, and logs each page', async () => {
  const gym = await newGym();
  const planId = await newPlan(gym.id);
  const names = ['山田 一郎', '山田 二郎', '山本 三郎', 'Yamada Ken', '100%の人'];
  const people: { sub: string; name: string; id: number }[] = [];
  for (const name of names) {
    const sub = randomUUID();
    const { body } = await join(sub, gym.id, planId, { name });
    people.push({ sub, name, id: body.memberships[0]?.membershipId ?? 0 });
  }
  const find = async (query: string, more = '') =>
    (await search(gym.id, `?query=${encodeURIComponent(query)}${more}`)).items.map(
      ({ name }) => name,
    );
  expect((await search(gym.id)).items.map(({ name }) => name)).toEqual(names.toReversed());
  expect(await find('山田')).toEqual(['山田 一郎', '山田 二郎']);
  expect(await find(' 山田　一 ')).toEqual(['山田 一郎']);
  expect(await find('yamada')).toEqual(['Yamada Ken']);
  expect(await find('100%')).toEqual(['100%の人']);
  expect(await find('0%')).toEqual(['100%の人']);
  expect(await find('%')).toEqual([]);
  const [first] = people;
  if (first === undefined) throw new Error('nobody joined');
  expect(await find(String(first.id).padStart(8, '0'))).toEqual([first.name]);
  expect(await find(String(first.id))).toEqual([first.name]);
  expect(await find(first.sub)).toEqual([first.name]);
  expect(await find('9999999999')).toEqual([]);
  expect(await find(randomUUID())).toEqual([]);

  const page = await search(gym.id, '?limit=1&query=%E5%B1%B1');
  const next = await search(gym.id, `?limit=2&query=%E5%B1%B1&cursor=${page.nextCursor}`);
  // The order is by bytes, like in the index.
  expect([...page.items, ...next.items].map(({ name }) => name)).toEqual([
    '山本 三郎',
    '山田 一郎',
    '山田 二郎',
  ]);
  const logged = await db
    .select({ target: staffAuditLog.target, memberSub: staffAuditLog.memberSub })
    .from(staffAuditLog)
    .where(eq(staffAuditLog.action, 'member.search'))
    .orderBy(asc(staffAuditLog.id));
  expect(logged).toHaveLength(14);
  expect(logged.slice(0, 3)).toEqual([
    { target: '会員契約・一覧・5件', memberSub: null },
    { target: '会員契約・氏名「山…」2文字・2件', memberSub: null },
    { target: '会員契約・氏名「山…」4文字・1件', memberSub: first.sub },
  ]);
  expect(logged.at(-1)?.target).toBe('会員契約・氏名「山…」1文字・続き2件');
  const other = await newGym();
  expect((await search(other.id)).items).toEqual([]);
});

/** Opens a gym to which members with a name in the contract and a nickname are added. */
async function openSearchedGym() {
  const gym = await newGym();
  const planId = await newPlan(gym.id);
  const add = async (name: string, nickname: string) => {
    const sub = randomUUID();
    await addMember({ sub, nickname });
    await join(sub, gym.id, planId, { name });
  };
  return { gym, add };
}

test('finds memberships by any part of name and nickname, in either kana, by index', async () => {
  const { gym, add } = await openSearchedGym();
  await add('山田 花子', 'お花ちゃん');
  await add('花子 レイ', 'レイ');
  await add('鈴木 一', 'ハナコの友');
  const find = async (query: string) =>
    (await search(gym.id, `?query=${encodeURIComponent(query)}`)).items.map(({ name }) => name);
  expect(await find('山田花子')).toEqual(['山田 花子']);
  expect(await find('花子')).toEqual(['花子 レイ', '山田 花子']);
  for (const typed of ['ハナコ', 'はなこ', 'ﾊﾅｺ']) expect(await find(typed)).toEqual(['鈴木 一']);
  expect(await find('お花')).toEqual(['山田 花子']);
  expect(await find('れい')).toEqual(['花子 レイ']);
  await db.execute(sql`insert into memberships (gym_id, name, joined_at)
    select ${gym.id}, '契約' || n, now() from generate_series(1, 4000) n`);
  await db.execute(sql`insert into user_infos (sub, nickname, created_at, updated_at)
    select gen_random_uuid(), '平凡' || n, now(), now() from generate_series(1, 4000) n`);
  await db.execute(sql`analyze memberships, user_infos`);
  const explain = async (part: string) =>
    await explainQuery(url, queryByName(gym.id, part, { after: null, limit: 50 }));
  expect((await explain('花子')).ways).toEqual([
    'memberships_of_member',
    'memberships_search_kana_parts',
    'memberships_search_name_parts',
    'user_infos_search_name_parts',
  ]);
  // All contracts contain 約 and all nicknames contain 凡, but none begins with them.
  for (const part of ['花', '約', '凡']) {
    const { ways, rows } = await explain(part);
    expect(ways).toContain('memberships_search_name_initials');
    expect(ways).toContain('memberships_search_kana_initials');
    expect(ways).toContain('user_infos_by_search_name');
    expect(rows).toBeLessThan(100);
  }
  // The number of sorted matches is bounded, because here all contracts contain the pair.
  const found = await db.execute(queryByName(gym.id, '契約', { after: null, limit: 4000 }));
  expect(found.rows).toHaveLength(2000);
});

test('finds memberships by one character that starts a name or nickname', async () => {
  const { gym, add } = await openSearchedGym();
  await add('小林 一', 'コバ');
  await add('林 二郎', 'リン');
  await add('森 林太郎', 'モリ');
  await add('鈴木 ハナ', '林さん');
  await add('Lim Ｋen', '％の人');
  const find = async (query: string, more = '') =>
    await search(gym.id, `?query=${encodeURIComponent(query)}${more}`);
  const names = async (query: string) => (await find(query)).items.map(({ name }) => name);
  expect(await names('林')).toEqual(['林 二郎', '森 林太郎', '鈴木 ハナ']);
  expect(await names('森')).toEqual(['森 林太郎']);
  expect(await names('木')).toEqual([]);
  expect(await names('小林')).toEqual(['小林 一']);
  for (const typed of ['ハ', 'は', 'ﾊ']) expect(await names(typed)).toEqual(['鈴木 ハナ']);
  expect(await names('k')).toEqual(['Lim Ｋen']);
  for (const typed of ['%', '％']) expect(await names(typed)).toEqual(['Lim Ｋen']);
  expect(await names('_')).toEqual([]);
  const first = await find('林', '&limit=2');
  const rest = await find('林', `&limit=2&cursor=${first.nextCursor}`);
  expect(rest.items.map(({ name }) => name)).toEqual(['鈴木 ハナ']);
});

test('stores the フリガナ of an applicant in katakana, and rejects anything else', async () => {
  const { gym, planId, sub } = await newApplicant();
  for (const nameKana of ['鍛錬', 'Tanren', 'ア'.repeat(61)]) {
    expect((await join(sub, gym.id, planId, { nameKana })).code).toBe('invalid_request');
  }
  await join(sub, gym.id, planId, { nameKana: ' ﾀﾝﾚﾝ　はなこ ' });
  const { items } = await requests(gym.id);
  expect(items).toMatchObject([{ nameKana: 'タンレン ハナコ' }]);
  await decide(items[0]?.requestId ?? 0, { approve: true });
  expect((await mine(sub)).memberships).toMatchObject([{ nameKana: 'タンレン ハナコ' }]);
  const other = randomUUID();
  await addMember({ sub: other });
  const made = await enrol(gym.id, { member: other, planId, nameKana: 'たんれん' });
  expect(made.body.membership.nameKana).toBe('タンレン');
});

test('finds memberships by フリガナ in either kana, and sorts by it where it is known', async () => {
  const gym = await newGym();
  const planId = await newPlan(gym.id);
  const add = async (name: string, nameKana: string) =>
    await join(randomUUID(), gym.id, planId, { name, nameKana });
  await add('東 一郎', 'ヒガシ イチロウ');
  await add('東 二郎', 'アズマ ジロウ');
  await add('東 三郎', '');
  await add('日向 東子', 'ヒナタ アズコ');
  const find = async (query: string, more = '') =>
    await search(gym.id, `?query=${encodeURIComponent(query)}${more}`);
  const names = async (query: string) => (await find(query)).items.map(({ name }) => name);
  for (const typed of ['アズマジロウ', 'あずま', 'ｱｽﾞﾏ']) {
    expect([typed, await names(typed)]).toEqual([typed, ['東 二郎']]);
  }
  // A single character has to begin the family name or the given name.
  expect(await names('ひ')).toEqual(['東 一郎', '日向 東子']);
  expect(await names('ジ')).toEqual(['東 二郎']);
  expect(await names('ガ')).toEqual([]);
  expect(await names('あず')).toEqual(['東 二郎', '日向 東子']);
  const sorted = ['東 二郎', '東 一郎', '東 三郎', '日向 東子'];
  expect(await names('東')).toEqual(sorted);
  const first = await find('東', '&limit=2');
  const rest = await find('東', `&limit=2&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(sorted);
});

test('staff write and remove the フリガナ of a contract, and the log has no part of it', async () => {
  const { sub, membershipId } = await newMember();
  const write = async (id: number, nameKana: string) =>
    await call<StaffMembershipDetail>(staff, 'PUT', `/staff/memberships/${id}/name-kana`, {
      nameKana,
    });
  expect((await write(membershipId, '山田')).code).toBe('invalid_request');
  for (const typed of ['たんれん ﾊﾅｺ', 'タンレン ハナコ']) {
    const { body } = await write(membershipId, typed);
    expect(body.membership).toMatchObject({ nameKana: 'タンレン ハナコ', version: 1 });
  }
  expect((await mine(sub)).memberships).toMatchObject([{ nameKana: 'タンレン ハナコ' }]);
  const logged = (await readLog(sub)).filter(({ action }) => action === 'membership.name-kana');
  expect(logged).toMatchObject([{ target: '鍛錬 渋谷', reason: '', changes: [] }]);
  expect((await write(membershipId, '')).body.membership.nameKana).toBeUndefined();
  expect((await write(999_999, 'タンレン')).code).toBe('not_found');
  await db.update(memberships).set({ sub: null }).where(eq(memberships.id, membershipId));
  expect((await write(membershipId, 'タンレン')).code).toBe('change_impossible');
});

test('lists all memberships of an account in all gyms', async () => {
  const { sub, membershipId } = await newMember();
  const other = await newGym();
  await join(sub, other.id, await newPlan(other.id));
  const ofMember = async (member: string) =>
    await call<{ gymId: number; membershipId: number }[]>(
      staff,
      'GET',
      `/staff/members/${member}/memberships`,
    );
  const { body } = await ofMember(sub);
  expect(body).toMatchObject([{ gymId: other.id }, { membershipId }]);
  expect((await ofMember(randomUUID())).code).toBe('not_found');
  expect((await readLog(sub)).at(-1)?.action).toBe('member.view');
});

test('a contract without an account can be changed, without a name in the log and without a mail', async () => {
  const { membershipId } = await newMember();
  await db
    .update(memberships)
    .set({ sub: null, email: null, accountDeletedAt: clock.now })
    .where(eq(memberships.id, membershipId));
  const end = { kind: 'end', fromDay: '2026-06-30', version: 1 };
  const { body } = await change(membershipId, end);
  expect(body.membership).toMatchObject({ member: null, nickname: null, name: '鍛錬 花子' });
  const [last] = await db
    .select()
    .from(membershipEvents)
    .where(eq(membershipEvents.membershipId, membershipId))
    .orderBy(asc(membershipEvents.id))
    .offset(1);
  expect(last).toMatchObject({ kind: 'ended', sub: null, email: null });
});
