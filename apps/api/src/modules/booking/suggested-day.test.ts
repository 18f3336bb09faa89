import { randomUUID } from 'node:crypto';
import type { SuggestedDay } from '@tanren/contract/booking/training-reservations';
import { expect, test } from 'vitest';
import { at, openReservations, today } from '#test/support/booking/reservations.ts';
import { addGym } from '#test/support/gyms/gyms.ts';

const { db, call, newGym, join, reserve, days, slots } = await openReservations();
/** Every member without a choice, a reservation or a membership gets this gym. */
const first = await newGym();

const suggest = async (sub: string, query = '') =>
  (
    await call<{ suggestion: SuggestedDay | null }>(
      sub,
      'GET',
      `/training-reservations/suggestion${query}`,
    )
  ).body.suggestion;

test('answers like the calls about the gym, its hours, its days and the slots', async () => {
  const gym = await newGym({ capacity: 1 });
  const sub = randomUUID();
  for (let hour = 13; hour < 23; hour += 1) await reserve(randomUUID(), gym.id, today, at(hour));
  await join(sub, gym.id);
  const read = async (path: string) => (await call<unknown>(sub, 'GET', path)).body;
  expect(await suggest(sub, `?gymId=${gym.id}`)).toEqual({
    gym: await read(`/gyms/${gym.id}`),
    hours: await read(`/gyms/${gym.id}/weekly-hours`),
    days: await days(sub, gym.id),
    // Today is full.
    date: '2026-04-02',
    slots: await slots(sub, gym.id, '2026-04-02'),
  });
});

test('begins with a full day on which the member has a reservation', async () => {
  const gym = await newGym({ capacity: 1 });
  const sub = randomUUID();
  await reserve(sub, gym.id, today, at(13));
  for (let hour = 14; hour < 23; hour += 1) await reserve(randomUUID(), gym.id, today, at(hour));
  expect(await suggest(sub)).toMatchObject({ gym: { id: gym.id }, date: today });
});

test('chooses the gym that was asked for, of the reservation, of the membership, or the first', async () => {
  const [asked, reserved, held] = [await newGym(), await newGym(), await newGym()];
  const sub = randomUUID();
  const chosen = async (query = '') => (await suggest(sub, query))?.gym.id;
  expect(await chosen()).toBe(first.id);
  await join(sub, reserved.id);
  expect(await chosen()).toBe(reserved.id);
  // The newest membership comes first.
  await join(sub, held.id);
  expect(await chosen()).toBe(held.id);
  await reserve(sub, reserved.id, today, at(19));
  expect(await chosen()).toBe(reserved.id);
  expect(await chosen(`?gymId=${asked.id}`)).toBe(asked.id);
  expect(await chosen('?gymId=999999')).toBe(reserved.id);
});

test('has no day when the gym never opens', async () => {
  const gym = await addGym(db, { weekly: [] });
  expect(await suggest(randomUUID(), `?gymId=${gym.id}`)).toMatchObject({ date: null, slots: [] });
});
