import { randomUUID } from 'node:crypto';
import { type CommandMessage, machineTopic } from '@tanren/contract/machines/machine-messages';
import type { Problem } from '@tanren/contract/problem';
import type { StaffCorrection } from '@tanren/contract/workouts/staff-workout-corrections';
import type { WorkoutRecord } from '@tanren/contract/workouts/workout-records';
import type { WorkoutHistory } from '@tanren/contract/workouts/workout-history';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { recordLimits } from '@tanren/domain/workouts/workout-records';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { gyms } from '#db/schema/gyms.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { trainerLinks } from '#db/schema/trainers.ts';
import { userInfos } from '#db/schema/members.ts';
import { rejectedWorkouts, workoutCorrections, workoutEvents } from '#db/schema/workout-records.ts';
import { removedWorkouts, workoutBests, workouts, workoutSets } from '#db/schema/workouts.ts';
import { openTestBus } from '#test/support/broker.ts';
import { type Method, openWorld } from '#test/support/world.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { addLink, makeWorkoutMessage } from '#test/support/workouts/workouts.ts';
import { restoreMeasuredSets } from './member-corrections.service.ts';
import { purgeRejectedRecords } from './rejections.store.ts';

const noon = new Date('2026-04-15T03:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(noon.getTime() - days * dayMs);
const { bus, send, listen } = await openTestBus();
const world = await openWorld(noon, { bus, modules: productModules });
const { db, app, clock } = world;
await app.ready();
await db.insert(gyms).values([{ id: 1, name: '渋谷' }]);
const staff = `${randomUUID()}/staff`;

const call = async <T = WorkoutRecord>(
  method: Method,
  as: string,
  path: string,
  payload?: object,
) => await world.call<T & Problem>(as, method, path, payload);

let members = 0;

/** Stores a member with their own machine and workouts of these loads, each on its day. */
async function train(...lifts: readonly (readonly [days: number, kg: number, reps: number])[]) {
  const sub = randomUUID();
  members += 1;
  const machine = await addMachine(db);
  const first = ago(80);
  await db
    .insert(userInfos)
    .values({ sub, nickname: `会員${members}`, createdAt: first, updatedAt: first });
  const link = await addLink(db, machine, {
    sub,
    linkedAt: first,
    lastActiveAt: noon,
    endedAt: noon,
  });
  for (const [at, [days, kg, reps]] of lifts.entries()) {
    // Each workout arrives when it is done, because workouts older than a month are rejected.
    clock.now = new Date(ago(days).getTime() + 60_000);
    const message = makeWorkoutMessage(link, ago(days), [[kg, reps]]);
    await send(machineTopic(machine.id, 'workouts'), JSON.stringify(message));
    await expect.poll(() => db.$count(workouts, eq(workouts.sub, sub))).toBe(at + 1);
  }
  clock.now = noon;
  const rows = await db
    .select({ id: workouts.id })
    .from(workouts)
    .where(eq(workouts.sub, sub))
    .orderBy(workouts.startedAt);
  return { sub, machine, ids: rows.map(({ id }) => id) };
}

const readRanking = async (sub: string, query = '?period=all') =>
  (await call<WorkoutRanking>('GET', sub, `/workout-ranking/1/max${query}`)).body.me?.value ?? null;
const readBest = async (sub: string) =>
  (await db.select().from(workoutBests).where(eq(workoutBests.sub, sub)))[0]?.maxHg ?? null;
const correct = async (
  sub: string,
  id: number | undefined,
  loadKg: number,
  repCount = 5,
  more = {},
) =>
  await call('PUT', sub, `/workouts/${id}/correction`, {
    sets: [{ position: 0, loadKg, repCount }],
    reason: '重量を間違えていました',
    correctedAt: null,
    heavyConfirmed: true,
    ...more,
  });
const findPending = async (sub: string) =>
  (
    await call<{ items: StaffCorrection[] }>('GET', staff, '/staff/workout-corrections?limit=100')
  ).body.items.find(({ member }) => member === sub);
const decide = async (id: number | undefined, payload: object, as = staff) =>
  await call('POST', as, `/staff/workout-corrections/${id}/decision`, payload);

test('a rejected record disappears everywhere at once, and returns unchanged', async () => {
  const { sub, ids } = await train([3, 40, 5], [2, 60, 5], [1, 50, 5]);
  const heaviest = ids[1];
  const before = (await call<WorkoutDetail>('GET', sub, `/workouts/${heaviest}`)).body;
  expect(before.personalBests).toContain('max');
  const path = `/workouts/${heaviest}/rejection`;
  const { status, body } = await call('PUT', sub, path, { reason: '  別の方です ' });
  expect(status).toBe(200);
  const undoUntil = new Date(noon.getTime() + 30 * dayMs).toISOString();
  const rejection = { rejectedAt: noon.toISOString(), reason: '別の方です', undoUntil };
  expect(body).toMatchObject({ rejection, ranked: false, sets: [{ loadKg: 60, repCount: 5 }] });
  expect(body.events.map(({ kind, by }) => [kind, by])).toEqual([
    ['recorded', 'machine'],
    ['rejected', 'member'],
  ]);
  expect((await call('GET', sub, `/workouts/${heaviest}`)).status).toBe(404);
  expect([await readBest(sub), await readRanking(sub)]).toEqual([500, 50]);
  const listed = await call<{ items: { workout: { id: number } }[] }>(
    'GET',
    sub,
    '/rejected-workouts',
  );
  expect(listed.body.items.map(({ workout }) => workout.id)).toEqual([heaviest]);
  // Repeating the call changes nothing.
  expect((await call('PUT', sub, path, {})).body.rejection).toEqual(rejection);

  clock.now = new Date(noon.getTime() + 29 * dayMs);
  const restored = await call('DELETE', sub, path);
  expect(restored.body).toMatchObject({ rejection: null, ranked: true });
  expect((await call<WorkoutDetail>('GET', sub, `/workouts/${heaviest}`)).body).toEqual(before);
  expect([await readBest(sub), await readRanking(sub)]).toEqual([600, 60]);
  expect((await call('DELETE', sub, path)).status).toBe(200);
  expect(await db.$count(removedWorkouts, eq(removedWorkouts.sub, sub))).toBe(0);
});

test('a rejection is final after 30 days, and a repeated message is still a duplicate', async () => {
  const { sub, ids } = await train([1, 40, 5]);
  await call('PUT', sub, `/workouts/${ids[0]}/rejection`, {});
  clock.now = new Date(noon.getTime() + 30 * dayMs);
  expect((await call('DELETE', sub, `/workouts/${ids[0]}/rejection`)).status).toBe(404);
  expect((await call('GET', sub, `/workouts/${ids[0]}/record`)).status).toBe(404);
  await purgeRejectedRecords(db, noon);
  expect(await db.$count(rejectedWorkouts, eq(rejectedWorkouts.sub, sub))).toBe(0);
  expect(await db.$count(workoutEvents, eq(workoutEvents.sub, sub))).toBe(0);
  expect(await db.$count(removedWorkouts, eq(removedWorkouts.sub, sub))).toBe(1);
});

test('a correction waits beside the record, and replaces it when staff confirm it', async () => {
  const { sub, ids } = await train([2, 40, 5], [1, 50, 5]);
  const { status, body } = await correct(sub, ids[1], 70, 6);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ranked: false,
    sets: [{ loadKg: 50, repCount: 5 }],
    workout: { max: 50, tfo: 250, marks: ['correction_pending'] },
    correction: {
      state: 'pending',
      before: [{ loadKg: 50, repCount: 5 }],
      after: [{ loadKg: 70, repCount: 6 }],
    },
  });
  expect([await readBest(sub), await readRanking(sub)]).toEqual([500, 40]);
  // A change of the profile rebuilds the rankings, and the pending record still does not count.
  await call('PATCH', sub, '/userinfo', { weight: 61 });
  expect(await readRanking(sub)).toBe(40);

  const pending = await findPending(sub);
  expect(pending).toMatchObject({ maxBefore: 50, maxAfter: 70, tfoBefore: 250, tfoAfter: 420 });
  expect((await decide(pending?.id, { decision: 'confirm' })).status).toBe(204);
  expect((await decide(pending?.id, { decision: 'confirm' })).status).toBe(204);
  expect((await decide(pending?.id, { decision: 'refuse', reason: '×' })).body.code).toBe(
    'correction_decided',
  );
  expect([await readBest(sub), await readRanking(sub)]).toEqual([700, 70]);
  const record = (await call('GET', sub, `/workouts/${ids[1]}/record`)).body;
  expect(record).toMatchObject({
    ranked: true,
    sets: [{ loadKg: 70, repCount: 6 }],
    workout: { max: 70, tfo: 420, marks: ['correction_confirmed'] },
  });
  expect(record.events.map(({ kind }) => kind)).toEqual([
    'recorded',
    'corrected',
    'correction_confirmed',
  ]);
  const entries = await db.select().from(staffAuditLog).where(eq(staffAuditLog.memberSub, sub));
  expect(entries.map(({ action }) => action)).toEqual(['correction.confirm']);
});

