import { randomUUID } from 'node:crypto';
import type { GymDoor } from '@tanren/contract/booking/gym-door';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { doorRequests, trainingReservations } from '#db/schema/booking.ts';
import { bearer, shareTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import { at } from '#test/support/booking/reservations.ts';

const { db } = await createTestDatabase();
const now = at(19);
const app = await shareTestApp({ db, modules: productModules, now: () => now });
const [gym, other] = [await addGym(db, openDaily(6, 26)), await addGym(db, openDaily(6, 26))];
const gymId = gym.id;
let seats = 0;

async function request(sub: string): Promise<GymDoor> {
  const response = await app.inject({ url: `/api/gyms/${gymId}/door`, headers: bearer(sub) });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const slot = { gymId, gymDay: '2026-04-01', startsAt: now, endsAt: at(20), createdAt: at(8) };

async function reserve(sub: string, membershipId: number | null): Promise<void> {
  const row = { ...slot, sub, membershipId, seat: (seats += 1) };
  await db.insert(trainingReservations).values(row);
}

interface Wishes {
  /** Gym of the membership's plan. The same gym by default. */
  readonly planGymId?: number;
  readonly rights?: Parameters<typeof addPlan>[2];
  readonly terms?: Parameters<typeof addMembership>[1]['terms'];
}

test.each<[string | null, Wishes | null]>([
  ['no_membership', null],
  ['gym_not_covered', { planGymId: other.id }],
  ['membership_ended', { terms: [{ lastDay: '2026-03-31' }] }],
  ['membership_not_started', { terms: [{ fromDay: '2026-04-02' }] }],
  ['membership_paused', { terms: [{ paused: true }] }],
  ['outside_plan_hours', { rights: { untilMinute: 19 * 60 } }],
  [null, { planGymId: other.id, rights: { allGyms: true } }],
  [null, { terms: [{ fromDay: '2026-04-01', lastDay: '2026-04-01' }] }],
  // This visit was counted when it was reserved, so the monthly limit does not close the door.
  [null, { rights: { visitsPerMonth: 1 } }],
])('answers the door call with %s for a membership of %j', async (reason, wishes) => {
  const sub = randomUUID();
  let membershipId: number | null = null;
  if (wishes !== null) {
    const { planGymId = gymId, rights, terms = [{}] } = wishes;
    const planId = await addPlan(db, planGymId, rights);
    membershipId = await addMembership(db, { sub, gymId, planId, terms });
  }
  await reserve(sub, membershipId);
  const door = await request(sub);
  expect([door.available, door.reason ?? null]).toEqual([reason === null, reason]);
  const logged = db.select({ reason: doorRequests.reason }).from(doorRequests);
  expect(await logged.where(eq(doorRequests.sub, sub))).toEqual([{ reason }]);
});
