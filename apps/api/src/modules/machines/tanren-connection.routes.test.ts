import { randomUUID } from 'node:crypto';
import {
  type CommandMessage,
  type LiveMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import type {
  EndedConnection,
  TanrenConnection,
  TanrenMqtt,
} from '@tanren/contract/machines/tanren-connection';
import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { productModules } from '#app.ts';
import {
  linkFailures,
  liveTickets,
  machineOffsets,
  machines,
  tanrenConnections,
  type MachineRow,
} from '#db/schema/machines.ts';
import { userInfos } from '#db/schema/members.ts';
import { workouts, workoutSets } from '#db/schema/workouts.ts';
import { redeemLiveTicket } from './live-tickets.service.ts';
import { buildTestApp, moveTaskTimers } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';
import { createCall, type Method, modules, openWorld } from '#test/support/world.ts';
import { describeLink } from './link-notifications.ts';
import { issueLiveTicket, releaseIdleLinks } from './tanren-connection.service.ts';

const { bus, send, listen } = await openTestBus();
const world = await openWorld('2026-04-01T03:00:10Z', { bus, modules: productModules });
const { db, clock } = world;
const passSeconds = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};
/** Number of the network, because each test uses its own. */
let network = 0;
let home = '';
beforeEach(() => {
  network += 1;
  home = `10.0.${network}.1`;
});

interface Answered extends TanrenMqtt {
  readonly connection: TanrenConnection | null;
  readonly ended: EndedConnection | null;
  readonly code: string;
}

const call = async (sub: string, method: Method, path = '', payload?: object) =>
  await world.call<Answered>(sub, method, `/tanren-connection${path}`, payload, {
    remoteAddress: home,
  });

const link = async (sub: string, machine: MachineRow, code = showLinkCode(machine, clock.now)) =>
  await call(sub, 'POST', '', { code });
const read = async (sub: string) => (await call(sub, 'GET')).body.connection;
const countOpen = async (machineId: number) =>
  await db.$count(
    tanrenConnections,
    and(eq(tanrenConnections.machineId, machineId), isNull(tanrenConnections.endedAt)),
  );

test('links no member without the broker, and the page shows the reason', async () => {
  const cutOff = { ...bus, isConnected: () => false };
  const callOffline = createCall(await world.openNode({ bus: cutOff, modules }));
  const [sub, machine] = [randomUUID(), await addMachine(db)];
  const payload = { code: showLinkCode(machine, clock.now) };
  expect(await callOffline(sub, 'POST', '/tanren-connection', payload)).toMatchObject({
    status: 503,
    code: 'machines_unreachable',
  });
  expect(await countOpen(machine.id)).toBe(0);
  const told = await callOffline(sub, 'GET', '/tanren-connection');
  expect(told.body).toEqual({ connection: null, ended: null, machinesReachable: false });
  expect((await call(sub, 'POST', '', payload)).status).toBe(201);
  expect((await call(sub, 'GET')).body).toMatchObject({ machinesReachable: true });
});

const ownDescription = {
  protocol: 2,
  maker: 'ACME',
  model: 'Row 300',
  firmware: '1',
  loads: { minKg: 5, maxKg: 150, stepKg: 2.5 },
  measures: ['seat'],
  setsSeat: true,
};