test('adds a missing set, which is ranked after staff have confirmed it', async () => {
  const { sub, ids } = await train([2, 40, 5], [1, 50, 5]);
  const sets = [
    { position: 0, loadKg: 50, repCount: 5 },
    { position: 1, loadKg: 55, repCount: 8 },
  ];
  const { status, body } = await correct(sub, ids[1], 50, 5, { sets });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ranked: false,
    sets: [{ loadKg: 50, repCount: 5 }],
    workout: { max: 50, tfo: 250 },
    correction: { after: sets.map(({ loadKg, repCount }) => ({ loadKg, repCount })) },
  });
  // Repeating the call after a lost answer changes nothing.
  expect((await correct(sub, ids[1], 50, 5, { sets })).body).toEqual(body);
  expect(await readRanking(sub)).toBe(40);
  await decide((await findPending(sub))?.id, { decision: 'confirm' });
  expect(await readRanking(sub)).toBe(55);
});

test('an unconfirmed correction affects no load, best, warning or machine', async () => {
  const { sub, machine, ids } = await train([3, 40, 10], [2, 40, 10], [1, 40, 10]);
  const readLoad = async () => {
    const { body } = await call<WorkoutLoad[]>('GET', sub, '/workout-loads');
    const { lastLoad, maxLoad, recentBest, estimatedOneRepMax, nextLoad } = body[0] ?? {};
    return { lastLoad, maxLoad, recentBest, estimatedOneRepMax, nextLoad };
  };
  const measured = await readLoad();
  expect(measured).toMatchObject({ lastLoad: 40, maxLoad: 40, recentBest: 40, nextLoad: 42.5 });
  const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  await correct(sub, ids[2], 150, 10);
  expect(await readLoad()).toEqual(measured);
  const { body } = await call<WorkoutDetail>('GET', sub, `/workouts/${ids[2]}`);
  expect(body).toMatchObject({ max: 40, personalBests: [] });
  // A second correction to the same load gets the same warning as the first one.
  const second = await correct(sub, ids[1], 150, 10, { heavyConfirmed: false });
  expect(second.body).toMatchObject({ code: 'load_unusually_heavy', heavy: { recentBest: 40 } });
  await call('POST', sub, '/tanren-connection', { code: showLinkCode(machine, noon) });
  await expect
    .poll(() => commands.at(-1))
    .toMatchObject({ type: 'linked', nextLoadKg: 42.5, recentBestKg: 40 });
  await decide((await findPending(sub))?.id, { decision: 'confirm' });
  expect(await readLoad()).toMatchObject({ lastLoad: 150, maxLoad: 150, recentBest: 150 });
});

