import { randomUUID } from 'node:crypto';
import type { TodaysMenus } from '@tanren/contract/menus/todays-menu';
import { runLengthMs } from '@tanren/domain/menus/menu-runs';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { trainingReservations } from '#db/schema/booking.ts';
import { gymTypeHours, machines } from '#db/schema/machines.ts';
import {
  favoriteTrainingSessions,
  type TrainingSessionRow,
  trainingSessionRuns,
  trainingSessions,
} from '#db/schema/menus.ts';
import { beginnersMenu, gymAuthor } from '@tanren/domain/menus/built-in-menus';
import { openWorld } from '#test/support/world.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { planItem, storeMenu } from '#test/support/menus/menus.ts';
import { addLink, storeWorkout } from '#test/support/workouts/workouts.ts';

/** Friday noon in Japan. */
const now = new Date('2025-08-15T03:00:00Z');
const { db, clock, call } = await openWorld(now);
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

const closed = await addGym(db, openDaily(18, 22), { name: '夜だけのジム' });
/** `storeWorkout` puts workouts into the second gym. */
const open = await addGym(db, openDaily(6, 23), { name: '昼も開くジム' });

const legs = [12, 13].map((workoutTypeId) => planItem({ workoutTypeId, loadHg: null }));
const chest = [planItem({ workoutTypeId: 1, loadHg: null })];
const beginners = await storeMenu(db, gymAuthor.sub, { ...beginnersMenu });

const read = async (sub: string) => (await call<TodaysMenus>(sub, 'GET', '/todays-menu')).body;

const titles = ({ menu, alternatives }: TodaysMenus) =>
  [menu, ...alternatives].map((each) => each?.title);

async function train(sub: string, days: number, workoutTypeId: number, setCount = 3) {
  const sets = Array.from({ length: setCount }, () => [400, 10] as const);
  return await storeWorkout(db, sub, { startedAt: daysAgo(days), workoutTypeId, sets });
}

async function run(sub: string, session: TrainingSessionRow, startedAt: Date) {
  const { id: trainingSessionId, title, items } = session;
  const endsBy = new Date(startedAt.getTime() + runLengthMs);
  const [made] = await db
    .insert(trainingSessionRuns)
    .values({ sub, trainingSessionId, title, items, startedAt, endsBy })
    .returning();
  return made?.id ?? 0;
}

let seats = 0;

async function reserve(
  sub: string,
  fromMinute: number,
  changes: Partial<typeof trainingReservations.$inferInsert> = {},
) {
  await db.insert(trainingReservations).values({
    gymId: closed.id,
    gymDay: '2025-08-15',
    startsAt: minutes(fromMinute),
    endsAt: minutes(fromMinute + 60),
    seat: (seats += 1),
    sub,
    createdAt: daysAgo(3),
    ...changes,
  });
}

