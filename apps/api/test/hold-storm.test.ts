import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { machineHolds, type MachineRow } from '#db/schema/machines.ts';
import { purgeHolds } from '#modules/machines/holds/machine-holds.store.ts';
import { sql } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { addMachine, showLinkCode } from './support/machines/machines.ts';
import { planItem, storeMenu } from './support/menus/menus.ts';
import { storeWorkout } from './support/workouts/workouts.ts';
import { createCall, openWorld } from './support/world.ts';

const { db, url, call, clock, addMember, openNode } = await openWorld('2026-04-01T03:00:10Z');

const any = (below: number) => Math.floor(Math.random() * below);
const memberCount = bySize(24, 200);
const machineCount = 16;
/** A member may hold this many times in ten minutes. */
const rounds = 6;

const codes = new Set([
  null,
  'machine_held',
  'machine_in_use',
  'too_many_requests',
  'link_code_unknown',
]);

test(`${memberCount} members hold and link ${machineCount} machines on three nodes, of which one is killed: never two holds of a machine or a member, and none is left`, async () => {
  const doomedUrl = new URL(url);
  doomedUrl.searchParams.set('application_name', 'doomed');
  const doomed = openDatabase(doomedUrl.href);
  onTestFinished(() => closeDatabase(doomed));
  const healthy = [call, createCall(await openNode())];
  const callDoomed = createCall(await openNode({ db: doomed }));

  const machines: MachineRow[] = [];
  for (let count = 0; count < machineCount; count += 1) {
    machines.push(await addMachine(db, { online: true }));
  }
  const subs: string[] = [];
  for (let count = 0; count < memberCount; count += 1) {
    const sub = await addMember();
    await storeWorkout(db, sub, { startedAt: '2026-03-30', gymId: 1, sets: [[400, 10]] });
    const { id } = await storeMenu(db, sub, { items: [planItem()] });
    await call(sub, 'POST', '/my/training-session-run', { trainingSessionId: id });
    subs.push(sub);
  }

  let isKilled = false;
  let killedCount = 0;
  const unexpected: (string | null)[] = [];
  /** Holds seen by a query of their own while the calls run. */
  const seen: { machines: number; members: number; holds: number }[] = [];
  const act = async (sub: string, round: number) => {
    const machine = machines[any(machineCount)];
    if (machine === undefined) throw new Error('no machine');
    const isDoomed = any(3) === 0;
    const node = isDoomed ? callDoomed : (healthy[any(2)] ?? call);
    const what = any(10);
    const answer =
      what === 0
        ? await node(sub, 'DELETE', '/my/machine-hold')
        : what === 1
          ? await node(sub, 'POST', '/tanren-connection', {
              code: showLinkCode(machine, clock.now),
            })
          : await node(sub, 'POST', '/my/machine-hold', { machineId: machine.id });
    // The calls that a killed node was doing fail.
    if (!codes.has(answer.code) && !isDoomed) unexpected.push(answer.code);
    if (round === 3 && !isKilled) {
      isKilled = true;
      const killed = await sql(
        url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'",
      );
      killedCount = killed.length;
    }
    const rows = await db.select().from(machineHolds);
    seen.push({
      holds: rows.length,
      machines: new Set(rows.map((row) => row.machineId)).size,
      members: new Set(rows.map((row) => row.sub)).size,
    });
  };
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(subs.map(async (sub) => await act(sub, round)));
    // The holds of two rounds before are over.
    clock.pass(0.8);
  }
  expect(
    seen.filter(({ holds, machines: used, members }) => holds !== used || holds !== members),
  ).toEqual([]);
  expect(Math.max(...seen.map(({ holds }) => holds))).toBeGreaterThan(machineCount / 4);
  expect(killedCount).toBeGreaterThan(0);
  expect(unexpected).toEqual([]);
  const stuck = await sql(
    url,
    "select pid from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
  );
  expect(stuck).toEqual([]);
  // A link and a hold of one machine exclude each other.
  const both = await sql(
    url,
    `select from machine_holds h join tanren_connections c
     on c.machine_id = h.machine_id and c.ended_at is null where h.until_at > $1`,
    [clock.now.toISOString()],
  );
  expect(both).toEqual([]);
  clock.pass(2);
  await purgeHolds(db, clock.now);
  expect(await db.$count(machineHolds)).toBe(0);
});