test('restores the measured values of a record that the previous release overwrote', async () => {
  const { sub, ids } = await train([2, 40, 5], [1, 50, 5]);
  await correct(sub, ids[1], 100);
  const workoutId = ids[1] ?? 0;
  const summary = { maxHg: 1000, tfoHg: 5000, topLoadHg: 1000 };
  await db.update(workouts).set(summary).where(eq(workouts.id, workoutId));
  const reps = { loadHg: 1000, repLoadsHg: Array.from({ length: 5 }, () => 1000) };
  await db.update(workoutSets).set(reps).where(eq(workoutSets.workoutId, workoutId));
  await restoreMeasuredSets(db, () => Promise.resolve(), noon);
  const { body } = await call('GET', sub, `/workouts/${workoutId}/record`);
  expect(body).toMatchObject({
    sets: [{ loadKg: 50, repCount: 5 }],
    workout: { max: 50, tfo: 250, marks: ['correction_pending'] },
    correction: { state: 'pending', after: [{ loadKg: 100, repCount: 5 }] },
  });
  expect(await readBest(sub)).toBe(500);
});

test('measures survive a rejection that is taken back, and corrections', async () => {
  const { sub, ids } = await train([1, 50, 5]);
  const [id = 0] = ids;
  const rep = [900, 1000, 400, 450, 600, 2];
  await db
    .update(workoutSets)
    .set({
      startMs: 0,
      seat: 3,
      repStartMs: [0, 2500, null, 7500, 10_000],
      repMeasures: [rep, rep, rep.map(() => null), rep, rep],
      failedReps: [{ loadHg: 500, ms: 1500, rangeMm: 200 }],
    })
    .where(eq(workoutSets.workoutId, id));
  const readSets = async () => (await call<WorkoutDetail>('GET', sub, `/workouts/${id}`)).body.sets;
  const before = await readSets();
  const measured = { rangeMm: 400, peakVelocityMmPerS: 600, side: 'both' };
  expect(before).toMatchObject([
    { seat: 3, reps: [measured, measured, { ms: 2000 }, measured, measured] },
  ]);
  expect(before[0]?.reps[2]).toEqual({ loadKg: 50, ms: 2000 });
  await call('PUT', sub, `/workouts/${id}/rejection`, {});
  await call('DELETE', sub, `/workouts/${id}/rejection`);
  expect(await readSets()).toEqual(before);

  await correct(sub, id, 45, 4);
  await decide((await findPending(sub))?.id, { decision: 'confirm' });
  const [set] = await readSets();
  expect(set).toMatchObject({ seat: 3, loadKg: 45 });
  expect(set?.reps).toEqual(before[0]?.reps.slice(0, 4).map((one) => ({ ...one, loadKg: 45 })));
});

