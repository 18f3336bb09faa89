import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { subscriptionPlans } from '#db/schema/gyms.ts';
import { membershipRequests } from '#db/schema/memberships.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { lockGymRules } from '#modules/gyms/gym-rules.service.ts';
import { waitUntilBlocked } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import {
  at,
  openReservations,
  reservationCalls,
  today,
} from '#test/support/booking/reservations.ts';
import type { Answer } from '#test/support/world.ts';

const { app, db, url, clock, openNode, newGym, ...joining } = await openReservations();
/** These calls create no membership for the member. */
const { reserve, move, cancel, slots, wait, waits } = reservationCalls(app);

type Rights = Parameters<typeof addPlan>[2];
type Terms = Parameters<typeof addMembership>[1]['terms'];

interface Wishes {
  /** Gym of the plan. The gym of the membership by default. */
  readonly planGymId?: number;
  readonly rights?: Rights;
  readonly terms?: Terms;
}

async function join(gymId: number, { planGymId = gymId, rights, terms = [{}] }: Wishes = {}) {
  const sub = randomUUID();
  const planId = await addPlan(db, planGymId, rights);
  const membershipId = await addMembership(db, { sub, gymId, planId, terms });
  return { sub, planId, membershipId };
}

type NewReservation = typeof trainingReservations.$inferInsert;
let seats = 100;

/** Inserts a reservation directly, without checking the rules. */
async function addVisit(
  { sub, gymId }: { readonly sub: string; readonly gymId: number },
  [day, hour]: readonly [string, number],
  more: Partial<NewReservation> = {},
): Promise<number> {
  const slot = { gymDay: day, startsAt: at(hour, day), endsAt: at(hour + 1, day) };
  const [made] = await db
    .insert(trainingReservations)
    .values({ sub, gymId, ...slot, seat: (seats += 1), createdAt: at(8), ...more })
    .returning();
  return made?.id ?? 0;
}

async function readMembershipId(id: number): Promise<number | null | undefined> {
  const { membershipId } = trainingReservations;
  const found = db.select({ membershipId }).from(trainingReservations);
  return (await found.where(eq(trainingReservations.id, id)))[0]?.membershipId;
}

const used = { codesShownAt: at(9) };

describe('rejects every kind of booking that no membership covers', () => {
  test.each<[string, (gymId: number, other: number) => Promise<string>]>([
    // spec 1.10, 1.14
    ['no_membership', async () => randomUUID()],
    ['gym_not_covered', async (gymId, other) => (await join(gymId, { planGymId: other })).sub],
    [
      'outside_plan_hours',
      async (gymId) => (await join(gymId, { rights: { untilMinute: 19 * 60 } })).sub,
    ],
    [
      'monthly_limit',
      async (gymId) => {
        const { sub, membershipId } = await join(gymId, { rights: { visitsPerMonth: 1 } });
        await addVisit({ sub, gymId }, [today, 9], { membershipId, ...used });
        return sub;
      },
    ],
  ])('%s', async (code, prepare) => {
    const [gym, other] = [await newGym({ capacity: 1 }), await newGym()];
    const sub = await prepare(gym.id, other.id);
    await joining.reserve(randomUUID(), gym.id, today, at(21));
    const own = await addVisit({ sub, gymId: gym.id }, [today, 15]);
    const shown = await slots(sub, gym.id, today);
    const rejections = [15, 19, 20, 21].map(
      (hour) => shown.find(({ startsAt }) => startsAt === at(hour).toISOString())?.refusal,
    );
    expect(rejections).toEqual([null, code, code, code]);
    const answers = [
      await reserve(sub, gym.id, today, at(19)),
      await wait(sub, gym.id, today, at(21)),
      await move(sub, own, at(20)),
    ];
    expect(answers.map((answer) => [answer.status, answer.code])).toEqual([
      [409, code],
      [409, code],
      [409, code],
    ]);
    expect((await cancel(sub, own)).code).toBeNull();
  });

  test('rejects a booking with an application that staff have not decided', async () => {
    const [gym, other] = [await newGym(), await newGym()];
    const sub = randomUUID();
    const planId = await addPlan(db, gym.id);
    await db.insert(membershipRequests).values({
      draftId: randomUUID(),
      gymId: gym.id,
      sub,
      kind: 'join',
      planId,
      fromDay: today,
      name: '山田 太郎',
      requestedAt: at(9),
    });
    expect((await reserve(sub, gym.id, today, at(19))).code).toBe('membership_not_started');
    expect((await reserve(sub, other.id, today, at(19))).code).toBe('no_membership');
  });
});

