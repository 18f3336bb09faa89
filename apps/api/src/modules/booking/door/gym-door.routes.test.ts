import { createHmac, randomUUID } from 'node:crypto';
import type { GymDoor } from '@tanren/contract/booking/gym-door';
import type { SeatedVisit } from '@tanren/domain/booking/door-codes';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AppError } from '#http/app-error.ts';
import { gyms } from '#db/schema/gyms.ts';
import { doorRequests, trainingReservations } from '#db/schema/booking.ts';
import { deriveDoorKey, readDoorSecret, renewDoorSecret, sealDoorSecrets } from './door-secrets.ts';
import { testTrainerCodeKey } from '#test/support/app.ts';
import { readExports } from '#test/support/members/exports.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMembership, addPlan, createJoin } from '#test/support/memberships/memberships.ts';
import { openWorld } from '#test/support/world.ts';
import { listDoorCodes, openDoor } from './gym-door.service.ts';
import { gymDoorData, purgeDoorRequests } from './gym-door.store.ts';

const secret = Buffer.from('a secret of a door');
const morning = (time: string) => new Date(`2026-04-01T${time}Z`);
const visit = { startsAt: morning('03:00:00'), endsAt: morning('03:30:00'), seat: 2 };

test('issues one code per minute until the end, without a gap', () => {
  const until = morning('03:04:00');
  const stay = { stay: [visit], codesUntil: until };
  const codes = listDoorCodes({ secret, digits: 6 }, stay, morning('03:00:40'));
  expect(codes.map(({ validFrom }) => validFrom.toISOString())).toEqual([
    '2026-04-01T03:00:00.000Z',
    '2026-04-01T03:01:00.000Z',
    '2026-04-01T03:02:00.000Z',
    '2026-04-01T03:03:00.000Z',
  ]);
  expect(codes.slice(1).map(({ validFrom }) => validFrom)).toEqual(
    codes.slice(0, -1).map(({ validUntil }) => validUntil),
  );
  expect(codes.at(-1)?.validUntil).toEqual(until);
  expect(listDoorCodes({ secret, digits: 6 }, stay, until)).toEqual([]);
});

test('the last code ends with the reservation', () => {
  const codesUntil = morning('03:00:20');
  const codes = listDoorCodes(
    { secret, digits: 6 },
    { stay: [visit], codesUntil },
    morning('03:00:10'),
  );
  expect(codes).toMatchObject([{ validUntil: codesUntil }]);
});

test('for consecutive reservations each minute has the code of the current one', () => {
  const next = { startsAt: morning('03:40:00'), endsAt: morning('04:10:00'), seat: 5 };
  const stay = { stay: [visit, next], codesUntil: next.endsAt };
  const codes = listDoorCodes({ secret, digits: 6 }, stay, morning('03:28:00'));
  const named = codes.map(({ passcode, validFrom }) =>
    [visit, next].findIndex((one) => lockCode(secret, validFrom, one) === passcode),
  );
  expect(named).toEqual([0, 0, ...Array.from({ length: 40 }, () => 1)]);
});

const start = new Date('2026-04-01T10:00:00Z');
const { db, clock, call } = await openWorld(start);
const kanda = await addGym(db, openDaily(6, 26), { name: 'TANREN 神田' });
const loggedAt = new Date('2026-04-01T15:30:00Z');

const readRows = async (sub: string) =>
  Object.values(await readExports(db, gymDoorData, sub)).flat();

async function log(sub: string, count: number): Promise<void> {
  const request = { gymId: kanda.id, sub, requestedAt: loggedAt, granted: true };
  await db.insert(doorRequests).values(Array.from({ length: count }, () => request));
}

test('exports every code view of a member, in words', async () => {
  const sub = randomUUID();
  await log(sub, 1203);
  await log(randomUUID(), 3);
  const rejected = { gymId: kanda.id, sub, requestedAt: loggedAt, granted: false };
  await db.insert(doorRequests).values([
    { ...rejected, reason: 'too_early' },
    { ...rejected, reason: 'no_reservation' },
  ]);
  const rows = await readRows(sub);
  expect(rows).toHaveLength(1205);
  expect(rows.at(0)?.cells).toEqual(['2026-04-02 00:30:00', 'TANREN 神田', '表示しました']);
  expect(rows.slice(-2).map(({ cells }) => cells.at(-1))).toEqual([
    '表示なし（予約の15分前より早いため）',
    '表示なし（予約がないため）',
  ]);
  expect(rows.at(-1)?.record).toMatchObject({
    gymId: kanda.id,
    granted: false,
    reason: 'no_reservation',
  });
});

