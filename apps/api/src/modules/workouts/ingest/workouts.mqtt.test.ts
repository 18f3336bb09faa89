import { randomUUID } from 'node:crypto';
import {
  type AckMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
  type WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rejectedMessages, tanrenConnections } from '#db/schema/machines.ts';
import { workoutBests, workouts, workoutSets } from '#db/schema/workouts.ts';
import { isDatabaseAway } from '#db/database-failure.ts';
import { silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { findWrongBests } from '#test/support/workouts/derived-numbers.ts';
import { addLink, makeWorkoutMessage, type TestLink } from '#test/support/workouts/workouts.ts';
import { toWorkoutSet } from '#modules/workouts/workout-reads.service.ts';
import { readIncoming } from './ingest-message.ts';
import { maxPerMachine, purgeRejected } from './rejected-messages.store.ts';
import { takeWorkouts } from './workouts.mqtt.ts';
import { ingestMessages } from '#modules/workouts/workouts.service.ts';

const now = new Date('2026-04-01T03:00:00Z');
const ninetyDaysAgo = new Date('2026-01-01T03:00:00Z');

test('deletes old rejected messages, and all but the newest of a machine that sends too many', async () => {
  const { db } = await createTestDatabase();
  const send = (machineId: number, count: number, newest: Date) =>
    db.execute(sql`
      insert into rejected_messages (machine_id, received_at, reason, byte_length, payload)
      select ${machineId}, ${newest}::timestamptz - ((n - 1) || ' seconds')::interval,
        'malformed', 2, '{}'
      from generate_series(1, ${count}) n`);
  await send(7, maxPerMachine + 6000, now);
  await send(8, maxPerMachine, now);
  await send(9, 10, now);
  await send(9, 3, new Date(ninetyDaysAgo.getTime() - 1));

  await purgeRejected(db, ninetyDaysAgo);

  const { rows } = await db.execute(sql`
    select machine_id as machine, count(*)::int as count,
      extract(epoch from ${now}::timestamptz - min(received_at))::int as "oldestSeconds"
    from rejected_messages group by machine_id order by machine_id`);
  expect(rows).toEqual([
    { machine: 7, count: maxPerMachine, oldestSeconds: maxPerMachine - 1 },
    { machine: 8, count: maxPerMachine, oldestSeconds: maxPerMachine - 1 },
    { machine: 9, count: 10, oldestSeconds: 9 },
  ]);
});

const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const { db } = await createTestDatabase();
const { bus, send, listen } = await openTestBus();
const parts = {
  db,
  now: () => now,
  log: silentLog,
  isDatabaseAway,
  onWorkoutsStored: async () => {},
};

/** Starts one more node on the same broker. Every message reaches each node. */
async function startNode() {
  onTestFinished(await takeWorkouts(bus, parts));
}

async function makeLink(changes: Partial<typeof tanrenConnections.$inferInsert> = {}) {
  return await addLink(db, await addMachine(db), { linkedAt: minutesAgo(60), ...changes });
}

async function publish({ machine }: Pick<TestLink, 'machine'>, ...messages: readonly object[]) {
  const topic = machineTopic(machine.id, 'workouts');
  await Promise.all(messages.map(async (message) => await send(topic, JSON.stringify(message))));
}

const listenForAcks = async ({ machine }: TestLink) =>
  await listen<AckMessage>(machineTopic(machine.id, 'acks'));

const listStored = async (sub: string) =>
  await db.select().from(workouts).where(eq(workouts.sub, sub)).orderBy(asc(workouts.startedAt));

const flagsOf = async (sub: string) =>
  (await listStored(sub)).map((w) => [w.isMaxBest, w.isTfoBest, w.isOneRepMaxBest]);

describe('a workout', () => {
  // spec 1.5
  test('is stored with its sets and bests, then acknowledged, and the member is notified', async () => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    const received = await listen<MemberLiveMessage>(memberLiveTopic(link.sub));
    const message = makeWorkoutMessage(link, minutesAgo(5), [
      [40, 10],
      [42.5, 3],
    ]);
    await publish(link, message);
    await expect
      .poll(() => [...acks])
      .toEqual([{ workoutUuid: message.workoutUuid, result: 'stored' }]);
    const [stored] = await listStored(link.sub);
    expect(stored).toMatchObject({
      workoutUuid: message.workoutUuid,
      workoutTypeId: 1,
      machineId: link.machine.id,
      gymId: 1,
      startedAt: new Date(message.startedAt),
      endedAt: new Date(message.endedAt),
      maxHg: 425,
      tfoHg: 4000 + 1275,
      setCount: 2,
      repCount: 13,
      topLoadHg: 425,
      topReps: 3,
      oneRepMaxHg: 533,
      oneRepMaxReps: 10,
      isMaxBest: false,
    });
    const workoutId = stored?.id ?? 0;
    const sets = await db.select().from(workoutSets).where(eq(workoutSets.workoutId, workoutId));
    expect(sets).toMatchObject([
      {
        workoutId,
        position: 0,
        loadHg: 400,
        repLoadsHg: Array.from({ length: 10 }, () => 400),
        repMs: Array.from({ length: 10 }, () => 2000),
      },
      {
        workoutId,
        position: 1,
        loadHg: 425,
        repLoadsHg: [425, 425, 425],
        repMs: [2000, 2000, 2000],
      },
    ]);
    expect(await db.select().from(workoutBests).where(eq(workoutBests.sub, link.sub))).toEqual([
      {
        sub: link.sub,
        workoutTypeId: 1,
        workoutCount: 1,
        maxHg: 425,
        maxWorkoutId: workoutId,
        maxAt: minutesAgo(5),
        tfoHg: 5275,
        tfoWorkoutId: workoutId,
        tfoAt: minutesAgo(5),
        oneRepMaxHg: 533,
        oneRepMaxReps: 10,
        oneRepMaxWorkoutId: workoutId,
        oneRepMaxAt: minutesAgo(5),
        lastWorkoutId: workoutId,
        lastAt: minutesAgo(5),
      },
    ]);
    await expect
      .poll(() => [...received])
      .toEqual([
        {
          type: 'workout-stored',
          connectionId: link.connectionId,
          workoutUuid: message.workoutUuid,
          workoutId,
          workoutTypeId: 1,
          setCount: message.sets.length,
          repCount: message.sets.flatMap(({ reps }) => reps).length,
          max: 42.5,
          tfo: 527.5,
          personalBests: [],
        },
      ]);
  });

  test('keeps the link in use until the last rep', async () => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    const message = makeWorkoutMessage(link, minutesAgo(9));
    await publish(link, message);
    await expect.poll(() => acks.length).toBe(1);
    const [row] = await db
      .select()
      .from(tanrenConnections)
      .where(eq(tanrenConnections.id, link.connectionId));
    expect(row?.lastActiveAt).toEqual(new Date(message.endedAt));
  });

  test('is stored once, however often and to however many nodes it is sent', async () => {
    for (let node = 0; node < 3; node += 1) await startNode();
    const links: TestLink[] = [];
    for (let n = 0; n < 10; n += 1) links.push(await makeLink());
    const received = await Promise.all(links.map(listenForAcks));
    const sent = links.map((link) =>
      [20, 15, 10].map((minutes) => makeWorkoutMessage(link, minutesAgo(minutes))),
    );
    await Promise.all(
      [1, 2, 3, 4].flatMap((round) =>
        links.map(async (link, n) => {
          const messages = sent[n] ?? [];
          await publish(link, ...(round % 2 === 0 ? messages.toReversed() : messages));
        }),
      ),
    );
    // Each of three nodes answers each of twelve messages.
    for (const acks of received) await expect.poll(() => acks.length, { timeout: 20_000 }).toBe(36);
    for (const [n, link] of links.entries()) {
      const uuids = (await listStored(link.sub)).map(({ workoutUuid }) => workoutUuid);
      expect(uuids).toEqual(sent[n]?.map(({ workoutUuid }) => workoutUuid));
      for (const uuid of uuids) {
        const results = received[n]?.filter((ack) => ack.workoutUuid === uuid);
        expect(results?.filter(({ result }) => result === 'stored')).toHaveLength(1);
        expect(results?.filter(({ result }) => result === 'duplicate')).toHaveLength(11);
      }
      const [bests] = await db.select().from(workoutBests).where(eq(workoutBests.sub, link.sub));
      expect(bests?.workoutCount).toBe(3);
    }
  });

  test('is a duplicate even when it is too old by now and its link is gone', async () => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    const message = makeWorkoutMessage(link, minutesAgo(5));
    await publish(link, message);
    await expect.poll(() => acks.length).toBe(1);
    await db.delete(tanrenConnections).where(eq(tanrenConnections.id, link.connectionId));
    await publish(link, message);
    await expect.poll(() => acks[1]?.result).toBe('duplicate');
  });
});

