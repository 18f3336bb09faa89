import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findDemoGym } from '#gyms/demo-gyms.ts';
import { createSlotBook, createSlotCalendar, listDemoSlots } from './slot-book.ts';
import { fillSlot } from './regulars.ts';

const today = '2026-11-15';
const midnight = new Date(`${today}T00:00:00+09:00`);
const slots = listDemoSlots(findDemoGym(1), today, today);
const [six, seven] = slots;
if (six === undefined || seven === undefined) throw new Error('there are no slots');

/** A membership book that allows every visit. */
const allowed = { find: () => 1, use: () => {} };

const booking = (sub: string = randomUUID()) => ({
  sub,
  createdAt: midnight,
  trainingSessionId: null,
});

test('assigns seats in order, separately for each slot', () => {
  const book = createSlotBook(allowed);
  const seats = [six, six, seven, six].map((slot) => book.reserve(slot, booking()).seat);
  expect(seats).toEqual([1, 2, 1, 3]);
  book.cancel(six, booking(), midnight);
  expect(book.countSeats(six)).toBe(3);
  expect(book.rows.map(({ cancelledAt }) => cancelledAt)).toEqual([
    null,
    null,
    null,
    null,
    midnight,
  ]);
});

test('a member with a reservation or a wait is busy during that slot, and free right after it', () => {
  const book = createSlotBook(allowed);
  const [come, wait] = [randomUUID(), randomUUID()];
  book.reserve(six, booking(come));
  book.markBusy(six, wait);
  expect([come, wait].map((sub) => book.isFree(sub, six))).toEqual([false, false]);
  expect([come, wait].map((sub) => book.isFree(sub, seven))).toEqual([true, true]);
  expect(book.countSeats(six)).toBe(1);
});

test('reserves only what a membership covers, and counts the visits of the month', () => {
  const used: string[] = [];
  const once = {
    find: () => (used.length === 0 ? 7 : null),
    use: (id: number, { gymDay }: { gymDay: string }) => void used.push(`${id} ${gymDay}`),
  };
  const book = createSlotBook(once);
  const sub = randomUUID();
  expect(book.isAllowed(sub, six)).toBe(true);
  expect(book.reserve(six, booking(sub), midnight)).toMatchObject({
    membershipId: 7,
    enteredAt: midnight,
    enteredBy: 'door',
  });
  expect(used).toEqual([`7 ${today}`]);
  expect([book.isFree(sub, seven), book.isAllowed(sub, seven)]).toEqual([true, false]);
  expect(() => book.reserve(seven, booking(sub))).toThrow('has no membership');
});

test('fills a slot up to its capacity, and waiting members stay busy at that time', () => {
  const book = createSlotBook(allowed);
  book.reserve(six, booking());
  const regulars = Array.from({ length: 30 }, () => ({
    sub: randomUUID(),
    gymId: 1,
    startMinute: 7 * 60,
    visits: 4,
  }));
  const wanted = { gymId: 1, daysAhead: 0, minute: 6 * 60, waiting: 3 };
  const waits = fillSlot(book, six, wanted, { regulars, menus: [], midnight });
  expect(book.countSeats(six)).toBe(12);
  expect(waits).toHaveLength(3);
  expect(waits.filter(({ sub }) => book.isFree(sub, six))).toEqual([]);
  const times = waits.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('finds the slot that runs at a time of day, or the nearest one', () => {
  const calendar = createSlotCalendar(today);
  const find = (minute: number) =>
    calendar.findAt(1, 0, minute)?.startsAt.toISOString().slice(11, 16);
  expect([0, 6 * 60, 19.9 * 60, 25.5 * 60, 30 * 60].map(find)).toEqual([
    '21:00',
    '21:00',
    '10:00',
    '16:00',
    '16:00',
  ]);
  expect(calendar.findAt(2, 2, 19 * 60)).toBeNull();
});