describe('the seat position', () => {
  const sit = async (sub: string, machine: MachineRow, startedAt: string, seat: number) => {
    const { id } = await storeWorkout(db, sub, { startedAt, sets: [[400, 5]] });
    await db.update(workouts).set({ machineId: machine.id }).where(eq(workouts.id, id));
    await db.update(workoutSets).set({ seat }).where(eq(workoutSets.workoutId, id));
  };
  const setModel = async (machine: MachineRow, changes: object) =>
    await db
      .update(machines)
      .set({ description: { ...ownDescription, ...changes } })
      .where(eq(machines.id, machine.id));

  test('of the last time on the same model is shown, and sent to a machine with a motor', async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    const [machine, same, foreign] = [
      await addMachine(db),
      await addMachine(db),
      await addMachine(db),
    ];
    await setModel(machine, {});
    await setModel(same, {});
    await setModel(foreign, { model: 'Press 100' });
    await sit(sub, machine, '2026-03-01T03:00:00Z', 2);
    await sit(sub, same, '2026-03-02T03:00:00Z', 4);
    await sit(sub, foreign, '2026-03-03T03:00:00Z', 9);
    await sit(other, machine, '2026-03-04T03:00:00Z', 7);
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    const { body } = await link(sub, machine);
    expect(body.connection?.lastSeat).toBe(4);
    expect((await read(sub))?.lastSeat).toBe(4);
    expect((await read(sub))?.machine.measures).toEqual(ownDescription.measures);
    const connectionId = body.connection?.connectionId;
    await expect.poll(() => commands.at(-1)).toEqual({ type: 'seat', connectionId, seat: 4 });
  });

  test('is unknown to a machine that does not measure it, and to a new member', async () => {
    const [sub, machine] = [randomUUID(), await addMachine(db)];
    await sit(sub, machine, '2026-03-01T03:00:00Z', 2);
    expect((await link(sub, machine)).body.connection).not.toHaveProperty('lastSeat');
    const measuring = await addMachine(db);
    await setModel(measuring, {});
    expect((await link(randomUUID(), measuring)).body.connection).not.toHaveProperty('lastSeat');
  });
});

test('the link says how the machine clearly differs, and that staff inspect it', async () => {
  const feelOf = async (mean: number, sd: number) => {
    const [machine, sub] = [await addMachine(db), randomUUID()];
    await db.insert(machineOffsets).values({ machineId: machine.id, mean, sd });
    const linked = (await link(sub, machine)).body.connection;
    expect((await read(sub))?.machineFeel).toBe(linked?.machineFeel);
    return linked?.machineFeel;
  };
  expect(await feelOf(0.05, 0.01)).toBe('heavier');
  expect(await feelOf(-0.05, 0.01)).toBe('lighter');
  expect([await feelOf(0.05, 0.03), await feelOf(0.02, 0.001)]).toEqual([undefined, undefined]);
  const [machine, sub] = [await addMachine(db), randomUUID()];
  const linked = (await link(sub, machine)).body.connection;
  expect(linked).not.toHaveProperty('machineFeel');
  expect(linked).not.toHaveProperty('inspection');
  const begin = { inspectionSince: clock.now };
  await db.update(machines).set(begin).where(eq(machines.id, machine.id));
  // The link goes on, and the machine can still be linked.
  expect(await read(sub)).toMatchObject({ inspection: true });
  expect((await link(sub, machine)).body.connection).toMatchObject({ inspection: true });
});

