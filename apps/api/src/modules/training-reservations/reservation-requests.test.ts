import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { at, openReservations, today } from '#test/support/reservations.ts';

const { newGym, call, reserve, move, cancel, read } = await openReservations();

describe("another's reservation", () => {
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

describe('malformed calls are refused, never our fault', () => {
  const startsAt = at(19).toISOString();
  const day = '/training-reservations/gyms';
  test.each([
    ['GET', `${day}/1/2026-02-30`],
    ['GET', `${day}/1/2027-02-29`],
    ['GET', `${day}/1/2026-13-01`],
    ['GET', `${day}/1/0000-01-01`],
    ['GET', `${day}/1/1999-12-31`],
    ['GET', `${day}/1/today`],
    ['GET', `${day}/0/2026-04-01`],
    ['GET', `${day}/x/2026-04-01`],
    ['GET', `${day}/2147483648/2026-04-01`],
    ['GET', `${day}/99999999999999999999999/2026-04-01`],
    ['POST', `${day}/1/2026-02-30`, { startsAt }],
    ['POST', `${day}/1/0001-01-01`, { startsAt }],
    ['POST', `${day}/1/2026-04-01`, {}],
    ['POST', `${day}/1/2026-04-01`, { startsAt: '19:00' }],
    ['POST', `${day}/1/2026-04-01`, { startsAt: '2026-04-01T19:00:00' }],
    ['POST', `${day}/1/2026-04-01`, { startsAt: '2026-04-01T23:59:60Z' }],
    ['POST', `${day}/1/2026-04-01`, { startsAt: '2026-04-01T10:00:00+09' }],
    ['POST', `${day}/1/2026-04-01`, { startsAt: 1_775_037_600_000 }],
    ['POST', `${day}/1/2026-04-01`, { startsAt, trainingSessionId: 0 }],
    ['POST', `${day}/1/2026-04-01`, { startsAt, trainingSessionId: 2_147_483_648 }],
    ['POST', `${day}/1/2026-04-01`, { startsAt, trainingSessionId: '1' }],
    ['POST', `${day}/1/2026-04-01`, { startsAt, place: 1 }],
    ['GET', '/training-reservations/my/0'],
    ['GET', '/training-reservations/my/-1'],
    ['GET', '/training-reservations/my/1e3x'],
    ['GET', '/training-reservations/my/99999999999999999999999'],
    ['PUT', '/training-reservations/my/2147483648', { startsAt }],
    ['PUT', '/training-reservations/my/1', { startsAt: '2026-04-01T23:59:60Z' }],
    ['DELETE', '/training-reservations/my/2147483648'],
    ['GET', '/training-reservations/my?time=now'],
    ['GET', '/training-reservations/my?limit=0'],
    ['GET', '/training-reservations/my?cursor=x'],
    ['GET', '/training-reservations/my?more=1'],
  ] as const)('%s %s %j', async (method, path, payload?: object) => {
    const { status, code } = await call(randomUUID(), method, path, payload);
    expect([status, code]).toEqual([400, 'invalid_request']);
  });

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '9999-12-31T23:00:00-12:00'])(
    'the instant %s',
    async (instant) => {
      const gym = await newGym();
      const sub = randomUUID();
      const { body } = await reserve(sub, gym.id, today, at(19));
      const far = instant.startsWith('9');
      const own = `/training-reservations/my/${body.id}`;
      const moved = await call(sub, 'PUT', own, { startsAt: instant });
      expect(moved.code).toBe(far ? 'too_far_ahead' : 'in_past');
      const path = `${day}/${gym.id}/${today}`;
      const made = await call(sub, 'POST', path, { startsAt: instant });
      expect([made.status, made.code]).toEqual([409, far ? 'closed' : 'in_past']);
    },
  );

  test('an unknown gym is not found', async () => {
    const path = `${day}/2147483647/2026-04-01`;
    expect((await call(randomUUID(), 'GET', path)).status).toBe(404);
    expect((await call(randomUUID(), 'POST', path, { startsAt })).status).toBe(404);
  });
});
