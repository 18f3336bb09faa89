import { randomUUID } from 'node:crypto';
import {
  type CommandMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import type { Problem } from '@tanren/contract/problem';
import type { TodaysMenus } from '@tanren/contract/menus/todays-menu';
import type { TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { WorkoutType } from '@tanren/contract/workouts/workout-types';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { chosenLoads, trainerLinks } from '#db/schema/trainers.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createCall, openWorld } from '#test/support/world.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { endTrainerLink, storeTrainerLink } from '#test/support/trainers/trainers.ts';
import { planItem, storeMenu } from '#test/support/menus/menus.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { findMachineLoads } from './workout-loads.service.ts';

const { bus, listen } = await openTestBus();
const choosingAt = new Date('2026-04-01T03:00:10Z');
const { db, call, openNode, addMember } = await openWorld(choosingAt, { bus });

/**
 * Stores a linked trainer and member. The member has done the chest press with 40 kg, twelve times.
 */
async function open(scopes?: (typeof trainerLinks.$inferInsert)['scopes']) {
  const link = await storeTrainerLink(db, scopes === undefined ? {} : { scopes });
  const { id, trainerSub, memberSub } = link;
  await addMember({ sub: trainerSub, nickname: 'トレーナー佐藤' });
  const startedAt = new Date('2026-03-30T03:00:00Z');
  await storeWorkout(db, memberSub, { startedAt, sets: [[400, 12]] });
  const as = `${trainerSub}/trainer`;
  const path = (type: number | string) => `/trainer/members/${id}/next-loads/${type}`;
  return {
    ...link,
    choose: async (loadKg: unknown, reason: unknown = 'フォームを優先します。', type = 1) =>
      await call<Problem>(as, 'PUT', path(type), { loadKg, reason }),
    insist: async (loadKg: number) =>
      await call(as, 'PUT', path(1), { loadKg, reason: '試技です。', heavyConfirmed: true }),
    clear: async (type = 1) => await call(as, 'DELETE', path(type)),
    read: async () => (await call<WorkoutLoad[]>(memberSub, 'GET', '/workout-loads')).body[0],
  };
}

const ruled = { nextLoad: 42.5, nextLoadReason: 'raise', nextLoadNote: null };

describe('a load that the trainer chose', () => {
  test('is the next load, with trainer and reason, until it is taken back', async () => {
    const { choose, clear, read } = await open();
    expect(await read()).toMatchObject(ruled);
    expect((await choose(35, '  肩が上がる日は\n軽めで。 ')).status).toBe(204);
    expect(await read()).toMatchObject({
      nextLoad: 35,
      nextLoadReason: 'trainer',
      nextLoadNote: { text: '肩が上がる日は 軽めで。', nickname: 'トレーナー佐藤' },
    });
    expect((await choose(37.5, 'もう少し')).status).toBe(204);
    expect(await read()).toMatchObject({ nextLoad: 37.5, nextLoadNote: { text: 'もう少し' } });
    expect((await clear()).status).toBe(204);
    expect((await clear()).status).toBe(204);
    expect(await read()).toMatchObject(ruled);
  });

  test('far above the recent best needs a second confirmation', async () => {
    const { choose, insist, read } = await open();
    expect((await choose(50)).status).toBe(204);
    expect(await choose(52.5)).toMatchObject({
      status: 409,
      body: { code: 'load_unusually_heavy', heavy: { loadKg: 52.5, recentBest: 40 } },
    });
    expect(await read()).toMatchObject({ nextLoad: 50 });
    expect((await insist(52.5)).status).toBe(204);
    expect(await read()).toMatchObject({ nextLoad: 52.5 });
  });

  test('ends with the link, whichever process cleans up', async () => {
    const { id, choose, clear, read } = await open();
    await choose(35);
    await endTrainerLink(db, id);
    expect(await read()).toMatchObject(ruled);
    expect((await choose(30)).status).toBe(404);
    expect((await clear()).status).toBe(404);
  });

  test('is sent to each machine within its range, and not for a type never done', async () => {
    const { memberSub, choose } = await open();
    await choose(37.5);
    const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 100 };
    const loadsOf = async (own: Partial<typeof range>) =>
      await findMachineLoads(db, memberSub, 1, { ...range, ...own }, choosingAt);
    expect(await loadsOf({})).toMatchObject({ nextLoadHg: 350, chosenByTrainer: true });
    expect(await loadsOf({ maxLoadHg: 300 })).toMatchObject({ nextLoadHg: 300 });
    expect(await loadsOf({ minLoadHg: 400 })).toMatchObject({ nextLoadHg: 400 });
    expect(await findMachineLoads(db, memberSub, 2, range, choosingAt)).toBeNull();
    expect(await findMachineLoads(db, randomUUID(), 1, range, choosingAt)).toBeNull();
  });

  test('is sent at once to the linked machine and to an open run', async () => {
    const { memberSub, choose, clear } = await open();
    const machine = await addMachine(db);
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    const { id: trainingSessionId } = await storeMenu(db, randomUUID(), {
      items: [planItem({ workoutTypeId: 1, loadHg: null, sets: 2 })],
    });
    await call(memberSub, 'POST', '/my/training-session-run', { trainingSessionId });
    await call(memberSub, 'POST', '/tanren-connection', {
      code: showLinkCode(machine, choosingAt),
    });
    const live = await listen<MemberLiveMessage>(memberLiveTopic(memberSub));
    const listSentLoads = () =>
      commands.map((command) =>
        command.type === 'linked' ? [command.nextLoadKg, command.items[0]?.loadKg] : null,
      );
    await expect.poll(listSentLoads).toEqual([[42.5, 42.5]]);
    await choose(35);
    await expect.poll(() => listSentLoads().at(-1)).toEqual([35, 35]);
    await expect.poll(() => live).toMatchObject([{ type: 'replanned' }]);
    const { body } = await call<{ run: TrainingSessionRun }>(
      memberSub,
      'GET',
      '/my/training-session-run',
    );
    expect(body.run.items).toMatchObject([{ loadKg: null, targetLoadKg: 35 }]);
    await clear();
    await expect.poll(() => listSentLoads().at(-1)).toEqual([42.5, 42.5]);
  });
});

describe('a load that the trainer chose for a type the member has never done', () => {
  const reason = '初めてなので、軽めから。';
  const firstLoad = { loadKg: 20, note: { text: reason, nickname: 'トレーナー佐藤' } };

  /** Opens a link and reads the types as the member and as the trainer. */
  async function openFirst() {
    const opened = await open();
    const { id, trainerSub, memberSub } = opened;
    const readFirst = async (as: string, path: string) =>
      (await call<WorkoutType[]>(as, 'GET', path)).body
        .filter((type) => type.firstLoad !== undefined)
        .map((type) => [type.id, type.workouted, type.firstLoad]);
    return {
      ...opened,
      readOwn: async () => await readFirst(memberSub, '/workout-types'),
      readAsTrainer: async () =>
        await readFirst(`${trainerSub}/trainer`, `/trainer/members/${id}/workout-types`),
      listDone: async () =>
        (await call<WorkoutLoad[]>(memberSub, 'GET', '/workout-loads')).body.map((load) => [
          load.workoutTypeId,
          load.nextLoad,
          load.nextLoadReason,
        ]),
    };
  }

  test('is read with the types, and among the loads of done types only after a workout', async () => {
    const { memberSub, choose, clear, readOwn, readAsTrainer, listDone } = await openFirst();
    expect((await choose(20, reason, 2)).status).toBe(204);
    expect(await readOwn()).toEqual([[2, false, firstLoad]]);
    expect(await readAsTrainer()).toEqual([[2, false, firstLoad]]);
    expect(await listDone()).toEqual([[1, 42.5, 'raise']]);
    const startedAt = new Date('2026-04-01T02:00:00Z');
    await storeWorkout(db, memberSub, { workoutTypeId: 2, startedAt, sets: [[150, 10]] });
    expect(await readOwn()).toEqual([]);
    expect(await listDone()).toContainEqual([2, 20, 'trainer']);
    await clear(2);
    expect(await listDone()).toContainEqual([2, 15, 'keep']);
  });

  test('is rejected between two plates, without a reason and outside the range', async () => {
    const { choose, readOwn } = await openFirst();
    const rejected = { status: 400, body: { code: 'invalid_request' } };
    expect(await choose(20.1, reason, 2)).toMatchObject(rejected);
    expect(await choose(20, ' ', 2)).toMatchObject(rejected);
    expect(await choose(1000, reason, 2)).toMatchObject(rejected);
    expect(await readOwn()).toEqual([]);
  });

  test('ends when it is taken back and when the link ends', async () => {
    const { id, choose, clear, readOwn } = await openFirst();
    await choose(20, reason, 2);
    await clear(2);
    expect(await readOwn()).toEqual([]);
    await choose(20, reason, 2);
    expect(await readOwn()).toHaveLength(1);
    await endTrainerLink(db, id);
    expect(await readOwn()).toEqual([]);
  });

  test("is sent to the member's machine, and used by a run and today's menu", async () => {
    const { memberSub, choose } = await openFirst();
    const machine = await addMachine(db, { workoutTypeId: 2 });
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    const items = [planItem({ workoutTypeId: 2, loadHg: null, sets: 2 })];
    const { id: trainingSessionId } = await storeMenu(db, memberSub, { items });
    await call(memberSub, 'POST', '/my/training-session-run', { trainingSessionId });
    await call(memberSub, 'POST', '/tanren-connection', {
      code: showLinkCode(machine, choosingAt),
    });
    const sent = { type: 'linked', nextLoadKg: 20, chosenByTrainer: true, recentBestKg: null };
    await expect.poll(() => commands.at(-1)).toMatchObject({ nextLoadKg: null });
    await choose(20, reason, 2);
    await expect
      .poll(() => commands.at(-1))
      .toMatchObject({ ...sent, items: [{ sets: 2, loadKg: 20 }] });
    const { body } = await call<{ run: TrainingSessionRun }>(
      memberSub,
      'GET',
      '/my/training-session-run',
    );
    expect(body.run.items).toMatchObject([{ loadKg: null, targetLoadKg: 20 }]);
    const today = await call<TodaysMenus>(memberSub, 'GET', '/todays-menu');
    expect(today.body.menu?.items).toMatchObject([
      { workoutTypeId: 2, loadKg: 20, lastLoadKg: null, loadReason: 'trainer' },
    ]);
  });
});

describe('choosing a load is rejected', () => {
  const wrongLoad = { path: '/loadKg', in: 'body' };
  const wrongReason = { path: '/reason', in: 'body' };

  test.each([
    ['a load between two plates', 41, '理由', [wrongLoad]],
    ['a load with too many decimals', 40.04, '理由', [wrongLoad]],
    ['a load too light', 2.5, '理由', [wrongLoad]],
    ['a load too heavy', 400, '理由', [wrongLoad]],
    ['an invisible reason', 40, ' \u200b\n', [wrongReason]],
    ['a long reason', 40, 'あ'.repeat(201), [wrongReason]],
    ['both', 41, ' ', [wrongLoad, wrongReason]],
  ])('for %s, with its place', async (_what, loadKg, reason, fields) => {
    const { choose, read } = await open();
    const answer = await choose(loadKg, reason);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fields } });
    expect(answer.body.fields).toHaveLength(fields.length);
    expect(await read()).toMatchObject(ruled);
  });

  test('but accepts 200 characters as a reader counts them', async () => {
    const { choose } = await open();
    expect((await choose(40, 'か\u3099'.repeat(200))).status).toBe(204);
  });

  test('for an unknown type', async () => {
    const { choose, clear } = await open();
    const statuses = [17, 32_767, 32_768].map(
      async (type) => (await choose(40, '理由', type)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 400]);
    expect([(await clear(2)).status, (await clear(17)).status]).toEqual([204, 404]);
    expect((await clear(32_767)).status).toBe(404);
  });

  test('when the member ends the link at the same moment', async () => {
    const { id, memberSub, choose } = await open();
    const { late } = await db.transaction(async (tx) => {
      await tx.update(trainerLinks).set({ endedAt: choosingAt }).where(eq(trainerLinks.id, id));
      const running = choose(40);
      // The call can be answered only after the link's end is committed.
      const first = await Promise.race([running, new Promise((done) => setTimeout(done, 300))]);
      expect(first).toBeUndefined();
      return { late: running };
    });
    expect((await late).status).toBe(404);
    expect(await db.select().from(chosenLoads).where(eq(chosenLoads.sub, memberSub))).toEqual([]);
  });
});