describe('linking', () => {
  // spec 1.12, 3.22, 7.7, 7.8
  test('works by the code on the screen, and machine and member both know the link', async () => {
    const machine = await addMachine(db, { workoutTypeId: 11, online: true });
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    const sub = randomUUID();
    await db
      .insert(userInfos)
      .values({ sub, nickname: '鍛太郎', createdAt: clock.now, updatedAt: clock.now });
    expect(await read(sub)).toBeNull();
    const { status, body } = await link(sub, machine);
    expect(status).toBe(201);
    expect(body.connection).toEqual({
      connectionId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      linkedAt: clock.now.toISOString(),
      releasesAt: '2026-04-01T03:10:10.000Z',
      machine: {
        id: machine.id,
        gymId: 1,
        gymName: '鍛錬ジム渋谷',
        workoutTypeId: 11,
        minLoad: 5,
        maxLoad: 150,
        loadStep: 2.5,
        online: true,
      },
    });
    expect(await read(sub)).toEqual(body.connection);
    await expect
      .poll(() => commands)
      .toEqual([
        {
          type: 'linked',
          connectionId: body.connection?.connectionId,
          nickname: '鍛太郎',
          nextLoadKg: null,
          chosenByTrainer: false,
          recentBestKg: null,
          items: [],
        },
      ]);
  });

  test('can be repeated with the same code and with the next one', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    const code = showLinkCode(machine, clock.now);
    const first = (await link(sub, machine, code)).body.connection;
    passSeconds(30);
    const again = (await link(sub, machine, code)).body.connection;
    expect(again?.connectionId).toBe(first?.connectionId);
    expect(again?.releasesAt).toBe('2026-04-01T03:10:40.000Z');
    passSeconds(60);
    expect((await link(sub, machine)).body.connection?.connectionId).toBe(first?.connectionId);
    expect(await db.$count(tanrenConnections, eq(tanrenConnections.sub, sub))).toBe(1);
  });

  test.each(['x', '12', '12-34567', '0-123456', '-1-123456', '999999999-123456', '1-1234567890'])(
    'finds nothing for the code %j',
    async (code) => {
      expect(await call(randomUUID(), 'POST', '', { code })).toMatchObject({
        status: 404,
        body: { code: 'link_code_unknown' },
      });
    },
  );

  test('a retired machine has no valid code, and its link is over', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    await link(sub, machine);
    await db.update(machines).set({ retiredAt: clock.now }).where(eq(machines.id, machine.id));
    expect(await read(sub)).toBeNull();
    expect((await link(randomUUID(), machine)).status).toBe(404);
  });
});

describe('a link code', () => {
  test.each([
    [49, 201],
    [109, 201],
    [110, 404],
    [121, 404],
    [-11, 404],
  ])('used %i seconds after it was read answers %i', async (seconds, status) => {
    const machine = await addMachine(db);
    const code = showLinkCode(machine, clock.now);
    passSeconds(seconds);
    expect((await link(randomUUID(), machine, code)).status).toBe(status);
  });

  test('links one member only, even when the machine is free again', async () => {
    const machine = await addMachine(db);
    const code = showLinkCode(machine, clock.now);
    const owner = randomUUID();
    expect((await link(owner, machine, code)).status).toBe(201);
    await call(owner, 'DELETE');
    expect(await link(randomUUID(), machine, code)).toMatchObject({
      status: 404,
      body: { code: 'link_code_unknown' },
    });
    expect((await link(owner, machine, code)).status).toBe(201);
    await call(owner, 'DELETE');
    passSeconds(60);
    expect((await link(randomUUID(), machine)).status).toBe(201);
  });

  test('older than the one that was used is invalid too', async () => {
    const machine = await addMachine(db);
    const older = showLinkCode(machine, clock.now);
    passSeconds(60);
    const owner = randomUUID();
    await link(owner, machine);
    await call(owner, 'DELETE');
    expect((await link(randomUUID(), machine, older)).status).toBe(404);
  });
});

