import { randomUUID } from 'node:crypto';
import {
  type CommandMessage,
  type LiveMessage,
  machineTopic,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { tanrenConnections } from '#db/schema/machines.ts';
import { addLink, type TestLink } from '#test/support/workouts/workouts.ts';
import { silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { listLastLive, relayLiveMessages } from './tanren-connection.mqtt.ts';

const start = new Date('2026-04-01T03:00:00Z');
let clock = start;
const passSeconds = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

const { db } = await createTestDatabase();
const { bus, send, listen } = await openTestBus();

beforeEach(async () => {
  clock = start;
  onTestFinished(await relayLiveMessages(bus, { db, now: () => clock, log: silentLog }));
});

const makeLink = async () => await addLink(db, await addMachine(db), { linkedAt: start });

let seq = 0;
function live({ connectionId }: TestLink, changes: Partial<LiveMessage> = {}): LiveMessage {
  seq += 1;
  return {
    type: 'rep',
    connectionId,
    workoutUuid: randomUUID(),
    seq,
    at: clock.toISOString(),
    loadKg: 40,
    lifting: true,
    sets: [{ loadKg: 40, reps: 3 }],
    max: 40,
    tfo: 120,
    ...changes,
  };
}

const say = async ({ machine }: Pick<TestLink, 'machine'>, message: object | string) =>
  await send(
    machineTopic(machine.id, 'live'),
    typeof message === 'string' ? message : JSON.stringify(message),
  );

const readRow = async ({ connectionId }: TestLink) => {
  const [row] = await db
    .select()
    .from(tanrenConnections)
    .where(eq(tanrenConnections.id, connectionId));
  return row;
};
const readActive = async (link: TestLink) => (await readRow(link))?.lastActiveAt;

describe('a live message of a machine', () => {
  test('reaches only its member, unchanged and in order', async () => {
    const [link, other] = [await makeLink(), await makeLink()];
    const received = await listen<LiveMessage>(memberLiveTopic(link.sub));
    const foreign = await listen<LiveMessage>(memberLiveTopic(other.sub));
    const messages = Array.from({ length: 50 }, () => live(link));
    for (const message of messages) await say(link, message);
    await expect.poll(() => [...received]).toEqual(messages);
    expect(foreign).toEqual([]);
  });

  test('reaches the member without the fields of a newer machine', async () => {
    const link = await makeLink();
    const received = await listen<LiveMessage>(memberLiveTopic(link.sub));
    const message = live(link);
    await say(link, { ...message, heartRate: 120, sets: message.sets });
    await expect.poll(() => [...received]).toEqual([message]);
  });

  test('about measures reaches only its member, and does not count as the newest state', async () => {
    const link = await makeLink();
    const received = await listen<unknown>(memberLiveTopic(link.sub));
    const measured = {
      type: 'measured',
      connectionId: link.connectionId,
      workoutUuid: randomUUID(),
      set: 1,
      reps: [{ rangeMm: 420 }],
    };
    const topic = machineTopic(link.machine.id, 'rep-measures');
    await send(topic, JSON.stringify({ ...measured, reps: [{ rangeMm: -1 }] }));
    await send(topic, JSON.stringify(measured));
    await expect.poll(() => [...received]).toEqual([measured]);
    expect(listLastLive(link.connectionId)).toEqual([]);
  });

  test('about the link of another machine reaches no member', async () => {
    const [link, other] = [await makeLink(), await makeLink()];
    const received = await listen<LiveMessage>(memberLiveTopic(other.sub));
    await say(link, live(other));
    await say(other, live(other));
    await expect.poll(() => received.length).toBe(1);
    expect(await readActive(link)).toEqual(start);
  });

  test.each([
    '',
    'x',
    '{}',
    'null',
    '[]',
    '{"type":"rep"}',
    '['.repeat(100_000),
    'x'.repeat(300_000),
    '\u0000',
  ])('is dropped when it is invalid (%#), and the next one is not', async (nonsense) => {
    const link = await makeLink();
    const received = await listen<LiveMessage>(memberLiveTopic(link.sub));
    await say(link, nonsense);
    await say(link, { ...live(link), type: 'workout-stored' });
    const message = live(link);
    await say(link, message);
    await expect.poll(() => [...received]).toEqual([message]);
  });

  test.each([
    ['ended', 'moved'],
    ['gone', 'erased'],
  ] as const)(
    'about a link that has %s is answered with the current link',
    async (what, reason) => {
      const link = await makeLink();
      const received = await listen<LiveMessage>(memberLiveTopic(link.sub));
      const commands = await listen<CommandMessage>(machineTopic(link.machine.id, 'commands'));
      const thisLink = eq(tanrenConnections.id, link.connectionId);
      if (what === 'gone') await db.delete(tanrenConnections).where(thisLink);
      else
        await db
          .update(tanrenConnections)
          .set({ endedAt: clock, endReason: 'moved' })
          .where(thisLink);
      for (let n = 0; n < 20; n += 1) await say(link, live(link));
      const unlinked = { type: 'unlinked', connectionId: link.connectionId, reason };
      await expect.poll(() => [...commands]).toEqual([unlinked]);
      passSeconds(5);
      await say(link, live(link));
      await expect.poll(() => [...commands]).toEqual([unlinked, unlinked]);
      expect(received).toEqual([]);
    },
  );

  test('reaches the member until a few seconds after the end of the link', async () => {
    const link = await makeLink();
    const received = await listen<LiveMessage>(memberLiveTopic(link.sub));
    await say(link, live(link));
    await expect.poll(() => received.length).toBe(1);
    await db
      .update(tanrenConnections)
      .set({ endedAt: clock, endReason: 'member' })
      .where(eq(tanrenConnections.id, link.connectionId));
    passSeconds(5);
    const commands = await listen<CommandMessage>(machineTopic(link.machine.id, 'commands'));
    await say(link, live(link));
    await expect.poll(() => commands.length).toBe(1);
    expect(received).toHaveLength(1);
  });
});

describe('a link stays in use', () => {
  test('by reps, recorded every half minute, and by sets, recorded at once', async () => {
    const link = await makeLink();
    passSeconds(100);
    const first = clock;
    await say(link, live(link));
    await expect.poll(async () => await readActive(link)).toEqual(first);
    passSeconds(29);
    await say(link, live(link));
    passSeconds(1);
    const third = clock;
    await say(link, live(link));
    await expect.poll(async () => await readActive(link)).toEqual(third);
    passSeconds(2);
    const end = clock;
    await say(link, live(link, { type: 'set-ended', lifting: false }));
    await expect.poll(async () => await readActive(link)).toEqual(end);
  });

  test('and knows its bout and the sets, also after messages out of order', async () => {
    const link = await makeLink();
    const workoutUuid = randomUUID();
    const set = { loadKg: 40, reps: 10 };
    const expectSets = async (boutUuid: string | null, setCount: number) =>
      await expect.poll(async () => await readRow(link)).toMatchObject({ boutUuid, setCount });
    await expectSets(null, 0);
    const tell = async (
      type: 'set-started' | 'set-ended',
      sets: number,
      bout: string = workoutUuid,
    ) => {
      passSeconds(2);
      const lifting = type === 'set-started';
      const changes = {
        type,
        lifting,
        workoutUuid: bout,
        sets: Array.from({ length: sets }, () => set),
      };
      await say(link, live(link, changes));
      await expect.poll(async () => await readActive(link)).toEqual(clock);
    };
    await tell('set-started', 1);
    await expectSets(workoutUuid, 1);
    await tell('set-ended', 1);
    await tell('set-started', 2);
    await expectSets(workoutUuid, 2);
    await tell('set-ended', 3);
    await tell('set-ended', 2);
    await expectSets(workoutUuid, 3);
    const next = randomUUID();
    await tell('set-started', 1, next);
    await expectSets(next, 1);
  });

  test('but not by a machine that is only connected', async () => {
    const link = await makeLink();
    const received = await listen<LiveMessage>(memberLiveTopic(link.sub));
    passSeconds(100);
    await say(link, live(link, { type: 'state', lifting: false }));
    await say(link, live(link, { type: 'set-ended', lifting: false }));
    await expect.poll(() => received.length).toBe(2);
    await expect.poll(async () => await readActive(link)).toEqual(clock);
    passSeconds(100);
    await say(link, live(link, { type: 'state', lifting: false }));
    await expect.poll(() => received.length).toBe(3);
    expect(await readActive(link)).toEqual(new Date(clock.getTime() - 100_000));
  });

  test('and an ended one does not come back', async () => {
    const link = await makeLink();
    const received = await listen<LiveMessage>(memberLiveTopic(link.sub));
    await say(link, live(link, { type: 'state' }));
    await expect.poll(() => received.length).toBe(1);
    await db
      .update(tanrenConnections)
      .set({ endedAt: clock, endReason: 'member' })
      .where(eq(tanrenConnections.id, link.connectionId));
    passSeconds(2);
    await say(link, live(link));
    await expect.poll(() => received.length).toBe(2);
    expect(await readActive(link)).toEqual(start);
  });
});