test('purges only older views', async () => {
  const sub = randomUUID();
  await log(sub, 1);
  const later = new Date(loggedAt.getTime() + 1);
  await db.insert(doorRequests).values({ gymId: kanda.id, sub, requestedAt: later, granted: true });
  await purgeDoorRequests(db, later);
  expect(await readRows(sub)).toHaveLength(1);
});

const doorKey = deriveDoorKey(testTrainerCodeKey);
const gym = await addGym(db, openDaily(6, 26));
const other = await addGym(db, openDaily(6, 26));

const minutes = (count: number) => new Date(start.getTime() + count * 60_000);
let seats = 0;
const join = createJoin(db);

async function reserve(
  sub: string,
  [from, until]: readonly [number, number],
  changes: Partial<typeof trainingReservations.$inferInsert> = {},
): Promise<SeatedVisit> {
  await join(sub, changes.gymId ?? gym.id);
  return await insert(sub, [from, until], changes);
}

async function insert(
  sub: string,
  [from, until]: readonly [number, number],
  changes: Partial<typeof trainingReservations.$inferInsert>,
): Promise<SeatedVisit> {
  const made = {
    gymId: gym.id,
    gymDay: '2026-04-01',
    startsAt: minutes(from),
    endsAt: minutes(until),
    seat: (seats += 1),
    sub,
    createdAt: minutes(-1000),
    ...changes,
  };
  await db.insert(trainingReservations).values(made);
  return made;
}

async function sendRequest(sub: string, at: Date, gymId = gym.id, query = ''): Promise<GymDoor> {
  clock.now = at;
  const { status, body } = await call<GymDoor>(sub, 'GET', `/gyms/${gymId}/door${query}`);
  expect(status).toBe(200);
  return body;
}

/**
 * Computes a code independently, like the lock: it hashes the minute and the number of the visit,
 * and derives the digits step by step as in RFC 4226, section 5.4.
 */
function lockCode(doorSecret: Buffer, at: Date, { startsAt, endsAt, seat }: SeatedVisit): string {
  const slot = Math.floor(startsAt.getTime() / (endsAt.getTime() - startsAt.getTime()));
  const message = Buffer.alloc(12);
  message.writeUInt32BE(Math.floor(at.getTime() / 60_000), 4);
  message.writeUInt32BE(seat + 1000 * (slot % 5), 8);
  const mac = createHmac('sha1', doorSecret).update(message).digest();
  const offset = (mac[19] ?? 0) & 0xf;
  const [a = 0, b = 0, c = 0, d = 0] = mac.subarray(offset, offset + 4);
  const number = ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d;
  return (number % 10 ** 6).toString().padStart(6, '0');
}

// spec 3.17, 7.5
test('is closed too early, open from 15 minutes before until the end, then closed', async () => {
  const sub = randomUUID();
  expect(await sendRequest(sub, start)).toEqual({
    available: false,
    reason: 'no_reservation',
    upcoming: [],
    serverTime: start.toISOString(),
  });
  const reserved = await reserve(sub, [60, 120]);
  const early = new Date(minutes(45).getTime() - 1);
  expect(await sendRequest(sub, early)).toEqual({
    available: false,
    reason: 'too_early',
    validFrom: minutes(45).toISOString(),
    upcoming: [],
    serverTime: early.toISOString(),
  });
  for (const [at, left] of [
    [45, 75],
    [60, 60],
    [119, 1],
  ] as const) {
    const door = await sendRequest(sub, minutes(at));
    expect(door).toMatchObject({
      available: true,
      passcode: lockCode(gym.doorSecret, minutes(at), reserved),
      validFrom: minutes(at).toISOString(),
      validUntil: minutes(at + 1).toISOString(),
    });
    expect(door).not.toHaveProperty('reason');
    expect(door.upcoming).toHaveLength(left - 1);
  }
  expect(await sendRequest(sub, minutes(120))).toMatchObject({
    available: false,
    reason: 'no_reservation',
  });
});

test('every later code is one that the lock will know, and none is after the end', async () => {
  const sub = randomUUID();
  const reserved = await reserve(sub, [10, 40]);
  const { upcoming, serverTime } = await sendRequest(sub, new Date(start.getTime() + 30_000));
  expect(serverTime).toBe('2026-04-01T10:00:30.000Z');
  expect(upcoming).toEqual(
    Array.from({ length: 39 }, (_, index) => ({
      passcode: lockCode(gym.doorSecret, minutes(index + 1), reserved),
      validFrom: minutes(index + 1).toISOString(),
      validUntil: minutes(index + 2).toISOString(),
    })),
  );
});

