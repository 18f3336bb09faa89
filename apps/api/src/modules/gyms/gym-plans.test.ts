import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { subscriptionPlans } from '#db/schema/gyms.ts';
import { membershipEvents } from '#db/schema/memberships.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { addMembership } from '#test/support/memberships/memberships.ts';
import { at, reservationCalls } from '#test/support/booking/reservations.ts';
import { openStaffGyms, planBody as plan } from '#test/support/gyms/staff-gyms.ts';

const { app, db, send, newGym, watchLog, call, staff } = await openStaffGyms();

const setPlans = async (gymId: number, plans: readonly object[], more: object = {}) =>
  await send('PUT', `/${gymId}/plans`, { plans, ...more });

/** Adds plans to a gym and returns their ids, in their order. */
async function addPlans(gymId: number, plans: readonly object[]): Promise<number[]> {
  return (await setPlans(gymId, plans)).body.plans.map(({ id }) => id);
}

test('plans keep their ids and take the new order, and an unused one is deleted', async () => {
  const gym = await newGym();
  const visit = { ...plan, name: '1回', price: 1100, per: 'visit', description: '都度\n払い' };
  const [monthly, single] = await addPlans(gym.id, [plan, visit]);
  const readLog = await watchLog();
  const changed = await setPlans(gym.id, [
    { ...visit, id: single, offered: false },
    { ...plan, name: '朝', weekdays: [6, 0], fromMinute: 360, visitsPerMonth: 4, allGyms: true },
  ]);
  expect(changed.body.plans).toEqual([
    { ...visit, id: single, offered: false, memberships: 0 },
    expect.objectContaining({ name: '朝', weekdays: [0, 6] }),
  ]);
  expect(await db.$count(subscriptionPlans, eq(subscriptionPlans.id, monthly ?? 0))).toBe(0);
  const seen = await call(randomUUID(), 'GET', `/gyms/${gym.id}/subscription-plans`);
  expect(seen.body).toMatchObject([
    { id: single, tax: 100, offered: false },
    { name: '朝', visitsPerMonth: 4, allGyms: true, offered: true },
  ]);
  const always = 'この店舗、毎日、営業時間中、回数制限なし、来館しない予約も数える';
  const text = `1回 1100円／回（税率10%） ${always}、申し込み`;
  expect(await readLog()).toMatchObject([
    {
      action: 'gym.plans',
      changes: [
        {
          field: 'plan1',
          before: `月会費 8800円／月（税率10%） ${always}、申し込み受付中`,
          after: `${text}停止中 都度\n払い`,
        },
        {
          field: 'plan2',
          before: `${text}受付中 都度\n払い`,
          after:
            '朝 8800円／月（税率10%） 全店舗、日・土、6:00〜翌24:00、月4回、来館しない予約も数える、申し込み受付中',
        },
      ],
    },
  ]);
});

test('a plan with present or past members stays theirs after it is left out', async () => {
  const gym = await newGym();
  const [now, before] = await addPlans(gym.id, [plan, { ...plan, name: '以前の' }]);
  if (now === undefined || before === undefined) throw new Error('a plan is missing');
  const sub = randomUUID();
  const terms = [
    { planId: before, fromDay: '2020-04-01', lastDay: '2021-03-31' },
    { planId: now, fromDay: '2021-04-01' },
  ];
  await addMembership(db, { sub, gymId: gym.id, planId: now, terms });
  const seen = await send('GET', `/${gym.id}`);
  expect(seen.body.plans.map(({ memberships }) => memberships)).toEqual([1, 0]);
  expect((await setPlans(gym.id, [])).body.plans).toEqual([]);
  expect((await call(sub, 'GET', `/gyms/${gym.id}/subscription-plans`)).body).toEqual([]);
  const kept = await db
    .select({ id: subscriptionPlans.id, retiredAt: subscriptionPlans.retiredAt })
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.gymId, gym.id));
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([now, before]));
  expect(kept.every(({ retiredAt }) => retiredAt !== null)).toBe(true);
  // A removed plan cannot be added again by its id.
  expect((await setPlans(gym.id, [{ ...plan, id: now }])).fields[0]?.path).toBe('/plans/0/id');
});

