import { randomUUID } from 'node:crypto';
import type { DayHours } from '@tanren/domain/gyms/gym-hours';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { at, today } from '#test/support/booking/reservations.ts';
import { hoursOf, openStaffGyms, weekOf } from '#test/support/gyms/staff-gyms.ts';

const { clock, send, newGym, watchLog, call, slots } = await openStaffGyms();

const setWeek = async (gymId: number, weekly: object, more: object = {}) =>
  await send('PUT', `/${gymId}/weekly-hours`, { weekly, ...more });
const setDay = async (gymId: number, date: string, hours: object | null, note = '') =>
  await send('PUT', `/${gymId}/special-days/${date}`, { hours, note });
const removeDay = async (gymId: number, date: string, query = '') =>
  await send('DELETE', `/${gymId}/special-days/${date}${query}`);

test('members see new hours and slots at once', async () => {
  const gym = await newGym();
  const readLog = await watchLog();
  const weekly = weekOf(hoursOf(10, 26)).map((day, n) => (n === 2 ? null : day));
  const { status, body } = await setWeek(gym.id, weekly);
  expect([status, body.weekly]).toEqual([200, weekly]);
  const seen = await slots(randomUUID(), gym.id, '2026-04-02');
  expect([seen[0]?.startsAt, seen.at(-1)?.endsAt]).toEqual([
    at(10, '2026-04-02').toISOString(),
    at(26, '2026-04-02').toISOString(),
  ]);
  // The day is a Tuesday.
  expect(await slots(randomUUID(), gym.id, '2026-04-07')).toEqual([]);
  const [logged] = await readLog();
  expect(logged).toMatchObject({ action: 'gym.hours', target: '鍛錬 渋谷' });
  expect(logged?.changes[0]).toEqual({
    field: 'sunday',
    before: '9:00〜23:00',
    after: '10:00〜翌2:00',
  });
  expect(logged?.changes[2]).toEqual({ field: 'tuesday', before: '9:00〜23:00', after: '休館' });
});

const day = hoursOf(9, 23);
const weekWith = (changes: Readonly<Record<number, DayHours | null>>) =>
  Array.from({ length: 7 }, (_, n) => (n in changes ? (changes[n] ?? null) : day));

test.each([
  ['until the next opening', weekWith({ 3: hoursOf(9, 33) }), []],
  [
    'two at once',
    weekWith({ 0: hoursOf(9, 34), 5: hoursOf(9, 48) }),
    ['/weekly/0/closesMinute', '/weekly/5/closesMinute'],
  ],
  ['opening on the next day', weekWith({ 1: hoursOf(25, 27) }), ['/weekly/1/opensMinute']],
])('rejects a week: %s', async (_, weekly, paths) => {
  const gym = await newGym();
  const { status, fields } = await setWeek(gym.id, weekly);
  expect(fields.map(({ path }) => path)).toEqual(paths);
  expect(status).toBe(paths.length === 0 ? 200 : 400);
  const stored = (await send('GET', `/${gym.id}`)).body.weekly;
  expect(stored).toEqual(paths.length === 0 ? weekly : weekOf(day));
});

test('rejects a special day that overlaps the day before or after it', async () => {
  const gym = await newGym({}, { weekly: weekWith({ 6: hoursOf(9, 26) }) });
  // The day is a Sunday after a Saturday until 26:00, and before a Monday from 9:00.
  const early = await setDay(gym.id, '2026-04-05', hoursOf(1, 9));
  expect(early.fields.map(({ path }) => path)).toEqual(['/hours/opensMinute']);
  const late = await setDay(gym.id, '2026-04-05', hoursOf(9, 34));
  expect(late.fields.map(({ path }) => path)).toEqual(['/hours/closesMinute']);
  expect((await setDay(gym.id, '2026-04-06', hoursOf(12, 20))).status).toBe(200);
  expect((await setDay(gym.id, '2026-04-05', hoursOf(2, 36), '夜間営業')).status).toBe(200);
  // Monday would open at 9:00 again without the special day, while Sunday is still open.
  const dropped = await removeDay(gym.id, '2026-04-06');
  expect([dropped.status, dropped.fields]).toMatchObject([400, [{ path: '/date', in: 'params' }]]);
  expect((await removeDay(gym.id, '2026-04-05')).status).toBe(200);
  expect((await removeDay(gym.id, '2026-04-06')).body.specialDays).toEqual([]);
});

