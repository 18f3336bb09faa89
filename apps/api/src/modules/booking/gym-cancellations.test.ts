import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { gymWeeklyHours } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { lockGymRules } from '#modules/gyms/gym-rules.service.ts';
import { waitUntilBlocked } from '#test/support/database.ts';
import { at } from '#test/support/booking/reservations.ts';
import type { Answer } from '#test/support/world.ts';
import { gymBody, hoursOf, openStaffGyms, weekOf } from '#test/support/gyms/staff-gyms.ts';

const {
  db,
  clock,
  staff,
  send,
  newGym,
  watchLog,
  reserve,
  move,
  cancel,
  read,
  list,
  slots,
  wait,
  waits,
  leave,
} = await openStaffGyms();
const day = '2026-04-03';

/**
 * Closes the gym like staff while a call runs: the rules are locked, the call arrives, the gym
 * closes.
 */
async function whileClosing<T>(
  gymId: number,
  request: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const asked = await db.transaction(async (tx) => {
    await lockGymRules(tx, gymId);
    const answer = request();
    await waitUntilBlocked(db, 'advisory');
    await tx.delete(gymWeeklyHours).where(eq(gymWeeklyHours.gymId, gymId));
    return { answer };
  });
  return await asked.answer;
}

test('a reservation, move or wait during a change of hours follows the new hours', async () => {
  const gyms = [await newGym(), await newGym(), await newGym({ capacity: 1 })] as const;
  const [sub, holder] = [randomUUID(), randomUUID()];
  const [first, second, full] = gyms;
  const own = (await reserve(sub, second.id, day, at(20, day))).body;
  await reserve(holder, full.id, day, at(10, day));
  const asks = [
    () => whileClosing(first.id, () => reserve(sub, first.id, day, at(10, day))),
    () => whileClosing(second.id, () => move(sub, own.id, at(12, day))),
    () => whileClosing(full.id, () => wait(sub, full.id, day, at(10, day))),
  ];
  for (const request of asks) expect((await request()).code).toBe('closed');
});

test('a move or cancellation of a reservation that the gym is cancelling finds it cancelled', async () => {
  for (const tap of ['move', 'cancel'] as const) {
    const gym = await newGym();
    const sub = randomUUID();
    const { id } = (await reserve(sub, gym.id, day, at(10, day))).body;
    const answer = await db.transaction(async (tx) => {
      await lockGymRules(tx, gym.id);
      const asked = tap === 'move' ? move(sub, id, at(12, day)) : cancel(sub, id);
      await waitUntilBlocked(db, 'advisory');
      await tx
        .update(trainingReservations)
        .set({ cancelledAt: at(12), gymCancelReason: '臨時休館のため' })
        .where(eq(trainingReservations.id, id));
      return { asked };
    });
    expect((await answer.asked).status).toBe(tap === 'move' ? 404 : 204);
    expect((await read(sub, id)).body).toMatchObject({
      status: 'cancelled',
      gymCancelReason: '臨時休館のため',
      startsAt: at(10, day).toISOString(),
    });
  }
});

/** The day after `day`, a Saturday. */
const nextDay = '2026-04-04';

async function book(gymId: number, hour: number, date = day, sub: string = randomUUID()) {
  const { status, body } = await reserve(sub, gymId, date, at(hour, date));
  expect(status).toBe(201);
  return { sub, id: body.id };
}

async function statusOf({ sub, id }: { readonly sub: string; readonly id: number }) {
  const { body } = await read(sub, id);
  return [body.status, body.gymCancelReason];
}
const stands = ['reserved', null];

const closeDay = async (gymId: number, more: object = {}, date = day) =>
  await send('PUT', `/${gymId}/special-days/${date}`, { hours: null, note: '設備点検', ...more });
const setWeek = async (gymId: number, weekly: object, more: object = {}) =>
  await send('PUT', `/${gymId}/weekly-hours`, { weekly, ...more });
const change = async (gymId: number, changes: object) =>
  await send('PUT', `/${gymId}`, { ...gymBody, ...changes });

