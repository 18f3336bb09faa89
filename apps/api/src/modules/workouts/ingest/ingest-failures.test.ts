import { type AckMessage, machineTopic } from '@tanren/contract/machines/machine-messages';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#db/database.ts';
import { rejectedMessages, tanrenConnections } from '#db/schema/machines.ts';
import { workoutBests, workouts } from '#db/schema/workouts.ts';
import { eraseMember } from '#composition/member-data.ts';
import { isDatabaseAway } from '#db/database-failure.ts';
import { openDistantDatabase } from '#test/support/failures.ts';
import { addLink, makeWorkoutMessage, type TestLink } from '#test/support/workouts/workouts.ts';
import { silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { takeWorkouts } from './workouts.mqtt.ts';

const now = new Date('2026-04-01T03:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const { db, url } = await createTestDatabase();
const { bus, send, listen } = await openTestBus();

async function startNode(ofNode: Database = db) {
  const parts = {
    db: ofNode,
    now: () => now,
    log: silentLog,
    isDatabaseAway,
    onWorkoutsStored: async () => {},
  };
  onTestFinished(await takeWorkouts(bus, parts));
}

const makeLink = async () => await addLink(db, await addMachine(db), { linkedAt: minutesAgo(60) });
const publish = async ({ machine }: TestLink, message: object) =>
  await send(machineTopic(machine.id, 'workouts'), JSON.stringify(message));
const listenForAcks = async ({ machine }: TestLink) =>
  await listen<AckMessage>(machineTopic(machine.id, 'acks'));

const countTraces = async (subs: readonly string[], connectionIds: readonly string[]) => [
  await db.$count(workouts, inArray(workouts.sub, [...subs])),
  await db.$count(workoutBests, inArray(workoutBests.sub, [...subs])),
  await db.$count(tanrenConnections, inArray(tanrenConnections.sub, [...subs])),
  await db.$count(rejectedMessages, inArray(rejectedMessages.connectionId, [...connectionIds])),
];

const erase = async (sub: string) => await db.transaction(async (tx) => await eraseMember(tx, sub));

const countBlocked = async () => {
  const { rows } = await db.execute(sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
};

describe('erasing a member', () => {
  test('waits for a workout that is being stored, and deletes it', async () => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    await publish(link, makeWorkoutMessage(link, minutesAgo(20)));
    await expect.poll(() => acks.length).toBe(1);
    const erasing = await db.transaction(async (tx) => {
      const ofMember = and(eq(workoutBests.sub, link.sub), eq(workoutBests.workoutTypeId, 1));
      await tx.select().from(workoutBests).where(ofMember).for('update');
      await publish(link, makeWorkoutMessage(link, minutesAgo(10)));
      await expect.poll(countBlocked).toBe(1);
      const started = erase(link.sub);
      await expect.poll(countBlocked).toBe(2);
      return { started };
    });
    await erasing.started;
    await expect.poll(() => acks.map(({ result }) => result)).toEqual(['stored', 'stored']);
    expect(await countTraces([link.sub], [link.connectionId])).toEqual([0, 0, 0, 0]);
  });

  test('is not undone by a workout that arrives meanwhile', async () => {
    await startNode();
    const link = await makeLink();
    const acks = await listenForAcks(link);
    await db.transaction(async (tx) => {
      await eraseMember(tx, link.sub);
      await publish(link, makeWorkoutMessage(link, minutesAgo(10)));
      await expect.poll(countBlocked).toBe(1);
    });
    await expect.poll(() => acks).toMatchObject([{ reason: 'unknown_connection' }]);
    expect(await db.$count(workouts, eq(workouts.sub, link.sub))).toBe(0);
    expect(await db.$count(workoutBests, eq(workoutBests.sub, link.sub))).toBe(0);
  });
});

describe('while the database is unavailable', () => {
  test('workouts wait without an ack, and are stored when it is back', async () => {
    const { db: distant, line } = await openDistantDatabase(url);
    await startNode(distant);
    const link = await makeLink();
    const acks = await listenForAcks(link);
    await publish(link, makeWorkoutMessage(link, minutesAgo(30)));
    await expect.poll(() => acks.length).toBe(1);
    line.cut();
    const sent = Array.from({ length: 50 }, (_, n) =>
      makeWorkoutMessage(link, minutesAgo(29 - n / 3)),
    );
    await Promise.all(sent.map(async (message) => await publish(link, message)));
    expect(acks).toHaveLength(1);
    line.mend();
    await expect.poll(() => acks.length, { timeout: 20_000 }).toBe(51);
    expect(acks.every(({ result }) => result === 'stored')).toBe(true);
    expect(await db.$count(workouts, eq(workouts.sub, link.sub))).toBe(51);
  });
});

test('a workout that cannot be stored does not delay the others', async () => {
  await startNode();
  const [spoilt, healthy] = [await makeLink(), await makeLink()];
  await db.execute(sql`create function refuse_heavy() returns trigger language plpgsql as
    $$ begin raise exception 'no room'; end $$`);
  await db.execute(sql`create trigger refuse_heavy before insert on workouts
    for each row when (new.max_hg = 975) execute function refuse_heavy()`);
  onTestFinished(async () => {
    await db.execute(sql`drop trigger refuse_heavy on workouts`);
  });
  const [spoiltAcks, acks] = [await listenForAcks(spoilt), await listenForAcks(healthy)];
  const sent = Array.from({ length: 20 }, (_, n) =>
    makeWorkoutMessage(healthy, minutesAgo(40 - n)),
  );
  await Promise.all([
    ...sent.map(async (message) => await publish(healthy, message)),
    publish(spoilt, makeWorkoutMessage(spoilt, minutesAgo(5), [[97.5, 1]])),
    ...sent.map(async (message) => await publish(healthy, message)),
  ]);
  await expect.poll(() => acks.length, { timeout: 20_000 }).toBe(40);
  expect(acks.filter(({ result }) => result === 'stored')).toHaveLength(20);
  expect(spoiltAcks).toEqual([]);
  expect(await db.$count(workoutBests, eq(workoutBests.sub, spoilt.sub))).toBe(0);
});
