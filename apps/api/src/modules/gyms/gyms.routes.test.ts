import { randomUUID } from 'node:crypto';
import type { BusinessHours } from '@tanren/contract/gyms/gyms';
import { expect, test } from 'vitest';
import { subscriptionPlans } from '#db/schema/gyms.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { gymBody } from '#test/support/gyms/staff-gyms.ts';
import { openWorld } from '#test/support/world.ts';

/** 27 December 2026, 1:00 in Tokyo. It is still the 26th in UTC. */
const now = new Date('2026-12-26T16:00:00Z');
const { db, call } = await openWorld(now);

const day = { opensMinute: 7 * 60, closesMinute: 23 * 60 };
const night = { opensMinute: 6 * 60, closesMinute: 26 * 60 };
const content = {
  ...gymBody,
  name: 'TANREN テスト',
  address: '東京都千代田区 1-2&3',
  slotMinutes: 75,
};
/** A gym that is closed on Tuesdays and open until past midnight on Fridays. */
const gym = await addGym(
  db,
  {
    weekly: [day, day, null, day, day, night, day],
    specialDays: [
      { date: '2026-12-26', hours: null, note: '昨日' },
      { date: '2026-12-27', hours: { ...day, closesMinute: 18 * 60 }, note: '大掃除' },
      { date: '2026-12-29', hours: night, note: '火曜日も営業' },
      { date: '2027-01-01', hours: null, note: '元日' },
      { date: '2027-01-23', hours: { opensMinute: 0, closesMinute: 2880 }, note: '' },
      { date: '2027-01-24', hours: null, note: '29日目' },
    ],
  },
  content,
);
const other = await addGym(db, openDaily(0, 24), { name: '二号店' });

const request = async (path: string) => await call(randomUUID(), 'GET', `/gyms${path}`);

async function readDay(date: string, gymId = gym.id): Promise<BusinessHours> {
  const path = `/gyms/${gymId}/business-hours/${date.replaceAll('-', '/')}`;
  return (await call<BusinessHours>(randomUUID(), 'GET', path)).body;
}

test('lists all gyms in the order of their numbers', async () => {
  expect((await request('')).body).toEqual([
    { id: gym.id, name: 'TANREN テスト', address: '東京都千代田区 1-2&3' },
    { id: other.id, name: '二号店', address: '' },
  ]);
});

// spec 3.15, 7.3
test('shows address and rules of a gym, and nothing about its door', async () => {
  expect((await request(`/${gym.id}`)).body).toEqual({
    id: gym.id,
    ...content,
    mapUrl: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent('東京都千代田区 1-2&3')}`,
    timeZone: 'Asia/Tokyo',
    reservableDays: 28,
  });
});

/** Returns a time of the gym's clock. Hours beyond 24 belong to the next day. */
function at(date: string, hour: number): string {
  return new Date(Date.parse(`${date}T00:00:00+09:00`) + hour * 3_600_000).toISOString();
}

const days: readonly [date: string, hours: [number, number] | null, note: string | null][] = [
  ['2026-12-20', [7, 23], null],
  ['2026-12-22', null, null],
  ['2026-12-25', [6, 26], null],
  ['2026-12-26', null, '昨日'],
  ['2026-12-27', [7, 18], '大掃除'],
  ['2026-12-29', [6, 26], '火曜日も営業'],
  ['2026-12-31', [7, 23], null],
  ['2027-01-01', null, '元日'],
  ['2027-01-23', [0, 48], ''],
  ['2028-02-29', null, null],
  ['2024-02-29', [7, 23], null],
  ['2000-02-29', null, null],
  ['2999-12-31', null, null],
];

// spec 3.16, 7.4
test.each(days)('%s: %j', async (date, hours, note) => {
  expect(await readDay(date)).toEqual({
    date,
    closed: hours === null,
    opens: hours && at(date, hours[0]),
    closes: hours && at(date, hours[1]),
    special: note !== null,
    note: note ?? '',
  });
});

test.each(['2026/2/30', '2023/2/29', '2100/2/29', '2026/4/31'])(
  'rejects %s as a day',
  async (date) => {
    expect(await request(`/${gym.id}/business-hours/${date}`)).toMatchObject({
      status: 400,
      body: { fields: [{ path: '/day', in: 'params', message: 'is not a day of that month' }] },
    });
  },
);

test('shows the week from Sunday, and the special days of the next 28 days', async () => {
  expect((await request(`/${gym.id}/weekly-hours`)).body).toEqual({
    weekly: [day, day, null, day, day, night, day],
    specialDays: [
      { date: '2026-12-27', hours: { opensMinute: 420, closesMinute: 1080 }, note: '大掃除' },
      { date: '2026-12-29', hours: night, note: '火曜日も営業' },
      { date: '2027-01-01', hours: null, note: '元日' },
      { date: '2027-01-23', hours: { opensMinute: 0, closesMinute: 2880 }, note: '' },
    ],
  });
});

// spec 3.18, 7.6
test('lists plans in order, with included tax and what they allow', async () => {
  const plan = { gymId: gym.id, description: '', per: 'month' } as const;
  await db.insert(subscriptionPlans).values([
    { ...plan, position: 2, name: '1回', price: 1999, per: 'visit' },
    { ...plan, position: 1, name: '月会費', price: 8800, description: '何度でも' },
    { ...plan, position: 3, name: '軽減', price: 108, taxRate: 8 },
    { ...plan, position: 1, name: 'よその月会費', price: 1, gymId: other.id },
    { ...plan, position: 4, name: '以前の月会費', price: 1, retiredAt: now },
  ]);
  const { body } = await request(`/${gym.id}/subscription-plans`);
  expect(body).toMatchObject([
    {
      name: '月会費',
      description: '何度でも',
      price: 8800,
      tax: 800,
      per: 'month',
      allGyms: false,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      fromMinute: 0,
      untilMinute: 2880,
      visitsPerMonth: null,
      countsNoShows: true,
      offered: true,
    },
    { name: '1回', price: 1999, tax: 181, per: 'visit' },
    { name: '軽減', price: 108, tax: 8 },
  ]);
});

test('shows an empty list for a gym without plans', async () => {
  const bare = await addGym(db, { weekly: [] });
  expect((await request(`/${bare.id}/subscription-plans`)).body).toEqual([]);
  expect(await readDay('2026-12-20', bare.id)).toMatchObject({ closed: true });
  const { mapUrl } = (await request(`/${bare.id}`)).body;
  expect(mapUrl).toContain(encodeURIComponent('鍛錬ジム'));
});
