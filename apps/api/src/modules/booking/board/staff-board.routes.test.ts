import { randomUUID } from 'node:crypto';
import { gymTopic } from '@tanren/contract/booking/gym-messages';
import type { Board, BoardVisit } from '@tanren/contract/booking/staff-board';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { doorEntries, trainingReservations } from '#db/schema/booking.ts';
import { duesEntries } from '#db/schema/dues.ts';
import { gyms } from '#db/schema/gyms.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { tanrenConnections } from '#db/schema/machines.ts';
import { redeemLiveTicket } from '#modules/machines/live-tickets.service.ts';
import { openTestBus } from '#test/support/broker.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';
import { at, openReservations, today } from '#test/support/booking/reservations.ts';
import { storeWorkout } from '#test/support/workouts/workouts.ts';

const { bus, listen } = await openTestBus();
const { db, clock, addMember, call, reserve, cancel, move, wait, leave } = await openReservations({
  bus,
});
const desk = `${randomUUID()}/staff`;
const subOf = (staff: string) => staff.split('/')[0] ?? '';

const openGym = async (changes: Partial<typeof gyms.$inferInsert> = {}) =>
  await addGym(db, openDaily(9, 26), { name: `鍛錬 ${randomUUID()}`, capacity: 2, ...changes });

async function readBoard(gymId: number, query = '', staff = desk): Promise<Board> {
  const answer = await call<Board>(staff, 'GET', `/staff/gyms/${gymId}/board${query}`);
  expect(answer.code).toBeNull();
  return answer.body;
}

async function readVisits(gymId: number, query = ''): Promise<BoardVisit[]> {
  return (await readBoard(gymId, query)).slots.flatMap(({ visits }) => visits);
}

/** Reserves a slot at an hour of the day and returns the reservation's id. */
async function book(sub: string, gymId: number, hour: number, day = today): Promise<number> {
  const { body, code } = await reserve(sub, gymId, day, at(hour, day));
  expect(code).toBeNull();
  return body.id;
}

const tick = async (id: number, entered: boolean, staff = desk) =>
  await call(staff, 'PUT', `/staff/reservations/${id}/entry`, { entered });
const note = async (id: number, text: string, staff = desk) =>
  await call(staff, 'PUT', `/staff/reservations/${id}/note`, { note: text });

async function listLog(...actions: readonly string[]) {
  const rows = await db.select().from(staffAuditLog).orderBy(asc(staffAuditLog.id));
  return rows.filter(({ action }) => actions.includes(action));
}

