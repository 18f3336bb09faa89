import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { openDatabaseClock } from '#db/database-clock.ts';
import { tanrenConnections } from '#db/schema/machines.ts';
import { buildTestApp, moveTaskTimers } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { linkGym } from './support/machines/machines.ts';

const { db } = await createTestDatabase();
const dayMs = 24 * 60 * 60 * 1000;

/** Creates clocks that the test sets. The steady clock does not count the time in `slept`. */
function createMachineClocks() {
  const shift = { wall: 0, slept: 0 };
  return {
    shift,
    clocks: {
      wall: () => Date.now() + shift.wall,
      steady: () => performance.now() - shift.slept,
    },
  };
}

function openLog() {
  const lines: string[] = [];
  const note = (level: string) => (values: object) => {
    lines.push(`${level} ${JSON.stringify(values)}`);
  };
  return { lines, log: { warn: note('warn'), info: note('info'), error: note('error') } };
}

/** Checks that the time is the current time: the test database runs on this machine. */
function expectNow(now: Date): void {
  expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(2000);
}

test('a node with a clock two days ahead releases only idle links', async () => {
  const [idle, ...busy] = await linkGym(db, 3);
  const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000);
  await db.execute(
    `update tanren_connections set last_active_at = '${elevenMinutesAgo.toISOString()}' where id = '${idle?.connectionId}'`,
  );
  const { shift, clocks } = createMachineClocks();
  shift.wall = 2 * dayMs;
  const { now } = await openDatabaseClock(db, clocks);
  const runTasks = moveTaskTimers();
  const app = await buildTestApp({ db, modules: productModules, now });
  await app.ready();
  const listEnded = async () => {
    await runTasks();
    const links = await db
      .select()
      .from(tanrenConnections)
      .orderBy(asc(tanrenConnections.linkedAt));
    return links.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id);
  };
  await expect.poll(listEnded).toEqual([idle?.connectionId]);
  expect(await listEnded()).toHaveLength(1);
  expect(busy).toHaveLength(2);
});

test('logs once that the clocks differ too much, once that they agree again, and exports the difference', async () => {
  const { shift, clocks } = createMachineClocks();
  shift.wall = -6000;
  const clock = await openDatabaseClock(db, clocks);
  expectNow(clock.now());
  const { lines, log } = openLog();
  const runTasks = moveTaskTimers();
  const stop = clock.watch(log);
  expect(lines).toEqual(['warn {"aheadSeconds":-6}']);
  expect(await clock.readinessPart.findError()).toBe('-6 s ahead of the database');
  await runTasks();
  expect(lines).toHaveLength(1);
  shift.wall = 3000;
  await runTasks();
  await expect.poll(() => lines.slice(1)).toEqual(['info {"aheadSeconds":3}']);
  expect(await clock.readinessPart.findError()).toBeNull();
  expectNow(clock.now());
  await stop();
});

test('setting the clock changes nothing, and the database time is read again after a sleep', async () => {
  const { shift, clocks } = createMachineClocks();
  const clock = await openDatabaseClock(db, clocks);
  shift.wall = 2 * dayMs;
  expectNow(clock.now());
  shift.wall = 0;
  shift.slept = 3_600_000;
  expect(clock.now().getTime()).toBeLessThan(Date.now() - 3_500_000);
  const runTasks = moveTaskTimers();
  const stop = clock.watch(openLog().log);
  await runTasks();
  await expect.poll(() => Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2000);
  await stop();
});
