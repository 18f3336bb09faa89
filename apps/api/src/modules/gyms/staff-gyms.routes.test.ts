import { randomUUID } from 'node:crypto';
import { gymTextNames, gymTextRules, mapGymTexts } from '@tanren/domain/gyms/gym-fields';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { at } from '#test/support/booking/reservations.ts';
import {
  gymBody,
  hoursOf,
  openStaffGyms,
  planBody as plan,
  weekOf,
} from '#test/support/gyms/staff-gyms.ts';

const { db, staff, send, newGym, watchLog, call, sendAsIs, reserve, read } = await openStaffGyms();

const specialDay = '2026-04-05';
const closed = { hours: null, note: '点検' };

/** All kinds of changes, each with its own content. `n` distinguishes two changes of one kind. */
const changes = {
  'basic data': (version: number, n = 0) =>
    ['PUT', '', { ...gymBody, phone: `03-0000-${1000 + n}`, version }] as const,
  'weekly hours': (version: number, n = 0) =>
    ['PUT', '/weekly-hours', { weekly: weekOf(hoursOf(9, 22 - n)), version }] as const,
  'a special day': (version: number, n = 0) =>
    ['PUT', `/special-days/${specialDay}`, { hours: null, note: `点検${n}`, version }] as const,
  'the end of a special day': (version: number) =>
    ['DELETE', `/special-days/2026-04-06?version=${version}`, undefined] as const,
  plans: (version: number, n = 0) =>
    ['PUT', '/plans', { plans: [{ ...plan, name: `プラン${n}` }], version }] as const,
};
type Name = keyof typeof changes;
const names = Object.keys(changes) as Name[];

/** Adds a gym with a special day that can be removed. */
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
  test('increases the version, and is rejected when another change came first', async () => {
    const { change, readGym } = await openGym();
    expect((await readGym()).version).toBe(1);
    for (const other of names.filter((one) => one !== name)) {
      const { version } = await readGym();
      expect((await change(other, version)).body.version).toBe(version + 1);
    }
    const before = await readGym();
    const readLog = await watchLog();
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

  test('is done and logged once when it is sent again after a lost answer', async () => {
    const { change } = await openGym();
    const readLog = await watchLog();
    const first = await change(name, 1);
    expect(first.status).toBe(200);
    expect(await change(name, 1)).toEqual(first);
    expect(await readLog()).toHaveLength(1);
  });
});

