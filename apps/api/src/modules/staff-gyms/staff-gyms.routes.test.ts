import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { gymBody, hoursOf, openStaffGyms, weekOf } from '#test/support/staff-gyms.ts';
import { bearer } from '#test/support/app.ts';

const { app, db, staff, send, newGym, followLog, call } = await openStaffGyms();

const plan = { name: '月会費', description: '', price: 8800, taxRate: 10, per: 'month' } as const;

test('a new gym has no hours, no plans, and a door of its own', async () => {
  const readLog = await followLog();
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

test('members see the changed gym, and the log what it was', async () => {
  const gym = await newGym();
  const { status, body } = await send('PUT', `/${gym.id}`, { ...gymBody, capacity: 5 });
  expect([status, body.capacity]).toEqual([200, 5]);
  const readLog = await followLog();
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

test('what changes nothing is not logged', async () => {
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
  const readLog = await followLog();
  for (const [path, body] of requests) {
    expect((await send('PUT', `/${gym.id}${path}`, body)).status).toBe(200);
  }
  expect((await send('DELETE', `/${gym.id}/special-days/2026-04-06`)).status).toBe(200);
  expect(await readLog()).toEqual([]);
});

test('plans are replaced as a whole, in their order', async () => {
  const gym = await newGym();
  const visit = { ...plan, name: '1回', price: 1100, per: 'visit', description: '都度\n払い' };
  await send('PUT', `/${gym.id}/plans`, { plans: [plan, visit] });
  const readLog = await followLog();
  const { body } = await send('PUT', `/${gym.id}/plans`, { plans: [visit] });
  expect(body.plans).toEqual([{ id: expect.any(Number) as number, ...visit }]);
  const seen = await call(randomUUID(), 'GET', `/gyms/${gym.id}/subscription-plans`);
  expect(seen.body).toMatchObject([{ name: '1回', price: 1100, tax: 100, per: 'visit' }]);
  expect(await readLog()).toMatchObject([
    {
      action: 'gym.plans',
      changes: [
        {
          field: 'plan1',
          before: '月会費 8800円／月（税率10%）',
          after: '1回 1100円／回（税率10%） 都度\n払い',
        },
        { field: 'plan2', before: '1回 1100円／回（税率10%） 都度\n払い', after: '' },
      ],
    },
  ]);
  expect((await send('PUT', `/${gym.id}/plans`, { plans: [] })).body.plans).toEqual([]);
});

test.each([
  ['PUT', '', { ...gymBody, name: ' 　' }, '/name'],
  ['PUT', '', { ...gymBody, name: 'あ'.repeat(61) }, '/name'],
  ['PUT', '', { ...gymBody, address: 'あ'.repeat(301) }, '/address'],
  ['PUT', '', { ...gymBody, access: '\u0007' }, '/access'],
  ['PUT', '', { ...gymBody, capacity: 0 }, '/capacity'],
  ['PUT', '', { ...gymBody, slotMinutes: 4 }, '/slotMinutes'],
  ['PUT', '/plans', { plans: [plan, { ...plan, name: '\u200b' }] }, '/plans/1/name'],
  ['PUT', '/plans', { plans: [{ ...plan, price: -1 }] }, '/plans/0/price'],
  ['PUT', '/special-days/2026-04-05', { hours: null, note: 'あ'.repeat(101) }, '/note'],
] as const)('%s %s %j is refused at %s %s', async (method, path, body, field) => {
  const gym = await newGym();
  const before = await send('GET', `/${gym.id}`);
  const answer = await send(method, `/${gym.id}${path}`, body);
  expect([answer.status, answer.fields.map((found) => found.path)]).toEqual([400, [field]]);
  expect(await send('GET', `/${gym.id}`)).toEqual(before);
});

test('what cannot be logged does not happen', async () => {
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

test('only for staff, and only of gyms there are', async () => {
  const gym = await newGym();
  const day = { hours: null, note: '' };
  const requests = [
    ['GET', '', undefined],
    ['PUT', '', gymBody],
    ['PUT', '/weekly-hours', { weekly: weekOf(null) }],
    ['PUT', '/special-days/2026-04-05', day],
    ['DELETE', '/special-days/2026-04-05', undefined],
    ['PUT', '/plans', { plans: [] }],
  ] as const;
  for (const [method, path, body] of requests) {
    expect((await send(method, `/999999${path}`, body)).code).toBe('not_found');
    for (const token of [randomUUID(), `${randomUUID()}/trainer`]) {
      const answer = await call(token, method, `/staff/gyms/${gym.id}${path}`, body);
      expect(answer.status).toBe(403);
    }
  }
  const headers = bearer(randomUUID());
  const made = await app.inject({
    method: 'POST',
    url: '/api/staff/gyms',
    payload: gymBody,
    headers,
  });
  expect(made.statusCode).toBe(403);
});