test('a declined or withdrawn correction leaves the measured record', async () => {
  const { sub, ids } = await train([2, 40, 5], [1, 50, 5]);
  const original = (await call('GET', sub, `/workouts/${ids[1]}/record`)).body;
  const path = `/workouts/${ids[1]}/correction`;
  await correct(sub, ids[1], 45);
  expect(await readBest(sub)).toBe(500);
  expect((await call('DELETE', sub, path)).body).toMatchObject({
    sets: original.sets,
    correctedAt: null,
    correction: { state: 'withdrawn' },
    ranked: true,
  });
  expect((await call('DELETE', sub, path)).status).toBe(200);
  await correct(sub, ids[1], 65);
  const { id } = (await findPending(sub)) ?? {};
  expect((await decide(id, { decision: 'refuse' })).status).toBe(400);
  expect((await decide(id, { decision: 'refuse', reason: '確認できません' })).status).toBe(204);
  const { body } = await call('GET', sub, `/workouts/${ids[1]}/record`);
  expect(body).toMatchObject({
    sets: original.sets,
    workout: original.workout,
    correction: { state: 'refused', decisionReason: '確認できません' },
  });
  expect([await readBest(sub), await readRanking(sub)]).toEqual([500, 50]);
  expect((await call('DELETE', sub, path)).body.code).toBe('correction_decided');
});

test('rejecting the baseline of growth does not improve a rank', async () => {
  const { sub, ids } = await train([60, 40, 5], [1, 60, 5]);
  const growth = async () => await readRanking(sub, '?scale=growth');
  const before = await growth();
  expect(before).toBe(50);
  await call('PUT', sub, `/workouts/${ids[0]}/rejection`, {});
  expect(await growth()).toBe(before);
  await call('DELETE', sub, `/workouts/${ids[0]}/rejection`);
  await correct(sub, ids[0], 20);
  expect(await growth()).toBe(before);
  // The correction counts as soon as staff confirm it.
  await decide((await findPending(sub))?.id, { decision: 'confirm' });
  expect(await growth()).toBe(200);
});