describe('the visits of a month', () => {
  const twice = { visitsPerMonth: 2 };

  test('count future and kept reservations, and a cancellation gives one back', async () => {
    const gym = await newGym();
    const { sub, membershipId } = await join(gym.id, { rights: twice });
    await addVisit({ sub, gymId: gym.id }, [today, 9], { membershipId, enteredAt: at(9) });
    const { id } = (await reserve(sub, gym.id, '2026-04-10', at(10, '2026-04-10'))).body;
    expect(await readMembershipId(id)).toBe(membershipId);
    const again = async () => await reserve(sub, gym.id, '2026-04-11', at(10, '2026-04-11'));
    expect((await again()).code).toBe('monthly_limit');
    // The reservation that moves does not count twice.
    expect((await move(sub, id, at(11, '2026-04-12'))).code).toBeNull();
    expect((await again()).code).toBe('monthly_limit');
    await cancel(sub, id);
    expect((await again()).code).toBeNull();
  });

  test.each([
    ['a no-show counts', true, {}, 'monthly_limit'],
    ['a no-show does not count if the plan says so', false, {}, null],
    ['a shown code counts as a visit', false, { codesShownAt: at(9) }, 'monthly_limit'],
    ['an entry counts as a visit', false, { enteredAt: at(9) }, 'monthly_limit'],
    ['a cancellation does not count', true, { cancelledAt: at(8) }, null],
  ])('%s', async (_, countsNoShows, past, code) => {
    const gym = await newGym();
    const { sub, membershipId } = await join(gym.id, {
      rights: { visitsPerMonth: 1, countsNoShows },
    });
    await addVisit({ sub, gymId: gym.id }, [today, 9], { membershipId, ...past });
    expect((await reserve(sub, gym.id, today, at(19))).code).toBe(code);
  });

  test('belong to the gym days of the month, also after midnight', async () => {
    const gym = await addGym(db, openDaily(9, 26));
    const [last, first] = ['2026-04-30', '2026-05-01'];
    clock.now = at(24.5, last);
    const once = { rights: { visitsPerMonth: 1 } };
    const codeOf = async (sub: string, day: string, hour: number) =>
      (await reserve(sub, gym.id, day, at(hour, day))).code;
    const { sub, membershipId } = await join(gym.id, once);
    await addVisit({ sub, gymId: gym.id }, ['2026-04-02', 9], { membershipId });
    expect(await codeOf(sub, last, 25)).toBe('monthly_limit');
    expect(await codeOf(sub, first, 25)).toBeNull();
    expect(await codeOf(sub, first, 10)).toBe('monthly_limit');
    const fresh = await join(gym.id, once);
    expect(await codeOf(fresh.sub, last, 25)).toBeNull();
    expect(await codeOf(fresh.sub, first, 10)).toBeNull();
    const byDay = await join(gym.id, { rights: { untilMinute: 24 * 60 } });
    expect(await codeOf(byDay.sub, last, 25)).toBe('outside_plan_hours');
    expect(await codeOf(byDay.sub, first, 23)).toBeNull();
  });

  test('start again with the next month, and a move takes its visit along', async () => {
    const gym = await newGym();
    clock.now = at(12, '2026-04-20');
    const { sub } = await join(gym.id, { rights: { visitsPerMonth: 1 } });
    const april = (await reserve(sub, gym.id, '2026-04-30', at(22, '2026-04-30'))).body;
    const may = (await reserve(sub, gym.id, '2026-05-02', at(10, '2026-05-02'))).body;
    expect((await move(sub, may.id, at(10, '2026-04-29'))).code).toBe('monthly_limit');
    expect((await move(sub, april.id, at(10, '2026-05-01'))).code).toBe('monthly_limit');
    expect((await move(sub, april.id, at(10, '2026-04-29'))).code).toBeNull();
    await cancel(sub, may.id);
    expect((await move(sub, april.id, at(10, '2026-05-01'))).code).toBeNull();
    expect((await reserve(sub, gym.id, '2026-04-29', at(10, '2026-04-29'))).code).toBeNull();
  });
});

