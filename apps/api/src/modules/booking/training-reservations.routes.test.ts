import { randomUUID } from 'node:crypto';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { at, openReservations, today } from '#test/support/booking/reservations.ts';
import { storeMenu } from '#test/support/menus/menus.ts';
import { readPages } from '#test/support/world.ts';

const { db, clock, newGym, reserve, move, cancel, read, list, slots, call } =
  await openReservations();

describe('moving', () => {
  // spec 7.26
  test('keeps the id, frees the old seat and raises the calendar sequence', async () => {
    const gym = await newGym({ capacity: 1 });
    const sub = randomUUID();
    const menu = await storeMenu(db, sub);
    const more = { trainingSessionId: menu.id };
    const { body } = await reserve(sub, gym.id, today, at(19), more);
    const moved = await move(sub, body.id, at(20, '2026-04-02'));
    expect(moved.body).toEqual({
      ...body,
      date: '2026-04-02',
      startsAt: '2026-04-02T11:00:00.000Z',
      endsAt: '2026-04-02T12:00:00.000Z',
      changeableUntil: '2026-04-02T10:00:00.000Z',
    });
    // The same move is accepted again, as after a lost answer.
    expect((await move(sub, body.id, at(20, '2026-04-02'))).body).toEqual(moved.body);
    expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBeNull();
    const rows = await db
      .select()
      .from(trainingReservations)
      .where(eq(trainingReservations.sub, sub));
    expect(rows).toMatchObject([{ id: body.id, sequence: 1, trainingSessionId: menu.id }]);
  });

  test('is allowed next to an own reservation, and rejected onto one', async () => {
    const gym = await newGym({ capacity: 1, slotMinutes: 75 });
    const sub = randomUUID();
    const nth = (n: number) => toGymInstant(today, 9 * 60 + n * 75);
    const { body } = await reserve(sub, gym.id, today, nth(4));
    await reserve(sub, gym.id, today, nth(6));
    expect((await move(sub, body.id, nth(6))).code).toBe('overlap');
    expect((await move(sub, body.id, nth(5))).code).toBeNull();
  });

  test('is allowed with four future reservations', async () => {
    const gym = await newGym();
    const sub = randomUUID();
    const made = [];
    for (const hour of [14, 15, 16, 17])
      made.push((await reserve(sub, gym.id, today, at(hour))).body);
    expect((await move(sub, made[0]?.id ?? 0, at(20))).code).toBeNull();
  });

  test('is rejected where reserving is rejected, and changes nothing', async () => {
    const gym = await newGym({ capacity: 1 });
    const sub = randomUUID();
    const { body } = await reserve(sub, gym.id, today, at(19));
    await reserve(randomUUID(), gym.id, today, at(20));
    const code = async (startsAt: Date) => (await move(sub, body.id, startsAt)).code;
    expect(await code(at(20))).toBe('slot_full');
    expect(await code(at(8))).toBe('in_past');
    expect(await code(at(12))).toBe('in_past');
    expect(await code(at(23))).toBe('closed');
    expect(await code(toGymInstant(today, 20 * 60 + 1))).toBe('closed');
    expect(await code(at(10, '2026-04-29'))).toBe('too_far_ahead');
    expect(await code(at(10, '2026-04-28'))).toBeNull();
    expect(await code(at(19))).toBeNull();
    expect((await read(sub, body.id)).body).toEqual(body);
  });

  test('ends at the deadline, as cancelling does', async () => {
    const gym = await newGym({ cancelDeadlineMinutes: 60 });
    const sub = randomUUID();
    const { body } = await reserve(sub, gym.id, today, at(19));
    clock.now = at(18);
    expect((await move(sub, body.id, at(20))).code).toBeNull();
    expect((await move(sub, body.id, at(19))).code).toBeNull();
    clock.now = new Date(at(18).getTime() + 1);
    expect((await move(sub, body.id, at(20))).code).toBe('deadline_passed');
    expect((await cancel(sub, body.id)).code).toBe('deadline_passed');
    expect((await read(sub, body.id)).body.status).toBe('reserved');
  });

  test('a reservation can be cancelled within five minutes after it was made, but never after the start', async () => {
    const gym = await newGym({ cancelDeadlineMinutes: 60, capacity: 9 });
    const [sub, late] = [randomUUID(), randomUUID()];
    clock.now = toGymInstant(today, 18 * 60 + 30);
    const { body } = await reserve(sub, gym.id, today, at(19));
    expect(body.changeableUntil).toBe(toGymInstant(today, 18 * 60 + 35).toISOString());
    clock.pass(5);
    expect((await cancel(sub, body.id)).code).toBeNull();
    clock.now = toGymInstant(today, 18 * 60 + 57);
    const second = (await reserve(late, gym.id, today, at(19))).body;
    expect(second.changeableUntil).toBe(at(19).toISOString());
    clock.pass(4);
    expect((await cancel(late, second.id)).code).toBe('deadline_passed');
  });
});

