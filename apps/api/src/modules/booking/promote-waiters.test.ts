import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { eraseMember } from '#composition/member-data.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { type GymRow, gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { at, openReservations, today } from '#test/support/booking/reservations.ts';
import { purgeEndedWaits } from './reservation-waits.store.ts';
import { findDueSlots, promoteDueWaiters } from './promote-waiters.ts';

const { db, url, clock, newGym, reserve, wait, waits } = await openReservations();
const nodes = [openDatabase(url), openDatabase(url)];
afterAll(async () => await Promise.all(nodes.map(closeDatabase)));
const promote = async () => await promoteDueWaiters(db, clock.now);
/** Settles the slots several times on each node, all at once. */
const promoteEverywhere = async () =>
  await Promise.all(
    [...nodes, ...nodes, ...nodes].map(async (node) => await promoteDueWaiters(node, clock.now)),
  );

async function fillAndQueue(capacity: number, waiting: number) {
  const gym = await newGym({ capacity });
  const holders = Array.from({ length: capacity }, () => randomUUID());
  const line = Array.from({ length: waiting }, () => randomUUID());
  for (const sub of holders) await reserve(sub, gym.id, today, at(19));
  for (const sub of line) await wait(sub, gym.id, today, at(19));
  return { gym, holders, line };
}

const listOffered = async (gym: GymRow) => {
  const { sub, gymId, offeredAt, endedAt, id } = reservationWaits;
  const rows = await db
    .select({ sub })
    .from(reservationWaits)
    .where(and(eq(gymId, gym.id), isNotNull(offeredAt), isNull(endedAt)))
    .orderBy(asc(id));
  return rows.map((row) => row.sub);
};
const listEnds = async (gym: GymRow) => {
  const rows = await db
    .select()
    .from(reservationWaits)
    .where(eq(reservationWaits.gymId, gym.id))
    .orderBy(asc(reservationWaits.id));
  return rows.map(({ endReason, email, endedAt }) => [endReason, email === null, endedAt]);
};

describe('nodes that promote waiters at once', () => {
  test('offer each seat once, in order', async () => {
    const { gym, line } = await fillAndQueue(3, 8);
    await db.update(gyms).set({ capacity: 6 }).where(eq(gyms.id, gym.id));
    await promoteEverywhere();
    expect(await listOffered(gym)).toEqual(line.slice(0, 3));
    clock.pass(10);
    await promoteEverywhere();
    expect(await listOffered(gym)).toEqual(line.slice(3, 6));
    clock.pass(10);
    await promoteEverywhere();
    expect(await listOffered(gym)).toEqual(line.slice(6));
    clock.pass(10);
    await promoteEverywhere();
    expect(await listOffered(gym)).toEqual([]);
    expect(await findDueSlots(db, clock.now)).toEqual([]);
    expect(new Set((await listEnds(gym)).map(String))).toHaveLength(3);
  });

  test('skip seats that are taken in the meantime', async () => {
    const { gym, line } = await fillAndQueue(2, 4);
    await db.update(gyms).set({ capacity: 4 }).where(eq(gyms.id, gym.id));
    await promote();
    const offered = line.slice(0, 2);
    const [answers] = await Promise.all([
      Promise.all(offered.map(async (sub) => await reserve(sub, gym.id, today, at(19)))),
      promoteEverywhere(),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([null, null]);
    expect(await listOffered(gym)).toEqual([]);
    expect(await db.$count(trainingReservations, eq(trainingReservations.gymId, gym.id))).toBe(4);
  });
});

test('an offer can be taken until its last moment and not later', async () => {
  for (const [minutes, code] of [
    [9.999, null],
    [10, 'slot_full'],
  ] as const) {
    clock.now = at(12);
    const { gym, line } = await fillAndQueue(1, 2);
    await db.update(gyms).set({ capacity: 2 }).where(eq(gyms.id, gym.id));
    await promote();
    clock.pass(minutes);
    await promote();
    expect((await reserve(line[0] ?? '', gym.id, today, at(19))).code).toBe(code);
    expect(await listOffered(gym)).toEqual(code === null ? [] : [line[1]]);
  }
});

test('removes all waits and their addresses when the slot begins', async () => {
  const { gym, line } = await fillAndQueue(1, 2);
  clock.now = at(18.95);
  await db.update(gyms).set({ capacity: 2 }).where(eq(gyms.id, gym.id));
  await promote();
  expect((await waits(line[0] ?? '')).map((own) => own.offeredUntil)).toEqual([
    at(19).toISOString(),
  ]);
  clock.now = at(19);
  await promote();
  expect(await listEnds(gym)).toEqual([
    ['started', true, at(19)],
    ['started', true, at(19)],
  ]);
  await purgeEndedWaits(db, at(19));
  expect(await listEnds(gym)).toHaveLength(2);
  await purgeEndedWaits(db, at(19.1));
  expect(await listEnds(gym)).toEqual([]);
});

describe('erasing a member', () => {
  test('frees their seats and offers for the next in line', async () => {
    const { gym, holders, line } = await fillAndQueue(2, 4);
    const [first = '', second = '', third = '', last = ''] = line;
    const erase = async (sub: string) =>
      await db.transaction(async (tx) => await eraseMember(tx, sub));
    await erase(holders[0] ?? '');
    await promote();
    expect(await listOffered(gym)).toEqual([first]);
    // One of the erased members has an offer, the other waits.
    await erase(first);
    await erase(third);
    await promote();
    expect(await listOffered(gym)).toEqual([second]);
    await erase(holders[1] ?? '');
    await promote();
    expect(await listOffered(gym)).toEqual([second, last]);
    for (const sub of [second, last]) {
      expect((await reserve(sub, gym.id, today, at(19))).code).toBeNull();
    }
    expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBe('slot_full');
  });

  test('works while others reserve, wait and are promoted', async () => {
    const { gym, holders, line } = await fillAndQueue(6, 6);
    await Promise.all([
      ...[...holders, ...line].map(
        async (sub) => await db.transaction(async (tx) => await eraseMember(tx, sub)),
      ),
      ...Array.from({ length: 12 }, async () => {
        const { status } = await reserve(randomUUID(), gym.id, today, at(19));
        expect([201, 409]).toContain(status);
      }),
      promoteEverywhere(),
    ]);
    await promote();
    const left = await db.$count(trainingReservations, eq(trainingReservations.gymId, gym.id));
    for (let n = left; n < 6; n += 1) {
      expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBeNull();
    }
    expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBe('slot_full');
  });
});