describe('guessing link codes', () => {
  const wrongCode = (machine: MachineRow) => {
    const right = [0, -60_000].map((ms) =>
      showLinkCode(machine, new Date(clock.now.getTime() + ms)).slice(-6),
    );
    const wrong = ['111111', '222222', '333333'].find((code) => !right.includes(code));
    return `${machine.id}-${wrong}`;
  };
  /** Stores wrong codes of one network without the calls, one every `seconds` from now on. */
  const guess = async (count: number, machine: MachineRow, sub: string, seconds = 0) =>
    await db.insert(linkFailures).values(
      Array.from({ length: count }, (_, n) => ({
        sub,
        machineId: machine.id,
        address: home,
        failedAt: new Date(clock.now.getTime() + n * seconds * 1000),
      })),
    );

  test('stops after ten wrong codes, also for a right one, until the time is over', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    for (let n = 0; n < 10; n += 1) {
      expect((await link(sub, machine, wrongCode(machine))).status).toBe(404);
      passSeconds(10);
    }
    for (let n = 0; n < 3; n += 1) {
      const rejected = await link(sub, machine);
      expect(rejected).toMatchObject({
        status: 429,
        body: { code: 'too_many_requests' },
      });
      expect(rejected.retryAfter).toBe('500');
    }
    passSeconds(499);
    expect((await link(sub, machine)).status).toBe(429);
    passSeconds(1);
    expect((await link(sub, machine)).status).toBe(201);
  });

  test('is limited also when many arrive at once', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => await link(sub, machine, wrongCode(machine))),
    );
    const tried = answers.filter(({ status }) => status === 404).length;
    expect(tried).toBe(10);
    expect(answers.filter(({ status }) => status === 429).length).toBe(40 - tried);
    expect((await link(randomUUID(), machine)).status).toBe(201);
  });

  test('is limited to thirty a day', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    await guess(29, machine, sub, 600);
    passSeconds(29 * 600);
    expect((await link(sub, machine, wrongCode(machine))).status).toBe(404);
    passSeconds(600);
    expect(await link(sub, machine)).toMatchObject({ status: 429, retryAfter: '68400' });
    expect((await link(randomUUID(), machine)).status).toBe(201);
  });

  test('by others never blocks a member with the right code', async () => {
    const machine = await addMachine(db);
    await guess(60, machine, randomUUID());
    for (const sub of Array.from({ length: 3 }, () => randomUUID())) {
      for (let n = 0; n < 3; n += 1) await link(sub, machine, wrongCode(machine));
    }
    const mistyping = randomUUID();
    expect((await link(mistyping, machine, wrongCode(machine))).status).toBe(404);
    expect((await link(mistyping, machine)).status).toBe(201);
    const noted = await db.$count(linkFailures, eq(linkFailures.machineId, machine.id));
    // The first sixty are recorded, and two for each account that came later.
    expect(noted).toBe(60 + 3 * 2 + 1);
  });

  test('is limited to two codes per member in a network with many wrong ones, and other networks allow more', async () => {
    const machine = await addMachine(db);
    await guess(60, machine, randomUUID());
    const sub = randomUUID();
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await link(sub, machine, wrongCode(machine))).status);
    }
    expect(statuses).toEqual([404, 404, 429]);
    home = `10.1.${network}.1`;
    expect((await link(sub, machine, wrongCode(machine))).status).toBe(404);
  });

  test('does not count right codes', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    for (let n = 0; n < 11; n += 1) expect((await link(sub, machine)).status).toBe(201);
    expect(await db.$count(linkFailures, eq(linkFailures.sub, sub))).toBe(0);
  });
});

describe('taking over a machine', () => {
  test('is possible after ten idle minutes', async () => {
    const machine = await addMachine(db);
    const holder = randomUUID();
    const next = randomUUID();
    const held = (await link(holder, machine)).body.connection;
    const received = await listen<MemberLiveMessage>(memberLiveTopic(holder));
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    passSeconds(599);
    expect(await link(next, machine)).toMatchObject({
      status: 409,
      body: { code: 'machine_in_use' },
    });
    expect(await read(holder)).not.toBeNull();
    passSeconds(1);
    const taken = await link(next, machine);
    expect(taken.status).toBe(201);
    expect(await read(holder)).toBeNull();
    const unlinked = {
      type: 'unlinked',
      connectionId: held?.connectionId,
      reason: 'idle',
    };
    await expect.poll(() => received).toEqual([unlinked]);
    await expect
      .poll(() => commands)
      .toMatchObject([
        unlinked,
        { type: 'linked', connectionId: taken.body.connection?.connectionId },
      ]);
  });

  test('gives the machine to exactly one of twenty members', async () => {
    const machine = await addMachine(db);
    const code = showLinkCode(machine, clock.now);
    const subs = Array.from({ length: 20 }, () => randomUUID());
    const answers = await Promise.all(subs.map(async (sub) => await link(sub, machine, code)));
    const winners = subs.filter((_, n) => answers[n]?.status === 201);
    expect(winners).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 404].includes(status))).toBe(true);
    expect(await countOpen(machine.id)).toBe(1);
    const linked = await Promise.all(subs.map(read));
    expect(subs.filter((_, n) => linked[n] !== null)).toEqual(winners);
  });
});