const now = new Date('2025-08-15T03:00:00Z');
const later = createCall(await openNode({ now: () => now }));
const listLoads = async (sub: string) =>
  (await later<WorkoutLoad[]>(sub, 'GET', '/workout-loads')).body;

const august = (day: number) => new Date(Date.UTC(2025, 7, day, 10));

const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 100 };

/** Stores a run of a menu with one item, the chest press. */
async function storeRun(
  sub: string,
  startedAt: Date,
  reps: number,
  loadHg: number | null = null,
): Promise<number> {
  const items = [planItem({ workoutTypeId: 1, reps, loadHg })];
  const run = { sub, title: '予定', items, startedAt, endsBy: startedAt, endedAt: startedAt };
  const [stored] = await db.insert(trainingSessionRuns).values(run).returning();
  return stored?.id ?? 0;
}

test('returns no loads for a member without workouts', async () => {
  expect(await listLoads(randomUUID())).toEqual([]);
});

// spec 1.9, 3.3, 7.34
test('returns last, best and next load of each done type', async () => {
  const sub = randomUUID();
  await storeWorkout(db, sub, { startedAt: august(1), sets: [[450, 5]] });
  await storeWorkout(db, sub, {
    startedAt: august(8),
    sets: [
      [300, 12],
      [400, 10],
      [400, 12],
    ],
  });
  await storeWorkout(db, sub, { workoutTypeId: 11, startedAt: august(9), sets: [[1000, 13]] });
  expect(await listLoads(sub)).toEqual([
    {
      workoutTypeId: 1,
      lastLoad: 40,
      lastReps: 12,
      lastPlannedReps: null,
      lastWorkoutAt: august(8).toISOString(),
      lastGymDay: '2025-08-08',
      maxLoad: 45,
      recentBest: 45,
      maxLoadAt: august(1).toISOString(),
      estimatedOneRepMax: { kg: 53.3, reps: 10, reference: false },
      nextLoad: 42.5,
      nextLoadReason: 'raise',
      nextLoadNote: null,
    },
    {
      workoutTypeId: 11,
      lastLoad: 100,
      lastReps: 13,
      lastPlannedReps: null,
      lastWorkoutAt: august(9).toISOString(),
      lastGymDay: '2025-08-09',
      maxLoad: 100,
      recentBest: 100,
      maxLoadAt: august(9).toISOString(),
      estimatedOneRepMax: null,
      nextLoad: 105,
      nextLoadReason: 'raise',
      nextLoadNote: null,
    },
  ]);
  expect(await listLoads(randomUUID())).toEqual([]);
});