describe('closing a day', () => {
  test('asks first with the number of affected reservations, and changes nothing', async () => {
    const gym = await newGym();
    const mine = [await book(gym.id, 10), await book(gym.id, 10), await book(gym.id, 22)];
    const readLog = await watchLog();
    for (const more of [{}, ...[0, 2, 4].map((cancelAffected) => ({ cancelAffected }))]) {
      const answer = await closeDay(gym.id, more);
      expect([answer.status, answer.code]).toEqual([409, 'reservations_affected']);
      expect(answer.body.affected).toBe(3);
      expect(answer.body.affectedSlots?.map(({ count }) => count)).toEqual([2, 1]);
    }
    for (const own of mine) expect(await statusOf(own)).toEqual(stands);
    const { body } = await send('GET', `/${gym.id}`);
    expect([body.specialDays, body.upcomingReservations]).toEqual([[], 3]);
    expect(await readLog()).toEqual([]);
  });

  test('asks again when the number has changed in the meantime', async () => {
    const gym = await newGym();
    const first = await book(gym.id, 10);
    expect((await closeDay(gym.id)).body.affected).toBe(1);
    const second = await book(gym.id, 11);
    const again = await closeDay(gym.id, { cancelAffected: 1 });
    expect([again.code, again.body.affected]).toEqual(['reservations_affected', 2]);
    expect([await statusOf(first), await statusOf(second)]).toEqual([stands, stands]);
    await cancel(first.sub, first.id);
    expect((await closeDay(gym.id, { cancelAffected: 2 })).body.affected).toBe(1);
    await cancel(second.sub, second.id);
    // No reservation is affected now.
    expect((await closeDay(gym.id, { cancelAffected: 1 })).status).toBe(200);
  });

  test('cancels exactly those of the day, mails the reason, and logs each', async () => {
    const [gym, other] = [await newGym(), await newGym()];
    const mine = [await book(gym.id, 10), await book(gym.id, 22)];
    const kept = [await book(gym.id, 10, nextDay), await book(other.id, 10)];
    const gone = await book(gym.id, 12);
    await cancel(gone.sub, gone.id);
    const readLog = await watchLog();
    const { status, body } = await closeDay(gym.id, { cancelAffected: 2 });
    expect([status, body.upcomingReservations]).toEqual([200, 1]);
    for (const own of mine) {
      expect(await statusOf(own)).toEqual(['cancelled', '臨時休館のため（設備点検）']);
      expect((await list(own.sub)).body.items).toEqual([]);
      expect((await list(own.sub, '?time=past')).body.items).toMatchObject([{ id: own.id }]);
    }
    for (const own of kept) expect(await statusOf(own)).toEqual(stands);
    expect(await statusOf(gone)).toEqual(['cancelled', null]);
    const [entry, ...cancelled] = await readLog();
    expect(entry).toMatchObject({ action: 'gym.special-day', staffSub: staff, memberSub: null });
    expect(new Set(cancelled.map(({ memberSub }) => memberSub))).toEqual(
      new Set(mine.map(({ sub }) => sub)),
    );
    expect(cancelled).toHaveLength(2);
    expect(cancelled[0]).toMatchObject({
      action: 'reservation.cancel',
      staffSub: staff,
      target: null,
      reason: '臨時休館のため（設備点検）',
      changes: [{ field: 'reservation', before: expect.stringContaining('2026-04-03 ') as string }],
    });
  });

  test('ends waits and offers of removed slots, and no others', async () => {
    const gym = await newGym({ capacity: 1 });
    const holders = [
      await book(gym.id, 10),
      await book(gym.id, 11),
      await book(gym.id, 10, nextDay),
    ];
    const waiting = randomUUID();
    for (const [hour, date] of [
      [10, day],
      [11, day],
      [10, nextDay],
    ] as const) {
      expect((await wait(waiting, gym.id, date, at(hour, date))).status).toBe(201);
    }
    const [first] = holders;
    await cancel(first?.sub ?? '', first?.id ?? 0);
    const offered = (await waits(waiting)).filter(({ offeredUntil }) => offeredUntil !== null);
    expect(offered).toHaveLength(1);
    await closeDay(gym.id, { cancelAffected: 1 });
    expect((await waits(waiting)).map(({ date }) => date)).toEqual([nextDay]);
    const ended = await db
      .select()
      .from(reservationWaits)
      .where(eq(reservationWaits.endReason, 'closed'));
    expect(ended.filter(({ sub }) => sub === waiting)).toHaveLength(2);
    expect(ended.every(({ email }) => email === null)).toBe(true);
  });

  test('needs no confirmation when there are only waits or no reservations', async () => {
    const gym = await newGym({ capacity: 1 });
    const holder = await book(gym.id, 10);
    const waiting = randomUUID();
    await wait(waiting, gym.id, day, at(10, day));
    await cancel(holder.sub, holder.id);
    expect((await closeDay(gym.id)).status).toBe(200);
    expect(await waits(waiting)).toEqual([]);
  });

  test('keeps visits that have begun', async () => {
    const gym = await newGym();
    const begun = await book(gym.id, 10);
    const later = await book(gym.id, 11);
    clock.now = at(10.5, day);
    await closeDay(gym.id, { cancelAffected: 1 });
    expect([await statusOf(begun), (await statusOf(later))[0]]).toEqual([stands, 'cancelled']);
  });

  test('is final: the member cannot move it, and cancelling keeps the reason', async () => {
    const gym = await newGym();
    const own = await book(gym.id, 10);
    await closeDay(gym.id, { cancelAffected: 1 });
    expect((await move(own.sub, own.id, at(10, nextDay))).code).toBe('not_found');
    expect((await cancel(own.sub, own.id)).status).toBe(204);
    expect(await statusOf(own)).toEqual(['cancelled', '臨時休館のため（設備点検）']);
    expect((await reserve(own.sub, gym.id, day, at(10, day))).code).toBe('closed');
    await book(gym.id, 10, nextDay, own.sub);
    const rows = await db
      .select({ sequence: trainingReservations.sequence })
      .from(trainingReservations)
      .where(eq(trainingReservations.id, own.id));
    expect(rows).toEqual([{ sequence: 1 }]);
  });
});

