import { randomUUID } from 'node:crypto';
import type { Visit, VisitTotals } from '@tanren/contract/workouts/visits';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { gyms, gymWeeklyHours } from '#db/schema/gyms.ts';
import { workouts } from '#db/schema/workouts.ts';
import { openWorld, readPages } from '#test/support/world.ts';
import { addGym, openDaily, type TestHours } from '#test/support/gyms/gyms.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { addLink, makeWorkoutMessage, storeWorkout } from '#test/support/workouts/workouts.ts';
import { readIncoming } from './ingest/ingest-message.ts';
import { ingestMessages } from './workouts.service.ts';

const now = new Date('2025-08-15T03:00:00Z');
const { db, call } = await openWorld(now);
await db.insert(gyms).values({ id: 41, name: '鍛錬ジム 駅前店' });

const get = async (sub: string, path: string) => await call<unknown>(sub, 'GET', path);

interface Page {
  items: Visit[];
  nextCursor: string | null;
}

const name = ({ date, gymId }: Visit) => `${date} ${gymId}`;

async function readAll(sub: string, query: string, first = '') {
  const pages = await readPages(
    async (from) => (await get(sub, `/visits?${query}${from || first}`)).body as Page,
  );
  return pages.map((items) => items.map(name));
}

/** Stores a workout of one set in one of two gyms, at a time of the gym's clock. */
async function train(sub: string, at: string, gymId = 41, workoutTypeId = 1) {
  const startedAt = new Date(`${at}+09:00`);
  return await storeWorkout(db, sub, { startedAt, gymId, workoutTypeId, sets: [[100, 5]] });
}

describe('the list of visits', () => {
  test('is empty for a member without workouts', async () => {
    const { body } = await get(randomUUID(), '/visits');
    expect(body).toEqual({ items: [], nextCursor: null });
  });

  test('contains the totals of each visit, with its workouts in order', async () => {
    const sub = randomUUID();
    await train(sub, '2025-07-01T10:00:00');
    const press = await storeWorkout(db, sub, {
      startedAt: '2025-07-03T10:00:00+09:00',
      gymId: 41,
      sets: [
        [400, 10],
        [425, 8],
      ],
    });
    const row = await train(sub, '2025-07-03T10:20:00', 41, 5);
    const { items } = (await get(sub, '/visits')).body as Page;
    expect(items).toHaveLength(2);
    expect(items[0]).toEqual({
      date: '2025-07-03',
      gymId: 41,
      gymName: '鍛錬ジム 駅前店',
      startedAt: '2025-07-03T01:00:00.000Z',
      endedAt: '2025-07-03T01:30:00.000Z',
      minutes: 30,
      workoutTypeIds: [1, 5],
      setCount: 3,
      repCount: 23,
      tfo: 790,
      personalBests: [{ workoutTypeId: 1, kinds: ['max', 'tfo', 'oneRepMax'] }],
      workouts: [
        expect.objectContaining({ id: press.id, max: 42.5, tfo: 740 }),
        expect.objectContaining({ id: row.id, workoutTypeId: 5, personalBests: [] }),
      ],
    });
  });

  test('pages without gaps or repetitions, also between two gyms of one day', async () => {
    const sub = randomUUID();
    await train(sub, '2025-07-01T23:59:59');
    await train(sub, '2025-07-02T00:00:00', 42);
    await train(sub, '2025-07-02T10:00:00');
    await train(sub, '2025-07-02T11:00:00', 42);
    await train(sub, '2025-07-04T10:00:00');
    await train(sub, '2025-07-04T10:10:00');
    const all = ['2025-07-04 41', '2025-07-02 41', '2025-07-02 42', '2025-07-01 41'];
    for (const limit of [1, 2, 3]) {
      const pages = await readAll(sub, `limit=${limit}`);
      expect(pages.flat()).toEqual(all);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    }
    expect(await readAll(sub, 'limit=4')).toEqual([all]);
    // A page has 20 visits by default.
    for (let day = 1; day <= 20; day += 1)
      await train(sub, `2025-06-${String(day).padStart(2, '0')}T10:00:00`);
    expect((await readAll(sub, '')).map((page) => page.length)).toEqual([20, 4]);
  });

  test('separates visits that began in the same millisecond', async () => {
    const sub = randomUUID();
    for (const [gymId, micros] of [
      [43, 100],
      [42, 300],
      [41, 200],
    ] as const) {
      const { id } = await train(sub, '2025-07-02T10:00:00', gymId);
      await db.execute(
        sql`update workouts set started_at = started_at + ${micros} * interval '1 microsecond' where id = ${id}`,
      );
    }
    expect((await readAll(sub, 'limit=1')).flat().toSorted()).toEqual([
      '2025-07-02 41',
      '2025-07-02 42',
      '2025-07-02 43',
    ]);
  });

  test('filters by workout type, and shows each matching visit completely', async () => {
    const sub = randomUUID();
    await train(sub, '2025-07-01T10:00:00', 41, 3);
    await train(sub, '2025-07-01T10:10:00', 41, 4);
    await train(sub, '2025-07-01T15:00:00', 42, 4);
    await train(sub, '2025-07-05T10:00:00', 41, 4);
    await train(sub, '2025-07-09T10:00:00', 41, 3);
    expect(await readAll(sub, 'workoutType=3&limit=1')).toEqual([
      ['2025-07-09 41'],
      ['2025-07-01 41'],
    ]);
    const { items } = (await get(sub, '/visits?workoutType=3')).body as Page;
    expect(items.map(({ workoutTypeIds }) => workoutTypeIds)).toEqual([[3], [3, 4]]);
    expect(await readAll(sub, 'workoutType=16')).toEqual([[]]);
  });

  test('shows nothing of another member, with any cursor', async () => {
    const [alice, bob] = [randomUUID(), randomUUID()];
    for (const day of [1, 2, 3]) await train(alice, `2025-07-0${day}T10:00:00`);
    const { nextCursor } = (await get(alice, '/visits?limit=1')).body as Page;
    expect(nextCursor).not.toBeNull();
    expect((await get(bob, `/visits?cursor=${nextCursor}`)).body).toEqual({
      items: [],
      nextCursor: null,
    });
  });
});