test.each([
  ['a load that the machine cannot set', { sets: [{ position: 0, loadKg: 41, repCount: 5 }] }, 400],
  ['more reps than there was time for', { sets: [{ position: 0, loadKg: 40, repCount: 9 }] }, 400],
  ['no reason', { reason: '  ' }, 400],
  ['another version of the record', { correctedAt: ago(1).toISOString() }, 409],
  ['an unusually heavy load', { heavyConfirmed: false }, 409],
])('a correction with %s is rejected', async (_name, more, status) => {
  const { sub, ids } = await train([1, 40, 5]);
  expect((await correct(sub, ids[0], 80, 5, more)).status).toBe(status);
  expect((await call('GET', sub, `/workouts/${ids[0]}/record`)).body.correction).toBeNull();
});

test('accepts one correction at a time, and a limited number per day', async () => {
  const { sub, ids } = await train([1, 40, 5]);
  const { body } = await correct(sub, ids[0], 45);
  const again = { correctedAt: body.correctedAt };
  expect((await correct(sub, ids[0], 50, 5, again)).body.code).toBe('correction_pending');
  // The same correction is accepted again, as after a lost answer.
  expect((await correct(sub, ids[0], 45)).status).toBe(200);
  await call('DELETE', sub, `/workouts/${ids[0]}/correction`);
  const earlier = { workoutId: ids[0] ?? 0, sub, gymId: 1, reason: '', before: [], after: [] };
  await db.insert(workoutCorrections).values(
    Array.from({ length: recordLimits.corrections - 1 }, () => ({
      ...earlier,
      state: 'withdrawn' as const,
      madeAt: new Date(noon.getTime() - 60_000),
    })),
  );
  expect((await correct(sub, ids[0], 45)).body.code).toBe('correction_limit_reached');
  clock.now = new Date(noon.getTime() + dayMs);
  expect((await correct(sub, ids[0], 45)).status).toBe(200);
});

test('a correction by staff replaces a pending one', async () => {
  const { sub, ids } = await train([1, 40, 5]);
  const { body } = await correct(sub, ids[0], 60);
  const { id } = (await findPending(sub)) ?? {};
  const path = `/staff/members/${sub}/workouts/${ids[0]}`;
  const sets = [{ position: 0, loadKg: 50, repCount: 5 }];
  const staffs = {
    sets,
    reason: '店舗で確認',
    correctedAt: body.correctedAt,
    heavyConfirmed: true,
  };
  expect((await call('PUT', staff, path, staffs)).status).toBe(200);
  expect((await decide(id, { decision: 'confirm' })).body.code).toBe('correction_decided');
  const record = (await call('GET', staff, `${path}/record`)).body;
  expect(record).toMatchObject({
    correction: { state: 'replaced' },
    workout: { max: 50, marks: ['corrected_by_staff'] },
    ranked: true,
  });
  expect(record.events.map(({ kind }) => kind)).toEqual([
    'recorded',
    'corrected',
    'corrected_by_staff',
  ]);
  expect(await readRanking(sub)).toBe(50);
});

test('rejecting a record with a pending correction suspends it until the record returns', async () => {
  const { sub, ids } = await train([1, 40, 5]);
  await correct(sub, ids[0], 60);
  await call('PUT', sub, `/workouts/${ids[0]}/rejection`, {});
  expect(await findPending(sub)).toBeUndefined();
  await call('DELETE', sub, `/workouts/${ids[0]}/rejection`);
  const pending = await findPending(sub);
  expect(pending).toMatchObject({ workoutId: ids[0], maxAfter: 60 });
  expect(await readRanking(sub)).toBeNull();
});

test('staff cannot decide about their own records', async () => {
  const { sub, ids } = await train([1, 40, 5]);
  await correct(sub, ids[0], 60);
  const { id } = (await findPending(sub)) ?? {};
  const own = await decide(id, { decision: 'confirm' }, `${sub}/staff`);
  expect(own).toMatchObject({ status: 409, body: { code: 'own_account' } });
  expect(await readRanking(sub)).toBeNull();
  expect((await decide(2_000_000_000, { decision: 'confirm' })).status).toBe(404);
});