describe('moving to another machine', () => {
  test('ends the earlier link and notifies both machines and the member', async () => {
    const [first, second] = [await addMachine(db), await addMachine(db)];
    const sub = randomUUID();
    const old = (await link(sub, first)).body.connection?.connectionId;
    const commands = await listen<CommandMessage>(machineTopic(first.id, 'commands'));
    const received = await listen<MemberLiveMessage>(memberLiveTopic(sub));
    expect((await link(sub, second)).status).toBe(201);
    expect((await read(sub))?.machine.id).toBe(second.id);
    expect(await countOpen(first.id)).toBe(0);
    const unlinked = { type: 'unlinked', connectionId: old, reason: 'moved' };
    await expect.poll(() => commands).toEqual([unlinked]);
    await expect.poll(() => received).toEqual([unlinked]);
  });

  test('that is in use keeps the earlier link', async () => {
    const [mine, taken] = [await addMachine(db), await addMachine(db)];
    const sub = randomUUID();
    await link(sub, mine);
    await link(randomUUID(), taken);
    passSeconds(60);
    expect((await link(sub, taken)).status).toBe(409);
    expect((await read(sub))?.machine.id).toBe(mine.id);
  });

  test('leaves one link when a member links twenty machines at once', async () => {
    const sub = randomUUID();
    const raced: MachineRow[] = [];
    for (let n = 0; n < 20; n += 1) raced.push(await addMachine(db));
    const answers = await Promise.all(raced.map(async (machine) => await link(sub, machine)));
    // Twenty attempts at once look like guessing. The attempts that are allowed all succeed.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
    const open = await db
      .select()
      .from(tanrenConnections)
      .where(and(eq(tanrenConnections.sub, sub), isNull(tanrenConnections.endedAt)));
    expect(open).toHaveLength(1);
    expect((await read(sub))?.connectionId).toBe(open[0]?.id);
    expect(await db.$count(linkFailures, eq(linkFailures.sub, sub))).toBe(0);
  });

  test('in a circle of members and machines causes no deadlock', async () => {
    const subs = Array.from({ length: 6 }, () => randomUUID());
    const ring: MachineRow[] = [];
    while (ring.length < subs.length) ring.push(await addMachine(db));
    for (const round of [0, 1, 2, 3]) {
      passSeconds(700);
      const answers = await Promise.all(
        subs.flatMap((sub, n) =>
          ring
            .filter((_, at) => at === (n + round) % ring.length)
            .map(async (machine) => await link(sub, machine)),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(subs.map(() => 201));
    }
  });
});

describe('ending a link', () => {
  // spec 7.9
  test('notifies the machine and can be repeated', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    const connectionId = (await link(sub, machine)).body.connection?.connectionId;
    const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
    expect((await call(sub, 'DELETE')).status).toBe(204);
    expect((await call(sub, 'DELETE')).status).toBe(204);
    expect(await read(sub)).toBeNull();
    await expect
      .poll(() => commands)
      .toEqual([{ type: 'unlinked', connectionId, reason: 'member' }]);
  });

  test('of another member is not possible', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    await link(sub, machine);
    await call(randomUUID(), 'DELETE');
    expect(await read(sub)).not.toBeNull();
  });
});