describe('bests', () => {
  test('belong to the first workout that reached them, and an equal one does not replace it', async () => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    const sent = [
      makeWorkoutMessage(link, minutesAgo(50), [[40, 5]]),
      makeWorkoutMessage(link, minutesAgo(40), [[40, 5]]),
      makeWorkoutMessage(link, minutesAgo(30), [[45, 4]]),
      makeWorkoutMessage(link, minutesAgo(20), [[30, 12]]),
      makeWorkoutMessage(link, minutesAgo(10), [[45, 9]]),
    ];
    for (const [n, message] of sent.entries()) {
      await publish(link, message);
      await expect.poll(() => acks.length).toBe(n + 1);
    }
    expect(await flagsOf(link.sub)).toEqual([
      [false, false, false],
      [false, false, false],
      [true, false, true],
      [false, true, false],
      [false, true, true],
    ]);
    const ids = (await listStored(link.sub)).map(({ id }) => id);
    const [bests] = await db.select().from(workoutBests).where(eq(workoutBests.sub, link.sub));
    expect(bests).toMatchObject({
      workoutCount: 5,
      maxHg: 450,
      maxWorkoutId: ids[2],
      tfoWorkoutId: ids[4],
      oneRepMaxWorkoutId: ids[4],
      lastWorkoutId: ids[4],
    });
  });

  test('follow from the workouts in whatever order and batches they arrive', async () => {
    await startNode();
    const loads = [40, 42.5, 40, 50, 37.5, 50, 52.5, 45];
    const order = [3, 0, 7, 1, 6, 2, 5, 4];
    for (const isBatch of [false, true]) {
      const link = await makeLink();
      const acks = await listenForAcks(link);
      const messages = order.map((n) =>
        makeWorkoutMessage(link, minutesAgo(50 - n), [[loads[n] ?? 0, 5 + (n % 4)]]),
      );
      for (const batch of isBatch ? [messages] : messages.map((message) => [message])) {
        const before = acks.length;
        await publish(link, ...batch);
        await expect.poll(() => acks.length).toBe(before + batch.length);
      }
    }
    expect(await findWrongBests(db)).toEqual([]);
  });

  test('are right when a first workout arrives at two nodes at once', async () => {
    await startNode();
    await startNode();
    const machine = await addMachine(db);
    const sub = randomUUID();
    const linkedAt = minutesAgo(60);
    const earlier = await addLink(db, machine, { sub, linkedAt, endedAt: minutesAgo(30) });
    const later = await addLink(db, await addMachine(db), { sub, linkedAt: minutesAgo(29) });
    const acks = await Promise.all([earlier, later].map(listenForAcks));
    await Promise.all([
      publish(earlier, makeWorkoutMessage(earlier, minutesAgo(50), [[40, 5]])),
      publish(later, makeWorkoutMessage(later, minutesAgo(20), [[50, 5]])),
    ]);
    for (const received of acks) await expect.poll(() => received.length).toBe(2);
    expect(await flagsOf(sub)).toEqual([
      [false, false, false],
      [true, true, true],
    ]);
  });
});