test('rejects ids of other gyms and duplicate ids', async () => {
  const [gym, other] = [await newGym(), await newGym()];
  const [own] = await addPlans(gym.id, [plan]);
  const [foreign] = await addPlans(other.id, [plan]);
  for (const plans of [
    [
      { ...plan, id: own, name: 'A' },
      { ...plan, id: foreign, name: 'B' },
    ],
    [
      { ...plan, id: own, name: 'A' },
      { ...plan, id: own, name: 'B' },
    ],
  ]) {
    const rejected = await setPlans(gym.id, plans);
    expect([rejected.code, rejected.fields[0]?.path]).toEqual(['invalid_request', '/plans/1/id']);
  }
  expect((await send('GET', `/${gym.id}`)).body.plans).toMatchObject([{ id: own, name: '月会費' }]);
});

test('changes nothing when it is repeated after a lost answer', async () => {
  const gym = await newGym();
  const made = await setPlans(gym.id, [plan]);
  const again = await setPlans(gym.id, [plan], { version: 1 });
  expect(again.body).toEqual(made.body);
});

test('cancels reservations that a smaller plan no longer covers, as many as staff confirmed', async () => {
  const [gym, other] = [await newGym(), await newGym({ name: '鍛錬 新宿' })];
  const [planId] = await addPlans(gym.id, [{ ...plan, allGyms: true }]);
  if (planId === undefined) throw new Error('no plan was made');
  const sub = randomUUID();
  await addMembership(db, { sub, gymId: gym.id, planId });
  const { reserve } = reservationCalls(app);
  const [kept, late, elsewhere] = [
    await reserve(sub, gym.id, '2026-04-02', at(10, '2026-04-02')),
    await reserve(sub, gym.id, '2026-04-02', at(20, '2026-04-02')),
    await reserve(sub, other.id, '2026-04-03', at(10, '2026-04-03')),
  ];
  expect([kept, late, elsewhere].map(({ status }) => status)).toEqual([201, 201, 201]);
  const narrow = [{ ...plan, id: planId, untilMinute: 18 * 60 }];
  const asked = await setPlans(gym.id, narrow);
  expect([asked.code, asked.body.affected]).toEqual(['reservations_affected', 2]);
  expect((await setPlans(gym.id, narrow, { cancelAffected: 1 })).body.affected).toBe(2);
  const readLog = await watchLog();
  expect((await setPlans(gym.id, narrow, { cancelAffected: 2 })).status).toBe(200);

  const { id, gymCancelReason } = trainingReservations;
  const rows = await db
    .select({ id, gymCancelReason })
    .from(trainingReservations)
    .where(eq(trainingReservations.sub, sub));
  const reason = 'ご契約のプランのご利用条件の変更のため';
  expect(new Map(rows.map((row) => [row.id, row.gymCancelReason]))).toEqual(
    new Map([
      [kept.body.id, null],
      [late.body.id, reason],
      [elsewhere.body.id, reason],
    ]),
  );
  const events = await db.select().from(membershipEvents).where(eq(membershipEvents.sub, sub));
  expect(events).toMatchObject([
    { kind: 'reservations_cancelled', by: 'staff', gymId: gym.id, count: 2, reason, email: null },
  ]);
  expect(await readLog()).toMatchObject([
    { action: 'gym.plans', staffSub: staff, memberSub: null },
    {
      action: 'reservation.cancel',
      memberSub: sub,
      reason,
      changes: [{ before: '鍛錬 渋谷 2026-04-02 20:00〜21:00' }],
    },
    { changes: [{ before: '鍛錬 新宿 2026-04-03 10:00〜11:00' }] },
  ]);
});