describe("today's board", () => {
  test('marks members whose dues should have been paid by now', async () => {
    const gym = await openGym();
    const planId = await addPlan(db, gym.id);
    const enter = async (membershipId: number, month: string, amount: number) => {
      const kind = amount > 0 ? ('charge' as const) : ('payment' as const);
      const entry = { gymId: gym.id, membershipId, month, kind, amount, at: clock.now };
      await db.insert(duesEntries).values(entry);
    };
    const visit = async (chargedMonth: string) => {
      const sub = randomUUID();
      const membershipId = await addMembership(db, { sub, gymId: gym.id, planId });
      await enter(membershipId, chargedMonth, 8800);
      await book(sub, gym.id, 18);
      return { sub, membershipId };
    };
    const late = await visit('2026-03');
    // The month goes on, and the bank withdraws its dues later.
    await visit('2026-04');
    const listUnpaid = async () =>
      (await readVisits(gym.id)).filter(({ unpaid }) => unpaid).map(({ member }) => member);
    expect(await listUnpaid()).toEqual([late.sub]);
    await enter(late.membershipId, '2026-03', -8800);
    expect(await listUnpaid()).toEqual([]);
  });

  test('lists every slot with its seats, and its visitors by name, number and plan', async () => {
    const gym = await openGym();
    const planId = await addPlan(db, gym.id, { name: 'デイタイム' });
    const sub = randomUUID();
    const membershipId = await addMembership(db, { sub, gymId: gym.id, planId });
    await addMember({ sub, nickname: 'たろ' });
    const reservationId = await book(sub, gym.id, 18);
    const other = randomUUID();
    await book(other, gym.id, 18);
    await wait(randomUUID(), gym.id, today, at(18));
    await book(randomUUID(), gym.id, 25);
    await book(randomUUID(), gym.id, 18, '2026-04-02');

    const board = await readBoard(gym.id);
    expect(board).toMatchObject({ gymId: gym.id, gymName: gym.name, date: today });
    expect(board.slots).toHaveLength(17);
    const evening = board.slots.find(({ startsAt }) => startsAt === at(18).toISOString());
    expect(evening).toMatchObject({ capacity: 2, remaining: 0, waiting: 1 });
    expect(evening?.visits.map(({ member }) => member)).toEqual([sub, other]);
    expect(evening?.visits[0]).toEqual({
      reservationId,
      member: sub,
      name: '山田 太郎',
      nickname: 'たろ',
      membershipNumber: String(membershipId).padStart(8, '0'),
      membershipId,
      planName: 'デイタイム',
      firstVisit: true,
      enteredAt: null,
      enteredBy: null,
      noShow: false,
      onMachine: null,
      note: '',
      walkIn: false,
    });
    expect(board.slots.at(-1)).toMatchObject({ remaining: 1, visits: [{ note: '' }] });
    expect(board.slots.find(({ startsAt }) => startsAt === at(19).toISOString())).toMatchObject({
      capacity: 2,
      remaining: 2,
      waiting: 0,
      visits: [],
    });
  });

  test('shows the current gym day past midnight until closing time', async () => {
    const gym = await openGym();
    clock.now = at(25.5);
    expect((await readBoard(gym.id)).date).toBe(today);
    clock.now = at(26);
    expect((await readBoard(gym.id)).date).toBe('2026-04-02');
    expect((await readBoard(gym.id, `?date=${today}`)).date).toBe(today);
  });

  test('names members without a membership by their nickname', async () => {
    const gym = await openGym();
    const sub = randomUUID();
    const id = await book(sub, gym.id, 18);
    await db
      .update(trainingReservations)
      .set({ membershipId: null })
      .where(eq(trainingReservations.id, id));
    expect(await readVisits(gym.id)).toMatchObject([
      { name: '', membershipNumber: null, planName: null },
    ]);
    await addMember({ sub, nickname: 'はな' });
    expect(await readVisits(gym.id)).toMatchObject([{ name: 'はな', nickname: 'はな' }]);
  });

  test('shows a visitor whose slot the gym no longer has', async () => {
    const gym = await openGym();
    await book(randomUUID(), gym.id, 13);
    clock.now = at(13.5);
    await db.update(gyms).set({ slotMinutes: 90 }).where(eq(gyms.id, gym.id));
    const { slots } = await readBoard(gym.id);
    const kept = slots.filter(({ visits }) => visits.length > 0);
    expect(kept).toMatchObject([{ startsAt: at(13).toISOString(), remaining: 0 }]);
    const starts = slots.map(({ startsAt }) => startsAt);
    expect(starts).toEqual(starts.toSorted());
  });

  test('marks the first visit to this gym', async () => {
    const [gym, elsewhere] = [await openGym(), await openGym()];
    const [fresh, missed, came, trained] = Array.from({ length: 4 }, () => randomUUID());
    const past = (sub = '', enteredAt: Date | null = null, gymId = gym.id) => ({
      gymId,
      gymDay: '2026-03-30',
      startsAt: at(18, '2026-03-30'),
      endsAt: at(19, '2026-03-30'),
      seat: Math.ceil(Math.random() * 900),
      sub,
      createdAt: at(9, '2026-03-30'),
      enteredAt,
    });
    const then = at(18, '2026-03-30');
    await db
      .insert(trainingReservations)
      .values([past(missed), past(came, then), past(fresh, then, elsewhere.id)]);
    const workout = { startedAt: then, gymId: gym.id, sets: [[400, 10]] } as const;
    await storeWorkout(db, trained ?? '', workout);
    const hours = [13, 14, 15, 16];
    for (const [index, sub] of [fresh, missed, came, trained].entries()) {
      await book(sub ?? '', gym.id, hours[index] ?? 0);
    }
    await book(fresh ?? '', gym.id, 20);
    const visits = await readVisits(gym.id);
    expect(visits.map(({ firstVisit }) => firstVisit)).toEqual([true, true, false, false, false]);
  });

  test('shows entries by an unknown code and second entries of a visit', async () => {
    const [gym, elsewhere] = [await openGym(), await openGym()];
    const sub = randomUUID();
    const reservationId = await book(sub, gym.id, 13);
    await book(sub, gym.id, 20);
    const enter = async (member: string | null, hour: number, gymId = gym.id) => {
      const enteredAt = at(hour);
      const entry = { gymId, entryUuid: randomUUID(), sub: member, enteredAt, receivedAt: at(26) };
      await db.insert(doorEntries).values(entry);
    };
    for (const hour of [13, 13.5, 12.9, 19.9]) await enter(sub, hour);
    // One entry is before the gym day, one after midnight, one after closing, and one in another
    // gym.
    for (const hour of [-1, 3, 25.5, 26.5]) await enter(null, hour);
    await enter(null, 13, elsewhere.id);
    clock.now = at(26.6);
    const again = { kind: 'again', reservationId, firstAt: at(12.9).toISOString() };
    const unknown = { kind: 'unknown', reservationId: null, firstAt: null };
    expect((await readBoard(gym.id, `?date=${today}`)).doorAlerts).toEqual([
      { at: at(3).toISOString(), ...unknown },
      { at: at(13).toISOString(), ...again },
      { at: at(13.5).toISOString(), ...again },
      { at: at(25.5).toISOString(), ...unknown },
    ]);
    expect((await readBoard(gym.id)).doorAlerts).toEqual([
      { at: at(26.5).toISOString(), ...unknown },
    ]);
  });

  test('shows who is linked to a machine in this gym', async () => {
    const [gym, elsewhere] = [await openGym(), await openGym()];
    const [here, there, idle] = [randomUUID(), randomUUID(), randomUUID()];
    await book(here, gym.id, 13);
    await book(here, gym.id, 20);
    await book(there, gym.id, 13);
    await book(idle, gym.id, 14);
    clock.now = at(13.2);
    await linkMachine(here, gym.id, clock.now);
    await linkMachine(there, elsewhere.id, clock.now);
    await linkMachine(idle, gym.id, at(13));
    const machines = async (query = '') =>
      (await readVisits(gym.id, query)).map(({ onMachine }) => onMachine);
    expect(await machines()).toEqual(['アームカール', null, null, null]);
    clock.now = at(12, '2026-04-02');
    expect(await machines(`?date=${today}`)).toEqual([null, null, null, null]);
  });
});