test('gives each member their own codes, and records that they were seen', async () => {
  const subs = [randomUUID(), randomUUID()];
  const doors: GymDoor[] = [];
  for (const sub of subs) {
    await reserve(sub, [0, 60]);
    doors.push(await sendRequest(sub, minutes(5)));
  }
  const [first, second] = doors.map(({ upcoming }) => upcoming.map(({ passcode }) => passcode));
  expect(first).toHaveLength(54);
  expect(first).not.toEqual(second);
  const { codesShownAt, sub: of } = trainingReservations;
  const shown = await db
    .select({ codesShownAt })
    .from(trainingReservations)
    .where(inArray(of, subs));
  expect(shown).toEqual([{ codesShownAt: minutes(5) }, { codesShownAt: minutes(5) }]);
});

test('continues codes into an adjacent reservation, and ends them at a gap', async () => {
  const sub = randomUUID();
  const second = await reserve(sub, [60, 120]);
  const first = await reserve(sub, [0, 60]);
  await reserve(sub, [136, 180]);
  const { passcode, upcoming } = await sendRequest(sub, minutes(58));
  expect([passcode, ...upcoming.slice(0, 2).map((code) => code.passcode)]).toEqual([
    lockCode(gym.doorSecret, minutes(58), first),
    lockCode(gym.doorSecret, minutes(59), first),
    lockCode(gym.doorSecret, minutes(60), second),
  ]);
  expect((await sendRequest(sub, minutes(30))).upcoming.at(-1)?.validUntil).toBe(
    minutes(120).toISOString(),
  );
  expect(await sendRequest(sub, minutes(60))).toMatchObject({ available: true });
  expect(await sendRequest(sub, minutes(120))).toMatchObject({
    reason: 'too_early',
    validFrom: minutes(121).toISOString(),
  });
});

test('shows eight digits in a gym of fourteen seats, the first six as before', async () => {
  const large = await addGym(db, openDaily(6, 26), { capacity: 14 });
  const sub = randomUUID();
  const reserved = await reserve(sub, [0, 60], { gymId: large.id });
  const { passcode, upcoming } = await sendRequest(sub, minutes(5), large.id);
  expect(passcode).toMatch(/^\d{8}$/);
  expect(passcode?.slice(0, 6)).toBe(lockCode(large.doorSecret, minutes(5), reserved));
  expect(upcoming.every((code) => code.passcode.length === 8)).toBe(true);
});

test('gives no code for another gym, another member or a cancelled reservation', async () => {
  const sub = randomUUID();
  const elsewhere = await reserve(sub, [0, 60], { gymId: other.id });
  await reserve(randomUUID(), [0, 60]);
  await reserve(sub, [0, 60], { cancelledAt: start });
  expect(await sendRequest(sub, minutes(5))).toMatchObject({
    available: false,
    reason: 'no_reservation',
  });
  const open = await sendRequest(sub, minutes(5), other.id);
  expect(open.passcode).toBe(lockCode(other.doorSecret, minutes(5), elsewhere));
  expect(open.passcode).not.toBe(lockCode(gym.doorSecret, minutes(5), elsewhere));
});

test('the database alone does not reveal the secret of a door', async () => {
  const readStored = async (id: number) => {
    const [row] = await db.select().from(gyms).where(eq(gyms.id, id));
    return row?.doorSecret ?? Buffer.alloc(0);
  };
  const [first, second] = [await addGym(db, openDaily(6, 26)), await addGym(db, openDaily(6, 26))];
  await sendRequest(randomUUID(), start, first.id);
  expect((await readStored(first.id)).includes(first.doorSecret)).toBe(false);
  await sealDoorSecrets(db, doorKey);
  const sealed = await readStored(second.id);
  expect(sealed.includes(second.doorSecret)).toBe(false);
  await sealDoorSecrets(db, doorKey);
  expect(await readStored(second.id)).toEqual(sealed);
  expect(await readDoorSecret(db, doorKey, second.id)).toEqual(second.doorSecret);

  // The sealed secret opens neither with another key, nor in the row of another gym.
  await expect(readDoorSecret(db, Buffer.alloc(32, 1), second.id)).rejects.toThrow('--renew');
  await db.update(gyms).set({ doorSecret: sealed }).where(eq(gyms.id, first.id));
  await expect(readDoorSecret(db, doorKey, first.id)).rejects.toThrow('--renew');

  const renewed = await renewDoorSecret(db, doorKey, second.id);
  expect(renewed).not.toEqual(second.doorSecret);
  expect(await readDoorSecret(db, doorKey, second.id)).toEqual(renewed);
  expect((await readStored(second.id)).includes(renewed ?? '')).toBe(false);
  expect(await renewDoorSecret(db, doorKey, 999_999)).toBeNull();
});

