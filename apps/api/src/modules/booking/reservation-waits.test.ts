import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type GymRow, gyms } from '#db/schema/gyms.ts';
import { reservationWaits } from '#db/schema/booking.ts';
import { at, openReservations, today } from '#test/support/booking/reservations.ts';
import { storeMenu } from '#test/support/menus/menus.ts';

const { db, clock, newGym, reserve, move, cancel, slots, wait, waits, leave } =
  await openReservations();
const newMembers = (count: number) => Array.from({ length: count }, () => randomUUID());

/** Adds a gym whose slot at 19:00 is full, and returns the members who hold it. */
async function fillSlot(capacity = 1) {
  const gym = await newGym({ capacity });
  const holders = [];
  for (const sub of newMembers(capacity)) {
    const { body } = await reserve(sub, gym.id, today, at(19));
    holders.push({ sub, id: body.id });
  }
  return { gym, holders };
}

async function queue(gym: GymRow, subs: readonly string[]): Promise<number[]> {
  const ids = [];
  for (const sub of subs) ids.push((await wait(sub, gym.id, today, at(19))).body.waitId);
  return ids;
}

const slotAt = async (sub: string, { id }: GymRow, hour = 19) =>
  (await slots(sub, id, today)).find(({ startsAt }) => startsAt === at(hour).toISOString());
const offeredUntil = async (sub: string) => (await waits(sub)).map((own) => own.offeredUntil);
const listRows = async (gym: GymRow) =>
  await db
    .select()
    .from(reservationWaits)
    .where(eq(reservationWaits.gymId, gym.id))
    .orderBy(asc(reservationWaits.id));

describe('joining a waiting list', () => {
  test("returns each member's own position", async () => {
    const { gym } = await fillSlot();
    const [first = '', second = '', visitor = ''] = newMembers(3);
    const joined = await wait(first, gym.id, today, at(19));
    expect(joined.status).toBe(201);
    expect(joined.body).toEqual({
      waitId: expect.any(Number) as number,
      gymId: gym.id,
      gymName: '鍛錬 渋谷',
      date: today,
      startsAt: at(19).toISOString(),
      endsAt: at(20).toISOString(),
      position: 1,
      offeredUntil: null,
    });
    const { waitId } = (await wait(second, gym.id, today, at(19))).body;
    expect(await waits(first)).toEqual([joined.body]);
    expect(await waits(second)).toMatchObject([{ waitId, position: 2 }]);
    expect(await slotAt(second, gym)).toMatchObject({
      remaining: 0,
      waiting: 2,
      myWait: { waitId, position: 2, offeredUntil: null },
    });
    expect(await slotAt(visitor, gym)).toMatchObject({ waiting: 2, myWait: null });
  });

  test('keeps the position when it is repeated or sent many times at once', async () => {
    const { gym } = await fillSlot();
    const [sub = '', other = ''] = newMembers(2);
    const menu = await storeMenu(db, sub);
    const taps = await Promise.all(
      Array.from({ length: 8 }, async () => await wait(sub, gym.id, today, at(19))),
    );
    await wait(other, gym.id, today, at(19));
    const again = await wait(sub, gym.id, today, at(19), { trainingSessionId: menu.id });
    const ids = [...taps, again].map(({ status, body }) => [status, body.waitId, body.position]);
    expect(new Set(ids.map(String)).size).toBe(1);
    expect(ids[0]?.[0]).toBe(201);
    expect((await listRows(gym))[0]?.trainingSessionId).toBe(menu.id);
  });

  test('is rejected when a seat is free, and where reserving is rejected', async () => {
    const { gym, holders } = await fillSlot();
    const sub = randomUUID();
    const code = async (hour: number, day = today) =>
      (await wait(sub, gym.id, day, at(hour, day))).code;
    expect(await code(20)).toBe('slot_available');
    expect(await code(12)).toBe('in_past');
    expect(await code(19.5)).toBe('closed');
    expect(await code(9, '2026-04-29')).toBe('too_far_ahead');
    expect((await wait(holders[0]?.sub ?? '', gym.id, today, at(19))).code).toBe('overlap');
    expect((await wait(sub, 2_147_483_647, today, at(19))).code).toBe('not_found');
    const menu = await storeMenu(db, randomUUID(), { visibility: 'private' });
    const more = { trainingSessionId: menu.id };
    expect((await wait(sub, gym.id, today, at(19), more)).code).toBe('not_found');
  });

  test('is rejected with limit_reached after four waiting lists', async () => {
    const gym = await newGym({ capacity: 1 });
    const sub = randomUUID();
    const hours = [14, 15, 16, 17, 18];
    for (const hour of hours) await reserve(randomUUID(), gym.id, today, at(hour));
    const answers = await Promise.all(
      hours.map(async (hour) => await wait(sub, gym.id, today, at(hour))),
    );
    const codes = answers.map(({ code }) => code ?? 'waits').toSorted();
    expect(codes).toEqual(['limit_reached', ...Array.from({ length: 4 }, () => 'waits')]);
    // A wait whose slot has begun no longer counts.
    const first = (await waits(sub))[0];
    clock.now = new Date(first?.startsAt ?? '');
    const rejected = hours.find((_, n) => answers[n]?.code !== null) ?? 0;
    const free = rejected === 14 ? 19 : rejected;
    if (free === 19) await reserve(randomUUID(), gym.id, today, at(19));
    expect((await wait(sub, gym.id, today, at(free))).code).toBeNull();
  });
});

