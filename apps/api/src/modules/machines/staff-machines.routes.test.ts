import { randomUUID } from 'node:crypto';
import { type CommandMessage, machineTopic } from '@tanren/contract/machines/machine-messages';
import type { MachineWithSecret, StaffMachine } from '@tanren/contract/machines/staff-machines';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import {
  machineOffsets,
  machines,
  rejectedMessages,
  tanrenConnections,
} from '#db/schema/machines.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { verifyMachineSecret } from '#mqtt/machine-secret.ts';
import { addLink } from '#test/support/workouts/workouts.ts';
import { bearer } from '#test/support/app.ts';
import { openWorld, readPages } from '#test/support/world.ts';
import { openTestBus } from '#test/support/broker.ts';
import { addMachine } from '#test/support/machines/machines.ts';

const { bus, listen } = await openTestBus();
const lines: string[] = [];
const logger = { write: (line: string) => void lines.push(line) };
let now = new Date('2026-04-01T03:00:00Z');
const { db, app } = await openWorld(now, { bus, logger, now: () => now });
await db.insert(gyms).values([
  { id: 1, name: '渋谷' },
  { id: 2, name: '梅田' },
]);
const staffSub = randomUUID();
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});

interface MachinePage {
  readonly items: StaffMachine[];
  readonly nextCursor: string | null;
}

async function call(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const body = payload === undefined ? {} : { payload };
  const headers = bearer(`${staffSub}/staff`);
  return await app.inject({ method, url: `/api/staff/machines${path}`, headers, ...body });
}

async function read(id: number): Promise<StaffMachine> {
  return (await call('GET', `/${id}`)).json();
}

/** Returns the entries of the log since the last call. */
async function takeAuditEntries() {
  const entries = await db.select().from(staffAuditLog).orderBy(asc(staffAuditLog.id));
  const taken = entries.slice(known);
  known = entries.length;
  return taken;
}
let known = 0;

test('shows the secret of a new machine once, and never logs it', async () => {
  const made = await call('POST', '', { gymId: 2, workoutTypeId: 6, maxLoad: 60.5 });
  expect(made.statusCode).toBe(201);
  expect(made.headers['cache-control']).toBe('no-store');
  const { machine, secret } = made.json<MachineWithSecret>();
  expect(machine).toEqual({
    id: machine.id,
    gymId: 2,
    gymName: '梅田',
    workoutTypeId: 6,
    minLoad: 2.5,
    maxLoad: 60.5,
    loadStep: 2.5,
    firmware: null,
    description: null,
    online: false,
    lastSeenAt: null,
    inUse: false,
    rejectedToday: 0,
    createdAt: now.toISOString(),
    retiredAt: null,
  });
  const [row] = await db.select().from(machines).where(eq(machines.id, machine.id));
  expect(verifyMachineSecret(row?.secretHash ?? '', Buffer.from(secret))).toBe(true);
  const [entry, ...others] = await takeAuditEntries();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    action: 'machine.create',
    staffSub,
    memberSub: null,
    target: `梅田 マシン${machine.id}（アームカール）`,
    at: now,
  });
  expect(entry?.changes).toContainEqual({ field: 'maxLoad', before: '', after: '60.5' });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('') + JSON.stringify(entry)).not.toContain(secret);
  expect((await call('GET', '')).body).not.toContain(secret);
  expect(await read(machine.id)).toEqual(machine);
});

test.each([
  [{ gymId: 9 }, '/gymId'],
  [{ workoutTypeId: 17 }, '/workoutTypeId'],
  [{ minLoad: 200 }, '/maxLoad'],
  [{ minLoad: 2.25 }, '/minLoad'],
])('rejects %j without creating or logging anything', async (order, path) => {
  const before = await db.$count(machines);
  const rejected = await call('POST', '', { gymId: 1, workoutTypeId: 1, ...order });
  expect(rejected.statusCode).toBe(400);
  expect(rejected.json<{ fields: object[] }>().fields).toMatchObject([{ path, in: 'body' }]);
  expect(await db.$count(machines)).toBe(before);
  expect(await takeAuditEntries()).toEqual([]);
});