describe("the choice of today's menu", () => {
  test("is the gym's menu without loads for a member without workouts", async () => {
    const found = await read(randomUUID());
    expect(found).toMatchObject({ gym: null, hasWorkouts: false, trainedToday: false });
    expect(found.menu).toMatchObject({
      trainingSessionId: beginners.id,
      title: 'はじめての全身マシン6種',
      from: 'gym',
      reason: { kind: 'beginner', part: null, days: null },
    });
    expect(found.menu?.items).toHaveLength(6);
    expect(found.menu?.items[0]).toEqual({
      workoutTypeId: 11,
      sets: 2,
      reps: 12,
      doneSets: 0,
      loadKg: null,
      lastLoadKg: null,
      loadReason: 'first',
      machines: null,
    });
  });

  test("can be empty when staff have hidden the gym's menu", async () => {
    const hide = { visibility: 'private', hiddenReason: '古い内容' } as const;
    await db.update(trainingSessions).set(hide).where(eq(trainingSessions.id, beginners.id));
    const found = await read(randomUUID());
    const show = { visibility: 'public', hiddenReason: null } as const;
    await db.update(trainingSessions).set(show).where(eq(trainingSessions.id, beginners.id));
    expect(found).toMatchObject({ menu: null, alternatives: [] });
  });

  test("is the open run, then today's reservation, then the trainer's new menu", async () => {
    const sub = randomUUID();
    await train(sub, 1, 1);
    const own = await storeMenu(db, sub, { title: '自分の', visibility: 'private' });
    const reserved = await storeMenu(db, sub, { title: '予約の', visibility: 'private' });
    await storeMenu(db, randomUUID(), {
      title: 'トレーナーの',
      visibility: 'private',
      forSub: sub,
      updatedAt: daysAgo(3),
    });
    expect((await read(sub)).menu).toMatchObject({
      title: 'トレーナーの',
      from: 'trainer',
      reason: { kind: 'trainer' },
    });
    // A reservation that is over, one of tomorrow and a cancelled one have no effect.
    const trainingSessionId = reserved.id;
    await reserve(sub, -90, { trainingSessionId });
    await reserve(sub, 24 * 60, { trainingSessionId, gymDay: '2025-08-16' });
    await reserve(sub, 300, { trainingSessionId, cancelledAt: daysAgo(1) });
    expect((await read(sub)).menu?.title).toBe('トレーナーの');
    await reserve(sub, 180, { trainingSessionId });
    const withReservation = await read(sub);
    expect(withReservation.menu).toMatchObject({ title: '予約の', reason: { kind: 'reserved' } });
    expect(withReservation.gym).toEqual({ gymId: closed.id, name: '夜だけのジム', open: false });
    await run(sub, own, minutes(-10));
    const running = await read(sub);
    expect(running.menu).toMatchObject({
      trainingSessionId: own.id,
      title: '自分の',
      reason: { kind: 'running' },
    });
    expect(titles(running).slice(0, 3)).toEqual(['自分の', '予約の', 'トレーナーの']);
  });

  test("stays the gym's menu after a first short workout, until it was run three times", async () => {
    const sub = randomUUID();
    await storeMenu(db, randomUUID(), { title: '覚悟', tags: ['上級者'], items: legs });
    await train(sub, 5, 1, 1);
    const beginner = { trainingSessionId: beginners.id, reason: { kind: 'beginner' } };
    expect((await read(sub)).menu).toMatchObject(beginner);
    const runBeginners = async (days: number) => {
      const id = await run(sub, beginners, daysAgo(days));
      const ended = { endedAt: daysAgo(days) };
      await db.update(trainingSessionRuns).set(ended).where(eq(trainingSessionRuns.id, id));
    };
    for (const days of [4, 3]) await runBeginners(days);
    expect((await read(sub)).menu).toMatchObject(beginner);
    await runBeginners(2);
    expect((await read(sub)).menu?.reason.kind).not.toBe('beginner');
    expect(titles(await read(sub))[0]).not.toBe('覚悟');
  });

  test('is otherwise the menu for rested muscles, with the number of days', async () => {
    const sub = randomUUID();
    await train(sub, 6, 12);
    await train(sub, 6, 13);
    await train(sub, 1, 1, 9);
    await storeMenu(db, sub, { title: '胸の日', visibility: 'private', items: chest });
    await storeMenu(db, sub, { title: '脚の日', visibility: 'private', items: legs });
    expect((await read(sub)).menu).toMatchObject({
      title: '脚の日',
      from: 'own',
      reason: { kind: 'due', part: 'legs', days: 6 },
    });
  });

  test('does not offer a complete run as open, and today counts as trained', async () => {
    const sub = randomUUID();
    const session = await storeMenu(db, sub, { title: '済み', visibility: 'private' });
    const sessionRunId = await run(sub, session, minutes(-60));
    const sets = [1, 2, 3].map(() => [400, 10] as const);
    await storeWorkout(db, sub, { startedAt: minutes(-50), sets, sessionRunId });
    const found = await read(sub);
    expect(found.trainedToday).toBe(true);
    expect(found.menu?.reason.kind).not.toBe('running');
    expect(titles(found).at(0)).not.toBe('済み');
  });

  test('belongs to the gym day past midnight, until the gym closes', async () => {
    const late = await addGym(db, openDaily(6, 26));
    const sub = randomUUID();
    const session = await storeMenu(db, sub, { title: '深夜', visibility: 'private' });
    // The run began past midnight, within the visit.
    const sessionRunId = await run(sub, session, new Date('2025-08-15T15:05:00Z'));
    const at = { startedAt: '2025-08-15T15:10:00Z', gymDay: '2025-08-15', gymId: late.id };
    const sets = [1, 2, 3].map(() => [400, 10] as const);
    await storeWorkout(db, sub, { ...at, sets, sessionRunId });
    const readAt = async (time: string) => {
      clock.now = new Date(time);
      return await read(sub);
    };
    const before = await readAt('2025-08-15T16:59:00Z');
    expect(before).toMatchObject({ trainedToday: true, gym: { open: true } });
    expect(titles(before).at(0)).not.toBe('深夜');
    const after = await readAt('2025-08-15T17:00:00Z');
    expect(after).toMatchObject({ trainedToday: false, gym: { open: false } });
  });

  test('continues the open run of a deleted menu, with its progress', async () => {
    const sub = randomUUID();
    const session = await storeMenu(db, sub, { title: '消えた', visibility: 'private' });
    const sessionRunId = await run(sub, session, minutes(-20));
    await storeWorkout(db, sub, { startedAt: minutes(-15), sets: [[400, 10]], sessionRunId });
    await db.delete(trainingSessions).where(eq(trainingSessions.id, session.id));
    const { menu } = await read(sub);
    expect(menu).toMatchObject({ trainingSessionId: null, title: '消えた' });
    expect(menu?.items).toMatchObject([{ doneSets: 1, sets: 3 }]);
  });

  test('marks favourites, and offers at most four others', async () => {
    const sub = randomUUID();
    for (const title of ['一', '二', '三', '四', '五']) {
      await storeMenu(db, sub, { title, visibility: 'private', items: chest });
    }
    const liked = await storeMenu(db, randomUUID(), { title: '好き', items: legs });
    await db
      .insert(favoriteTrainingSessions)
      .values({ sub, trainingSessionId: liked.id, favoritedAt: now });
    await train(sub, 1, 1, 10);
    const found = await read(sub);
    expect(found.menu).toMatchObject({ title: '好き', from: 'favorite' });
    expect(found.alternatives).toHaveLength(4);
    await db.delete(trainingSessions).where(eq(trainingSessions.id, liked.id));
  });
});