describe('the visits of a day', () => {
  test('are one per gym, the last entered first, from midnight to midnight', async () => {
    const sub = randomUUID();
    await train(sub, '2025-07-01T23:59:59');
    await train(sub, '2025-07-02T00:00:00', 42);
    await train(sub, '2025-07-02T23:59:59');
    await train(sub, '2025-07-03T00:00:00');
    const { status, body } = await get(sub, '/visits/2025-07-02');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      date: '2025-07-02',
      visits: [
        { date: '2025-07-02', gymId: 41, gymName: '鍛錬ジム 駅前店', setCount: 1 },
        { date: '2025-07-02', gymId: 42, gymName: null, setCount: 1 },
      ],
    });
  });

  test.each(['2025-07-02', '2025-06-30', '0000-01-01', '0001-01-01', '9999-12-31'])(
    'answer 404 without a workout or with one of another member: %s',
    async (date) => {
      await train(randomUUID(), '2025-07-02T10:00:00');
      expect(await get(randomUUID(), `/visits/${date}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    },
  );
});

describe('the visits of a month', () => {
  interface Month {
    visits: VisitTotals[];
    firstDate: string | null;
  }
  const readMonth = async (sub: string, month: string) => {
    const { status, body } = await get(sub, `/visits/months/${month}`);
    expect(status).toBe(200);
    const { visits, firstDate } = body as Month;
    return { days: visits.map(({ date, gymId }) => `${date} ${gymId}`), firstDate, visits };
  };

  test('are all of its gym days, newest first, without their workouts', async () => {
    const sub = randomUUID();
    await train(sub, '2025-06-30T23:59:59');
    await train(sub, '2025-07-01T00:00:00');
    await train(sub, '2025-07-02T10:00:00');
    await train(sub, '2025-07-02T11:00:00', 41, 5);
    await train(sub, '2025-07-02T15:00:00', 42);
    await train(sub, '2025-07-31T23:59:59');
    await train(sub, '2025-08-01T00:00:00');
    const { days, firstDate, visits } = await readMonth(sub, '2025-07');
    expect(days).toEqual(['2025-07-31 41', '2025-07-02 42', '2025-07-02 41', '2025-07-01 41']);
    expect(firstDate).toBe('2025-06-30');
    expect(visits[2]).toMatchObject({
      gymName: '鍛錬ジム 駅前店',
      startedAt: '2025-07-02T01:00:00.000Z',
      workoutTypeIds: [1, 5],
      setCount: 2,
      tfo: 100,
    });
    expect(visits[2]).not.toHaveProperty('workouts');
  });

  test('counts a workout past midnight for the month in which its gym day began', async () => {
    const sub = randomUUID();
    const night = { startedAt: '2025-07-01T00:30:00+09:00', gymDay: '2025-06-30', gymId: 41 };
    await storeWorkout(db, sub, { ...night, sets: [[100, 5]] });
    expect((await readMonth(sub, '2025-06')).days).toEqual(['2025-06-30 41']);
    expect((await readMonth(sub, '2025-07')).days).toEqual([]);
  });

  test.each(['0000-01', '2025-06', '2025-09', '9999-12'])(
    '%s is empty without a visit in it',
    async (month) => {
      const sub = randomUUID();
      expect(await readMonth(sub, month)).toMatchObject({ days: [], firstDate: null });
      await train(sub, '2025-07-05T10:00:00');
      expect(await readMonth(sub, month)).toMatchObject({ days: [], firstDate: '2025-07-05' });
    },
  );

  test('shows nothing of another member', async () => {
    const [alice, bob] = [randomUUID(), randomUUID()];
    await train(alice, '2025-07-05T10:00:00');
    expect(await readMonth(bob, '2025-07')).toMatchObject({ days: [], firstDate: null });
  });
});

describe('a gym day that lasts past midnight', () => {
  /**
   * Adds a gym with a machine that the member is linked to, and sends bouts at times of its clock.
   */
  async function openGym(sub: string, hours: TestHours) {
    const gym = await addGym(db, hours);
    const machine = await addMachine(db, { gymId: gym.id });
    const linkedAt = new Date('2025-08-01T00:00:00Z');
    const link = await addLink(db, machine, { sub, linkedAt, endedAt: now });
    const send = (at: string) => {
      const message = makeWorkoutMessage(link, new Date(`${at}+09:00`));
      return readIncoming(machine.id, Buffer.from(JSON.stringify(message)));
    };
    return { ...gym, send };
  }

  const store = async (...messages: ReturnType<typeof readIncoming>[]) => {
    const outcomes = await ingestMessages(db, messages, async () => {}, now);
    expect(outcomes.map(({ result }) => result)).toEqual(messages.map(() => 'stored'));
  };

  test('is one visit from 23:30 to 1:59, by the opening hours at the time of storing', async () => {
    const sub = randomUUID();
    const dayOff = { date: '2025-08-12', hours: null, note: '休館日' };
    const late = await openGym(sub, { ...openDaily(6, 26), specialDays: [dayOff] });
    const always = await openGym(sub, openDaily(0, 24));
    const unknown = await openGym(sub, { weekly: [] });
    await store(
      late.send('2025-08-14T01:59:00'),
      late.send('2025-08-14T00:30:00'),
      late.send('2025-08-13T23:30:00'),
      // The gym has closed at two.
      late.send('2025-08-14T02:00:00'),
      // The gym was closed on the day before.
      late.send('2025-08-13T00:30:00'),
      always.send('2025-08-14T00:10:00'),
      unknown.send('2025-08-14T00:20:00'),
    );
    const visits = [
      `2025-08-14 ${late.id}`,
      `2025-08-14 ${unknown.id}`,
      `2025-08-14 ${always.id}`,
      `2025-08-13 ${late.id}`,
    ];
    for (const limit of [1, 2, 3, 20]) {
      expect((await readAll(sub, `limit=${limit}`)).flat()).toEqual(visits);
    }
    const { body } = await get(sub, '/visits/2025-08-13');
    expect(body).toMatchObject({
      visits: [
        {
          gymId: late.id,
          startedAt: '2025-08-12T15:30:00.000Z',
          endedAt: '2025-08-13T16:59:21.000Z',
          workouts: [{}, { gymDay: '2025-08-13' }, {}, {}],
        },
      ],
    });
    // The gym now closes at midnight: later arrivals get the date of their start, and stored
    // workouts keep their day.
    const hours = eq(gymWeeklyHours.gymId, late.id);
    await db
      .update(gymWeeklyHours)
      .set({ closesMinute: 24 * 60 })
      .where(hours);
    await store(late.send('2025-08-11T00:40:00'));
    expect((await readAll(sub, '')).flat()).toEqual([...visits, `2025-08-11 ${late.id}`]);
  });

  test('continues in one gym after the next day began in another, and no page misses or repeats a visit', async () => {
    const sub = randomUUID();
    const trainAt = async (at: string, gymId: number, gymDay: string, workoutTypeId = 1) => {
      const startedAt = new Date(`${at}+09:00`);
      const sets = [[100, 5]] as const;
      return await storeWorkout(db, sub, { startedAt, gymId, gymDay, workoutTypeId, sets });
    };
    await trainAt('2025-06-30T10:00:00', 41, '2025-06-30');
    await trainAt('2025-07-01T23:30:00', 41, '2025-07-01', 2);
    await trainAt('2025-07-02T00:30:00', 41, '2025-07-01');
    await trainAt('2025-07-02T00:10:00', 42, '2025-07-02');
    const night = await trainAt('2025-07-02T00:40:00', 43, '2025-07-01');
    await trainAt('2025-07-02T10:00:00', 41, '2025-07-02', 2);
    const all = [
      '2025-07-02 41',
      '2025-07-02 42',
      '2025-07-01 43',
      '2025-07-01 41',
      '2025-06-30 41',
    ];
    for (const limit of [1, 2, 3, 4, 5]) {
      expect((await readAll(sub, `limit=${limit}`)).flat()).toEqual(all);
    }
    expect((await readAll(sub, 'workoutType=2&limit=1')).flat()).toEqual([all[0], all[3]]);
    // The visit that the cursor was made of is removed meanwhile.
    const { nextCursor } = (await get(sub, '/visits?limit=3')).body as Page;
    await db.delete(workouts).where(eq(workouts.id, night.id));
    const rest = (await readAll(sub, 'limit=20', `&cursor=${nextCursor}`)).flat();
    expect(rest.slice(-2)).toEqual(all.slice(-2));
  });
});