/** Links the member with a machine of the gym for arm curls. */
async function linkMachine(sub: string, gymId: number, linkedAt: Date) {
  const machine = await addMachine(db, { gymId, workoutTypeId: 6 });
  const row = { machineId: machine.id, sub, linkedAt, lastActiveAt: linkedAt, codeStep: 0 };
  await db.insert(tanrenConnections).values({ id: randomUUID(), ...row });
}

test('lists members who train now without a reservation, with machine, membership and since when', async () => {
  const gym = await openGym();
  const planId = await addPlan(db, gym.id, { name: 'デイタイム' });
  const [known, stranger] = [randomUUID(), randomUUID()];
  const [early, over] = [randomUUID(), randomUUID()];
  const membershipId = await addMembership(db, { sub: known, gymId: gym.id, planId });
  const joinedElsewhere = await openGym();
  const otherPlan = await addPlan(db, joinedElsewhere.id);
  await addMembership(db, { sub: stranger, gymId: joinedElsewhere.id, planId: otherPlan });
  await addMember({ sub: known, nickname: '会員0' });
  await addMember({ sub: stranger, nickname: '会員1' });
  await book(over, gym.id, 13);
  await book(early, gym.id, 14);
  clock.now = at(13.9);
  await linkMachine(known, gym.id, at(13.86));
  await linkMachine(stranger, gym.id, at(13.87));
  await linkMachine(early, gym.id, clock.now);
  await linkMachine(over, gym.id, at(13.88));
  const machine = { onMachine: 'アームカール' };
  const first = {
    member: known,
    name: '山田 太郎',
    nickname: '会員0',
    membershipNumber: String(membershipId).padStart(8, '0'),
    membershipId,
    planName: 'デイタイム',
    linkedAt: at(13.86).toISOString(),
    ...machine,
  };
  const none = { membershipNumber: null, membershipId: null, planName: null };
  const second = { member: stranger, name: '会員1', nickname: '会員1', ...none, ...machine };
  expect((await readBoard(gym.id)).unreserved).toEqual([
    first,
    { ...second, linkedAt: at(13.87).toISOString() },
  ]);
  clock.now = at(14);
  const members = async (query = '') =>
    (await readBoard(gym.id, query)).unreserved.map(({ member }) => member);
  expect(await members('?date=2026-04-02')).toEqual([]);
  expect(await members()).toEqual([known, stranger, over]);
});