describe('cancelling', () => {
  // spec 7.25, 7.27
  test("can be repeated, and keeps the reservation in the member's history", async () => {
    const gym = await newGym();
    const sub = randomUUID();
    const { body } = await reserve(sub, gym.id, today, at(19));
    expect((await cancel(sub, body.id)).status).toBe(204);
    expect((await cancel(sub, body.id)).status).toBe(204);
    const cancelled = { ...body, status: 'cancelled' };
    expect((await read(sub, body.id)).body).toEqual(cancelled);
    expect((await move(sub, body.id, at(20))).code).toBe('not_found');
    expect((await list(sub)).body.items).toEqual([]);
    expect((await list(sub, '?time=past')).body.items).toEqual([cancelled]);
  });
});

describe('reservation lists', () => {
  test('are paged: future ones ascending, past ones descending', async () => {
    const gym = await newGym({ capacity: 9 });
    const [sub, other] = [randomUUID(), randomUUID()];
    for (const who of [sub, other]) {
      for (let visit = 0; visit < 7; visit += 1) {
        clock.now = at(8, `2026-03-0${visit + 1}`);
        const day = `2026-03-0${visit + 1}`;
        await reserve(who, gym.id, day, at(9 + visit, day));
      }
    }
    clock.now = at(12);
    for (const hour of [20, 13, 16, 12 + 6]) await reserve(sub, gym.id, today, at(hour));
    // The reservation under way counts as upcoming.
    clock.now = toGymInstant(today, 13 * 60 + 30);
    const walk = async (time: string) => {
      const pages = await readPages(
        async (from) => (await list(sub, `?time=${time}&limit=3${from}`)).body,
      );
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(3);
      return pages.flat().map(({ startsAt }) => startsAt);
    };
    const hours = [13, 16, 18, 20].map((hour) => at(hour).toISOString());
    expect(await walk('upcoming')).toEqual(hours);
    expect((await list(sub)).body.items.map(({ startsAt }) => startsAt)).toEqual(hours);
    expect(await walk('past')).toEqual(
      Array.from({ length: 7 }, (_, n) => at(9 + 6 - n, `2026-03-0${7 - n}`).toISOString()),
    );
  });
});

describe('a reservation of another member', () => {
  test('is not found, and stays', async () => {
    const gym = await newGym();
    const [sub, other] = [randomUUID(), randomUUID()];
    const { body } = await reserve(sub, gym.id, today, at(19));
    for (const answer of [
      await read(other, body.id),
      await move(other, body.id, at(20)),
      await cancel(other, body.id),
    ]) {
      expect([answer.status, answer.code]).toEqual([404, 'not_found']);
    }
    expect((await read(sub, body.id)).body).toEqual(body);
  });
});

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '9999-12-31T23:00:00-12:00'])(
  'rejects the instant %s',
  async (instant) => {
    const gym = await newGym();
    const sub = randomUUID();
    const { body } = await reserve(sub, gym.id, today, at(19));
    const far = instant.startsWith('9');
    const own = `/training-reservations/my/${body.id}`;
    const moved = await call(sub, 'PUT', own, { startsAt: instant });
    expect(moved.code).toBe(far ? 'too_far_ahead' : 'in_past');
    const path = `/training-reservations/gyms/${gym.id}/${today}`;
    const made = await call(sub, 'POST', path, { startsAt: instant });
    expect([made.status, made.code]).toEqual([409, far ? 'closed' : 'in_past']);
  },
);

const listSeats = async (gymId: number) =>
  (await db.select().from(trainingReservations).where(eq(trainingReservations.gymId, gymId)))
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map(({ seat }) => seat)
    .toSorted((a, b) => a - b);