test('computes the next load from the newest workouts, by the time they were done', async () => {
  const sub = randomUUID();
  for (const day of [2, 4, 6, 8]) {
    await storeWorkout(db, sub, { startedAt: august(day), sets: [[400, 9]] });
  }
  expect(await listLoads(sub)).toMatchObject([{ nextLoadReason: 'keep' }]);
  await storeWorkout(db, sub, { startedAt: august(1), sets: [[300, 12]] });
  expect(await listLoads(sub)).toMatchObject([{ lastLoad: 40, nextLoadReason: 'keep' }]);
  await storeWorkout(db, sub, { startedAt: august(10), sets: [[400, 11]] });
  expect(await listLoads(sub)).toMatchObject([{ lastReps: 11 }]);
});

test('a machine gets the next load within its own range', async () => {
  const sub = randomUUID();
  await storeWorkout(db, sub, { startedAt: august(8), sets: [[400, 12]] });
  const atMost = async (maxLoadHg: number) =>
    await findMachineLoads(db, sub, 1, { ...range, maxLoadHg }, now);
  expect(await atMost(range.maxLoadHg)).toMatchObject({ nextLoadHg: 450, chosenByTrainer: false });
  expect(await atMost(300)).toMatchObject({ nextLoadHg: 300 });
  expect(await findMachineLoads(db, sub, 2, range, now)).toBeNull();
  expect(await findMachineLoads(db, randomUUID(), 1, range, now)).toBeNull();
});