test('removing a special day cancels what only that day had', async () => {
  const gym = await newGym();
  const long = { hours: hoursOf(6, 23), note: '' };
  await send('PUT', `/${gym.id}/special-days/${day}`, long);
  const [early, later] = [await book(gym.id, 7), await book(gym.id, 9)];
  const path = `/${gym.id}/special-days/${day}`;
  expect((await send('DELETE', path)).code).toBe('reservations_affected');
  expect((await send('DELETE', `${path}?cancelAffected=2`)).code).toBe('reservations_affected');
  expect((await send('DELETE', `${path}?cancelAffected=1`)).status).toBe(200);
  expect(await statusOf(early)).toEqual(['cancelled', '営業時間の変更のため']);
  expect(await statusOf(later)).toEqual(stands);
});

test('a shorter week cancels what is outside it, and another grid what fits no slot', async () => {
  const gym = await newGym();
  const hours = [9, 10, 21, 22];
  const mine = await Promise.all(hours.map((hour) => book(gym.id, hour)));
  const standing = async () => {
    const all = await Promise.all(mine.map(statusOf));
    return hours.filter((_, n) => all[n]?.[0] === 'reserved');
  };
  expect((await setWeek(gym.id, weekOf(hoursOf(10, 22)))).body.affected).toBe(2);
  await setWeek(gym.id, weekOf(hoursOf(10, 22)), { cancelAffected: 2 });
  expect(await standing()).toEqual([10, 21]);
  expect((await setWeek(gym.id, weekOf(hoursOf(10, 22.5)))).status).toBe(200);
  expect((await setWeek(gym.id, weekOf(hoursOf(9.5, 22)))).code).toBe('reservations_affected');
  await setWeek(gym.id, weekOf(hoursOf(9.5, 22)), { cancelAffected: 2 });
  expect(await standing()).toEqual([]);
});

