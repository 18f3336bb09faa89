import { randomUUID } from 'node:crypto';
import { toGymInstant } from '@tanren/domain/gym-time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { at, openReservations, today } from '#test/support/reservations.ts';
import { storeSession } from '#test/support/training-sessions.ts';

const { db, clock, newGym, reserve, move, cancel, read, list } = await openReservations();

describe('moving', () => {
  test('keeps the id, frees the old place and counts up for calendars', async () => {
    const gym = await newGym({ capacity: 1 });
    const sub = randomUUID();
    const session = await storeSession(db, sub);
    const more = { trainingSessionId: session.id };
    const { body } = await reserve(sub, gym.id, today, at(19), more);
    const moved = await move(sub, body.id, at(20, '2026-04-02'));
    expect(moved.body).toEqual({
      ...body,
      date: '2026-04-02',
      startsAt: '2026-04-02T11:00:00.000Z',
      endsAt: '2026-04-02T12:00:00.000Z',
      changeableUntil: '2026-04-02T10:00:00.000Z',
    });
    // The same again, after a lost answer.
    expect((await move(sub, body.id, at(20, '2026-04-02'))).body).toEqual(moved.body);
    expect((await reserve(randomUUID(), gym.id, today, at(19))).code).toBeNull();
    const rows = await db
      .select()
      .from(trainingReservations)
      .where(eq(trainingReservations.sub, sub));
    expect(rows).toMatchObject([{ id: body.id, sequence: 1, trainingSessionId: session.id }]);
  });

  test('onto a time that touches the own one is no overlap, onto another own one is', async () => {
    const gym = await newGym({ capacity: 1, slotMinutes: 75 });
    const sub = randomUUID();
    const nth = (n: number) => toGymInstant(today, 9 * 60 + n * 75);
    const { body } = await reserve(sub, gym.id, today, nth(4));
    await reserve(sub, gym.id, today, nth(6));
    expect((await move(sub, body.id, nth(6))).code).toBe('overlap');
    expect((await move(sub, body.id, nth(5))).code).toBeNull();
  });

  test('is possible with four ahead', async () => {
    const gym = await newGym();
    const sub = randomUUID();
    const made = [];
    for (const hour of [14, 15, 16, 17])
      made.push((await reserve(sub, gym.id, today, at(hour))).body);
    expect((await move(sub, made[0]?.id ?? 0, at(20))).code).toBeNull();
  });

  test('is refused where reserving would be, and leaves everything as it was', async () => {
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

  test('and cancelling end at the deadline', async () => {
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

  test('a wrong tap is taken back for five minutes, never after the start', async () => {
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
  test('is repeatable and keeps it as the history of the member', async () => {
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

describe('the lists', () => {
  test('are paged: what is to come by time, what was the other way round', async () => {
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
    // The one that runs now is still to come.
    clock.now = toGymInstant(today, 13 * 60 + 30);
    const walk = async (time: string) => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await list(sub, `?time=${time}&limit=3${cursor}`);
        expect(body.items.length).toBeLessThanOrEqual(3);
        seen.push(...body.items.map(({ startsAt }) => startsAt));
        cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
      } while (cursor !== '');
      return seen;
    };
    const hours = [13, 16, 18, 20].map((hour) => at(hour).toISOString());
    expect(await walk('upcoming')).toEqual(hours);
    expect((await list(sub)).body.items.map(({ startsAt }) => startsAt)).toEqual(hours);
    expect(await walk('past')).toEqual(
      Array.from({ length: 7 }, (_, n) => at(9 + 6 - n, `2026-03-0${7 - n}`).toISOString()),
    );
  });
});
