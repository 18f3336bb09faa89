import { randomUUID } from 'node:crypto';
import {
  type CommandMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
} from '@tanren/contract/machine-messages';
import type { Problem } from '@tanren/contract/problem';
import type { TrainingSessionRun } from '@tanren/contract/training-session-runs';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { chosenLoads, trainerLinks } from '#db/schema/trainer-links.ts';
import { userInfos } from '#db/schema/userinfo.ts';
import { createSessionCalls, planItem, storeSession } from '#test/support/training-sessions.ts';
import { endTrainerLink, storeTrainerLink } from '#test/support/trainers.ts';
import { storeWorkout } from '#test/support/workouts.ts';
import { shareTestApp } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine, showLinkCode } from '#test/support/machines.ts';
import { findMachineLoads } from './workout-loads.service.ts';

const { db } = await createTestDatabase();
const { bus, listen } = await openTestBus();
const now = new Date('2026-04-01T03:00:10Z');
const app = await shareTestApp({ db, bus, modules: productModules, now: () => now });
await app.ready();

const { call } = createSessionCalls(app);

/** Linked, and the member has done the chest press with 40 kg, twelve times. */
async function open(scopes?: (typeof trainerLinks.$inferInsert)['scopes']) {
  const link = await storeTrainerLink(db, scopes === undefined ? {} : { scopes });
  const { id, trainerSub, memberSub } = link;
  const at = { createdAt: now, updatedAt: now };
  await db.insert(userInfos).values({ sub: trainerSub, nickname: 'トレーナー佐藤', ...at });
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
  test('comes next, with who and why, until it is taken back', async () => {
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

  test('far above the best of late is taken on a second word only', async () => {
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

  test('ends with the link, whoever clears up after it', async () => {
    const { id, choose, clear, read } = await open();
    await choose(35);
    await endTrainerLink(db, id);
    expect(await read()).toMatchObject(ruled);
    expect((await choose(30)).status).toBe(404);
    expect((await clear()).status).toBe(404);
  });

  test('is told to each machine within its own range, and to none for what was never done', async () => {
    const { memberSub, choose } = await open();
    await choose(37.5);
    const range = { minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 100 };
    const loadsOf = async (own: Partial<typeof range>) =>
      await findMachineLoads(db, memberSub, 1, { ...range, ...own }, now);
    expect(await loadsOf({})).toMatchObject({ nextLoadHg: 350, chosenByTrainer: true });
    expect(await loadsOf({ maxLoadHg: 300 })).toMatchObject({ nextLoadHg: 300 });
    expect(await loadsOf({ minLoadHg: 400 })).toMatchObject({ nextLoadHg: 400 });
    expect(await findMachineLoads(db, memberSub, 2, range, now)).toBeNull();
    expect(await findMachineLoads(db, randomUUID(), 1, range, now)).toBeNull();
  });

  test('is told at once to the machine the member is linked with, and to a run', async () => {
    const { memberSub, choose, clear } = await open();
    const machine = await addMachine(db);
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    const { id: trainingSessionId } = await storeSession(db, randomUUID(), {
      items: [planItem({ workoutTypeId: 1, loadHg: null, sets: 2 })],
    });
    await call(memberSub, 'POST', '/my/training-session-run', { trainingSessionId });
    await call(memberSub, 'POST', '/tanren-connection', { code: showLinkCode(machine, now) });
    const live = await listen<MemberLiveMessage>(memberLiveTopic(memberSub));
    const told = () =>
      commands.map((command) =>
        command.type === 'linked' ? [command.nextLoadKg, command.items[0]?.loadKg] : null,
      );
    await expect.poll(told).toEqual([[42.5, 42.5]]);
    await choose(35);
    await expect.poll(() => told().at(-1)).toEqual([35, 35]);
    await expect.poll(() => live).toMatchObject([{ type: 'replanned' }]);
    const { body } = await call<{ run: TrainingSessionRun }>(
      memberSub,
      'GET',
      '/my/training-session-run',
    );
    expect(body.run.items).toMatchObject([{ loadKg: null, targetLoadKg: 35 }]);
    await clear();
    await expect.poll(() => told().at(-1)).toEqual([42.5, 42.5]);
  });
});

describe('choosing is refused', () => {
  const wrongLoad = { path: '/loadKg', in: 'body' };
  const wrongReason = { path: '/reason', in: 'body' };

  test.each([
    ['a load between two plates', 41, '理由', [wrongLoad]],
    ['a load with a rest', 40.04, '理由', [wrongLoad]],
    ['a load too light', 2.5, '理由', [wrongLoad]],
    ['a load too heavy', 400, '理由', [wrongLoad]],
    ['a reason of nothing to see', 40, ' \u200b\n', [wrongReason]],
    ['a long reason', 40, 'あ'.repeat(201), [wrongReason]],
    ['both', 41, ' ', [wrongLoad, wrongReason]],
  ])('for %s, with its place', async (_what, loadKg, reason, fields) => {
    const { choose, read } = await open();
    const answer = await choose(loadKg, reason);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fields } });
    expect(answer.body.fields).toHaveLength(fields.length);
    expect(await read()).toMatchObject(ruled);
  });

  test('but for 200 characters as a reader counts them', async () => {
    const { choose } = await open();
    expect((await choose(40, 'か\u3099'.repeat(200))).status).toBe(204);
  });

  test('for a type the member has not done, or that there is not', async () => {
    const { choose, clear } = await open();
    const statuses = [2, 17, 32_767, 32_768].map(
      async (type) => (await choose(40, '理由', type)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 400]);
    expect([(await clear(2)).status, (await clear(17)).status]).toEqual([204, 404]);
    expect((await clear(32_767)).status).toBe(404);
  });

  test('outside of the scope, to other trainers, and to members', async () => {
    const { id, trainerSub, choose, clear } = await open(['profile', 'status']);
    const refused = { status: 403, body: { code: 'scope_not_granted' } };
    expect(await choose(40)).toMatchObject(refused);
    expect(await clear()).toMatchObject(refused);
    const path = `/trainer/members/${id}/next-loads/1`;
    const body = { loadKg: 40, reason: '理由' };
    expect((await call(`${randomUUID()}/trainer`, 'PUT', path, body)).status).toBe(404);
    expect((await call(`${randomUUID()}/trainer`, 'DELETE', path)).status).toBe(404);
    expect((await call(trainerSub, 'PUT', path, body)).status).toBe(403);
    expect((await call(trainerSub, 'DELETE', path)).status).toBe(403);
  });

  test('when the member ends the link in the same moment', async () => {
    const { id, memberSub, choose } = await open();
    const { late } = await db.transaction(async (tx) => {
      await tx.update(trainerLinks).set({ endedAt: now }).where(eq(trainerLinks.id, id));
      const running = choose(40);
      // It can be answered only after the link's end is committed.
      const first = await Promise.race([running, new Promise((done) => setTimeout(done, 300))]);
      expect(first).toBeUndefined();
      return { late: running };
    });
    expect((await late).status).toBe(404);
    expect(await db.select().from(chosenLoads).where(eq(chosenLoads.sub, memberSub))).toEqual([]);
  });
});