test('a member who deletes the account while inside stays on the board without a name until the slot ends', async () => {
  const gym = await openGym();
  // Erasing a member uses the clock of the database.
  clock.now = new Date();
  const { now } = clock;
  const [startsAt, enteredAt] = [now, now];
  const endsAt = new Date(now.getTime() + 3_600_000);
  const slot = { gymId: gym.id, gymDay: toGymDay(now), startsAt, endsAt, createdAt: now };
  const [inside, absent] = [randomUUID(), randomUUID()];
  const entry = { enteredAt, enteredBy: 'door' as const, deskNote: '退会する会員' };
  await db.insert(trainingReservations).values([
    { ...slot, sub: inside, seat: 1, ...entry },
    { ...slot, sub: absent, seat: 2 },
  ]);
  const readDay = async (day = slot.gymDay) => (await readBoard(gym.id, `?date=${day}`)).slots;
  const present = async () =>
    (await readDay()).find((one) => one.startsAt === startsAt.toISOString());
  expect(await present()).toMatchObject({ visits: [{}, {}], departed: [] });
  for (const sub of [inside, absent]) {
    expect((await call(sub, 'DELETE', '/userinfo')).status).toBe(204);
  }
  const departed = [{ enteredAt: enteredAt.toISOString() }];
  expect(await present()).toMatchObject({ visits: [], departed });
  const listDeparted = async (day?: string) => (await readDay(day)).flatMap((one) => one.departed);
  expect(await listDeparted(addDays(slot.gymDay, 1))).toEqual([]);
  clock.now = endsAt;
  expect(await listDeparted()).toEqual([]);
});

