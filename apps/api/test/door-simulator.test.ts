import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { GymDoor } from '@tanren/contract/booking/gym-door';
import type { Board } from '@tanren/contract/booking/staff-board';
import { toBase32 } from '@tanren/user-pool/crypto/secrets';
import { expect, inject, onTestFinished, test } from 'vitest';
import { productModules } from '#app.ts';
import { openMessaging } from '#composition/messaging.ts';
import { readConfig } from '#config/config.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { renewDoorAccount } from '#modules/booking/door/door-accounts.ts';
import { bearer, buildTestApp, silentLog } from './support/app.ts';
import { connectMqtt } from './support/broker.ts';
import { createTestDatabase } from './support/database.ts';
import { addGym, openDaily } from './support/gyms/gyms.ts';
import { createJoin } from './support/memberships/memberships.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

interface SimulatedLock {
  readonly child: ChildProcess;
  readonly events: { readonly event: string; readonly result?: string; readonly seats?: number }[];
  readonly type: (code: string) => void;
}

function startLock(args: readonly string[]): SimulatedLock {
  const child = spawn(process.execPath, [inject('programs').machine.main, '--json', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const events: SimulatedLock['events'] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    events.push(JSON.parse(line) as SimulatedLock['events'][number]);
  });
  return { child, events, type: (code) => void child.stdin.write(`code ${code}\n`) };
}

const minute = 60_000;

test('a member enters by the code of the app, and the desk sees it on the board', async () => {
  const { db } = await createTestDatabase();
  const now = () => new Date();
  const config = { ...readConfig({}), host: '127.0.0.1', port: 0, mqttPort: 0 };
  const messaging = await openMessaging({ config, db, now, findLiveSignIns: null });
  onTestFinished(() => messaging.close());
  const { bus, acceptMember } = messaging;
  const app = await buildTestApp({ config, db, bus, acceptMember, modules: productModules });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(/port (\d+)$/.exec(await messaging.open(silentLog))?.[1]);

  const gym = await addGym(db, openDaily(0, 24), { capacity: 6 });
  const staff = `${randomUUID()}/staff`;
  const boardUrl = `/api/staff/gyms/${gym.id}/board`;
  const readBoard = async () => {
    const response = await app.inject({ url: boardUrl, headers: bearer(staff) });
    return response.json<Board>().slots.flatMap(({ visits }) => visits);
  };
  /** One member is inside already, and one arrives now. Both slots end half an hour from now. */
  const join = createJoin(db);
  const day = new Date(now().getTime() + 9 * 60 * minute).toISOString().slice(0, 10);
  const reserve = async (seat: number) => {
    const sub = randomUUID();
    await join(sub, gym.id);
    const startsAt = new Date(Math.floor(now().getTime() / minute) * minute);
    const endsAt = new Date(startsAt.getTime() + 30 * minute);
    const slot = { gymId: gym.id, gymDay: day, startsAt, endsAt };
    const createdAt = new Date(startsAt.getTime() - 60 * minute);
    await db.insert(trainingReservations).values({ ...slot, seat, sub, createdAt });
    return sub;
  };
  const subs = [await reserve(1), await reserve(6)];

  const open = await app.inject({
    method: 'POST',
    url: `${boardUrl}/mqtt`,
    headers: bearer(staff),
  });
  const { username, password, topics } = open.json<
    Record<'username' | 'password', string> & { topics: string[] }
  >();
  const liveUrl = `ws://127.0.0.1:${app.addresses()[0]?.port}/mqtt`;
  const page = await connectMqtt(liveUrl, { username, password });
  expect(await page.subscribe(...topics, `tanren/gyms/${gym.id}/door`)).toEqual([1, 128]);

  const journal = await makeScratchFolder();
  const place = ['--url', `mqtt://127.0.0.1:${port}`, '--journal', journal, '--resend', '0.5'];
  const secret = await renewDoorAccount(db, gym.id, now());
  const account = ['--secret', secret, '--door-secret', toBase32(gym.doorSecret), '--seats', '1'];
  const lock = startLock(['--door', String(gym.id), ...account, ...place]);
  const names = () => lock.events.map(({ event }) => event);
  // The lock was set up when the gym was smaller. The server sends it the new number.
  await expect.poll(() => lock.events.find(({ event }) => event === 'seats')?.seats).toBe(6);

  lock.type('000');
  await expect.poll(names).toContain('wrong-code');
  const url = `/api/gyms/${gym.id}/door`;
  const door = (await app.inject({ url, headers: bearer(subs[1] ?? '') })).json<GymDoor>();
  lock.type(door.passcode ?? '');
  await expect
    .poll(() => lock.events.find(({ event }) => event === 'acked')?.result)
    .toBe('stored');
  const entered = (await readBoard()).map(({ member, enteredBy }) => [member, enteredBy]);
  expect(entered).toEqual([
    [subs[0], null],
    [subs[1], 'door'],
  ]);
  await expect.poll(() => page.received).toContain(`${topics[0]} {"type":"changed"}`);
  lock.child.kill('SIGTERM');
  await expect.poll(() => lock.child.exitCode).toBe(0);
});