describe('a freed seat', () => {
  test('is offered to the first for ten minutes and cannot be taken by others', async () => {
    const { gym, holders } = await fillSlot();
    const [first = '', second = '', passer = ''] = newMembers(3);
    await queue(gym, [first, second]);
    await cancel(holders[0]?.sub ?? '', holders[0]?.id ?? 0);
    const until = new Date(clock.now.getTime() + 10 * 60_000).toISOString();
    expect(await offeredUntil(first)).toEqual([until]);
    expect(await offeredUntil(second)).toEqual([null]);
    expect(await slotAt(first, gym)).toMatchObject({
      remaining: 0,
      waiting: 2,
      myWait: { position: 1, offeredUntil: until },
    });
    expect((await reserve(passer, gym.id, today, at(19))).code).toBe('slot_full');
    expect((await reserve(second, gym.id, today, at(19))).code).toBe('slot_full');
    expect((await reserve(first, gym.id, today, at(19))).code).toBeNull();
    expect(await waits(first)).toEqual([]);
    expect(await waits(second)).toMatchObject([{ position: 1, offeredUntil: null }]);
    expect((await listRows(gym))[0]).toMatchObject({ endReason: 'reserved', email: null });
  });

  test('goes to the next in order when it is not taken in time, or declined', async () => {
    const { gym, holders } = await fillSlot();
    const subs = newMembers(4);
    const ids = await queue(gym, subs);
    await cancel(holders[0]?.sub ?? '', holders[0]?.id ?? 0);
    const holderOfOffer = async () => {
      const offered = await Promise.all(subs.map(async (sub) => await offeredUntil(sub)));
      return offered.flatMap(([until], n) => (typeof until === 'string' ? [n] : []));
    };
    expect(await holderOfOffer()).toEqual([0]);
    clock.pass(9.99);
    expect((await wait(subs[3] ?? '', gym.id, today, at(19))).body.position).toBe(4);
    expect(await holderOfOffer()).toEqual([0]);
    clock.pass(0.01);
    // The first member is too late, even before the offer is ended, and cannot pass the second.
    expect((await reserve(subs[0] ?? '', gym.id, today, at(19))).code).toBe('slot_full');
    expect(await slotAt(subs[3] ?? '', gym)).toMatchObject({
      remaining: 0,
      waiting: 3,
      myWait: { position: 3 },
    });
    await wait(subs[3] ?? '', gym.id, today, at(19));
    expect(await holderOfOffer()).toEqual([1]);
    expect((await leave(subs[1] ?? '', ids[1] ?? 0)).status).toBe(204);
    expect((await leave(subs[1] ?? '', ids[1] ?? 0)).status).toBe(204);
    expect(await holderOfOffer()).toEqual([2]);
    expect((await leave(subs[3] ?? '', ids[3] ?? 0)).status).toBe(204);
    expect((await leave(subs[2] ?? '', ids[2] ?? 0)).status).toBe(204);
    expect((await slotAt(subs[0] ?? '', gym))?.remaining).toBe(1);
    expect((await listRows(gym)).map(({ endReason }) => endReason)).toEqual([
      'expired',
      'left',
      'left',
      'left',
    ]);
    expect((await reserve(subs[0] ?? '', gym.id, today, at(19))).code).toBeNull();
  });

  test('can come from a move, and can be taken by a move', async () => {
    const { gym, holders } = await fillSlot();
    const [first = '', second = ''] = newMembers(2);
    await queue(gym, [first, second]);
    const own = (await reserve(first, gym.id, today, at(15))).body;
    await move(holders[0]?.sub ?? '', holders[0]?.id ?? 0, at(21));
    expect(await offeredUntil(first)).not.toEqual([null]);
    expect((await move(first, own.id, at(19))).body.id).toBe(own.id);
    expect(await waits(first)).toEqual([]);
    expect(await waits(second)).toMatchObject([{ position: 1, offeredUntil: null }]);
  });

  test('keeps the menu of the wait', async () => {
    const { gym, holders } = await fillSlot(2);
    const [kept = '', dropped = ''] = newMembers(2);
    for (const sub of [kept, dropped]) {
      const menu = await storeMenu(db, sub, { title: '背中' });
      await wait(sub, gym.id, today, at(19), { trainingSessionId: menu.id });
    }
    for (const { sub, id } of holders) await cancel(sub, id);
    const { body } = await reserve(kept, gym.id, today, at(19));
    expect(body.trainingSession?.title).toBe('背中');
    const none = { trainingSessionId: null };
    expect((await reserve(dropped, gym.id, today, at(19), none)).body.trainingSession).toBeNull();
  });

  test('is offered until the start of the slot', async () => {
    const { gym, holders } = await fillSlot();
    const [first = '', second = ''] = newMembers(2);
    const ids = await queue(gym, [first, second]);
    clock.now = at(17.9);
    await cancel(holders[0]?.sub ?? '', holders[0]?.id ?? 0);
    expect(await offeredUntil(first)).toEqual([at(17.9 + 1 / 6).toISOString()]);
    clock.now = at(18.95);
    await leave(first, ids[0] ?? 0);
    expect(await offeredUntil(second)).toEqual([at(19).toISOString()]);
    clock.now = at(19);
    expect(await waits(second)).toEqual([]);
    expect(await slotAt(second, gym)).toMatchObject({ waiting: 0, myWait: null });
    expect((await leave(second, ids[1] ?? 0)).status).toBe(204);
  });

  test('skips a member with four future reservations until one is cancelled', async () => {
    const { gym, holders } = await fillSlot();
    const [sub, next] = [randomUUID(), randomUUID()];
    const [, second] = await queue(gym, [sub, next]);
    const own = [];
    for (const hour of [14, 15, 16, 17]) {
      own.push((await reserve(sub, gym.id, today, at(hour))).body.id);
    }
    await cancel(holders[0]?.sub ?? '', holders[0]?.id ?? 0);
    expect(await offeredUntil(sub)).toEqual([null]);
    expect(await offeredUntil(next)).not.toEqual([null]);
    expect((await reserve(sub, gym.id, today, at(19))).code).toBe('limit_reached');
    await cancel(sub, own[0] ?? 0);
    await leave(next, second ?? 0);
    expect(await offeredUntil(sub)).not.toEqual([null]);
    expect((await reserve(sub, gym.id, today, at(19))).code).toBeNull();
  });

  test('skips members who are elsewhere then, and is free for all when no waiter can take it', async () => {
    const { gym, holders } = await fillSlot();
    const [sub, passer] = [randomUUID(), randomUUID()];
    await queue(gym, [sub]);
    const elsewhere = await newGym();
    await reserve(sub, elsewhere.id, today, at(19));
    await cancel(holders[0]?.sub ?? '', holders[0]?.id ?? 0);
    expect(await offeredUntil(sub)).toEqual([null]);
    // The page agrees with booking: one seat is free, and there is no list to wait in.
    expect(await slotAt(passer, gym)).toMatchObject({ remaining: 1, waiting: 1 });
    expect((await wait(passer, gym.id, today, at(19))).code).toBe('slot_available');
    expect((await reserve(passer, gym.id, today, at(19))).code).toBeNull();
    expect(await slotAt(passer, gym)).toMatchObject({ remaining: 0 });
  });

  test('is shown as taken while a waiter can have it, also before it is offered', async () => {
    const { gym } = await fillSlot();
    const [busy = '', able = '', passer = ''] = newMembers(3);
    await queue(gym, [busy, able]);
    const elsewhere = await newGym();
    await reserve(busy, elsewhere.id, today, at(19));
    await db.update(gyms).set({ capacity: 3 }).where(eq(gyms.id, gym.id));
    // The larger capacity brings two seats: one for the waiting member who can take it, one for
    // others.
    expect((await slotAt(passer, gym))?.remaining).toBe(1);
    expect((await reserve(passer, gym.id, today, at(19))).code).toBeNull();
    expect((await slotAt(randomUUID(), gym))?.remaining).toBe(0);
    expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBe('slot_full');
    expect(await offeredUntil(able)).not.toEqual([null]);
  });
});

test("another member's wait is not found, and stays", async () => {
  const { gym } = await fillSlot();
  const [sub = '', other = ''] = newMembers(2);
  const [id = 0] = await queue(gym, [sub]);
  expect((await leave(other, id)).code).toBe('not_found');
  expect(await waits(sub)).toHaveLength(1);
  expect(await waits(other)).toEqual([]);
});