test('a move changes to the membership that covers the new slot', async () => {
  const [gym, home] = [await newGym(), await newGym()];
  const { sub, membershipId } = await join(gym.id, { rights: { untilMinute: 18 * 60 } });
  const planId = await addPlan(db, home.id, { allGyms: true, fromMinute: 17 * 60 });
  const second = await addMembership(db, { sub, gymId: home.id, planId });
  const { id } = (await reserve(sub, gym.id, today, at(14))).body;
  expect(await readMembershipId(id)).toBe(membershipId);
  await move(sub, id, at(20));
  expect(await readMembershipId(id)).toBe(second);
  await move(sub, id, at(15));
  expect(await readMembershipId(id)).toBe(membershipId);
});

test('a freed seat skips members without visits left, who keep their position', async () => {
  const gym = await newGym({ capacity: 1 });
  const [holder, next] = [randomUUID(), await join(gym.id)];
  const limited = await join(gym.id, { rights: { visitsPerMonth: 1 } });
  const { id } = (await joining.reserve(holder, gym.id, today, at(19))).body;
  for (const { sub } of [limited, next]) {
    expect((await wait(sub, gym.id, today, at(19))).code).toBeNull();
  }
  const other = (await reserve(limited.sub, gym.id, today, at(15))).body;
  await cancel(holder, id);
  expect(await waits(limited.sub)).toMatchObject([{ position: 1, offeredUntil: null }]);
  const [offered] = await waits(next.sub);
  expect(offered?.offeredUntil).not.toBeNull();
  // The member who was passed over is first again as soon as a visit is left.
  await cancel(limited.sub, other.id);
  await reserve(next.sub, gym.id, today, at(19));
  const taken = (await joining.list(next.sub)).body.items[0];
  await cancel(next.sub, taken?.id ?? 0);
  expect((await waits(limited.sub))[0]?.offeredUntil).not.toBeNull();
});

/** Starts another server on the same database. */
async function openAnotherNode() {
  const own = openDatabase(url);
  afterAll(async () => await closeDatabase(own));
  return reservationCalls(await openNode({ db: own }));
}
const nodes = [await openAnotherNode(), await openAnotherNode(), reservationCalls(app)];
const nodeOf = (n: number) => nodes[n % nodes.length] ?? expect.fail('there is no node');

test('never exceed the limit when several nodes book at once', async () => {
  const [gym, other] = [await newGym({ capacity: 20 }), await newGym({ capacity: 20 })];
  for (const limit of [1, 3]) {
    const rights = { visitsPerMonth: limit, allGyms: true };
    const { sub, membershipId } = await join(gym.id, { rights });
    const request = async (n: number): Promise<Answer<{ id: number }>> => {
      const day = n % 2 === 0 ? '2026-04-10' : '2026-04-11';
      const gymId = n % 4 < 2 ? gym.id : other.id;
      return await nodeOf(n).reserve(sub, gymId, day, at(9 + n, day));
    };
    const asked = Array.from({ length: 12 }, (_, n) => n);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(asked.map(request));
      const made = answers.filter(({ code }) => code === null);
      expect(made).toHaveLength(limit);
      const codes = new Set(answers.map(({ code }) => code));
      expect(codes).toEqual(new Set([null, 'monthly_limit']));
      const stands = and(
        eq(trainingReservations.membershipId, membershipId),
        isNull(trainingReservations.cancelledAt),
      );
      expect(await db.$count(trainingReservations, stands)).toBe(limit);
      await Promise.all(made.map(async ({ body }, n) => await nodeOf(n).cancel(sub, body.id)));
    }
  }
});

test('a booking in another gym during a plan change follows the new plan', async () => {
  const [home, gym] = [await newGym(), await newGym()];
  const { sub, planId } = await join(home.id, { rights: { allGyms: true } });
  const { answer } = await db.transaction(async (tx) => {
    await lockGymRules(tx, home.id);
    const asked = reserve(sub, gym.id, today, at(19));
    await waitUntilBlocked(db, 'advisory');
    const change = tx.update(subscriptionPlans).set({ allGyms: false });
    await change.where(eq(subscriptionPlans.id, planId));
    return { answer: asked };
  });
  expect((await answer).code).toBe('gym_not_covered');
});