describe('entries at the desk', () => {
  test('are marked once, taken back once, and each is logged', async () => {
    const gym = await openGym();
    const sub = randomUUID();
    const id = await book(sub, gym.id, 13);
    clock.now = at(13.25);
    expect(await readVisits(gym.id)).toMatchObject([{ noShow: true, enteredAt: null }]);
    clock.now = at(13.3);
    const seen = (await listLog('reservation.entry')).length;
    for (const entered of [true, true]) expect((await tick(id, entered)).status).toBe(204);
    expect(await readVisits(gym.id)).toMatchObject([
      { noShow: false, enteredAt: clock.now.toISOString(), enteredBy: 'staff' },
    ]);
    for (const entered of [false, false]) expect((await tick(id, entered)).status).toBe(204);
    expect(await readVisits(gym.id)).toMatchObject([{ noShow: true, enteredBy: null }]);
    const target = `${gym.name} 2026-04-01 13:00〜14:00`;
    const entry = { staffSub: subOf(desk), memberSub: sub, target };
    const [ticked, back, ...more] = (await listLog('reservation.entry')).slice(seen);
    expect(ticked).toMatchObject({
      ...entry,
      changes: [{ field: 'entered', before: '', after: '2026-04-01 13:18' }],
    });
    expect(back).toMatchObject({
      ...entry,
      changes: [{ field: 'entered', before: '2026-04-01 13:18', after: '' }],
    });
    expect(more).toEqual([]);
  });

  test('are logged once when two members of staff mark the same one', async () => {
    const gym = await openGym();
    const id = await book(randomUUID(), gym.id, 13);
    const seen = (await listLog('reservation.entry')).length;
    const staff = Array.from({ length: 6 }, () => `${randomUUID()}/staff`);
    const answers = await Promise.all(staff.map(async (one) => await tick(id, true, one)));
    expect(answers.map(({ status }) => status)).toEqual(staff.map(() => 204));
    expect((await listLog('reservation.entry')).slice(seen)).toHaveLength(1);
  });

  test('stay with the following reservation, but not with one that is moved away', async () => {
    const gym = await openGym();
    const sub = randomUUID();
    const first = await book(sub, gym.id, 13);
    const second = await book(sub, gym.id, 14);
    const third = await book(sub, gym.id, 15);
    clock.now = at(13);
    await tick(first, true);
    const entered = async () =>
      (await readVisits(gym.id)).map(({ enteredAt }) => enteredAt !== null);
    expect(await entered()).toEqual([true, true, true]);
    await move(sub, third, at(20));
    expect(await entered()).toEqual([true, true, false]);
    await tick(second, false);
    expect(await entered()).toEqual([true, false, false]);
  });

  test('can be added later, but not before the day', async () => {
    const gym = await openGym();
    const [id, later] = [
      await book(randomUUID(), gym.id, 13),
      await book(randomUUID(), gym.id, 13, '2026-04-02'),
    ];
    clock.now = at(20);
    expect((await tick(id, true)).status).toBe(204);
    expect(await readVisits(gym.id)).toMatchObject([{ enteredAt: at(13).toISOString() }]);
    expect(await tick(later, true)).toMatchObject({ status: 409, code: 'change_impossible' });
    clock.now = at(1, '2026-04-02');
    expect((await tick(later, true)).status).toBe(204);
  });

  test('are rejected for a cancelled or unknown reservation', async () => {
    const gym = await openGym();
    const sub = randomUUID();
    const id = await book(sub, gym.id, 18);
    await cancel(sub, id);
    for (const missing of [id, 2_147_483_647]) {
      expect((await tick(missing, true)).status).toBe(404);
      expect((await note(missing, 'x')).status).toBe(404);
    }
  });
});

