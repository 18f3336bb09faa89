import { randomUUID } from 'node:crypto';
import type {
  DueHealthChecks,
  HealthCheck,
  StaffHealthCheck,
} from '@tanren/contract/memberships/health-checks';
import type { Board } from '@tanren/contract/booking/staff-board';
import { mapHealthQuestions } from '@tanren/domain/memberships/health-check';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { gyms } from '#db/schema/gyms.ts';
import { healthChecks } from '#db/schema/memberships.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { at, openReservations, today } from '#test/support/booking/reservations.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import { purgeHealthChecks } from './health-checks.member-data.ts';

const { db, clock, newGym, reserve, call } = await openReservations();
const allNo = mapHealthQuestions(() => false);
const oneYes = { ...allNo, joints: true };
const desk = randomUUID();
const path = (gymId: number) => `/my/health-checks/${gymId}`;

const askingGym = async () => await newGym({ healthCheck: true });
const answer = async (sub: string, gymId: number, answers: object = oneYes) =>
  await call<HealthCheck>(sub, 'PUT', path(gymId), { answers });
const readOwn = async (sub: string, gymId: number) =>
  await call<HealthCheck>(sub, 'GET', path(gymId));
const listDue = async (sub: string) =>
  (await call<DueHealthChecks>(sub, 'GET', '/my/health-checks')).body.due;
const view = async (member: string, gymId: number) =>
  await call<StaffHealthCheck>(
    `${desk}/staff`,
    'GET',
    `/staff/gyms/${gymId}/health-checks/${member}`,
  );
const listViews = async (member: string) =>
  (await db.select().from(staffAuditLog).where(eq(staffAuditLog.memberSub, member))).filter(
    ({ action }) => action === 'health-check.view',
  );

/** Adds a member with a membership of the gym. */
async function addMember(gymId: number): Promise<string> {
  const sub = randomUUID();
  await addMembership(db, { sub, gymId, planId: await addPlan(db, gymId) });
  return sub;
}

test('stores, replaces and deletes the answers of a member for one gym', async () => {
  const [gym, elsewhere] = [await askingGym(), await askingGym()];
  const sub = await addMember(gym.id);
  const empty = { gymId: gym.id, gymName: gym.name, isAsked: true, check: null };
  expect((await readOwn(sub, gym.id)).body).toEqual(empty);
  const answered = (await answer(sub, gym.id)).body;
  expect(answered.check).toEqual({
    answers: oneYes,
    answeredAt: clock.now.toISOString(),
    storedUntil: new Date(clock.now.getTime() + 365 * 86_400_000).toISOString(),
  });
  expect((await readOwn(sub, gym.id)).body).toEqual(answered);
  expect((await readOwn(sub, elsewhere.id)).body.check).toBeNull();
  expect((await readOwn(randomUUID(), gym.id)).body.check).toBeNull();
  await answer(sub, gym.id, allNo);
  expect((await readOwn(sub, gym.id)).body.check?.answers).toEqual(allNo);
  const remove = async () => (await call<HealthCheck>(sub, 'DELETE', path(gym.id))).body;
  expect(await remove()).toEqual(empty);
  expect(await remove()).toEqual(empty);
});

test('takes answers only where the gym asks for them, and only complete ones', async () => {
  const gym = await newGym();
  expect((await answer(randomUUID(), gym.id)).code).toBe('change_impossible');
  expect((await answer(randomUUID(), 2_147_483_647)).code).toBe('not_found');
  const asking = await askingGym();
  expect((await answer(randomUUID(), asking.id, { heart: true })).code).toBe('invalid_request');
  expect((await answer(randomUUID(), asking.id, { ...allNo, more: true })).code).toBe(
    'invalid_request',
  );
});

test('the database does not reveal the answers, and they belong to their row', async () => {
  const gym = await askingGym();
  const [sub, other] = [await addMember(gym.id), await addMember(gym.id)];
  await answer(sub, gym.id, oneYes);
  await answer(other, gym.id, allNo);
  const rows = await db.select().from(healthChecks).where(eq(healthChecks.gymId, gym.id));
  const sealedOf = (of: string) => rows.find((row) => row.sub === of)?.sealed ?? Buffer.alloc(0);
  expect(sealedOf(sub).length).toBe(sealedOf(other).length);
  expect(sealedOf(sub).includes('joints')).toBe(false);
  await db
    .update(healthChecks)
    .set({ sealed: sealedOf(sub) })
    .where(eq(healthChecks.sub, other));
  expect((await readOwn(other, gym.id)).body.check).toBeNull();
});

