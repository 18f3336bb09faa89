import { randomUUID } from 'node:crypto';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { describe, expect, test } from 'vitest';
import { at, openReservations, today } from '#test/support/booking/reservations.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';

const { db, clock, newGym, join, call, reserve, move, slots, days } = await openReservations();
const tomorrow = '2026-04-02';

describe('hours past midnight', () => {
  test('belong to the day before until they begin', async () => {
    const gym = await addGym(db, openDaily(6, 26), { capacity: 1 });
    const sub = randomUUID();
    const day = await slots(sub, gym.id, today);
    expect(day).toHaveLength(20);
    expect(day.at(-1)).toMatchObject({
      startsAt: '2026-04-01T16:00:00.000Z',
      endsAt: '2026-04-01T17:00:00.000Z',
    });
    // It is half past midnight: the calendar has the next day, while the gym still has today.
    clock.now = at(24.5);
    expect((await reserve(sub, gym.id, tomorrow, at(25))).code).toBe('closed');
    const { body } = await reserve(sub, gym.id, today, at(25));
    expect(body).toMatchObject({ date: today, startsAt: '2026-04-01T16:00:00.000Z' });
    expect((await slots(sub, gym.id, today)).at(-1)).toMatchObject({ mine: true, remaining: 0 });
    expect((await slots(sub, gym.id, tomorrow)).some(({ mine }) => mine)).toBe(false);
    expect((await reserve(randomUUID(), gym.id, today, at(24))).code).toBe('in_past');
  });

  test('can be moved to by their instant alone', async () => {
    const gym = await addGym(db, openDaily(6, 26), { capacity: 1 });
    const sub = randomUUID();
    const { body } = await reserve(sub, gym.id, today, at(20));
    expect((await move(sub, body.id, at(25))).body).toMatchObject({ date: today });
    expect((await move(sub, body.id, at(6, tomorrow))).body).toMatchObject({ date: tomorrow });
    expect((await move(sub, body.id, at(26))).code).toBe('closed');
  });

  test('of the last bookable day can be reserved, and nothing later', async () => {
    const gym = await addGym(db, openDaily(6, 26));
    const sub = randomUUID();
    const [last, after] = ['2026-04-28', '2026-04-29'];
    const { body } = await reserve(sub, gym.id, last, at(25, last));
    expect(body.date).toBe(last);
    expect((await reserve(sub, gym.id, after, at(6, after))).code).toBe('too_far_ahead');
    expect((await move(sub, body.id, at(24, last))).body.date).toBe(last);
    expect((await move(sub, body.id, at(6, after))).code).toBe('too_far_ahead');
    // The limit moves by a day at midnight in Tokyo, when other time zones still have the day
    // before.
    clock.now = at(23.99);
    expect((await reserve(sub, gym.id, after, at(6, after))).code).toBe('too_far_ahead');
    clock.now = at(24);
    expect((await reserve(sub, gym.id, after, at(6, after))).code).toBeNull();
  });
});

// spec 7.23, 7.24
test('the last slot of a day ends by closing time', async () => {
  const gym = await newGym({ slotMinutes: 75 });
  const sub = randomUUID();
  // 14 hours are 11 slots and a rest of 15 minutes.
  const day = await slots(sub, gym.id, today);
  expect([day.length, day.at(-1)?.endsAt]).toEqual([11, at(22.75).toISOString()]);
  expect((await reserve(sub, gym.id, today, at(22.75))).code).toBe('closed');
  clock.now = new Date(at(21.5).getTime() - 1);
  expect((await reserve(sub, gym.id, today, at(21.5))).code).toBeNull();
});

