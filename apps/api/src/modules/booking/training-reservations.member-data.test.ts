import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { departedVisits, reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { at } from '#test/support/booking/reservations.ts';
import { storeMenu } from '#test/support/menus/menus.ts';
import { readExports } from '#test/support/members/exports.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import {
  purgeDepartedVisits,
  trainingReservationData,
} from './training-reservations.member-data.ts';

const { db } = await createTestDatabase();
const gym = await addGym(db, openDaily(9, 26), { name: '鍛錬 神田' });
const madeAt = at(8);

const readParts = async (sub: string) =>
  Object.values(await readExports(db, trainingReservationData, sub));

const dayOf = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);

/**
 * Inserts this number of rows of each kind, one a day, the last after midnight. Returns the
 * membership.
 */
async function live(sub: string, count: number): Promise<number> {
  const slots = Array.from({ length: count }, (_, n) => ({
    gymId: gym.id,
    gymDay: dayOf(n),
    startsAt: at(n === count - 1 ? 25 : 19, dayOf(n)),
    endsAt: at(n === count - 1 ? 26 : 20, dayOf(n)),
    sub,
    createdAt: madeAt,
  }));
  const planId = await addPlan(db, gym.id);
  const membershipId = await addMembership(db, { sub, gymId: gym.id, planId });
  const came = {
    membershipId,
    enteredAt: at(24 + 58 / 60, dayOf(count - 1)),
    enteredBy: 'door' as const,
    deskNote: 'タオルの貸し出し',
  };
  const menu = await storeMenu(db, sub, { title: '胸の日', visibility: 'private' });
  await db.insert(trainingReservations).values(
    slots.map((slot, n) => ({
      ...slot,
      seat: 1,
      trainingSessionId: n === 0 ? menu.id : null,
      cancelledAt: n === 0 ? at(9) : null,
      email: n === count - 1 ? 'a@tanren.example' : null,
      ...(n === count - 1 ? came : {}),
    })),
  );
  const ends = ['reserved', 'left', 'expired', 'started'] as const;
  await db.insert(reservationWaits).values(
    slots.map((slot, n) => ({
      ...slot,
      email: n === count - 1 ? 'a@tanren.example' : null,
      offeredAt: n === 0 ? at(9) : null,
      offerExpiresAt: n === 0 ? at(10) : null,
      endedAt: n === count - 1 ? null : at(10),
      endReason: n === count - 1 ? null : (ends[n % 4] ?? 'left'),
    })),
  );
  return membershipId;
}

test('exports every reservation and wait in words, page by page', async () => {
  const sub = randomUUID();
  const membershipId = await live(sub, 401);
  const [reservations = [], waits = []] = await readParts(sub);
  for (const rows of [reservations, waits]) {
    expect(new Set(rows.map(({ record }) => record['id'])).size).toBe(401);
  }
  expect(reservations[0]?.cells).toEqual([
    '鍛錬 神田',
    '2024-01-01',
    '2024-01-01 19:00:00',
    '2024-01-01 20:00:00',
    '胸の日',
    '2026-04-01 08:00:00',
    '2026-04-01 09:00:00',
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(reservations.at(-1)?.cells).toEqual([
    '鍛錬 神田',
    '2025-02-04',
    '2025-02-05 01:00:00',
    '2025-02-05 02:00:00',
    null,
    '2026-04-01 08:00:00',
    null,
    null,
    'a@tanren.example',
    String(membershipId).padStart(8, '0'),
    '2025-02-05 00:58:00',
    'タオルの貸し出し',
  ]);
  expect(reservations.at(-1)?.record['email']).toBe('a@tanren.example');
  expect(waits.slice(0, 4).map(({ cells }) => cells.at(-1))).toEqual([
    '予約しました',
    '取りやめました',
    'ご案内の期限が過ぎました',
    '枠が始まりました',
  ]);
  expect(waits[0]?.cells[5]).toBe('2026-04-01 09:00:00');
  expect(waits.at(-1)?.cells.slice(5)).toEqual([null, 'a@tanren.example', null]);
  expect(Object.keys(waits[0]?.record ?? {})).not.toContain('sub');
});

test('does not export a hidden menu of another member', async () => {
  const sub = randomUUID();
  const hidden = await storeMenu(db, randomUUID(), { visibility: 'private' });
  const slot = { gymId: gym.id, gymDay: '2026-04-01', startsAt: at(19), endsAt: at(20) };
  const row = { ...slot, sub, seat: 1, trainingSessionId: hidden.id, createdAt: madeAt };
  await db.insert(trainingReservations).values(row);
  expect((await readParts(sub))[0]?.[0]?.cells[4]).toBeNull();
});

test('erasure keeps the times of a running visit until its slot ends, and nothing else', async () => {
  const sub = randomUUID();
  // Erasing a member uses the clock of the database.
  const hourMs = 3_600_000;
  const now = Date.now();
  const hours = (n: number) => new Date(now + n * hourMs);
  const visit = (from: number, enteredAt: Date | null, seat: number) => ({
    gymId: gym.id,
    gymDay: '2026-04-01',
    startsAt: hours(from),
    endsAt: hours(from + 1),
    sub,
    seat,
    createdAt: madeAt,
    enteredAt,
    deskNote: 'タオルの貸し出し',
    email: 'a@tanren.example',
  });
  await db.insert(trainingReservations).values([
    visit(-3, hours(-3), 1),
    visit(-0.5, hours(-0.6), 1),
    // The member stayed, so this visit is marked as entered too.
    visit(0.5, hours(-0.6), 1),
    visit(2, null, 1),
  ]);
  await db.transaction(async (tx) => await trainingReservationData.erase(tx, sub));
  expect(await db.select().from(departedVisits)).toEqual([
    {
      id: expect.any(Number) as number,
      gymId: gym.id,
      gymDay: '2026-04-01',
      startsAt: hours(-0.5),
      endsAt: hours(0.5),
      enteredAt: hours(-0.6),
    },
  ]);
  await purgeDepartedVisits(db, new Date(hours(0.5).getTime() - 1));
  expect(await db.$count(departedVisits)).toBe(1);
  await purgeDepartedVisits(db, hours(0.5));
  expect(await db.$count(departedVisits)).toBe(0);
});