test('accepts loads with a decimal as they are written', async () => {
  const loads = { minLoad: 2.3, maxLoad: 99.9, loadStep: 16.1 };
  const made = await call('POST', '', { gymId: 1, workoutTypeId: 1, ...loads });
  expect(made.json<MachineWithSecret>().machine).toMatchObject(loads);
  await takeAuditEntries();
});

test('a new secret invalidates the old one at once', async () => {
  const made = await call('POST', '', { gymId: 1, workoutTypeId: 1 });
  const { machine, secret } = made.json<MachineWithSecret>();
  const renewed = await call('POST', `/${machine.id}/secret`, {});
  expect(renewed.statusCode).toBe(200);
  const { secret: next } = renewed.json<MachineWithSecret>();
  const [row] = await db.select().from(machines).where(eq(machines.id, machine.id));
  const fits = (text: string) => verifyMachineSecret(row?.secretHash ?? '', Buffer.from(text));
  expect([fits(secret), fits(next)]).toEqual([false, true]);
  expect((await takeAuditEntries()).map(({ action }) => action)).toEqual([
    'machine.create',
    'machine.secret',
  ]);
  expect(lines.join('')).not.toContain(next);
});

test('lists for each machine whether it is in use and how many messages were rejected within a day', async () => {
  const [used, free] = [await addMachine(db, { gymId: 2 }), await addMachine(db, { gymId: 2 })];
  const { sub } = await addLink(db, used, { linkedAt: minutesAgo(5) });
  await addLink(db, free, { linkedAt: minutesAgo(60), endedAt: minutesAgo(30) });
  const reject = async (machineId: number, receivedAt: Date) =>
    await db.insert(rejectedMessages).values({
      machineId,
      receivedAt,
      reason: 'not_json',
      byteLength: 1,
      payload: '{',
    });
  for (const minutes of [1, 1439, 1440]) await reject(used.id, minutesAgo(minutes));
  await reject(free.id, minutesAgo(1441));
  const seen = { online: true, firmware: '1.2.3', lastSeenAt: minutesAgo(1) };
  await db.update(machines).set(seen).where(eq(machines.id, used.id));

  const listed = await call('GET', '?gymId=2&limit=100');
  const { items: all } = listed.json<MachinePage>();
  expect(all.map(({ gymId }) => gymId)).toEqual(all.map(() => 2));
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(all.find(({ id }) => id === used.id)).toMatchObject({
    inUse: true,
    rejectedToday: 2,
    online: true,
    firmware: '1.2.3',
    lastSeenAt: minutesAgo(1).toISOString(),
  });
  expect(all.find(({ id }) => id === free.id)).toMatchObject({ inUse: false, rejectedToday: 0 });
  expect(listed.body).not.toContain(sub);
  expect(listed.body).not.toContain('secretHash');
});