test('a completed plan does not lower the next load, and is named as the reason', async () => {
  const sub = randomUUID();
  const lift = async (day: number, reps: number, planned: number | null) => {
    const sessionRunId = planned === null ? null : await storeRun(sub, august(day), planned);
    await storeWorkout(db, sub, { startedAt: august(day), sets: [[400, reps]], sessionRunId });
  };
  await lift(2, 5, null);
  expect(await listLoads(sub)).toMatchObject([{ nextLoad: 37.5, nextLoadReason: 'lower' }]);
  await lift(4, 5, 5);
  const asPlanned = { nextLoad: 40, nextLoadReason: 'keep', lastPlannedReps: 5 };
  expect(await listLoads(sub)).toMatchObject([asPlanned]);
  await lift(6, 5, 5);
  await lift(8, 5, 5);
  expect(await listLoads(sub)).toMatchObject([asPlanned]);
  const fine = { ...range, loadStepHg: 25 };
  expect(await findMachineLoads(db, sub, 1, fine, now)).toMatchObject({ nextLoadHg: 400 });
});

test("a menu's fixed light load and short workouts of one day do not lower the next load", async () => {
  const sub = randomUUID();
  await storeWorkout(db, sub, { startedAt: august(6), sets: [[1300, 10]] });
  const sessionRunId = await storeRun(sub, august(8), 10, 600);
  await storeWorkout(db, sub, { startedAt: august(8), sets: [[600, 10]], sessionRunId });
  const usual = { load: 130, reps: 10, plannedReps: null, gymDay: '2025-08-06' };
  expect(await listLoads(sub)).toMatchObject([
    { lastLoad: 60, nextLoad: 130, nextLoadReason: 'keep', nextLoadFrom: usual },
  ]);
  const fine = { ...range, loadStepHg: 25 };
  expect(await findMachineLoads(db, sub, 1, fine, now)).toMatchObject({ nextLoadHg: 1300 });
  for (const [at, hg] of [1300, 1200, 1100, 1000, 900].entries()) {
    const startedAt = new Date(august(10).getTime() + at * 60_000);
    await storeWorkout(db, sub, { startedAt, sets: [[hg, at === 0 ? 10 : 6]] });
  }
  expect(await listLoads(sub)).toMatchObject([
    { lastLoad: 90, nextLoad: 130, nextLoadFrom: { ...usual, gymDay: '2025-08-10' } },
  ]);
  expect(await findMachineLoads(db, sub, 1, fine, now)).toMatchObject({ nextLoadHg: 1300 });
});

test('the recent best is that of 90 days, or of all time when there is none', async () => {
  const sub = randomUUID();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
  await storeWorkout(db, sub, { startedAt: daysAgo(91), sets: [[800, 5]] });
  expect(await listLoads(sub)).toMatchObject([{ maxLoad: 80, recentBest: 80 }]);
  await storeWorkout(db, sub, { startedAt: daysAgo(90), sets: [[500, 5]] });
  await storeWorkout(db, sub, { startedAt: daysAgo(3), sets: [[400, 5]] });
  expect(await listLoads(sub)).toMatchObject([{ maxLoad: 80, recentBest: 50 }]);
  expect(await findMachineLoads(db, sub, 1, range, now)).toMatchObject({ recentBestHg: 500 });
});
