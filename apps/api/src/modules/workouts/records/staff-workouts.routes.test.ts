import { randomUUID } from 'node:crypto';
import { type AckMessage, machineTopic } from '@tanren/contract/machines/machine-messages';
import type { Workout, WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { and, asc, eq, lt } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { rankingEntries, removedWorkouts, workoutBests, workouts } from '#db/schema/workouts.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { userInfos } from '#db/schema/members.ts';
import { addLink, makeWorkoutMessage, type TestLink } from '#test/support/workouts/workouts.ts';
import { bearer } from '#test/support/app.ts';
import { openWorld } from '#test/support/world.ts';
import { openTestBus } from '#test/support/broker.ts';
import { addMachine } from '#test/support/machines/machines.ts';

const { bus, send, listen } = await openTestBus();
const now = new Date('2026-04-20T03:00:00Z');
const { db, app } = await openWorld(now, { bus, modules: productModules });
await app.ready();
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
const staffSub = randomUUID();

type Sets = readonly (readonly [loadKg: number, reps: number])[];

/** Stores a member who is linked with their own machine. */
async function addMember(): Promise<TestLink> {
  const link = await addLink(db, await addMachine(db), { linkedAt: daysAgo(25) });
  const profile = { sub: link.sub, nickname: '会員', createdAt: now, updatedAt: now };
  await db.insert(userInfos).values(profile);
  return link;
}

/** Sends a workout like a machine and returns its id. */
async function lift(link: TestLink, days: number, sets: Sets): Promise<number> {
  const message = makeWorkoutMessage(link, daysAgo(days), sets);
  expect(await deliver(link, message)).toBe('stored');
  const isIt = eq(workouts.workoutUuid, message.workoutUuid);
  const [row] = await db.select({ id: workouts.id }).from(workouts).where(isIt);
  return row?.id ?? 0;
}

async function deliver({ machine }: TestLink, message: object): Promise<AckMessage['result']> {
  const acks = await listen<AckMessage>(machineTopic(machine.id, 'acks'));
  await send(machineTopic(machine.id, 'workouts'), JSON.stringify(message));
  await expect.poll(() => acks.length).toBe(1);
  return acks[0]?.result ?? 'rejected';
}

async function call(
  method: 'GET' | 'PUT' | 'DELETE',
  { sub }: Pick<TestLink, 'sub'>,
  path: string,
  payload?: object,
) {
  const body = payload === undefined ? {} : { payload };
  const headers = bearer(`${staffSub}/staff`);
  return await app.inject({
    method,
    url: `/api/staff/members/${sub}/workouts${path}`,
    headers,
    ...body,
  });
}

const asMember = async ({ sub }: TestLink, path: string) =>
  await app.inject({ url: `/api${path}`, headers: bearer(sub) });

const readBests = async ({ sub }: TestLink) =>
  await db.select().from(workoutBests).where(eq(workoutBests.sub, sub));

/** Returns the values of the member on all boards of tfo and max, which have keys below 2^51. */
async function readValues({ sub }: TestLink): Promise<number[]> {
  const { board } = rankingEntries;
  const ofMember = and(eq(rankingEntries.sub, sub), lt(board, 2 ** 51));
  const rows = await db.select().from(rankingEntries).where(ofMember);
  return [...new Set(rows.map(({ value }) => value))].toSorted((a, b) => a - b);
}

const readAuditEntries = async ({ sub }: TestLink) =>
  await db
    .select()
    .from(staffAuditLog)
    .where(eq(staffAuditLog.memberSub, sub))
    .orderBy(asc(staffAuditLog.id));

test('staff read the same as the member', async () => {
  const member = await addMember();
  const ids = [await lift(member, 3, [[40, 10]]), await lift(member, 2, [[42.5, 8]])];
  const listed = await call('GET', member, '?limit=1');
  expect(listed.json<{ items: Workout[] }>().items.map(({ id }) => id)).toEqual([ids[1]]);
  const { nextCursor } = listed.json<{ nextCursor: string }>();
  const rest = await call('GET', member, `?cursor=${nextCursor}`);
  expect(rest.json()).toMatchObject({ items: [{ id: ids[0] }], nextCursor: null });
  const one = await call('GET', member, `/${ids[0]}`);
  expect(one.json()).toEqual((await asMember(member, `/workouts/${ids[0]}`)).json());
  const other = await addMember();
  expect((await call('GET', other, `/${ids[0]}`)).statusCode).toBe(404);
});

test('correcting a record updates its sums, bests and rankings', async () => {
  const member = await addMember();
  const first = await lift(member, 5, [[40, 10]]);
  const wrong = await lift(member, 4, [
    [40, 10],
    [120, 5],
    [45, 5],
  ]);
  const later = await lift(member, 3, [[50, 10]]);
  expect(await readBests(member)).toMatchObject([{ maxHg: 1200, maxWorkoutId: wrong }]);
  expect(await readValues(member)).toEqual([1200, 12_250]);

  const sets = [
    { position: 1, loadKg: 42.5, repCount: 4 },
    { position: 2, loadKg: 45, repCount: 5 },
  ];
  const reason = 'マシンの荷重センサーの不具合のため';
  const corrected = await call('PUT', member, `/${wrong}`, { sets, reason, correctedAt: null });
  expect(corrected.statusCode).toBe(200);
  const detail = corrected.json<WorkoutDetail>();
  const rep = (loadKg: number) => ({ loadKg, ms: 2000 });
  expect(detail).toMatchObject({
    id: wrong,
    max: 45,
    tfo: 395,
    setCount: 2,
    repCount: 9,
    personalBests: ['max'],
    sets: [
      { loadKg: 42.5, reps: Array.from({ length: 4 }, () => rep(42.5)) },
      { loadKg: 45, reps: Array.from({ length: 5 }, () => rep(45)) },
    ],
    correction: { reason, correctedAt: now.toISOString() },
  });
  expect((await asMember(member, `/workouts/${wrong}`)).json()).toEqual(detail);
  const [bests, ...others] = await readBests(member);
  expect(others).toEqual([]);
  expect(bests).toMatchObject({
    workoutCount: 3,
    maxHg: 500,
    maxWorkoutId: later,
    tfoHg: 5000,
    tfoWorkoutId: later,
    lastWorkoutId: later,
  });
  const flags = await db
    .select()
    .from(workouts)
    .where(eq(workouts.sub, member.sub))
    .orderBy(asc(workouts.id));
  expect(flags.map(({ id, isMaxBest, isTfoBest }) => [id, isMaxBest, isTfoBest])).toEqual([
    [first, false, false],
    [wrong, true, false],
    [later, true, true],
  ]);
  expect(await readValues(member)).toEqual([500, 5000]);
  const ranking = await asMember(member, '/workout-ranking/1/max');
  expect(ranking.json()).toMatchObject({ me: { value: 50 } });

  expect(await readAuditEntries(member)).toMatchObject([
    {
      action: 'workout.correct',
      staffSub,
      reason,
      at: now,
      changes: [
        {
          field: 'sets',
          before: 'チェストプレス 40kg×10、120kg×5、45kg×5',
          after: 'チェストプレス 42.5kg×4、45kg×5',
        },
      ],
    },
  ]);
});

test('an impossible correction is rejected with its place, and changes nothing', async () => {
  const member = await addMember();
  const id = await lift(member, 5, [
    [40, 10],
    [42.5, 8],
  ]);
  const before = (await asMember(member, `/workouts/${id}`)).json<object>();
  const set = { position: 0, loadKg: 40, repCount: 10 };
  const cases = [
    [[set, set], '/sets/1/position'],
    [[{ ...set, repCount: 11 }], '/sets/0/repCount'],
    [[{ ...set, loadKg: 42.51 }], '/sets/0/loadKg'],
  ] as const;
  for (const [sets, path] of cases) {
    const correction = { sets, reason: '理由', correctedAt: null };
    const rejected = await call('PUT', member, `/${id}`, correction);
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json<{ fields: object[] }>().fields).toMatchObject([{ path, in: 'body' }]);
  }
  for (const reason of ['', '  ', 'あ'.repeat(501)]) {
    const correction = { sets: [set], reason, correctedAt: null };
    const rejected = await call('PUT', member, `/${id}`, correction);
    expect(rejected.json()).toMatchObject({ status: 400, fields: [{ path: '/reason' }] });
    expect((await call('DELETE', member, `/${id}`, { reason })).statusCode).toBe(400);
  }
  expect((await asMember(member, `/workouts/${id}`)).json()).toEqual(before);
  expect(await readAuditEntries(member)).toEqual([]);
});