test('other slots cancel reservations that fit no slot any more', async () => {
  const gym = await newGym();
  const mine = [await book(gym.id, 9), await book(gym.id, 13)];
  expect((await change(gym.id, { slotMinutes: 30 })).body.affected).toBe(2);
  await change(gym.id, { slotMinutes: 30, cancelAffected: 2 });
  for (const own of mine) {
    expect(await statusOf(own)).toEqual(['cancelled', '予約枠の時間の変更のため']);
  }
  const half = await book(gym.id, 9.5);
  expect((await change(gym.id, { slotMinutes: 30, capacity: 9 })).status).toBe(200);
  expect(await statusOf(half)).toEqual(stands);
});

test('a slot that now belongs to the other gym day stays, with that day', async () => {
  const late = weekOf(hoursOf(9, 26));
  const gym = await newGym({}, { weekly: late });
  const own = await book(gym.id, 25);
  const waiting = randomUUID();
  await book(gym.id, 25);
  await wait(waiting, gym.id, day, at(25, day));
  const weekly = late.map((hours, n) =>
    n === 5 ? hoursOf(9, 24) : n === 6 ? hoursOf(0, 24) : hours,
  );
  expect((await setWeek(gym.id, weekly)).status).toBe(200);
  expect((await read(own.sub, own.id)).body).toMatchObject({ status: 'reserved', date: nextDay });
  expect(await waits(waiting)).toMatchObject([
    { date: nextDay, startsAt: at(25, day).toISOString() },
  ]);
  const seen = (await slots(own.sub, gym.id, nextDay)).find(({ mine }) => mine);
  expect(seen).toMatchObject({ reservationId: own.id, startsAt: at(25, day).toISOString() });
});

describe('a lower capacity', () => {
  test('cancels the latest reservations of the seats beyond it', async () => {
    const gym = await newGym({ capacity: 4 });
    const [a, b, c, d] = [
      await book(gym.id, 10),
      await book(gym.id, 10),
      await book(gym.id, 10),
      await book(gym.id, 10),
    ];
    await cancel(a.sub, a.id);
    const latest = await book(gym.id, 10);
    const alone = await book(gym.id, 11);
    expect((await change(gym.id, { capacity: 2 })).body.affected).toBe(2);
    await change(gym.id, { capacity: 2, cancelAffected: 2 });
    // The latest reservation got the low seat number that was free again.
    for (const own of [latest, b, alone]) expect(await statusOf(own)).toEqual(stands);
    for (const own of [c, d])
      expect(await statusOf(own)).toEqual(['cancelled', '定員の変更のため']);
  });

  test('cancels none where there is room, whatever the seat number', async () => {
    const gym = await newGym({ capacity: 3 });
    const [a, b, c] = [await book(gym.id, 10), await book(gym.id, 10), await book(gym.id, 10)];
    await cancel(a.sub, a.id);
    await cancel(b.sub, b.id);
    expect((await change(gym.id, { capacity: 1 })).status).toBe(200);
    expect(await statusOf(c)).toEqual(stands);
    expect((await reserve(randomUUID(), gym.id, day, at(10, day))).code).toBe('slot_full');
  });

  test('takes back offers without a seat, and the member stays first in the line', async () => {
    const gym = await newGym({ capacity: 2 });
    const [a, b] = [await book(gym.id, 10), await book(gym.id, 10)];
    const [first, second] = [randomUUID(), randomUUID()];
    for (const sub of [first, second]) await wait(sub, gym.id, day, at(10, day));
    await cancel(a.sub, a.id);
    expect((await waits(first))[0]?.offeredUntil).not.toBeNull();
    expect((await change(gym.id, { capacity: 1 })).status).toBe(200);
    expect(await waits(first)).toMatchObject([{ position: 1, offeredUntil: null }]);
    expect((await reserve(first, gym.id, day, at(10, day))).code).toBe('slot_full');
    await cancel(b.sub, b.id);
    expect((await waits(first))[0]?.offeredUntil).not.toBeNull();
    expect((await waits(second))[0]?.offeredUntil).toBeNull();
    const [offer] = await waits(first);
    await leave(first, offer?.waitId ?? 0);
    expect((await waits(second))[0]?.offeredUntil).not.toBeNull();
  });
});
