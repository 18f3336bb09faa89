import { randomUUID } from 'node:crypto';
import { toGymInstant } from '@tanren/domain/gym-time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { trainingSessions } from '#db/schema/training-sessions.ts';
import { at, openReservations, today } from '#test/support/reservations.ts';
import { storeSession } from '#test/support/training-sessions.ts';

const { db, clock, newGym, reserve, move, cancel, read, list, slots } = await openReservations();

const listPlaces = async (gymId: number) =>
  (await db.select().from(trainingReservations).where(eq(trainingReservations.gymId, gymId)))
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map(({ place }) => place)
    .toSorted((a, b) => a - b);

describe('reserving', () => {
  test('gives a place and tells all about it', async () => {
    const gym = await newGym({ cancelDeadlineMinutes: 120 });
    const sub = randomUUID();
    const session = await storeSession(db, randomUUID(), { title: '胸の日' });
    const more = { trainingSessionId: session.id };
    const { status, body } = await reserve(sub, gym.id, today, at(19), more);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      gymId: gym.id,
      gymName: '鍛錬 渋谷',
      date: today,
      startsAt: '2026-04-01T10:00:00.000Z',
      endsAt: '2026-04-01T11:00:00.000Z',
      trainingSession: { trainingSessionId: session.id, title: '胸の日' },
      changeableUntil: '2026-04-01T08:00:00.000Z',
      status: 'reserved',
      gymCancelReason: null,
    });
    expect((await read(sub, body.id)).body).toEqual(body);
    expect((await list(sub)).body).toEqual({ items: [body], nextCursor: null });
  });

  test('shows in the slots of the day, to each member their own', async () => {
    const gym = await newGym();
    const [sub, other] = [randomUUID(), randomUUID()];
    const { body } = await reserve(sub, gym.id, today, at(13));
    await reserve(other, gym.id, today, at(13));
    await reserve(other, gym.id, today, at(22));
    const day = await slots(sub, gym.id, today);
    expect(day.map(({ startsAt }) => startsAt)).toEqual(
      Array.from({ length: 14 }, (_, n) => at(9 + n).toISOString()),
    );
    const shown = { capacity: 2, waiting: 0, myWait: null };
    expect(day[4]).toEqual({
      ...shown,
      startsAt: at(13).toISOString(),
      endsAt: at(14).toISOString(),
      remaining: 0,
      mine: true,
      reservationId: body.id,
    });
    expect(day[13]).toMatchObject({ ...shown, remaining: 1, mine: false, reservationId: null });
    // Those that have begun, the one of this minute included, cannot be taken.
    expect(day.map(({ remaining }) => remaining).slice(0, 6)).toEqual([0, 0, 0, 0, 0, 2]);
  });

  test('beyond the capacity is slot_full, and each holds a place of its own', async () => {
    const gym = await newGym();
    const answers = [];
    for (let n = 0; n < 3; n += 1) {
      answers.push((await reserve(randomUUID(), gym.id, today, at(19))).code);
    }
    expect(answers).toEqual([null, null, 'slot_full']);
    expect(await listPlaces(gym.id)).toEqual([1, 2]);
  });

  test('the same twice is overlap, one after the other and at once', async () => {
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

  test('overlaps in another gym too, but not end to end', async () => {
    const [hourly, long] = [await newGym(), await newGym({ slotMinutes: 75 })];
    const sub = randomUUID();
    // 15:15 to 16:30.
    const startsAt = toGymInstant(today, 15 * 60 + 15);
    expect((await reserve(sub, long.id, today, startsAt)).code).toBeNull();
    expect((await reserve(sub, hourly.id, today, at(15))).code).toBe('overlap');
    expect((await reserve(sub, hourly.id, today, at(16))).code).toBe('overlap');
    expect((await reserve(sub, hourly.id, today, at(14))).code).toBeNull();
    expect((await reserve(sub, hourly.id, today, at(17))).code).toBeNull();
  });

  test('four ahead are the limit, also when they are made at once; what is over frees one', async () => {
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

  test('a cancelled one counts no more', async () => {
    const gym = await newGym({ capacity: 1 });
    const sub = randomUUID();
    const { body } = await reserve(sub, gym.id, today, at(19));
    await cancel(sub, body.id);
    expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBeNull();
    expect((await reserve(sub, gym.id, today, at(20))).code).toBeNull();
  });

  test('with a capacity that was lowered below what is reserved waits until it fits', async () => {
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
    expect(await listPlaces(gym.id)).toEqual([1, 4]);
  });

  test('tells the first thing that is wrong', async () => {
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

describe('a session', () => {
  test('must be public or the own one, and hides with its author', async () => {
    const gym = await newGym({ capacity: 9 });
    const [sub, author] = [randomUUID(), randomUUID()];
    const hidden = await storeSession(db, author, { visibility: 'private', publishedAt: null });
    const own = await storeSession(db, sub, { visibility: 'private', publishedAt: null });
    const open = await storeSession(db, author);
    const forMember = { visibility: 'private', publishedAt: null } as const;
    const forMe = await storeSession(db, author, { ...forMember, forSub: sub });
    const forOther = await storeSession(db, sub, { ...forMember, forSub: author });
    const withSession = async (id: number, hour: number) =>
      await reserve(sub, gym.id, today, at(hour), { trainingSessionId: id });
    expect((await withSession(hidden.id, 13)).code).toBe('not_found');
    expect((await withSession(2_147_483_647, 13)).code).toBe('not_found');
    expect((await withSession(forOther.id, 13)).code).toBe('not_found');
    expect((await withSession(own.id, 13)).body.trainingSession?.trainingSessionId).toBe(own.id);
    const made = (await withSession(forMe.id, 15)).body;
    expect((await read(sub, made.id)).body.trainingSession?.trainingSessionId).toBe(forMe.id);
    const { body } = await withSession(open.id, 14);
    const visibility = 'private';
    await db.update(trainingSessions).set({ visibility }).where(eq(trainingSessions.id, open.id));
    expect((await read(sub, body.id)).body.trainingSession).toBeNull();
    await db.delete(trainingSessions).where(eq(trainingSessions.id, open.id));
    expect((await read(sub, body.id)).body).toEqual({ ...body, trainingSession: null });
  });

  test('is changed where it is, also after the deadline, and not after the end', async () => {
    const gym = await newGym({ cancelDeadlineMinutes: 600 });
    const sub = randomUUID();
    const session = await storeSession(db, sub);
    const other = await storeSession(db, randomUUID(), { visibility: 'private' });
    const { body } = await reserve(sub, gym.id, today, at(13));
    clock.pass(90);
    const change = async (trainingSessionId: number | null) =>
      await move(sub, body.id, at(13), { trainingSessionId });
    expect((await change(other.id)).code).toBe('not_found');
    expect((await change(session.id)).body.trainingSession?.title).toBe(session.title);
    expect((await move(sub, body.id, at(13))).body.trainingSession?.title).toBe(session.title);
    expect((await change(null)).body).toEqual(body);
    clock.pass(30);
    expect((await change(session.id)).code).toBe('deadline_passed');
  });
});