test('rejects a week that overlaps future special days or yesterday', async () => {
  const yesterday = { date: '2026-03-31', hours: hoursOf(9, 30), note: '' };
  const gym = await newGym({}, { weekly: weekOf(day), specialDays: [yesterday] });
  await setDay(gym.id, '2026-05-10', hoursOf(3, 9));
  const { status, fields } = await setWeek(gym.id, weekWith({ 6: hoursOf(9, 28) }));
  expect([status, fields.map(({ path }) => path)]).toEqual([400, ['/weekly/6/closesMinute']]);
  // The present day is a Wednesday.
  const early = await setWeek(gym.id, weekWith({ 3: hoursOf(5, 23) }));
  expect(early.fields.map(({ path }) => path)).toEqual(['/weekly/3/opensMinute']);
  expect((await setWeek(gym.id, weekWith({ 6: hoursOf(9, 27), 3: hoursOf(6, 23) }))).status).toBe(
    200,
  );
});

test('accepts special days from today to 400 days ahead, in the time zone of the gym', async () => {
  const gym = await newGym();
  clock.now = new Date('2026-03-31T15:00:00Z');
  const allowed = [today, addDays(today, 400)];
  for (const date of allowed) expect((await setDay(gym.id, date, null)).status).toBe(200);
  for (const date of [addDays(today, -1), addDays(today, 401)]) {
    const answer = await setDay(gym.id, date, null);
    expect([answer.status, answer.fields.map(({ path }) => path)]).toEqual([400, ['/date']]);
    expect((await removeDay(gym.id, date)).status).toBe(400);
  }
  expect((await send('GET', `/${gym.id}`)).body.specialDays.map(({ date }) => date)).toEqual(
    allowed,
  );
  clock.now = new Date('2026-04-01T15:00:00Z');
  expect((await send('GET', `/${gym.id}`)).body.specialDays.map(({ date }) => date)).toEqual(
    allowed.slice(1),
  );
});

test('a special day replaces the previous one, is visible to members and can be removed', async () => {
  const gym = await newGym();
  const date = '2026-04-05';
  const readLog = await watchLog();
  await setDay(gym.id, date, hoursOf(9, 18), ' 大掃除\n');
  await setDay(gym.id, date, null, '設備点検');
  const seen = await call(randomUUID(), 'GET', `/gyms/${gym.id}/business-hours/2026/4/5`);
  expect(seen.body).toMatchObject({ closed: true, special: true, note: '設備点検' });
  await removeDay(gym.id, date);
  expect(await slots(randomUUID(), gym.id, date)).toHaveLength(14);
  expect((await readLog()).map(({ action, target, changes }) => [action, target, changes])).toEqual(
    [
      [
        'gym.special-day',
        '鍛錬 渋谷 2026-04-05',
        [
          { field: 'hours', before: '曜日の営業時間', after: '9:00〜18:00' },
          { field: 'note', before: '', after: '大掃除' },
        ],
      ],
      [
        'gym.special-day',
        '鍛錬 渋谷 2026-04-05',
        [
          { field: 'hours', before: '9:00〜18:00', after: '休館' },
          { field: 'note', before: '大掃除', after: '設備点検' },
        ],
      ],
      [
        'gym.special-day.delete',
        '鍛錬 渋谷 2026-04-05',
        [
          { field: 'hours', before: '休館', after: '曜日の営業時間' },
          { field: 'note', before: '設備点検', after: '' },
        ],
      ],
    ],
  );
});