test.each(['basic data', 'weekly hours', 'a special day', 'plans'] as const)(
  'one of many simultaneous changes of %s wins, and the others are rejected',
  async (name) => {
    const { change, readGym } = await openGym();
    const readLog = await watchLog();
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

describe('affected reservations', () => {
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

  test('a confirmation of an outdated version cancels none', async () => {
    const { gymId, close, status } = await openReserved();
    expect((await close({ version: 1 })).code).toBe('reservations_affected');
    const [method, path, body] = changes.plans(1);
    expect((await sendAsIs(method, `/${gymId}${path}`, body)).status).toBe(200);
    const readLog = await watchLog();
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

  test('a rejection keeps the version', async () => {
    const { gymId, close } = await openReserved();
    await close({ version: 1 });
    expect((await sendAsIs('GET', `/${gymId}`)).body.version).toBe(1);
  });

  test('are cancelled and logged once when the confirmation is sent again', async () => {
    const { close, status } = await openReserved();
    const readLog = await watchLog();
    const confirmed = { version: 1, cancelAffected: 1 };
    const first = await close(confirmed);
    expect(await close(confirmed)).toEqual(first);
    expect(await status()).toBe('cancelled');
    expect(await readLog()).toHaveLength(2);
  });
});

test('an outdated version is reported before a conflict that it causes', async () => {
  const { id, change, readGym } = await openGym();
  const early = { hours: hoursOf(3, 9), note: '', version: 1 };
  expect((await sendAsIs('PUT', `/${id}/special-days/2026-05-10`, early)).status).toBe(200);
  const weekly = weekOf(hoursOf(9, 28));
  const sendVersion = async (version: number) =>
    await sendAsIs('PUT', `/${id}/weekly-hours`, { weekly, version });
  expect((await sendVersion(1)).code).toBe('stale_version');
  expect((await sendVersion(2)).code).toBe('invalid_request');
  expect((await readGym()).version).toBe(2);
  expect((await change('weekly hours', 2)).status).toBe(200);
});

describe('a new gym', () => {
  test('is created and logged once when it is sent again after a lost answer', async () => {
    const readLog = await watchLog();
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

  test('is answered as stored when it is sent again with other content, and can then be changed', async () => {
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
});

test('has no hours, no plans, and its own door', async () => {
  const readLog = await watchLog();
  const { status, body } = await send('POST', '', { ...gymBody, name: ' 鍛錬\n新宿 ' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number) as number,
    version: 1,
    ...gymBody,
    name: '鍛錬 新宿',
    weekly: weekOf(null),
    specialDays: [],
    plans: [],
    upcomingReservations: 0,
  });
  expect((await send('GET', `/${body.id}`)).body).toEqual(body);
  const rows = await db.select({ door: gyms.doorSecret, name: gyms.name }).from(gyms);
  expect(rows.find(({ name }) => name === '鍛錬 新宿')?.door).toHaveLength(32);
  const [logged, ...more] = await readLog();
  expect(more).toEqual([]);
  expect(logged).toMatchObject({ action: 'gym.create', target: '鍛錬 新宿', staffSub: staff });
  expect(logged?.changes).toContainEqual({ field: 'slotMinutes', before: '', after: '60' });
});

test('members see the changed gym, and the log contains the earlier values', async () => {
  const gym = await newGym();
  const { status, body } = await send('PUT', `/${gym.id}`, { ...gymBody, capacity: 5 });
  expect([status, body.capacity]).toEqual([200, 5]);
  const readLog = await watchLog();
  await send('PUT', `/${gym.id}`, { ...gymBody, capacity: 8, access: '東口から\n3分' });
  const seen = await call(randomUUID(), 'GET', `/gyms/${gym.id}`);
  expect(seen.body).toMatchObject({ capacity: 8, access: '東口から\n3分' });
  expect(await readLog()).toMatchObject([
    {
      action: 'gym.update',
      target: '鍛錬 渋谷',
      changes: [
        { field: 'access', before: '駅から3分', after: '東口から\n3分' },
        { field: 'capacity', before: '5', after: '8' },
      ],
    },
  ]);
});

test('a page of the previous release leaves the newest fields as they are', async () => {
  const newest = { minimumAge: 16, healthCheck: true };
  const { id } = await newGym(newest);
  const known = Object.entries(gymBody).filter(([name]) => !Object.hasOwn(newest, name));
  const sent = { ...Object.fromEntries(known), version: 1 };
  const { status, body } = await sendAsIs('PUT', `/${id}`, sent);
  expect(status).toBe(200);
  expect(body).toMatchObject(newest);
});

test('does not log a change without effect', async () => {
  const gym = await newGym();
  const date = '2026-04-05';
  const requests = [
    ['', gymBody],
    ['/weekly-hours', { weekly: weekOf(hoursOf(10, 20)) }],
    [`/special-days/${date}`, { hours: null, note: '点検' }],
    ['/plans', { plans: [plan] }],
  ] as const;
  for (const [path, body] of requests) {
    expect((await send('PUT', `/${gym.id}${path}`, body)).status).toBe(200);
  }
  const readLog = await watchLog();
  for (const [path, body] of requests) {
    expect((await send('PUT', `/${gym.id}${path}`, body)).status).toBe(200);
  }
  expect((await send('DELETE', `/${gym.id}/special-days/2026-04-06`)).status).toBe(200);
  expect(await readLog()).toEqual([]);
});

test.each([
  ['PUT', '', { ...gymBody, name: ' 　' }, '/name'],
  ['PUT', '', { ...gymBody, address: '' }, '/address'],
  ['PUT', '', { ...gymBody, address: ' ' }, '/address'],
  ['PUT', '', { ...gymBody, access: '\u0007' }, '/access'],
  ['PUT', '', { ...gymBody, phone: '電話' }, '/phone'],
  ['PUT', '', { ...gymBody, email: 'a@b.example?cc=c@d.example' }, '/email'],
  ['PUT', '/plans', { plans: [plan, { ...plan, name: '\u200b' }] }, '/plans/1/name'],
  ['PUT', '/plans', { plans: [{ ...plan, untilMinute: 0 }] }, '/plans/0/untilMinute'],
  ['PUT', '/plans', { plans: [{ ...plan, id: 2_147_483_647 }] }, '/plans/0/id'],
  ['PUT', '/special-days/2026-04-05', { hours: null, note: 'あ'.repeat(101) }, '/note'],
] as const)('%s %s %j is rejected at %s %s', async (method, path, body, field) => {
  const gym = await newGym();
  const before = await send('GET', `/${gym.id}`);
  const answer = await send(method, `/${gym.id}${path}`, body);
  expect([answer.status, answer.fields.map((found) => found.path)]).toEqual([400, [field]]);
  expect(await send('GET', `/${gym.id}`)).toEqual(before);
});

test.each(gymTextNames)(
  'stores a new %s normalized and logs it, and rejects one that is too long',
  async (name) => {
    const gym = await newGym();
    await send('PUT', `/${gym.id}`, { ...gymBody, [name]: other[name] });
    const readLog = await watchLog();
    const spaced = await send('PUT', `/${gym.id}`, { ...gymBody, [name]: `\t${gymBody[name]}　` });
    expect(spaced.body).toMatchObject(gymBody);
    expect(await readLog()).toMatchObject([
      { changes: [{ field: name, before: other[name], after: gymBody[name] }] },
    ]);
    const long = { ...gymBody, [name]: 'あ'.repeat(gymTextRules[name].max + 1) };
    const answer = await send('PUT', `/${gym.id}`, long);
    expect([answer.status, answer.fields.map(({ path }) => path)]).toEqual([400, [`/${name}`]]);
  },
);

/** Texts that differ from those of `gymBody`. */
const other = {
  ...mapGymTexts((name) => `new ${name}`),
  phone: '110',
  email: 'new@tanren.example',
};

test('rolls back a change that cannot be logged', async () => {
  const gym = await newGym();
  const before = await send('GET', `/${gym.id}`);
  const count = await db.$count(gyms);
  await db.execute(
    sql`alter table staff_audit_log add constraint full_log check (id < 0) not valid`,
  );
  onTestFinished(async () => {
    await db.execute(sql`alter table staff_audit_log drop constraint full_log`);
  });
  for (const [method, path, body] of [
    ['POST', '', gymBody],
    ['PUT', `/${gym.id}`, { ...gymBody, name: '改名' }],
    ['PUT', `/${gym.id}/weekly-hours`, { weekly: weekOf(null) }],
    ['PUT', `/${gym.id}/special-days/2026-04-05`, { hours: null, note: '' }],
    ['PUT', `/${gym.id}/plans`, { plans: [plan] }],
  ] as const) {
    expect((await send(method, path, body)).status).toBe(500);
  }
  expect(await send('GET', `/${gym.id}`)).toEqual(before);
  expect(await db.$count(gyms)).toBe(count);
});