describe('measures of a machine', () => {
  const measuredRep = (startMs: number) => ({
    loadKg: 40,
    ms: 2000,
    startMs,
    concentricMs: 800,
    eccentricMs: 1000,
    rangeMm: 420,
    meanVelocityMmPerS: 525,
    peakVelocityMmPerS: 700,
  });
  const measure = (link: TestLink, changes: object = {}): WorkoutMessage => {
    const plain = makeWorkoutMessage(link, minutesAgo(5), [[40, 2]]);
    const reps = [measuredRep(0), { ...measuredRep(2500), side: 'left' as const, ...changes }];
    const failed = { loadKg: 40, ms: 1500, startMs: 4800, rangeMm: 200 };
    return { ...plain, sets: [{ loadKg: 40, startMs: 0, seat: 4, reps, failedReps: [failed] }] };
  };

  test('are stored beside the reps, and count in no result', async () => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    const message = measure(link);
    const { sets } = message;
    const newer = {
      ...message,
      mood: 'good',
      sets: sets.map((set) => ({
        ...set,
        tilt: 3,
        reps: set.reps.map((rep) => ({ ...rep, powerW: 200 })),
      })),
    };
    await publish(link, newer);
    await expect.poll(() => acks).toMatchObject([{ result: 'stored' }]);
    const [stored] = await listStored(link.sub);
    expect(stored).toMatchObject({ maxHg: 400, tfoHg: 800, repCount: 2 });
    const rows = await db
      .select()
      .from(workoutSets)
      .where(eq(workoutSets.workoutId, stored?.id ?? 0));
    expect(rows).toEqual([
      {
        workoutId: stored?.id,
        position: 0,
        loadHg: 400,
        repLoadsHg: [400, 400],
        repMs: [2000, 2000],
        startMs: 0,
        seat: 4,
        repStartMs: [0, 2500],
        repMeasures: [
          [800, 1000, 420, 525, 700, null],
          [800, 1000, 420, 525, 700, 0],
        ],
        failedReps: [{ loadHg: 400, ms: 1500, startMs: 4800, rangeMm: 200 }],
      },
    ]);
    const [whole] = rows.map(toWorkoutSet);
    expect(whole).toEqual(message.sets[0]);
  });

  test.each([
    ['rep_times_impossible', { startMs: 60_000 }],
    ['velocity_impossible', { rangeMm: 42 }],
    ['invalid_shape', { eccentricMs: '1000' }],
  ])('that cannot be true are rejected as %s: %j', async (reason, changes) => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    await publish(link, measure(link, changes));
    await expect.poll(() => acks).toMatchObject([{ result: 'rejected', reason }]);
    expect(await listStored(link.sub)).toEqual([]);
  });
});