test('issues codes of ten minutes for a reservation that can be cancelled, which then no longer can be', async () => {
  const lenient = await addGym(db, openDaily(6, 26), { cancelDeadlineMinutes: 0 });
  const sub = randomUUID();
  await reserve(sub, [14, 74], { gymId: lenient.id });
  const { items } = await readReservations(sub);
  const cancel = async () => await call(sub, 'DELETE', `/training-reservations/my/${items[0]?.id}`);

  const looked = await sendRequest(sub, minutes(0), lenient.id);
  expect(looked).toMatchObject({
    reason: 'still_changeable',
    validFrom: minutes(14).toISOString(),
  });
  expect(looked).not.toHaveProperty('passcode');
  expect(items[0]?.changeableUntil).toBe(minutes(14).toISOString());

  const door = await sendRequest(sub, minutes(1), lenient.id, '?keepChangeable=false');
  expect(door).toMatchObject({ available: true, until: minutes(74).toISOString() });
  expect(door.upcoming.at(-1)?.validUntil).toBe(minutes(11).toISOString());
  expect(await cancel()).toMatchObject({ code: 'deadline_passed' });
  expect((await sendRequest(sub, minutes(2), lenient.id)).available).toBe(true);
  const after = await sendRequest(sub, new Date(minutes(14).getTime() + 1), lenient.id);
  expect(after.upcoming.at(-1)?.validUntil).toBe(minutes(74).toISOString());
});

// spec 3.17, 7.5
test('viewing the door page does not end the right to cancel; only requested codes do', async () => {
  const strict = await addGym(db, openDaily(6, 26), { cancelDeadlineMinutes: 120 });
  const [seen, unseen] = [randomUUID(), randomUUID()];
  const statuses: number[] = [];
  for (const sub of [seen, unseen]) {
    await reserve(sub, [10, 70], { gymId: strict.id, createdAt: start });
    const query = sub === seen ? '?keepChangeable=false' : '';
    expect((await sendRequest(sub, minutes(2), strict.id, query)).available).toBe(sub === seen);
    const { items } = await readReservations(sub);
    const path = `/training-reservations/my/${items[0]?.id}`;
    statuses.push((await call(sub, 'DELETE', path)).status);
  }
  expect(statuses).toEqual([409, 204]);
});

async function readReservations(sub: string) {
  type Listed = { items: { id: number; changeableUntil: string }[] };
  return (await call<Listed>(sub, 'GET', '/training-reservations/my')).body;
}

async function readLog(sub: string) {
  const { gymId, requestedAt, granted, reason } = doorRequests;
  return await db
    .select({ gymId, requestedAt, granted, reason })
    .from(doorRequests)
    .where(eq(doorRequests.sub, sub))
    .orderBy(doorRequests.id);
}

test('stores a request for codes at most once a minute', async () => {
  const sub = randomUUID();
  await reserve(sub, [16, 60]);
  for (const seconds of [0, 1, 59, 60, 61, 119, 120]) {
    await sendRequest(sub, new Date(start.getTime() + seconds * 1000));
  }
  await sendRequest(sub, minutes(2), other.id);
  const entry = { gymId: gym.id, granted: true, reason: null };
  expect(await readLog(sub)).toEqual([
    { ...entry, granted: false, reason: 'too_early', requestedAt: start },
    { ...entry, requestedAt: minutes(1) },
    { ...entry, requestedAt: minutes(2) },
    { gymId: other.id, granted: false, reason: 'no_reservation', requestedAt: minutes(2) },
  ]);
});

test('stores one of many simultaneous requests', async () => {
  const sub = randomUUID();
  await Promise.all(Array.from({ length: 20 }, async () => await sendRequest(sub, start)));
  expect(await readLog(sub)).toHaveLength(1);
});

test('gives no code and stores nothing for an erased account', async () => {
  const sub = randomUUID();
  await reserve(sub, [0, 60]);
  const gone = () => Promise.reject(new AppError('unauthenticated'));
  await expect(
    openDoor(
      db,
      { doorKey, lockAccount: gone },
      { sub, gymId: gym.id, keepChangeable: false },
      minutes(5),
    ),
  ).rejects.toThrow('unauthenticated');
  expect(await readLog(sub)).toEqual([]);
});

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
  [null, { terms: [{ fromDay: '2026-04-01', lastDay: '2026-04-01' }] }],
  // This visit was counted when it was reserved, so the monthly limit does not close the door.
  [null, { rights: { visitsPerMonth: 1 } }],
])('answers the door call with %s for a membership of %j', async (reason, wishes) => {
  const sub = randomUUID();
  let membershipId: number | null = null;
  if (wishes !== null) {
    const { planGymId = gym.id, rights, terms = [{}] } = wishes;
    const planId = await addPlan(db, planGymId, rights);
    membershipId = await addMembership(db, { sub, gymId: gym.id, planId, terms });
  }
  await insert(sub, [0, 60], { membershipId });
  const door = await sendRequest(sub, start);
  expect([door.available, door.reason ?? null]).toEqual([reason === null, reason]);
  expect(await readLog(sub)).toMatchObject([{ reason }]);
});
