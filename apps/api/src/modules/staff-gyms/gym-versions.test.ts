import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { at } from '#test/support/reservations.ts';
import { gymBody, hoursOf, openStaffGyms, weekOf } from '#test/support/staff-gyms.ts';

const { db, sendAsIs, newGym, followLog, reserve, read } = await openStaffGyms();

const date = '2026-04-05';
const plan = { name: '月会費', description: '', price: 8800, taxRate: 10, per: 'month' } as const;
const closed = { hours: null, note: '点検' };

/** All of them, each with something of its own to say; `n` keeps two of a kind apart. */
const changes = {
  'basic data': (version: number, n = 0) =>
    ['PUT', '', { ...gymBody, phone: `03-0000-${1000 + n}`, version }] as const,
  'weekly hours': (version: number, n = 0) =>
    ['PUT', '/weekly-hours', { weekly: weekOf(hoursOf(9, 22 - n)), version }] as const,
  'a special day': (version: number, n = 0) =>
    ['PUT', `/special-days/${date}`, { hours: null, note: `点検${n}`, version }] as const,
  'the end of a special day': (version: number) =>
    ['DELETE', `/special-days/2026-04-06?version=${version}`, undefined] as const,
  plans: (version: number, n = 0) =>
    ['PUT', '/plans', { plans: [{ ...plan, name: `プラン${n}` }], version }] as const,
};
type Name = keyof typeof changes;
const names = Object.keys(changes) as Name[];

/** With a special day to take away. */
async function openGym() {
  const gym = await newGym({}, { weekly: weekOf(hoursOf(9, 23)), specialDays: [special] });
  const change = async (name: Name, version: number, n?: number) => {
    const [method, path, body] = changes[name](version, n);
    return await sendAsIs(method, `/${gym.id}${path}`, body);
  };
  const readGym = async () => (await sendAsIs('GET', `/${gym.id}`)).body;
  return { id: gym.id, change, readGym };
}
const special = { date: '2026-04-06', hours: hoursOf(9, 18), note: '' };

describe.each(names)('%s', (name) => {
  test('makes the next version, and is refused when another one did before', async () => {
    const { change, readGym } = await openGym();
    expect((await readGym()).version).toBe(1);
    for (const other of names.filter((one) => one !== name)) {
      const { version } = await readGym();
      expect((await change(other, version)).body.version).toBe(version + 1);
    }
    const before = await readGym();
    const readLog = await followLog();
    for (const stale of [1, before.version - 1, before.version + 1]) {
      const answer = await change(name, stale);
      expect([answer.status, answer.code]).toEqual([409, 'stale_version']);
    }
    expect(await readGym()).toEqual(before);
    expect(await readLog()).toEqual([]);
    const done = await change(name, before.version);
    expect([done.status, done.body.version]).toEqual([200, before.version + 1]);
    expect(await readGym()).toEqual(done.body);
    expect(await readLog()).toHaveLength(1);
  });

  test('sent again after a lost answer it is done once and logged once', async () => {
    const { change } = await openGym();
    const readLog = await followLog();
    const first = await change(name, 1);
    expect(first.status).toBe(200);
    expect(await change(name, 1)).toEqual(first);
    expect(await readLog()).toHaveLength(1);
  });

  test('needs a version', async () => {
    const { id, readGym } = await openGym();
    const before = await readGym();
    const [method, path, body] = changes[name](1);
    const sent = body === undefined ? undefined : { ...body, version: undefined };
    const answer = await sendAsIs(method, `/${id}${path.replace(/\?.*/, '')}`, sent);
    expect(answer.status).toBe(400);
    expect(await readGym()).toEqual(before);
  });
});

test.each(['basic data', 'weekly hours', 'a special day', 'plans'] as const)(
  'of many at once who change %s one wins, and the others are told',
  async (name) => {
    const { change, readGym } = await openGym();
    const readLog = await followLog();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => change(name, 1, n)));
    expect(answers.map(({ code }) => code ?? 'done').toSorted()).toEqual([
      'done',
      ...Array<string>(5).fill('stale_version'),
    ]);
    const winner = answers.find(({ code }) => code === null);
    expect(await readGym()).toEqual(winner?.body);
    expect(winner?.body.version).toBe(2);
    expect(await readLog()).toHaveLength(1);
  },
);

test('of different changes at once one wins, too', async () => {
  const { change, readGym } = await openGym();
  const answers = await Promise.all(names.map((name) => change(name, 1)));
  expect(answers.filter(({ code }) => code === null)).toHaveLength(1);
  expect((await readGym()).version).toBe(2);
});