describe('closed days', () => {
  test('have no slots, by the week or a special day, and special hours apply', async () => {
    // 1 April 2026 is a Wednesday.
    const weekly = openDaily(9, 23).weekly.map((hours, day) => (day === 4 ? null : hours));
    const specialDays = [
      { date: '2026-04-03', hours: null, note: '棚卸し' },
      { date: '2026-04-04', hours: { opensMinute: 600, closesMinute: 720 }, note: '' },
      { date: '2026-04-09', hours: { opensMinute: 600, closesMinute: 660 }, note: '臨時' },
    ];
    const gym = await addGym(db, { weekly, specialDays });
    const sub = randomUUID();
    const count = async (day: string) => (await slots(sub, gym.id, day)).length;
    expect([await count(today), await count('2026-04-02'), await count('2026-04-03')]).toEqual([
      14, 0, 0,
    ]);
    expect([await count('2026-04-04'), await count('2026-04-09')]).toEqual([2, 1]);
    const code = async (day: string, hour: number) =>
      (await reserve(sub, gym.id, day, at(hour, day))).code;
    expect(await code('2026-04-02', 10)).toBe('closed');
    expect(await code('2026-04-03', 10)).toBe('closed');
    expect(await code('2026-04-04', 12)).toBe('closed');
    expect(await code('2026-04-04', 11)).toBeNull();
    expect(await code('2026-04-09', 10)).toBeNull();
  });

  test('rejects a slot of one day under another day', async () => {
    const gym = await newGym();
    expect((await reserve(randomUUID(), gym.id, today, at(19, tomorrow))).code).toBe('closed');
    expect((await reserve(randomUUID(), gym.id, tomorrow, at(19))).code).toBe('closed');
  });
});

describe('the days that can be reserved', () => {
  test('contain the number of free seats and mark days with own reservations', async () => {
    const weekly = openDaily(10, 14).weekly.map((hours, day) => (day === 4 ? null : hours));
    const gym = await addGym(db, { weekly }, { capacity: 2 });
    const [sub, other] = [randomUUID(), randomUUID()];
    await reserve(sub, gym.id, today, at(13));
    for (const hour of [10, 11, 12]) {
      for (const person of [randomUUID(), randomUUID()]) {
        await reserve(person, gym.id, '2026-04-03', at(hour, '2026-04-03'));
      }
    }
    // It is noon, and only the last of today's four slots has not begun. 2 April is a Thursday.
    const shown = await days(sub, gym.id);
    expect(shown.slice(0, 3)).toEqual([
      { date: today, capacity: 2, remaining: 1, mine: true },
      { date: '2026-04-03', capacity: 8, remaining: 2, mine: false },
      { date: '2026-04-04', capacity: 8, remaining: 8, mine: false },
    ]);
    expect(shown.at(-1)?.date).toBe('2026-04-28');
    expect((await days(other, gym.id))[0]).toMatchObject({ remaining: 1, mine: false });
  });

  test('begin with the gym day that still goes on', async () => {
    const gym = await addGym(db, openDaily(6, 26), { capacity: 3 });
    clock.now = at(24.5);
    const [night, morning] = await days(randomUUID(), gym.id);
    expect(night).toEqual({ date: today, capacity: 3, remaining: 3, mine: false });
    expect(morning).toEqual({ date: tomorrow, capacity: 60, remaining: 60, mine: false });
  });
});

describe('days of the calendar', () => {
  test('in the past offer nothing to reserve', async () => {
    const gym = await newGym();
    const yesterday = '2026-03-31';
    const day = await slots(randomUUID(), gym.id, yesterday);
    expect(day.map(({ remaining }) => remaining)).toEqual(day.map(() => 0));
    expect(day).toHaveLength(14);
    expect((await reserve(randomUUID(), gym.id, yesterday, at(10, yesterday))).code).toBe(
      'in_past',
    );
  });

  test('accepts an instant with any offset', async () => {
    const gym = await newGym({ capacity: 9 });
    const path = `/training-reservations/gyms/${gym.id}/${today}`;
    for (const startsAt of ['2026-04-01T19:00:00+09:00', '2026-04-01T06:00:00.000-04:00']) {
      const sub = randomUUID();
      await join(sub, gym.id);
      const { body } = await call<TrainingReservation>(sub, 'POST', path, { startsAt });
      expect(body.startsAt).toBe('2026-04-01T10:00:00.000Z');
    }
  });
});