describe('a member without a reservation', () => {
  interface WalkIn {
    readonly reservationId: number | null;
    readonly missing: readonly string[];
  }
  const admit = async (gymId: number, member: string, reason?: string) =>
    await call<WalkIn>(desk, 'POST', `/staff/gyms/${gymId}/walk-ins`, { member, reason });

  async function register(): Promise<string> {
    const sub = randomUUID();
    await addMember({ sub, nickname: 'たろ' });
    return sub;
  }

  test('is let in once for the current slot, however often the desk taps', async () => {
    const gym = await openGym();
    const sub = await register();
    const planId = await addPlan(db, gym.id, { visitsPerMonth: 2 });
    const membershipId = await addMembership(db, { sub, gymId: gym.id, planId });
    clock.now = at(13.4);
    const seen = (await listLog('reservation.walk-in')).length;
    const answers = await Promise.all([1, 2, 3].map(async () => await admit(gym.id, sub)));
    const [first] = answers;
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => first?.body));
    expect(first?.body.missing).toEqual([]);
    expect(await readVisits(gym.id)).toMatchObject([
      {
        member: sub,
        membershipId,
        walkIn: true,
        enteredAt: clock.now.toISOString(),
        enteredBy: 'staff',
      },
    ]);
    expect((await listLog('reservation.walk-in')).slice(seen)).toMatchObject([
      {
        staffSub: subOf(desk),
        memberSub: sub,
        target: `${gym.name} 2026-04-01 13:00〜14:00`,
        reason: '',
        changes: [{ field: 'entered', before: '', after: '2026-04-01 13:24' }],
      },
    ]);
    // The visit counts like any other of the month, so the plan allows one more.
    const path = `/training-reservations/gyms/${gym.id}/${today}`;
    const reserveAt = async (hour: number) =>
      (await call(sub, 'POST', path, { startsAt: at(hour).toISOString() })).code;
    expect([await reserveAt(18), await reserveAt(19)]).toEqual([null, 'monthly_limit']);
  });

  test('is let in with a reason when something is missing, and the log contains it', async () => {
    const gym = await openGym({ capacity: 1 });
    const [sub, holder] = [await register(), randomUUID()];
    await book(holder, gym.id, 13);
    clock.now = at(13.4);
    const seen = (await listLog('reservation.walk-in')).length;
    const missing = ['no_membership', 'slot_full'];
    expect((await admit(gym.id, sub)).body).toEqual({ reservationId: null, missing });
    expect((await admit(gym.id, sub, ' \n')).body.reservationId).toBeNull();
    expect(await readVisits(gym.id)).toHaveLength(1);
    const { body } = await admit(gym.id, sub, '体験利用のため');
    expect(body).toEqual({ reservationId: expect.any(Number) as number, missing });
    expect((await admit(gym.id, sub)).body).toEqual({ ...body, missing: [] });
    expect(await readVisits(gym.id)).toMatchObject([
      { member: holder },
      { member: sub, membershipId: null, name: 'たろ', walkIn: true },
    ]);
    const [logged, ...more] = (await listLog('reservation.walk-in')).slice(seen);
    expect(logged).toMatchObject({ reason: '体験利用のため', memberSub: sub });
    expect(logged?.changes.slice(1)).toEqual([
      { field: 'missing', before: '', after: '会員契約なし' },
      { field: 'missing', before: '', after: '満席' },
    ]);
    expect(more).toEqual([]);
  });

  test('can be taken back like an entry, and let in again', async () => {
    const gym = await openGym();
    const sub = await register();
    clock.now = at(13.4);
    const { body } = await admit(gym.id, sub, '体験');
    expect((await tick(body.reservationId ?? 0, false)).status).toBe(204);
    expect(await readVisits(gym.id)).toEqual([]);
    expect((await admit(gym.id, sub, '体験')).body.reservationId).not.toBe(body.reservationId);
    expect(await readVisits(gym.id)).toHaveLength(1);
  });

  test('is marked as an entry when a reservation exists', async () => {
    const [gym, elsewhere] = [await openGym(), await openGym()];
    const sub = await register();
    const id = await book(sub, gym.id, 13);
    clock.now = at(13.1);
    expect((await admit(gym.id, sub)).body).toEqual({ reservationId: id, missing: [] });
    expect(await readVisits(gym.id)).toMatchObject([{ enteredBy: 'staff', walkIn: false }]);
    expect(await admit(elsewhere.id, sub, '体験')).toMatchObject({ status: 409, code: 'overlap' });
  });

  test('is rejected between slots, and without an account or a gym', async () => {
    const gym = await openGym();
    const sub = await register();
    expect((await admit(gym.id, randomUUID(), '体験')).status).toBe(404);
    expect((await admit(999_999, sub, '体験')).status).toBe(404);
    expect((await admit(gym.id, sub, 'あ'.repeat(501))).status).toBe(400);
    clock.now = at(8);
    expect(await admit(gym.id, sub, '体験')).toMatchObject({ status: 409, code: 'closed' });
  });
});

test("limits the desk's note, and does not log its text", async () => {
  const gym = await openGym();
  const sub = randomUUID();
  const id = await book(sub, gym.id, 18);
  const seen = (await listLog('reservation.note')).length;
  expect((await note(id, ' 靴を借りる \n')).status).toBe(204);
  expect((await note(id, '靴を借りる')).status).toBe(204);
  expect(await readVisits(gym.id)).toMatchObject([{ note: '靴を借りる' }]);
  const logged = (await listLog('reservation.note')).slice(seen);
  expect(logged).toMatchObject([{ memberSub: sub, changes: [], reason: '' }]);
  expect(JSON.stringify(logged)).not.toContain('靴');
  expect((await note(id, 'あ'.repeat(200))).status).toBe(204);
  for (const text of ['あ'.repeat(201), '\u0007', '\u3164']) {
    expect(await note(id, text)).toMatchObject({ status: 400 });
  }
  expect((await note(id, '')).status).toBe(204);
  expect(await readVisits(gym.id)).toMatchObject([{ note: '' }]);
});

