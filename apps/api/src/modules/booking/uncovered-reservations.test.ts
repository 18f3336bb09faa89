import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { membershipTerms } from '#db/schema/memberships.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { lockMemberReservations } from '#modules/memberships/held-memberships.service.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import {
  at,
  openReservations,
  reservationCalls,
  today,
} from '#test/support/booking/reservations.ts';
import { cancelUncovered } from './uncovered-reservations.ts';

const { app, db, clock, newGym, ...joining } = await openReservations();
const { reserve, wait, waits, read, slots } = reservationCalls(app);
const [soon, late] = ['2026-04-03', '2026-04-10'];
const reason = '退会のため';

async function join(gymId: number, rights: Parameters<typeof addPlan>[2] = {}) {
  const sub = randomUUID();
  const membershipId = await addMembership(db, {
    sub,
    gymId,
    planId: await addPlan(db, gymId, rights),
  });
  return { sub, membershipId };
}

/**
 * Ends a membership like the memberships module: changes its last day and cancels reservations that
 * it no longer covers.
 */
async function endOn(lastDay: string, { sub, membershipId }: Awaited<ReturnType<typeof join>>) {
  return await db.transaction(async (tx) => {
    await lockMemberReservations(tx, sub);
    const days = tx.update(membershipTerms).set({ lastDay });
    await days.where(eq(membershipTerms.membershipId, membershipId));
    return await cancelUncovered(tx, { subs: [sub], reason }, clock.now);
  });
}

test('the end of a membership cancels later reservations with its reason, and no others', async () => {
  const gym = await newGym();
  const [member, other] = [await join(gym.id), await join(gym.id)];
  const kept = (await reserve(member.sub, gym.id, soon, at(19, soon))).body;
  const lost = (await reserve(member.sub, gym.id, late, at(19, late))).body;
  const theirs = (await reserve(other.sub, gym.id, late, at(19, late))).body;
  const cancelled = await endOn('2026-04-09', member);
  expect(cancelled).toMatchObject([
    { sub: member.sub, gymId: gym.id, gymDay: late, startsAt: at(19, late), endsAt: at(20, late) },
  ]);
  expect((await read(member.sub, lost.id)).body).toMatchObject({
    status: 'cancelled',
    gymCancelReason: reason,
  });
  expect((await read(member.sub, kept.id)).body.status).toBe('reserved');
  expect((await read(other.sub, theirs.id)).body.status).toBe('reserved');
  expect(await endOn('2026-04-09', member)).toEqual([]);
});

test('keeps a visit that has begun', async () => {
  const gym = await newGym();
  const member = await join(gym.id);
  await reserve(member.sub, gym.id, today, at(13));
  clock.now = at(13);
  expect(await endOn('2026-03-31', member)).toEqual([]);
});

test('ends waits, and offers freed seats to the next', async () => {
  const gym = await newGym({ capacity: 1 });
  const [member, next] = [await join(gym.id), await join(gym.id)];
  await reserve(member.sub, gym.id, late, at(19, late));
  await joining.reserve(randomUUID(), gym.id, late, at(20, late));
  await wait(member.sub, gym.id, late, at(20, late));
  await wait(next.sub, gym.id, late, at(19, late));
  await wait(next.sub, gym.id, late, at(20, late));
  expect(await endOn(soon, member)).toHaveLength(1);
  expect(await waits(member.sub)).toEqual([]);
  expect(await waits(next.sub)).toMatchObject([
    { startsAt: at(19, late).toISOString(), offeredUntil: expect.any(String) as string },
    { position: 1, offeredUntil: null },
  ]);
  const { endReason, sub } = reservationWaits;
  const ended = await db.select({ endReason }).from(reservationWaits).where(eq(sub, member.sub));
  expect(ended).toEqual([{ endReason: 'uncovered' }]);
  const shown = await slots(member.sub, gym.id, late);
  expect(shown.find(({ startsAt }) => startsAt === at(19, late).toISOString())).toMatchObject({
    refusal: 'membership_ended',
    remaining: 0,
  });
});

test('offers a seat to the next when the member may no longer take it', async () => {
  const gym = await newGym({ capacity: 1 });
  const [member, next, holder] = [await join(gym.id), await join(gym.id), await join(gym.id)];
  const { id } = (await reserve(holder.sub, gym.id, late, at(19, late))).body;
  await wait(member.sub, gym.id, late, at(19, late));
  await wait(next.sub, gym.id, late, at(19, late));
  await joining.cancel(holder.sub, id);
  expect((await waits(next.sub))[0]?.offeredUntil).toBeNull();
  await endOn(soon, member);
  expect((await waits(next.sub))[0]?.offeredUntil).not.toBeNull();
});

test('another membership of the member takes over what it covers', async () => {
  const gym = await newGym();
  const member = await join(gym.id);
  const { id } = (await reserve(member.sub, gym.id, late, at(19, late))).body;
  await reserve(member.sub, gym.id, late, at(20, late));
  const planId = await addPlan(db, gym.id, { visitsPerMonth: 1 });
  const second = await addMembership(db, { sub: member.sub, gymId: gym.id, planId });
  expect(await endOn(soon, member)).toHaveLength(1);
  const { membershipId } = trainingReservations;
  const rows = db.select({ membershipId }).from(trainingReservations);
  expect(await rows.where(eq(trainingReservations.id, id))).toEqual([{ membershipId: second }]);
});

test('a smaller plan cancels the latest reservations of the month, also for many members at once', async () => {
  const gym = await newGym({ capacity: 20 });
  const members = await Promise.all(
    Array.from({ length: 5 }, async () => await join(gym.id, { visitsPerMonth: 4 })),
  );
  const subs = members.map(({ sub }) => sub);
  for (const sub of subs) {
    for (const hour of [10, 12, 14]) await reserve(sub, gym.id, late, at(hour, late));
  }
  const smaller = await addPlan(db, gym.id, { visitsPerMonth: 2 });
  const cancelled = await db.transaction(async (tx) => {
    const change = tx.update(membershipTerms).set({ planId: smaller });
    const ids = members.map(({ membershipId }) => membershipId);
    await change.where(inArray(membershipTerms.membershipId, ids));
    return await cancelUncovered(tx, { subs, reason }, clock.now);
  });
  expect(cancelled.map(({ sub }) => sub).toSorted()).toEqual(subs.toSorted());
  expect(new Set(cancelled.map(({ startsAt }) => startsAt.getTime()))).toEqual(
    new Set([at(14, late).getTime()]),
  );
});