test('is due before the first visit to a gym where the member has a plan or a reservation', async () => {
  const [gym, silent, unknown] = [await askingGym(), await newGym(), await askingGym()];
  const sub = await addMember(gym.id);
  await addMembership(db, { sub, gymId: silent.id, planId: await addPlan(db, silent.id) });
  expect(unknown.id).not.toBe(gym.id);
  expect(await listDue(sub)).toEqual([{ gymId: gym.id, gymName: gym.name }]);
  await answer(sub, gym.id);
  expect(await listDue(sub)).toEqual([]);

  const visitor = await addMember(gym.id);
  const { body } = await reserve(visitor, gym.id, today, at(19));
  expect(await listDue(visitor)).toHaveLength(1);
  await db
    .update(trainingReservations)
    .set({ enteredAt: at(19) })
    .where(eq(trainingReservations.id, body.id));
  expect(await listDue(visitor)).toEqual([]);
});

test('staff of the gym see the answers of its members, and each view is logged', async () => {
  const [gym, elsewhere] = [await askingGym(), await askingGym()];
  const sub = await addMember(gym.id);
  await answer(sub, gym.id);
  const seen = await view(sub.toUpperCase(), gym.id);
  expect(seen.body).toMatchObject({ member: sub, check: { answers: oneYes } });
  await view(sub, gym.id);
  expect(await listViews(sub)).toMatchObject([
    { staffSub: desk, target: gym.name, changes: [] },
    { staffSub: desk },
  ]);
  expect((await view(sub, elsewhere.id)).code).toBe('not_found');
  expect((await view(randomUUID(), gym.id)).code).toBe('not_found');
  await db.update(gyms).set({ healthCheck: false }).where(eq(gyms.id, gym.id));
  expect((await view(sub, gym.id)).code).toBe('not_found');
  expect(await listViews(sub)).toHaveLength(2);
});

test('staff see the answers of a former member only on the day of a visit', async () => {
  const gym = await askingGym();
  const sub = randomUUID();
  const planId = await addPlan(db, gym.id);
  const membershipId = await addMembership(db, {
    sub,
    gymId: gym.id,
    planId,
    terms: [{ lastDay: '2026-03-31' }],
  });
  await answer(sub, gym.id);
  expect((await view(sub, gym.id)).code).toBe('not_found');
  const times = { startsAt: at(19), endsAt: at(20), createdAt: at(9) };
  const visit = { gymId: gym.id, gymDay: today, seat: 1, sub, membershipId, ...times };
  await db.insert(trainingReservations).values(visit);
  expect((await view(sub, gym.id)).body.check?.answers).toEqual(oneYes);
});

test("today's board marks visitors with a concern or without answers", async () => {
  const gym = await askingGym();
  const [concerned, silent, well] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [index, sub] of [concerned, silent, well].entries()) {
    await reserve(sub, gym.id, today, at(17 + index));
  }
  await reserve(concerned, gym.id, '2026-04-02', at(19, '2026-04-02'));
  await answer(concerned, gym.id, oneYes);
  await answer(well, gym.id, allNo);
  const readMarks = async (date: string) => {
    const url = `/staff/gyms/${gym.id}/board?date=${date}`;
    const { slots } = (await call<Board>(`${desk}/staff`, 'GET', url)).body;
    return slots.flatMap(({ visits }) => visits).map(({ health }) => health);
  };
  expect(await readMarks(today)).toEqual(['concern', 'unanswered', undefined]);
  expect(await readMarks('2026-04-02')).toEqual([undefined]);
  await db.update(gyms).set({ healthCheck: false }).where(eq(gyms.id, gym.id));
  expect(await readMarks(today)).toEqual([undefined, undefined, undefined]);
});

test('housekeeping deletes old answers', async () => {
  const gym = await askingGym();
  const [old, recent] = [await addMember(gym.id), await addMember(gym.id)];
  await answer(old, gym.id);
  const noon = clock.now;
  clock.now = new Date(noon.getTime() + 60_000);
  await answer(recent, gym.id);
  await purgeHealthChecks(db, clock.now);
  clock.now = noon;
  const left = await db.select().from(healthChecks).where(eq(healthChecks.gymId, gym.id));
  expect(left.map(({ sub }) => sub)).toEqual([recent]);
});