describe('idle links', () => {
  test('have ended when the member reads them', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    await link(sub, machine);
    passSeconds(599);
    expect(await read(sub)).not.toBeNull();
    passSeconds(1);
    expect(await read(sub)).toBeNull();
    expect(await countOpen(machine.id)).toBe(0);
  });

  test('report for half an hour why they ended, once', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    const { connectionId } = (await link(sub, machine)).body.connection ?? {};
    expect((await call(sub, 'GET')).body.ended).toBeNull();
    passSeconds(600);
    const ended = { connectionId, reason: 'idle' };
    expect((await call(sub, 'GET')).body).toMatchObject({ connection: null, ended });
    expect((await call(randomUUID(), 'GET')).body.ended).toBeNull();
    passSeconds(30 * 60);
    expect((await call(sub, 'GET')).body.ended).toEqual(ended);
    passSeconds(1);
    expect((await call(sub, 'GET')).body.ended).toBeNull();
    await link(sub, machine);
    expect((await call(sub, 'GET')).body.ended).toBeNull();
  });

  test('are released by a timer without any call', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    await link(sub, machine);
    const received = await listen<MemberLiveMessage>(memberLiveTopic(sub));
    const node = await buildTestApp({
      db,
      bus,
      modules: productModules,
      now: () => clock.now,
    });
    const runTasks = moveTaskTimers();
    await node.ready();
    passSeconds(600);
    await expect
      .poll(async () => (await runTasks(), received))
      .toMatchObject([{ type: 'unlinked', reason: 'idle' }]);
    expect(await countOpen(machine.id)).toBe(0);
    await node.close();
  });

  test('are released once, however many nodes try', async () => {
    const subs: string[] = Array.from({ length: 8 }, () => randomUUID());
    for (const sub of subs) await link(sub, await addMachine(db));
    const busy = randomUUID();
    passSeconds(300);
    await link(busy, await addMachine(db));
    passSeconds(300);
    const released = await Promise.all([1, 2, 3, 4].map(() => releaseIdleLinks(db, clock.now)));
    const rest = await releaseIdleLinks(db, clock.now);
    const all = [...released.flat(), ...rest].filter(({ sub }) => subs.includes(sub));
    expect(all.map(({ sub }) => sub).toSorted()).toEqual(subs.toSorted());
    expect(all.every(({ reason }) => reason === 'idle')).toBe(true);
    expect(await read(busy)).not.toBeNull();
  });

  test('of a retired machine are released at once', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    await link(sub, machine);
    await db.update(machines).set({ retiredAt: clock.now }).where(eq(machines.id, machine.id));
    expect(await releaseIdleLinks(db, clock.now)).toMatchObject([{ sub, reason: 'retired' }]);
  });
});

describe('a machine that connects again', () => {
  const plans = {
    findSeat: async () => null,
    findLoads: async () => ({ nextLoadHg: 425, chosenByTrainer: false, recentBestHg: 400 }),
    findDueItems: async () => [
      { sets: 2, reps: 10, loadHg: 436, restSeconds: 60 },
      { sets: 1, reps: 12, loadHg: null, restSeconds: 0 },
    ],
  };

  test('receives its link with the next load and the menu, while there is one', async () => {
    const machine = await addMachine(db);
    const sub = randomUUID();
    expect(await describeLink(db, plans, machine.id, clock.now)).toEqual({
      type: 'unlinked',
      connectionId: null,
      reason: 'idle',
    });
    const connectionId = (await link(sub, machine)).body.connection?.connectionId;
    expect(await describeLink(db, plans, machine.id, clock.now)).toEqual({
      type: 'linked',
      connectionId,
      nickname: '',
      nextLoadKg: 42.5,
      chosenByTrainer: false,
      recentBestKg: 40,
      items: [
        // The machine has plates of 2.5 kg.
        { sets: 2, reps: 10, loadKg: 42.5, restSeconds: 60 },
        { sets: 1, reps: 12, loadKg: 42.5, restSeconds: 0 },
      ],
    });
    passSeconds(600);
    expect(await describeLink(db, plans, machine.id, clock.now)).toMatchObject({
      type: 'unlinked',
    });
  });
});

