import { createHmac, randomUUID } from 'node:crypto';
import {
  doorCode,
  doorStep,
  findNamedVisits,
  type SeatedVisit,
  visitKey,
} from '@tanren/domain/booking/door-codes';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { membershipTerms } from '#db/schema/memberships.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import { at } from '#test/support/booking/reservations.ts';
import { readDoorOpenings } from './door-openings.ts';

const { db } = await createTestDatabase();

/** Adds a gym that is open from 6:00 to 2:00 at night, in slots of an hour. */
async function openGym() {
  const gym = await addGym(db, openDaily(6, 26), { capacity: 12 });
  const planId = await addPlan(db, gym.id);
  const reserve = async (
    seat: number,
    changes: Partial<typeof trainingReservations.$inferInsert>,
  ) => {
    const sub = randomUUID();
    const membershipId = await addMembership(db, { sub, gymId: gym.id, planId, terms: [{}] });
    const slot = { gymDay: '2026-04-01', startsAt: at(19), endsAt: at(20), createdAt: at(8) };
    const row = { gymId: gym.id, ...slot, sub, seat, membershipId, ...changes };
    await db.insert(trainingReservations).values(row);
    return { startsAt: row.startsAt, endsAt: row.endsAt, seat, membershipId };
  };
  /** Returns whether the lock opens for the visit after it has received the openings. */
  const opens = async (visit: SeatedVisit, now: Date) => {
    const told = await readDoorOpenings(db, gym.id, now);
    if (told === null) throw new Error('there is no such gym');
    const hmacSha1 = (message: Uint8Array) => createHmac('sha1', 'x').update(message).digest();
    const { digits } = told;
    const code = doorCode(hmacSha1, doorStep(now), visitKey(visit), digits);
    const openings = {
      series: told.series.map((one) => ({ ...one, from: new Date(one.from) })),
      knownUntil: new Date(told.knownUntil),
      endedVisits: told.endedVisits.map((one) => ({
        seat: one.seat,
        startsAt: new Date(one.startsAt),
        endsAt: new Date(one.endsAt),
      })),
    };
    return findNamedVisits(code, { hmacSha1, seats: 12, digits, openings }, now).length > 0;
  };
  return { gym, reserve, opens };
}

const seatAt = (hour: number): SeatedVisit => ({
  startsAt: at(hour),
  endsAt: at(hour + 1),
  seat: 3,
});

test('opens for the seats of existing slots, and for none while the gym is closed', async () => {
  const { opens } = await openGym();
  expect(await opens(seatAt(6), new Date(at(6).getTime() - 10 * 60_000))).toBe(true);
  expect(await opens(seatAt(25), at(25))).toBe(true);
  expect(await opens(seatAt(3), at(3))).toBe(false);
  // The slot of 19:00 is not open at noon.
  expect(await opens(seatAt(19), at(12))).toBe(false);
});

test('opens for a visit whose slot the gym no longer has', async () => {
  const { gym, opens, reserve } = await openGym();
  const visit = await reserve(3, {});
  await db.update(gyms).set({ slotMinutes: 90 }).where(eq(gyms.id, gym.id));
  expect(await opens(visit, at(19))).toBe(true);
});

test('codes that were shown end when staff pause the membership, also during a visit', async () => {
  const { reserve, opens } = await openGym();
  const shown = { codesShownAt: at(19) };
  const [paused, other, unseen] = [
    await reserve(1, shown),
    await reserve(2, shown),
    await reserve(3, {}),
  ];
  const now = new Date(at(19).getTime() + 60_000);
  expect(await opens(paused, now)).toBe(true);
  await db
    .update(membershipTerms)
    .set({ paused: true })
    .where(eq(membershipTerms.membershipId, paused.membershipId));
  expect(await opens(paused, now)).toBe(false);
  expect([await opens(other, now), await opens(unseen, now)]).toEqual([true, true]);
});

test('codes of a reservation that the gym cancelled end, unless another member has the seat', async () => {
  const { reserve, opens } = await openGym();
  const cancelled = { codesShownAt: at(18), cancelledAt: at(18) };
  const [ended, given] = [await reserve(1, cancelled), await reserve(2, cancelled)];
  await reserve(2, {});
  expect([await opens(ended, at(19)), await opens(given, at(19))]).toEqual([false, true]);
});

test('the number of digits depends on the size of the gym', async () => {
  const { gym } = await openGym();
  const digits = async () => (await readDoorOpenings(db, gym.id, at(19)))?.digits;
  expect(await digits()).toBe(6);
  await db.update(gyms).set({ capacity: 14 }).where(eq(gyms.id, gym.id));
  expect(await digits()).toBe(8);
  expect(await readDoorOpenings(db, 999_999, at(19))).toBeNull();
});

test('sends the lock the same list for an hour, to spare its disk', async () => {
  const { gym } = await openGym();
  const read = async (minutes: number) =>
    JSON.stringify(
      await readDoorOpenings(db, gym.id, new Date(at(12).getTime() + minutes * 60_000)),
    );
  expect(await read(59)).toBe(await read(0));
});