test('a removed record disappears from lists, bests and rankings permanently', async () => {
  const member = await addMember();
  const kept = await lift(member, 5, [[40, 10]]);
  const message = makeWorkoutMessage(member, daysAgo(4), [[100, 10]]);
  expect(await deliver(member, message)).toBe('stored');
  const isIt = eq(workouts.workoutUuid, message.workoutUuid);
  const [row] = await db.select().from(workouts).where(isIt);
  const reason = '別の方の記録でした';
  const removed = await call('DELETE', member, `/${row?.id}`, { reason });
  expect([removed.statusCode, removed.body]).toEqual([204, '']);
  expect((await asMember(member, `/workouts/${row?.id}`)).statusCode).toBe(404);
  expect((await asMember(member, '/workouts')).json()).toMatchObject({ items: [{ id: kept }] });
  expect(await readBests(member)).toMatchObject([{ workoutCount: 1, maxHg: 400 }]);
  expect(await readValues(member)).toEqual([400, 4000]);
  expect(await readAuditEntries(member)).toMatchObject([
    {
      action: 'workout.remove',
      reason,
      changes: [{ field: 'sets', before: 'チェストプレス 100kg×10', after: '' }],
    },
  ]);

  expect(await deliver(member, message)).toBe('duplicate');
  expect(await db.$count(workouts, isIt)).toBe(0);
  const [trace] = await db
    .select()
    .from(removedWorkouts)
    .where(eq(removedWorkouts.workoutUuid, message.workoutUuid));
  expect(trace).toMatchObject({ sub: member.sub, reason, removedAt: now, startedAt: daysAgo(4) });

  const other = await addMember();
  const stolen = { ...message, connectionId: other.connectionId };
  expect(await deliver(other, stolen)).toBe('rejected');
  expect((await call('DELETE', member, `/${row?.id}`, { reason })).statusCode).toBe(404);
  expect(await readAuditEntries(member)).toHaveLength(1);
});