describe('reserving', () => {
  test('assigns a seat whose door codes another member has seen only when no other is free', async () => {
    const gym = await newGym({ capacity: 3 });
    const first = await reserve(randomUUID(), gym.id, today, at(19));
    await db
      .update(trainingReservations)
      .set({ codesShownAt: at(8), cancelledAt: at(8) })
      .where(eq(trainingReservations.id, first.body.id));
    await reserve(randomUUID(), gym.id, today, at(19));
    await reserve(randomUUID(), gym.id, today, at(19));
    expect(await listSeats(gym.id)).toEqual([2, 3]);
    await reserve(randomUUID(), gym.id, today, at(19));
    expect(await listSeats(gym.id)).toEqual([1, 2, 3]);
  });

  // spec 1.10, 3.19
  test('assigns a seat and returns the reservation', async () => {
    const gym = await newGym({ cancelDeadlineMinutes: 120 });
    const sub = randomUUID();
    const menu = await storeMenu(db, randomUUID(), { title: '胸の日' });
    const more = { trainingSessionId: menu.id };
    const { status, body } = await reserve(sub, gym.id, today, at(19), more);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      gymId: gym.id,
      gymName: '鍛錬 渋谷',
      date: today,
      startsAt: '2026-04-01T10:00:00.000Z',
      endsAt: '2026-04-01T11:00:00.000Z',
      trainingSession: { trainingSessionId: menu.id, title: '胸の日' },
      changeableUntil: '2026-04-01T08:00:00.000Z',
      status: 'reserved',
      gymCancelReason: null,
    });
    expect((await read(sub, body.id)).body).toEqual(body);
    expect((await list(sub)).body).toEqual({ items: [body], nextCursor: null });
  });

  test('is visible in the slots of the day, to each member as their own', async () => {
    const gym = await newGym();
    const [sub, other] = [randomUUID(), randomUUID()];
    const { body } = await reserve(sub, gym.id, today, at(13));
    await reserve(other, gym.id, today, at(13));
    await reserve(other, gym.id, today, at(22));
    const day = await slots(sub, gym.id, today);
    expect(day.map(({ startsAt }) => startsAt)).toEqual(
      Array.from({ length: 14 }, (_, n) => at(9 + n).toISOString()),
    );
    const shown = { capacity: 2, waiting: 0, myWait: null, refusal: null };
    expect(day[4]).toEqual({
      ...shown,
      startsAt: at(13).toISOString(),
      endsAt: at(14).toISOString(),
      remaining: 0,
      mine: true,
      reservationId: body.id,
    });
    expect(day[13]).toMatchObject({ ...shown, remaining: 1, mine: false, reservationId: null });
    // Slots that have begun cannot be reserved, including the one that begins this minute.
    expect(day.map(({ remaining }) => remaining).slice(0, 6)).toEqual([0, 0, 0, 0, 0, 2]);
  });

  test('is rejected with slot_full beyond the capacity, and each reservation has its own seat', async () => {
    const gym = await newGym();
    const answers = [];
    for (let n = 0; n < 3; n += 1) {
      answers.push((await reserve(randomUUID(), gym.id, today, at(19))).code);
    }
    expect(answers).toEqual([null, null, 'slot_full']);
    expect(await listSeats(gym.id)).toEqual([1, 2]);
  });

  test('is rejected with overlap the second time, also at once', async () => {
    const gym = await newGym({ capacity: 9 });
    const [sub, other] = [randomUUID(), randomUUID()];
    expect((await reserve(sub, gym.id, today, at(19))).code).toBeNull();
    expect((await reserve(sub, gym.id, today, at(19))).code).toBe('overlap');
    const taps = await Promise.all(
      Array.from({ length: 8 }, async () => await reserve(other, gym.id, today, at(20))),
    );
    expect(taps.map(({ code }) => code ?? 'made').toSorted()).toEqual([
      'made',
      ...Array.from({ length: 7 }, () => 'overlap'),
    ]);
  });

  test('is rejected for overlaps in another gym, but not for adjacent times', async () => {
    const [hourly, long] = [await newGym(), await newGym({ slotMinutes: 75 })];
    const sub = randomUUID();
    // The slot lasts from 15:15 to 16:30.
    const startsAt = toGymInstant(today, 15 * 60 + 15);
    expect((await reserve(sub, long.id, today, startsAt)).code).toBeNull();
    expect((await reserve(sub, hourly.id, today, at(15))).code).toBe('overlap');
    expect((await reserve(sub, hourly.id, today, at(16))).code).toBe('overlap');
    expect((await reserve(sub, hourly.id, today, at(14))).code).toBeNull();
    expect((await reserve(sub, hourly.id, today, at(17))).code).toBeNull();
  });

  test('is limited to four future reservations, also at once, and past ones do not count', async () => {
    const gym = await newGym({ capacity: 50 });
    const sub = randomUUID();
    const made = await Promise.all(
      Array.from({ length: 9 }, async (_, n) => await reserve(sub, gym.id, today, at(13 + n))),
    );
    const codes = made.map(({ code }) => code ?? 'made').toSorted();
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'limit_reached'),
      ...Array.from({ length: 4 }, () => 'made'),
    ]);
    const tomorrow = '2026-04-02';
    const first = (await list(sub)).body.items[0];
    clock.now = new Date(Date.parse(first?.endsAt ?? '') - 1);
    expect((await reserve(sub, gym.id, tomorrow, at(10, tomorrow))).code).toBe('limit_reached');
    clock.now = new Date(first?.endsAt ?? '');
    expect((await reserve(sub, gym.id, tomorrow, at(10, tomorrow))).code).toBeNull();
  });

  test('does not count cancelled ones', async () => {
    const gym = await newGym({ capacity: 1 });
    const sub = randomUUID();
    const { body } = await reserve(sub, gym.id, today, at(19));
    await cancel(sub, body.id);
    expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBeNull();
    expect((await reserve(sub, gym.id, today, at(20))).code).toBeNull();
  });

  test('waits for free seats after the capacity was lowered below the reserved number', async () => {
    const gym = await newGym({ capacity: 4 });
    const subs = Array.from({ length: 4 }, () => randomUUID());
    const made = [];
    for (const sub of subs) made.push((await reserve(sub, gym.id, today, at(19))).body);
    await db.update(gyms).set({ capacity: 2 }).where(eq(gyms.id, gym.id));
    const [slot] = (await slots(randomUUID(), gym.id, today)).filter(({ mine }) => !mine).slice(10);
    expect(slot).toMatchObject({ capacity: 2, remaining: 0 });
    for (const n of [0, 1]) {
      await cancel(subs[n] ?? '', made[n]?.id ?? 0);
      expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBe('slot_full');
    }
    await cancel(subs[2] ?? '', made[2]?.id ?? 0);
    expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBeNull();
    expect(await listSeats(gym.id)).toEqual([1, 4]);
  });

  test('is rejected with the first reason', async () => {
    const gym = await newGym({ capacity: 1 });
    const sub = randomUUID();
    const far = '2026-04-29';
    const code = async (day: string, startsAt: Date) =>
      (await reserve(sub, gym.id, day, startsAt)).code;
    await reserve(randomUUID(), gym.id, today, at(22));
    expect(await code(today, at(22))).toBe('slot_full');
    await reserve(sub, gym.id, today, at(22 - 1));
    expect(await code(today, at(21))).toBe('overlap');
    for (const hour of [14, 15, 16]) await reserve(sub, gym.id, today, at(hour));
    expect(await code(today, at(22))).toBe('limit_reached');
    expect(await code(today, at(21))).toBe('limit_reached');
    expect(await code(today, toGymInstant(today, 21 * 60 + 30))).toBe('closed');
    expect(await code(far, at(3, far))).toBe('too_far_ahead');
    expect(await code(far, at(9))).toBe('in_past');
    expect((await reserve(sub, 2_147_483_647, today, at(9))).code).toBe('not_found');
  });
});