describe('reservations that would go', () => {
  const day = '2026-04-03';
  async function openReserved() {
    const gym = await newGym();
    const sub = randomUUID();
    const { id } = (await reserve(sub, gym.id, day, at(10, day))).body;
    const close = async (body: object) =>
      await sendAsIs('PUT', `/${gym.id}/special-days/${day}`, { ...closed, ...body });
    const status = async () => (await read(sub, id)).body.status;
    return { gymId: gym.id, close, status };
  }

  test('a confirmation of a stale version cancels nobody', async () => {
    const { gymId, close, status } = await openReserved();
    expect((await close({ version: 1 })).code).toBe('reservations_affected');
    const [method, path, body] = changes.plans(1);
    expect((await sendAsIs(method, `/${gymId}${path}`, body)).status).toBe(200);
    const readLog = await followLog();
    for (const cancelAffected of [1, 0]) {
      const stale = await close({ version: 1, cancelAffected });
      expect([stale.code, stale.body.affected]).toEqual(['stale_version', undefined]);
    }
    expect([await status(), await readLog()]).toEqual(['reserved', []]);
    expect((await close({ version: 2 })).code).toBe('reservations_affected');
    expect((await close({ version: 2, cancelAffected: 1 })).body.version).toBe(3);
    expect(await status()).toBe('cancelled');
    expect((await readLog()).map(({ action }) => action)).toEqual([
      'gym.special-day',
      'reservation.cancel',
    ]);
  });

  test('a refusal leaves the version as it was', async () => {
    const { gymId, close } = await openReserved();
    await close({ version: 1 });
    expect((await sendAsIs('GET', `/${gymId}`)).body.version).toBe(1);
  });

  test('confirmed, and sent again after a lost answer: cancelled and logged once', async () => {
    const { close, status } = await openReserved();
    const readLog = await followLog();
    const confirmed = { version: 1, cancelAffected: 1 };
    const first = await close(confirmed);
    expect(await close(confirmed)).toEqual(first);
    expect(await status()).toBe('cancelled');
    expect(await readLog()).toHaveLength(2);
  });
});

test('stale goes before a clash with what made it stale', async () => {
  const { id, change, readGym } = await openGym();
  const early = { hours: hoursOf(3, 9), note: '', version: 1 };
  expect((await sendAsIs('PUT', `/${id}/special-days/2026-05-10`, early)).status).toBe(200);
  const weekly = weekOf(hoursOf(9, 28));
  const send = async (version: number) =>
    await sendAsIs('PUT', `/${id}/weekly-hours`, { weekly, version });
  expect((await send(1)).code).toBe('stale_version');
  expect((await send(2)).code).toBe('invalid_request');
  expect((await readGym()).version).toBe(2);
  expect((await change('weekly hours', 2)).status).toBe(200);
});

describe('a new gym', () => {
  test('sent again after a lost answer there is one gym, logged once', async () => {
    const readLog = await followLog();
    const count = await db.$count(gyms);
    const body = { ...gymBody, draftId: randomUUID() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendAsIs('POST', '', body)));
    answers.push(await sendAsIs('POST', '', body));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await db.$count(gyms)).toBe(count + 1);
    expect((await readLog()).map(({ action }) => action)).toEqual(['gym.create']);
    const another = await sendAsIs('POST', '', { ...gymBody, draftId: randomUUID() });
    expect(another.body.id).not.toBe(answers[0]?.body.id);
  });

  test('sent again with other words it is answered as it is, and can be changed from there', async () => {
    const draftId = randomUUID();
    const made = (await sendAsIs('POST', '', { ...gymBody, draftId })).body;
    const other = { ...gymBody, phone: '03-0000-0009' };
    const again = await sendAsIs('POST', '', { ...other, draftId });
    expect([again.status, again.body]).toEqual([201, made]);
    const changed = await sendAsIs('PUT', `/${made.id}`, { ...other, version: made.version });
    expect(changed.body).toMatchObject({ id: made.id, version: 2, phone: '03-0000-0009' });
    const [row] = await db.select().from(gyms).where(eq(gyms.draftId, draftId));
    expect(row).toMatchObject({ id: made.id, phone: '03-0000-0009' });
  });

  test.each([undefined, '', 'x', 7, `${randomUUID()}0`])('not with the draft id %j', async (id) => {
    const body = { ...gymBody, ...(id === undefined ? {} : { draftId: id }) };
    expect((await sendAsIs('POST', '', body)).status).toBe(400);
  });
});
