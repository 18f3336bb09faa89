import {
  type AckMessage,
  machineTopic,
  type WorkoutMessage,
} from '@tanren/contract/machines/machine-messages';
import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { workouts } from '#db/schema/workouts.ts';
import { addRanked } from './support/workouts/rankings.ts';
import { addLink, makeWorkoutMessage } from './support/workouts/workouts.ts';
import { bearer, shareTestApp } from './support/app.ts';
import { openTestBus } from './support/broker.ts';
import { createTestDatabase } from './support/database.ts';
import { addMachine } from './support/machines/machines.ts';

const { db } = await createTestDatabase();
const now = new Date('2026-04-15T03:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const { bus, send, listen } = await openTestBus();
const app = await shareTestApp({ db, bus, now: () => now, modules: productModules });
await app.ready();

const machine = await addMachine(db);
const sub = await addRanked(db, 'はるき');
const link = await addLink(db, machine, { sub, linkedAt: minutesAgo(60) });
const acks = await listen<AckMessage>(machineTopic(machine.id, 'acks'));
const listAcks = ({ workoutUuid }: WorkoutMessage) =>
  acks.filter((ack) => ack.workoutUuid === workoutUuid).map(({ result }) => result);
const publish = async (workout: WorkoutMessage) =>
  await send(machineTopic(machine.id, 'workouts'), JSON.stringify(workout));

async function read(): Promise<WorkoutRanking> {
  const request = { url: '/api/workout-ranking/1/max', headers: bearer(sub) };
  return (await app.inject(request)).json();
}

async function readLastId(): Promise<number> {
  const { rows } = await db.execute<{ last: string }>(sql`
    select last_value as last from workouts_id_seq`);
  return Number(rows[0]?.last);
}

test('a workout is in the ranking when its machine gets the ack', async () => {
  const first = makeWorkoutMessage(link, minutesAgo(30), [[40, 10]]);
  await publish(first);
  await expect.poll(() => listAcks(first)).toContain('stored');
  expect(await read()).toMatchObject({ total: 1, me: { rank: 1, nickname: 'はるき', value: 40 } });
  const better = makeWorkoutMessage(link, minutesAgo(20), [[50, 5]]);
  await publish(better);
  await expect.poll(() => listAcks(better)).toContain('stored');
  expect(await read()).toMatchObject({ total: 1, me: { rank: 1, value: 50 } });
});

test('a rejected workout is never ranked', async () => {
  const before = await read();
  const tooHeavy = makeWorkoutMessage(link, minutesAgo(10), [[999, 5]]);
  await publish(tooHeavy);
  await expect.poll(() => listAcks(tooHeavy)).toContain('rejected');
  expect(await read()).toEqual(before);
});

test('a workout that cannot be ranked is not stored until it is sent again', async () => {
  const workout = makeWorkoutMessage(link, minutesAgo(5), [[60, 5]]);
  const before = await readLastId();
  await db.execute(sql`alter table ranking_counts rename to ranking_counts_away`);
  await publish(workout);
  // Failed attempts use up ids too, so two more ids mean that the first attempt has failed.
  await expect.poll(readLastId).toBeGreaterThanOrEqual(before + 2);
  expect(await db.$count(workouts)).toBe(2);
  expect(listAcks(workout)).toEqual([]);
  await db.execute(sql`alter table ranking_counts_away rename to ranking_counts`);
  await publish(workout);
  await expect.poll(() => listAcks(workout)).toContain('stored');
  expect(await db.$count(workouts)).toBe(3);
  expect(await read()).toMatchObject({ total: 1, me: { value: 60 } });
});