describe('the menu of a reservation', () => {
  test("must be public or the member's own, and is hidden with its author", async () => {
    const gym = await newGym({ capacity: 9 });
    const [sub, author] = [randomUUID(), randomUUID()];
    const hidden = await storeMenu(db, author, { visibility: 'private', publishedAt: null });
    const own = await storeMenu(db, sub, { visibility: 'private', publishedAt: null });
    const open = await storeMenu(db, author);
    const forMember = { visibility: 'private', publishedAt: null } as const;
    const forMe = await storeMenu(db, author, { ...forMember, forSub: sub });
    const forOther = await storeMenu(db, sub, { ...forMember, forSub: author });
    const withMenu = async (id: number, hour: number) =>
      await reserve(sub, gym.id, today, at(hour), { trainingSessionId: id });
    expect((await withMenu(hidden.id, 13)).code).toBe('not_found');
    expect((await withMenu(2_147_483_647, 13)).code).toBe('not_found');
    expect((await withMenu(forOther.id, 13)).code).toBe('not_found');
    expect((await withMenu(own.id, 13)).body.trainingSession?.trainingSessionId).toBe(own.id);
    const made = (await withMenu(forMe.id, 15)).body;
    expect((await read(sub, made.id)).body.trainingSession?.trainingSessionId).toBe(forMe.id);
    const { body } = await withMenu(open.id, 14);
    const visibility = 'private';
    await db.update(trainingSessions).set({ visibility }).where(eq(trainingSessions.id, open.id));
    expect((await read(sub, body.id)).body.trainingSession).toBeNull();
    await db.delete(trainingSessions).where(eq(trainingSessions.id, open.id));
    expect((await read(sub, body.id)).body).toEqual({ ...body, trainingSession: null });
  });

  test('can be changed after the deadline, but not after the end', async () => {
    const gym = await newGym({ cancelDeadlineMinutes: 600 });
    const sub = randomUUID();
    const menu = await storeMenu(db, sub);
    const other = await storeMenu(db, randomUUID(), { visibility: 'private' });
    const { body } = await reserve(sub, gym.id, today, at(13));
    clock.pass(90);
    const change = async (trainingSessionId: number | null) =>
      await move(sub, body.id, at(13), { trainingSessionId });
    expect((await change(other.id)).code).toBe('not_found');
    expect((await change(menu.id)).body.trainingSession?.title).toBe(menu.title);
    expect((await move(sub, body.id, at(13))).body.trainingSession?.title).toBe(menu.title);
    expect((await change(null)).body).toEqual(body);
    clock.pass(30);
    expect((await change(menu.id)).code).toBe('deadline_passed');
  });
});