test('pages the list by gym and number, twenty per page by default', async () => {
  await db.execute(sql`
    insert into machines (gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
      secret_hash, link_key, created_at)
    select 1 + n % 2, 1, 50, 1000, 50, '', '', now() from generate_series(1, 21) n`);
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from machines order by gym_id, id`,
  );
  const readPage = async (query: string) => (await call('GET', `?${query}`)).json<MachinePage>();
  expect((await readPage('')).items).toHaveLength(20);
  const pages = await readPages((from) => readPage(`limit=7${from}`));
  const all = pages.flat().map(({ id }) => id);
  expect(all).toEqual(rows.map(({ id }) => id));
});

test('retiring a machine notifies its linked member, and can be repeated', async () => {
  const machine = await addMachine(db);
  const { connectionId } = await addLink(db, machine, { linkedAt: minutesAgo(5) });
  const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  const retiredAt = now;
  const retired = await call('POST', `/${machine.id}/retirement`, {});
  expect(retired.json()).toMatchObject({ retiredAt: retiredAt.toISOString(), inUse: false });
  await expect
    .poll(() => commands)
    .toContainEqual({ type: 'unlinked', connectionId, reason: 'retired' });
  const [link] = await db
    .select()
    .from(tanrenConnections)
    .where(eq(tanrenConnections.id, connectionId));
  expect(link).toMatchObject({ endedAt: retiredAt, endReason: 'retired' });

  now = new Date(now.getTime() + 60_000);
  const again = await call('POST', `/${machine.id}/retirement`, {});
  expect([again.statusCode, again.json()]).toEqual([200, retired.json()]);
  expect((await takeAuditEntries()).map(({ action }) => action)).toEqual(['machine.retire']);
  expect((await call('POST', `/${machine.id}/secret`, {})).statusCode).toBe(404);
  expect(await takeAuditEntries()).toEqual([]);
});

test('an inspection keeps its beginning and its note until it ends, and each change is logged once', async () => {
  const machine = await addMachine(db);
  const inspect = async (body: object) => await call('PUT', `/${machine.id}/inspection`, body);
  const begun = await inspect({ inspection: true, note: ' ケーブルを交換 ' });
  const inspection = { since: now.toISOString(), note: 'ケーブルを交換' };
  expect(begun.json()).toMatchObject({ id: machine.id, inspection });
  now = new Date(now.getTime() + 60_000);
  expect((await inspect({ inspection: true, note: 'ケーブルを交換' })).json()).toEqual(
    begun.json(),
  );
  expect(await read(machine.id)).toMatchObject({ inspection });
  const ended = await inspect({ inspection: false });
  expect(ended.json()).not.toHaveProperty('inspection');
  expect((await inspect({ inspection: false })).statusCode).toBe(200);
  expect(await takeAuditEntries()).toMatchObject([
    {
      action: 'machine.inspect',
      changes: [{ field: 'note', before: '', after: 'ケーブルを交換' }],
    },
    { action: 'machine.inspect-end' },
  ]);
});

test('an inspection is rejected for a missing or retired machine and for a wrong note', async () => {
  const machine = await addMachine(db);
  await call('POST', `/${machine.id}/retirement`, {});
  await takeAuditEntries();
  const inspect = async (id: number, note: string) =>
    (await call('PUT', `/${id}/inspection`, { inspection: true, note })).statusCode;
  expect(await inspect(2_147_483_647, '')).toBe(404);
  expect(await inspect(machine.id, '')).toBe(404);
  expect(await inspect(machine.id, 'あ'.repeat(501))).toBe(400);
  expect(await inspect(machine.id, '\u0007')).toBe(400);
  expect(await takeAuditEntries()).toEqual([]);
});

test('shows a clear offset and a clear change of it in percent, with its first day', async () => {
  const [clear, unclear, moved] = [
    await addMachine(db),
    await addMachine(db),
    await addMachine(db),
  ];
  const movedBy = { moved: Math.log(1.05), movedSince: '2026-03-20' };
  await db.insert(machineOffsets).values([
    { machineId: clear.id, mean: Math.log(0.94), sd: 0.01 },
    { machineId: unclear.id, mean: Math.log(0.94), sd: 0.03 },
    { machineId: moved.id, mean: 0, sd: 0.01, ...movedBy },
  ]);
  expect(await read(clear.id)).toMatchObject({ offsetPercent: -6 });
  expect(await read(clear.id)).not.toHaveProperty('moved');
  expect(await read(unclear.id)).not.toHaveProperty('offsetPercent');
  expect(await read(moved.id)).toMatchObject({ moved: { percent: 5, sinceDay: '2026-03-20' } });
  expect(await read(moved.id)).not.toHaveProperty('offsetPercent');
  expect(await read((await addMachine(db)).id)).not.toHaveProperty('moved');
});