describe('the live channel', () => {
  const mqtt = async (sub: string) => await call(sub, 'POST', '/mqtt');

  test('needs an open link', async () => {
    const sub = randomUUID();
    const rejected = { status: 409, body: { code: 'not_linked' } };
    expect(await mqtt(sub)).toMatchObject(rejected);
    await link(sub, await addMachine(db));
    expect((await mqtt(sub)).status).toBe(201);
    passSeconds(600);
    expect(await mqtt(sub)).toMatchObject(rejected);
  });

  // spec 7.10
  test('opens with a ticket that works once, for its member, within a minute', async () => {
    const sub = randomUUID();
    await link(sub, await addMachine(db));
    const { body } = await mqtt(sub);
    expect(body).toEqual({
      url: 'ws://localhost:3000/mqtt',
      clientId: expect.stringMatching(/^member-[0-9a-f]{24}$/) as string,
      username: `member:${sub}`,
      password: expect.stringMatching(/^[\w-]{43}$/) as string,
      topics: [`tanren/members/${sub}/live`],
      expiresAt: '2026-04-01T03:01:10.000Z',
      lastMessages: [],
      identityId: null,
    });
    const stored = await db.select().from(liveTickets).where(eq(liveTickets.sub, sub));
    expect(JSON.stringify(stored)).not.toContain(body.password);
    const redeemed = await Promise.all(
      [1, 2, 3, 4, 5].map(async () => await redeemLiveTicket(db, body, clock.now)),
    );
    expect(redeemed.filter((who) => who !== null)).toEqual([{ sub, signIn: null }]);
  });

  test('sends the last message of the link to its member only, and nothing of an ended link', async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    const [machine, another] = [await addMachine(db), await addMachine(db)];
    await link(other, another);
    const connectionId = (await link(sub, machine)).body.connection?.connectionId ?? '';
    const said = (seq: number, type: LiveMessage['type'], lifting: boolean): LiveMessage => ({
      type,
      connectionId,
      workoutUuid: randomUUID(),
      seq,
      at: clock.now.toISOString(),
      loadKg: 40,
      lifting,
      sets: [{ loadKg: 40, reps: seq }],
      max: 40,
      tfo: 40 * seq,
    });
    const received = await listen<LiveMessage>(memberLiveTopic(sub));
    const say = async (message: LiveMessage) => {
      await send(machineTopic(machine.id, 'live'), JSON.stringify(message));
      await expect.poll(() => received.at(-1)).toEqual(message);
    };
    const [rep, end, rest] = [
      said(1, 'rep', true),
      said(3, 'set-ended', false),
      said(4, 'state', false),
    ];
    await say(rep);
    expect((await mqtt(sub)).body.lastMessages).toEqual([rep]);
    await say(end);
    expect((await mqtt(sub)).body.lastMessages).toEqual([end]);
    await say(rest);
    // This message arrives late and is older than the known ones.
    await say(said(2, 'rep', true));
    expect((await mqtt(sub)).body.lastMessages).toEqual([end, rest]);
    expect((await mqtt(other)).body.lastMessages).toEqual([]);
    passSeconds(60);
    await link(sub, await addMachine(db));
    expect((await mqtt(sub)).body.lastMessages).toEqual([]);
  });

  test('the ticket contains the sign-in that requested it', async () => {
    const [sub, originJti] = [randomUUID(), randomUUID()];
    await link(sub, await addMachine(db));
    const ticket = await issueLiveTicket(db, async () => {}, { sub, originJti }, clock.now);
    expect(await redeemLiveTicket(db, ticket, clock.now)).toEqual({ sub, signIn: originJti });
  });

  test('rejects old tickets and other names', async () => {
    const sub = randomUUID();
    await link(sub, await addMachine(db));
    const old = (await mqtt(sub)).body;
    passSeconds(60);
    expect(await redeemLiveTicket(db, old, clock.now)).toBeNull();
    const fresh = (await mqtt(sub)).body;
    const foreign = {
      username: `member:${randomUUID()}`,
      password: fresh.password,
    };
    expect(await redeemLiveTicket(db, foreign, clock.now)).toBeNull();
    expect(await redeemLiveTicket(db, { ...fresh, password: 'x' }, clock.now)).toBeNull();
  });
});