test('logs a view once a day for each member of staff and gym', async () => {
  const [gym, other] = [await openGym(), await openGym()];
  const colleague = `${randomUUID()}/staff`;
  const seen = (await listLog('board.view')).length;
  await Promise.all([1, 2, 3, 4].map(async () => await readBoard(gym.id)));
  await readBoard(gym.id, '?date=2026-04-02');
  await readBoard(other.id);
  await readBoard(gym.id, '', colleague);
  clock.now = at(9, '2026-04-02');
  await readBoard(gym.id);
  const logged = (await listLog('board.view')).slice(seen);
  expect(logged.map(({ staffSub, target }) => [staffSub, target])).toEqual([
    [subOf(desk), gym.name],
    [subOf(desk), other.name],
    [subOf(colleague), gym.name],
    [subOf(desk), gym.name],
  ]);
  expect(logged.every(({ memberSub }) => memberSub === null)).toBe(true);
});

describe('the live channel of the board', () => {
  test('opens with a ticket that works once, for one gym and one member of staff', async () => {
    const gym = await openGym();
    type Ticket = { username: string; password: string };
    const open = async () =>
      (await call<Ticket>(desk, 'POST', `/staff/gyms/${gym.id}/board/mqtt`)).body;
    const ticket = await open();
    expect(ticket).toEqual({
      url: 'ws://localhost:3000/mqtt',
      clientId: expect.stringMatching(/^member-[0-9a-f]{24}$/) as string,
      username: `board:${gym.id}:${subOf(desk)}`,
      password: expect.stringMatching(/^[\w-]{43}$/) as string,
      topics: [gymTopic(gym.id, 'board')],
      expiresAt: at(12 + 1 / 60).toISOString(),
    });
    for (const username of [
      `member:${subOf(desk)}`,
      `board:${gym.id + 1}:${subOf(desk)}`,
      `board:${gym.id}:${randomUUID()}`,
    ]) {
      expect(await redeemLiveTicket(db, { ...ticket, username }, clock.now)).toBeNull();
    }
    expect(await redeemLiveTicket(db, ticket, clock.now)).toMatchObject({ sub: subOf(desk) });
    expect(await redeemLiveTicket(db, ticket, clock.now)).toBeNull();
  });

  test('announces every visible change, at most once a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [gym, other] = [await openGym(), await openGym()];
    const changes = await listen(gymTopic(gym.id, 'board'));
    const otherChanges = await listen(gymTopic(other.id, 'board'));
    const sub = randomUUID();
    const expectNotified = async (work: () => Promise<unknown>) => {
      const before = changes.length;
      await work();
      await expect.poll(() => changes.length).toBe(before + 1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(changes.at(-1)).toEqual({ type: 'changed' });
    };
    try {
      let id = 0;
      await expectNotified(async () => {
        id = await book(sub, gym.id, 18);
      });
      await expectNotified(async () => await move(sub, id, at(19)));
      await book(randomUUID(), gym.id, 19);
      await vi.advanceTimersByTimeAsync(1000);
      const waiting = randomUUID();
      let waitId = 0;
      await expectNotified(async () => {
        waitId = (await wait(waiting, gym.id, today, at(19))).body.waitId;
      });
      await expectNotified(async () => await leave(waiting, waitId));
      await expectNotified(async () => await tick(id, true));
      await expectNotified(async () => await note(id, 'x'));
      await expectNotified(async () => await cancel(sub, id));
      const machine = await addMachine(db, { gymId: gym.id });
      const code = showLinkCode(machine, clock.now);
      await expectNotified(async () => await call(sub, 'POST', '/tanren-connection', { code }));
      await expectNotified(async () => await call(sub, 'DELETE', '/tanren-connection'));
      // The board is notified shortly after the call, when the change is committed.
      const path = `/staff/gyms/${gym.id}/special-days/2026-04-20`;
      const closed = { version: 1, hours: null, note: '' };
      expect((await call(desk, 'PUT', path, closed)).code).toBeNull();
      await expectNotified(async () => await vi.advanceTimersByTimeAsync(1000));

      const told = changes.length;
      for (const hour of [13, 14, 15, 16]) await book(randomUUID(), gym.id, hour);
      expect(changes).toHaveLength(told + 1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(changes).toHaveLength(told + 2);
      await vi.advanceTimersByTimeAsync(5000);
      expect(changes).toHaveLength(told + 2);
      expect(otherChanges).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