describe('is rejected with a reason and stored for staff:', () => {
  test.each<[string, (link: TestLink) => WorkoutMessage]>([
    ['unknown_connection', () => makeWorkoutMessage({ connectionId: randomUUID() }, minutesAgo(5))],
    ['outside_connection', (link) => makeWorkoutMessage(link, minutesAgo(63))],
    ['load_out_of_range', (link) => makeWorkoutMessage(link, minutesAgo(5), [[150.1, 1]])],
    ['in_future', (link) => makeWorkoutMessage(link, minutesAgo(-5))],
    ['too_old', (link) => makeWorkoutMessage(link, minutesAgo(31 * 24 * 60))],
  ])('%s', async (reason, make) => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    const received = await listen<MemberLiveMessage>(memberLiveTopic(link.sub));
    const message = make(link);
    const { workoutUuid } = message;
    await publish(link, message);
    await expect.poll(() => [...acks]).toEqual([{ workoutUuid, result: 'rejected', reason }]);
    expect(await listStored(link.sub)).toEqual([]);
    const rejected = await db
      .select()
      .from(rejectedMessages)
      .where(eq(rejectedMessages.machineId, link.machine.id));
    expect(rejected).toMatchObject([
      {
        reason,
        workoutUuid,
        connectionId: message.connectionId,
        receivedAt: now,
        byteLength: JSON.stringify(message).length,
      },
    ]);
    const known = message.connectionId === link.connectionId;
    const news = { type: 'workout-rejected', connectionId: link.connectionId, workoutUuid, reason };
    await expect.poll(() => [...received]).toEqual(known ? [news] : []);
  });

  test('a time of a stored workout of its machine, wherever it is in its batch', async () => {
    const link = await makeLink();
    const ingest = async (...times: readonly (readonly [start: number, end: number])[]) => {
      const sent = times.map(([start, end]) => ({
        ...makeWorkoutMessage(link, minutesAgo(start)),
        endedAt: minutesAgo(end).toISOString(),
      }));
      const read = sent.map((message) =>
        readIncoming(link.machine.id, Buffer.from(JSON.stringify(message))),
      );
      const outcomes = await ingestMessages(db, read, parts.onWorkoutsStored, now);
      return sent.map(
        (message) => outcomes.find((one) => one.workoutUuid === message.workoutUuid)?.result,
      );
    };
    expect(await ingest([50, 30], [20, 14])).toEqual(['stored', 'stored']);
    const again = await ingest([48, 46], [40, 38], [25, 22], [16, 10], [9, 5]);
    expect(again).toEqual(['rejected', 'rejected', 'stored', 'rejected', 'stored']);
  });

  test('the link of another machine, whose member is not notified', async () => {
    await startNode();
    const [link, foreign] = [await makeLink(), await makeLink()];
    const acks = await listenForAcks(link);
    const received = await listen<MemberLiveMessage>(memberLiveTopic(foreign.sub));
    await publish(link, makeWorkoutMessage(foreign, minutesAgo(5)));
    await expect.poll(() => acks).toMatchObject([{ reason: 'unknown_connection' }]);
    expect(await listStored(foreign.sub)).toEqual([]);
    expect(received).toEqual([]);
  });

  test('a uuid that belongs to another member, in one batch and across batches', async () => {
    await startNode();
    const [first, second, third] = [await makeLink(), await makeLink(), await makeLink()];
    const acks = await Promise.all([first, second, third].map(listenForAcks));
    const workout = makeWorkoutMessage(first, minutesAgo(5));
    const stolen = (link: TestLink) => ({ ...workout, connectionId: link.connectionId });
    await Promise.all([publish(first, workout), publish(second, stolen(second))]);
    await expect.poll(() => [acks[0]?.length, acks[1]?.length]).toEqual([1, 1]);
    const results = [acks[0]?.[0]?.result, acks[1]?.[0]?.result];
    expect(new Set(results)).toEqual(new Set(['rejected', 'stored']));
    await publish(third, stolen(third));
    await expect.poll(() => acks[2]).toMatchObject([{ result: 'rejected', reason: 'uuid_taken' }]);
    const stored = [first, second, third].map(async ({ sub }) => await listStored(sub));
    expect((await Promise.all(stored)).flat()).toHaveLength(1);
  });
});

describe('after a link has ended', () => {
  test.each([
    [31, 'stored'],
    [29, 'stored'],
    [27, 'rejected'],
  ])(
    'a workout begun %i minutes ago, when the link ended 30 minutes ago, is %s',
    async (begun, result) => {
      await startNode();
      const link = await makeLink({ endedAt: minutesAgo(30), endReason: 'member' });
      const acks = await listenForAcks(link);
      await publish(link, makeWorkoutMessage(link, minutesAgo(begun)));
      await expect.poll(() => acks).toMatchObject([{ result }]);
    },
  );
});