describe("privacy of today's menu", () => {
  test('never shows private menus, menus made for others, their runs or their reservations', async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    await train(sub, 6, 12);
    const secret = await storeMenu(db, other, { title: '秘密', visibility: 'private' });
    await storeMenu(db, randomUUID(), {
      title: '別の人に',
      visibility: 'private',
      forSub: other,
    });
    await storeMenu(db, other, {
      title: '隠された',
      visibility: 'private',
      hiddenReason: '危険',
    });
    // The hidden menu was a favourite, was run before, and is attached to a reservation.
    await db
      .insert(favoriteTrainingSessions)
      .values({ sub, trainingSessionId: secret.id, favoritedAt: now });
    await run(sub, secret, daysAgo(3));
    await reserve(sub, 120, { trainingSessionId: secret.id });
    await run(other, secret, minutes(-5));
    await train(other, 0, 12);
    await reserve(other, 60, { trainingSessionId: secret.id });
    const found = await read(sub);
    expect(JSON.stringify(found)).not.toMatch(/秘密|別の人に|隠された/);
    expect(found).toMatchObject({ trainedToday: false, menu: { reason: { kind: 'beginner' } } });
  });
});

describe('the items for this member', () => {
  test("show the next load against the last one with its reason, and the menu's fixed loads", async () => {
    const sub = randomUUID();
    await storeWorkout(db, sub, { workoutTypeId: 1, startedAt: daysAgo(3), sets: [[400, 12]] });
    await storeWorkout(db, sub, { workoutTypeId: 4, startedAt: daysAgo(40), sets: [[400, 10]] });
    const items = [
      planItem({ workoutTypeId: 1, loadHg: null }),
      planItem({ workoutTypeId: 4, loadHg: null }),
      planItem({ workoutTypeId: 1, loadHg: 350 }),
      planItem({ workoutTypeId: 16, loadHg: null }),
    ];
    await run(sub, await storeMenu(db, sub, { visibility: 'private', items }), minutes(-1));
    const { menu } = await read(sub);
    expect(menu?.items).toMatchObject([
      { loadKg: 42.5, lastLoadKg: 40, loadReason: 'raise' },
      { loadKg: 35, lastLoadKg: 40, loadReason: 'after-break' },
      { loadKg: 35, lastLoadKg: 40, loadReason: 'menu' },
      { loadKg: null, lastLoadKg: null, loadReason: 'first' },
    ]);
  });

  test('show when the next load is based on a workout before a light last one', async () => {
    const sub = randomUUID();
    await storeWorkout(db, sub, { workoutTypeId: 1, startedAt: daysAgo(5), sets: [[400, 12]] });
    const items = [planItem({ workoutTypeId: 1, loadHg: null })];
    await run(sub, await storeMenu(db, sub, { visibility: 'private', items }), minutes(-1));
    const readItem = async () => (await read(sub)).menu?.items[0];
    const raised = { loadKg: 42.5, loadReason: 'raise' };
    expect(await readItem()).toMatchObject({ ...raised, lastLoadKg: 40 });
    expect(await readItem()).not.toHaveProperty('restsOnEarlierWorkout');
    await storeWorkout(db, sub, { workoutTypeId: 1, startedAt: daysAgo(3), sets: [[200, 10]] });
    expect(await readItem()).toMatchObject({
      ...raised,
      lastLoadKg: 20,
      restsOnEarlierWorkout: true,
    });
  });

  test("estimate the remaining minutes from the member's own times", async () => {
    const sub = randomUUID();
    const items = [1, 4].map((workoutTypeId) => planItem({ workoutTypeId, loadHg: null }));
    const session = await storeMenu(db, sub, { visibility: 'private', items });
    const sessionRunId = await run(sub, session, minutes(-60));
    const rule = (await read(sub)).menu?.minutes;
    expect(rule).toBe(13);
    // Three sets took ten minutes, which is four more than the rule estimates.
    const sets = [1, 2, 3].map(() => [400, 10] as const);
    await storeWorkout(db, sub, { workoutTypeId: 1, startedAt: daysAgo(3), sets });
    expect((await read(sub)).menu?.minutes).toBe(18);
    await storeWorkout(db, sub, { workoutTypeId: 1, startedAt: minutes(-50), sets, sessionRunId });
    expect((await read(sub)).menu?.minutes).toBe(7);
  });

  test('count free machines of the last visited gym, but not of a closed one', async () => {
    const sub = randomUUID();
    await train(sub, 2, 1);
    const [used] = [
      await addMachine(db, { gymId: open.id, workoutTypeId: 12 }),
      await addMachine(db, { gymId: open.id, workoutTypeId: 12 }),
      await addMachine(db, { gymId: open.id, workoutTypeId: 12, retiredAt: daysAgo(9) }),
      await addMachine(db, { gymId: closed.id, workoutTypeId: 13 }),
    ];
    await addLink(db, used, { linkedAt: minutes(-2) });
    await run(sub, await storeMenu(db, sub, { visibility: 'private', items: legs }), now);
    const found = await read(sub);
    expect(found.gym).toEqual({ gymId: open.id, name: '昼も開くジム', open: true });
    expect(found.menu?.items.map(({ machines: shown }) => shown)).toEqual([
      { free: 1, total: 2 },
      { free: 0, total: 0 },
    ]);
    await reserve(sub, 60);
    const beforeOpening = await read(sub);
    expect(beforeOpening.gym).toMatchObject({ gymId: closed.id, open: false });
    expect(beforeOpening.menu?.items.map(({ machines: shown }) => shown)).toEqual([null, null]);
  });

  test('estimate the minutes with the waits of this weekday, now and in a quieter hour', async () => {
    const sub = randomUUID();
    const gym = await addGym(db, openDaily(6, 23), { name: '混むジム' });
    const used = await addMachine(db, { gymId: gym.id, workoutTypeId: 12 });
    await addMachine(db, { gymId: gym.id, workoutTypeId: 13 });
    await storeMenu(db, sub, { visibility: 'private', items: legs });
    await storeWorkout(db, sub, {
      startedAt: daysAgo(5),
      workoutTypeId: 1,
      gymId: gym.id,
      sets: [[400, 10]],
    });
    const ofMenu = async () => (await read(sub)).menu;
    expect(await ofMenu()).toMatchObject({ waits: null });
    const usual = (weekday: number, hour: number, waitSeconds: number, days = 4) =>
      [12, 13].map((workoutTypeId) => ({
        gymId: gym.id,
        weekday,
        hour,
        workoutTypeId,
        computedOn: '2025-08-15',
        days,
        machines: 1,
        bouts: 20,
        boutSeconds: 6000,
        busySeconds: 6000,
        waitSeconds,
        longWaitSeconds: 3 * waitSeconds,
        waitSecondsWithMore: 0,
      }));
    // It is noon on a Friday.
    const fullNoon = usual(5, 12, 600);
    const rest = Array.from({ length: 10 }, (_, at) => usual(5, 13 + at, at === 4 ? 60 : 480));
    await db.insert(gymTypeHours).values([...fullNoon, ...rest.flat(), ...usual(4, 12, 1200)]);
    const menu = await ofMenu();
    const minutesAlone = menu?.minutes ?? 0;
    expect(menu?.waits).toEqual({
      minutesNow: minutesAlone + 10,
      quieter: { hour: 17, minutes: minutesAlone + 2 },
    });
    await addLink(db, used, { linkedAt: minutes(-2) });
    expect((await ofMenu())?.waits?.minutesNow).toBe(minutesAlone + 10);
    await db.update(gymTypeHours).set({ days: 2 }).where(eq(gymTypeHours.gymId, gym.id));
    expect((await ofMenu())?.waits).toBeNull();
  });

  test('say that all machines of a type are under inspection, and other menus come first', async () => {
    const sub = randomUUID();
    const gym = await addGym(db, openDaily(6, 23));
    const [leg] = [
      await addMachine(db, { gymId: gym.id, workoutTypeId: 12 }),
      await addMachine(db, { gymId: gym.id, workoutTypeId: 1 }),
      await addMachine(db, { gymId: gym.id, workoutTypeId: 1, inspectionSince: daysAgo(1) }),
    ];
    await storeWorkout(db, sub, { gymId: gym.id, startedAt: daysAgo(6), sets: [[400, 10]] });
    const own = { visibility: 'private' } as const;
    const thighs = [planItem({ workoutTypeId: 12, loadHg: null })];
    await storeMenu(db, sub, { ...own, title: '脚の日', items: thighs });
    await storeMenu(db, sub, { ...own, title: '胸の日', items: chest });
    const readLegs = async () => {
      const found = await read(sub);
      const menus = [found.menu, ...found.alternatives];
      const at = menus.findIndex((menu) => menu?.title === '脚の日');
      return { at, chest: titles(found).indexOf('胸の日'), item: menus[at]?.items[0] };
    };
    const before = await readLegs();
    expect(before.at).toBeLessThan(before.chest);
    expect(before.item).toMatchObject({ machines: { free: 1, total: 1 } });
    expect(before.item).not.toHaveProperty('inspection');
    const begin = { inspectionSince: now };
    await db.update(machines).set(begin).where(eq(machines.id, leg.id));
    expect((await read(sub)).menu).toMatchObject({
      title: '胸の日',
      items: [{ machines: { free: 1, total: 1 } }],
    });
    // A menu under way stays and says so.
    await run(sub, await storeMenu(db, sub, { ...own, title: '脚の日', items: thighs }), now);
    expect((await read(sub)).menu?.items).toMatchObject([
      { machines: { free: 0, total: 0 }, inspection: true },
    ]);
  });
});
