import { expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { deriveLinkKey, hashSecret, verifyMachineSecret } from '#mqtt/machine-secret.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine, renewSecret, retireMachine, signInMachine } from './machines.service.ts';
import {
  endSession,
  findMachine,
  listBrokerAccounts,
  listMachines,
  markOffline,
  markOnline,
  markSeen,
} from './machines.store.ts';

const { db } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });
const now = new Date('2026-01-05T03:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const add = async (order = {}) =>
  await addMachine(db, { gymId: 1, workoutTypeId: 1, ...order }, now);

test('a new machine has the loads of its type unless others are given', async () => {
  const usual = await add();
  expect(usual.machine).toMatchObject({ minLoadHg: 50, maxLoadHg: 1500, loadStepHg: 25 });
  const own = await add({ minLoad: 2.5, maxLoad: 99.5, loadStep: 0.5 });
  expect(own.machine).toMatchObject({ minLoadHg: 25, maxLoadHg: 995, loadStepHg: 5 });
});

test.each([
  [{ gymId: 9 }, /no gym 9/],
  [{ workoutTypeId: 17 }, /no workout type 17/],
  [{ minLoad: 200 }, /loads/],
  [{ maxLoad: 2000 }, /loads/],
])('rejects %j', async (order, reason) => {
  const before = (await listMachines(db)).length;
  await expect(add(order)).rejects.toThrow(reason);
  expect(await listMachines(db)).toHaveLength(before);
});

test('stores the secret as a hash, beside a link key that does not reveal it', async () => {
  const { machine, secret } = await add();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await findMachine(db, machine.id))).not.toContain(secret);
  expect(machine.secretHash).toMatch(/^\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==$/);
  expect(machine.linkKey.equals(deriveLinkKey(secret))).toBe(true);
  expect(await signInMachine(db, machine.id, Buffer.from(secret))).toBe(machine.secretHash);
  expect(await signInMachine(db, machine.id, Buffer.from('x'))).toBeNull();
  expect(await signInMachine(db, 999_999, Buffer.from(secret))).toBeNull();
});

/** Hash of the password `tanren` by `mosquitto_passwd` 2.0.11. */
const mosquittosOwn =
  '$7$101$c7HFtStO4+7plJe7$63Vghw7hw5GP8l1APlr73kBwjjn0l0ZPMFO7eg+HM8CDztLXfFFbrifvsyHNGNR18vO10CbIxA8lqK4653uAMw==';

test('writes hashes in the format that Mosquitto reads', () => {
  expect(verifyMachineSecret(mosquittosOwn, Buffer.from('tanren'))).toBe(true);
  expect(verifyMachineSecret(mosquittosOwn, Buffer.from('Tanren'))).toBe(false);
  expect(verifyMachineSecret(hashSecret('tanren'), Buffer.from('tanren'))).toBe(true);
  expect(verifyMachineSecret('', Buffer.from('tanren'))).toBe(false);
  expect(verifyMachineSecret('$6$salt$hash', Buffer.from('tanren'))).toBe(false);
});

test('a renewed secret invalidates the old one, and a retired machine has none', async () => {
  const { machine, secret } = await add();
  const renewed = await renewSecret(db, machine.id);
  expect(await signInMachine(db, machine.id, Buffer.from(secret))).toBeNull();
  expect(await signInMachine(db, machine.id, Buffer.from(renewed.secret))).not.toBeNull();
  expect(renewed.machine.linkKey.equals(machine.linkKey)).toBe(false);

  await retireMachine(db, machine.id, now);
  expect(await signInMachine(db, machine.id, Buffer.from(renewed.secret))).toBeNull();
  await expect(retireMachine(db, machine.id, now)).rejects.toThrow(/no machine/);
  await expect(renewSecret(db, machine.id)).rejects.toThrow(/no machine/);
  const accounts = await listBrokerAccounts(db);
  expect(accounts.map(({ id }) => id)).not.toContain(machine.id);
  expect((await listMachines(db)).find(({ id }) => id === machine.id)?.retiredAt).toEqual(now);
});

test('for machines without a session id, a late offline message does not undo a newer online one', async () => {
  const { machine } = await add();
  await markOnline(db, machine.id, later(10), { firmware: '1.0', session: null });
  await markOffline(db, machine.id, later(5), 'without-session');
  expect(await findMachine(db, machine.id)).toMatchObject({ online: true, firmware: '1.0' });
  await markOffline(db, machine.id, later(11), 'without-session');
  expect(await findMachine(db, machine.id)).toMatchObject({ online: false });
});

/** Messages about two sessions of a machine, and whether it is online after all of them. */
const begin = (session: number) => async (id: number) =>
  await markOnline(db, id, now, { firmware: '1.0', session });
const end = (session: number) => async (id: number) => await endSession(db, id, session);
test.each([
  ['the end of the old session arrives last', [begin(1), begin(2), end(1)], true],
  ['the old session arrives last, in order', [begin(2), end(1), begin(1)], true],
  ['the old session arrives last, in the wrong order', [begin(2), begin(1), end(1)], true],
  ['the end of the new session arrives before its start', [begin(1), end(2), begin(2)], false],
  ['the new session ends before the old one arrives', [begin(2), end(2), begin(1)], false],
  ['the start is repeated', [begin(1), begin(1)], true],
  ['the start is repeated after the end', [begin(1), end(1), begin(1)], false],
])(
  'the state is the same in whatever order nodes receive the messages: %s',
  async (_name, steps, online) => {
    const { machine } = await add();
    for (const step of steps) await step(machine.id);
    expect((await findMachine(db, machine.id))?.online).toBe(online);
  },
);

test("the old program's last message does not mark a machine with a new program offline, and a reinstalled one works", async () => {
  const { machine } = await add();
  const isOnline = async () => (await findMachine(db, machine.id))?.online;
  await markOnline(db, machine.id, now, { firmware: '2.0', session: 5 });
  await markOffline(db, machine.id, later(60), 'without-session');
  expect(await isOnline()).toBe(true);
  await markOnline(db, machine.id, later(70), { firmware: '1.0', session: null });
  await markOffline(db, machine.id, later(80), 'without-session');
  expect(await isOnline()).toBe(false);
});

test('a new secret starts a new count of sessions, because it may be another machine', async () => {
  const { machine } = await add();
  await begin(9)(machine.id);
  await end(9)(machine.id);
  await renewSecret(db, machine.id);
  await begin(1)(machine.id);
  expect((await findMachine(db, machine.id))?.online).toBe(true);
});

test('the time of the last message never moves back', async () => {
  const { machine } = await add();
  await markSeen(db, [machine.id], later(60));
  await markSeen(db, [machine.id, 999_999], later(30));
  expect((await findMachine(db, machine.id))?.lastSeenAt).toEqual(later(60));
});