test.each(['PUT', 'DELETE'] as const)(
  "staff cannot change their own record by the member's call: %s",
  async (method) => {
    const { sub, ids } = await train([2, 30, 5], [1, 40, 5]);
    const { correctedAt } = (await correct(sub, ids[1], 60)).body;
    const sets = [{ position: 0, loadKg: 60, repCount: 5 }];
    const correction = { sets, correctedAt, heavyConfirmed: true };
    const payload = { reason: '理由', ...(method === 'PUT' ? correction : {}) };
    const path = `/staff/members/${sub.toUpperCase()}/workouts/${ids[1]}`;
    expect(await call(method, `${sub}/staff`, path, payload)).toMatchObject({
      status: 409,
      body: { code: 'own_account' },
    });
    const { body } = await call('GET', sub, `/workouts/${ids[1]}/record`);
    expect(body).toMatchObject({ ranked: false, correction: { state: 'pending' } });
    expect(await readRanking(sub)).toBe(30);
    expect((await call(method, staff, path, payload)).status).toBe(method === 'PUT' ? 200 : 204);
  },
);

test('a trainer with the scope history sees the marks', async () => {
  const { sub, ids } = await train([1, 40, 5]);
  await correct(sub, ids[0], 45);
  const trainerSub = randomUUID();
  const link = { memberSub: sub, trainerSub, scopes: ['history' as const], linkedAt: noon };
  const [made] = await db.insert(trainerLinks).values(link).returning();
  const path = `/trainer/members/${made?.id}/workouts`;
  const list = await call<{ items: { marks?: string[] }[] }>('GET', `${trainerSub}/trainer`, path);
  expect(list.body.items.map(({ marks }) => marks)).toEqual([['correction_pending']]);
});

const readPending = async (sub: string, query = '') =>
  (await call<WorkoutRanking>('GET', sub, `/workout-ranking/1/tfo${query}`)).body.pendingCorrection;

test('charts contain the marks, and rankings name the record that waits for staff', async () => {
  const { sub, ids } = await train([3, 40, 5], [2, 50, 5], [1, 45, 5]);
  expect(await readPending(sub)).toBeNull();
  await correct(sub, ids[1], 55);
  await correct(sub, ids[2], 60);
  const newest = { workoutId: ids[2], gymDay: '2026-04-14' };
  expect(await readPending(sub)).toEqual(newest);
  expect(await readPending(sub, '?scale=band')).toEqual(newest);
  const other = await call<WorkoutRanking>('GET', sub, '/workout-ranking/2/tfo');
  expect(other.body.pendingCorrection).toBeNull();
  const history = await call<WorkoutHistory>('GET', sub, '/workout-history/1');
  expect(history.body.points.map(({ marks }) => marks)).toEqual([
    undefined,
    ['correction_pending'],
    ['correction_pending'],
  ]);
  await call('DELETE', sub, `/workouts/${ids[2]}/correction`);
  expect(await readPending(sub)).toMatchObject({ workoutId: ids[1] });
});

test('rankings name only pending records of their own period and gym', async () => {
  // The first workout starts at 23:57 on the last day of March, the second at midnight.
  const { sub, ids } = await train([14.502, 40, 5], [14.5, 45, 5]);
  await correct(sub, ids[0], 50);
  await db.insert(gyms).values({ id: 2, name: '梅田' });
  const march = { workoutId: ids[0], gymDay: '2026-03-31' };
  expect(await readPending(sub, '?period=last-month')).toEqual(march);
  expect(await readPending(sub, '?period=this-month')).toBeNull();
  await correct(sub, ids[1], 50);
  const april = { workoutId: ids[1], gymDay: '2026-04-01' };
  expect(await readPending(sub, '?period=last-month')).toEqual(march);
  expect(await readPending(sub, '?period=this-month')).toEqual(april);
  expect(await readPending(sub, '?period=all')).toEqual(april);
  expect(await readPending(sub, '?period=all&gym=1')).toEqual(april);
  expect(await readPending(sub, '?period=all&gym=2')).toBeNull();
});