test('removing the only record leaves no best and no rank', async () => {
  const member = await addMember();
  const id = await lift(member, 5, [[40, 10]]);
  expect((await call('DELETE', member, `/${id}`, { reason: '誤り' })).statusCode).toBe(204);
  expect([await readBests(member), await readValues(member)]).toEqual([[], []]);
  expect((await asMember(member, '/workout-loads')).json()).toEqual([]);
});

test('answers 404 for unknown records and those of other members', async () => {
  const [member, other] = [await addMember(), await addMember()];
  const id = await lift(member, 5, [[40, 10]]);
  const sets = [{ position: 0, loadKg: 40, repCount: 1 }];
  const answers = [
    await call('PUT', other, `/${id}`, { sets, reason: '理由', correctedAt: null }),
    await call('DELETE', other, `/${id}`, { reason: '理由' }),
    await call('PUT', member, '/999999', { sets, reason: '理由', correctedAt: null }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect(await readBests(other)).toEqual([]);
});

/**
 * Stores a record of two sets, and returns a function that corrects it from the state that was
 * read.
 */
async function liftTwoSets() {
  const member = await addMember();
  const id = await lift(member, 5, [
    [40, 10],
    [50, 5],
  ]);
  const put = async (sets: object[], reason: string, read: WorkoutDetail | null, more = {}) => {
    const correctedAt = read?.correction?.correctedAt ?? null;
    const answer = await call('PUT', member, `/${id}`, { sets, reason, correctedAt, ...more });
    return { status: answer.statusCode, body: answer.json<WorkoutDetail & { code?: string }>() };
  };
  return { member, put };
}

test('a load far above the recent best needs a second confirmation', async () => {
  const { member, put } = await liftTwoSets();
  const sets = [{ position: 1, loadKg: 150, repCount: 5 }];
  expect(await put(sets, '理由', null)).toMatchObject({
    status: 409,
    body: { code: 'load_unusually_heavy', heavy: { loadKg: 150, recentBest: 50 } },
  });
  expect(await readAuditEntries(member)).toEqual([]);
  expect(await put(sets, '理由', null, { heavyConfirmed: true })).toMatchObject({
    status: 200,
    body: { max: 150 },
  });
});

test('the later of two corrections applies, based on the sets at that time', async () => {
  const { put } = await liftTwoSets();
  const first = await put([{ position: 1, loadKg: 50, repCount: 5 }], '一度目', null);
  const again = await put([{ position: 0, loadKg: 47.5, repCount: 2 }], '二度目', first.body);
  expect(again.body).toMatchObject({
    max: 47.5,
    tfo: 95,
    setCount: 1,
    correction: { reason: '二度目' },
  });
});

test('rejects a correction of a record that a colleague has corrected meanwhile', async () => {
  const { member, put } = await liftTwoSets();
  const heavier = [{ position: 1, loadKg: 52.5, repCount: 5 }];
  const lighter = [{ position: 1, loadKg: 47.5, repCount: 5 }];
  const first = await put(heavier, '同僚の理由', null);
  expect(await put(lighter, '自分の理由', null)).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  });
  // Corrections of the same millisecond are distinguished too.
  const second = await put([{ position: 0, loadKg: 52.5, repCount: 3 }], '続き', first.body);
  expect(second.status).toBe(200);
  const third = await put([{ position: 0, loadKg: 47.5, repCount: 3 }], '遅れた', first.body);
  expect(third.status).toBe(409);
  expect((await asMember(member, `/workouts/${first.body.id}`)).json()).toEqual(second.body);
  expect((await readAuditEntries(member)).map(({ reason }) => reason)).toEqual([
    '同僚の理由',
    '続き',
  ]);
});

test('one of several simultaneous corrections wins, and the others get a conflict', async () => {
  const { member, put } = await liftTwoSets();
  const answers = await Promise.all(
    [42.5, 45, 47.5].map((loadKg) =>
      put([{ position: 0, loadKg, repCount: 10 }], `${loadKg}kgでした`, null),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await readAuditEntries(member)).toHaveLength(1);
});

test('repeating a correction after a lost answer is no conflict and makes no second one', async () => {
  const { member, put } = await liftTwoSets();
  const sets = [{ position: 1, loadKg: 47.5, repCount: 4 }];
  const first = await put(sets, '理由', null);
  expect(await put(sets, '理由', null)).toEqual(first);
  expect((await put(sets, '別の理由', null)).status).toBe(409);
  expect(await readAuditEntries(member)).toHaveLength(1);
});
