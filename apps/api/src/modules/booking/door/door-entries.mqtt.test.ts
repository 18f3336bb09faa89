import { randomUUID } from 'node:crypto';
import {
  type DoorAckMessage,
  type DoorEntryMessage,
  gymTopic,
} from '@tanren/contract/booking/gym-messages';
import { doorStep, type SeatedVisit, visitKey } from '@tanren/domain/booking/door-codes';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { doorEntries, trainingReservations } from '#db/schema/booking.ts';
import { gyms } from '#db/schema/gyms.ts';
import { silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase, waitUntilBlocked } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { takeDoorMessages } from './door-entries.mqtt.ts';
import { maxUnknownEntries, purgeDoorEntries } from './door-entries.store.ts';
import { gymDoorData } from './gym-door.store.ts';

const { db, url } = await createTestDatabase();
const { bus, send, listen } = await openTestBus();
const start = new Date('2026-04-01T03:00:00Z');
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);

/** Adds a gym for one test, with this number of nodes that receive its lock's messages. */
async function openGym(nodes = 1) {
  const gym = await addGym(db, openDaily(9, 23), { capacity: 4 });
  const entered: number[] = [];
  const onEntered = (gymId: number) => void entered.push(gymId);
  for (let node = 0; node < nodes; node += 1) {
    const parts = { db, now: () => minutes(600), log: silentLog, onEntered };
    onTestFinished(await takeDoorMessages(bus, parts));
  }
  const acks = await listen<DoorAckMessage>(gymTopic(gym.id, 'door/acks'));
  const tell = (message: object) => send(gymTopic(gym.id, 'door'), JSON.stringify(message));
  let seat = 0;
  const reserve = async (
    sub: string,
    [from, until]: readonly [number, number],
    changes: Partial<typeof trainingReservations.$inferInsert> = {},
  ) => {
    const [made] = await db
      .insert(trainingReservations)
      .values({
        gymId: gym.id,
        gymDay: '2026-04-01',
        startsAt: minutes(from),
        endsAt: minutes(until),
        seat: (seat += 1),
        sub,
        createdAt: minutes(-100),
        ...changes,
      })
      .returning();
    if (made === undefined) throw new Error('nothing was reserved');
    return made;
  };
  return { gym, entered, acks, tell, reserve };
}

/** Builds the lock's message for a code that was typed at once. */
function entryOf(visit: SeatedVisit, at: Date, changes: Partial<DoorEntryMessage> = {}) {
  return {
    type: 'entry',
    entryUuid: randomUUID(),
    at: at.toISOString(),
    visits: [{ visitKey: visitKey(visit), step: doorStep(at) }],
    ...changes,
  } satisfies DoorEntryMessage;
}

async function readEntered(...ids: readonly number[]) {
  const { id, enteredAt, enteredBy } = trainingReservations;
  const rows = await db
    .select({ enteredAt, enteredBy })
    .from(trainingReservations)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id));
  return rows.map((row) => (row.enteredAt === null ? null : [row.enteredBy, row.enteredAt]));
}

const results = (acks: readonly DoorAckMessage[]) =>
  acks.map((ack) => (ack.type === 'entry' ? ack.result : ack.type));

test('marks the reservation as entered and acknowledges the entry to the lock', async () => {
  const { gym, acks, tell, reserve, entered } = await openGym();
  const [mine, other] = [
    await reserve(randomUUID(), [0, 60]),
    await reserve(randomUUID(), [0, 60]),
  ];
  const entry = entryOf(mine, minutes(-10));
  await tell(entry);
  await expect
    .poll(() => [...acks])
    .toEqual([{ type: 'entry', entryUuid: entry.entryUuid, result: 'stored' }]);
  expect(await readEntered(mine.id, other.id)).toEqual([['door', minutes(-10)], null]);
  expect(entered).toEqual([gym.id]);
});

test('counts a repeated message once, also on several nodes', async () => {
  const { acks, tell, reserve, entered } = await openGym(3);
  const mine = await reserve(randomUUID(), [0, 60]);
  const entry = entryOf(mine, minutes(5));
  await Promise.all([tell(entry), tell(entry), tell(entry)]);
  await expect.poll(() => acks).toHaveLength(9);
  expect(results(acks).toSorted()).toEqual([...Array<string>(8).fill('duplicate'), 'stored']);
  expect(await db.$count(doorEntries, eq(doorEntries.entryUuid, entry.entryUuid))).toBe(1);
  expect(entered).toHaveLength(1);
});

test('keeps the earliest entry in whatever order messages arrive', async () => {
  const { acks, tell, reserve } = await openGym();
  const mine = await reserve(randomUUID(), [0, 60]);
  for (const minute of [30, 5, 40]) await tell(entryOf(mine, minutes(minute)));
  await expect.poll(() => results(acks)).toEqual(['stored', 'stored', 'stored']);
  expect(await readEntered(mine.id)).toEqual([['door', minutes(5)]]);
});

test('counts a stay over several reservations as one entry, and a later visit as another', async () => {
  const { acks, tell, reserve } = await openGym();
  const sub = randomUUID();
  const [first, second, evening] = [
    await reserve(sub, [0, 60]),
    await reserve(sub, [70, 130]),
    await reserve(sub, [300, 360]),
  ];
  const stranger = await reserve(randomUUID(), [60, 120]);
  await tell(entryOf(first, minutes(2)));
  await expect.poll(() => results(acks)).toEqual(['stored']);
  const came = ['door', minutes(2)];
  expect(await readEntered(first.id, second.id, evening.id, stranger.id)).toEqual([
    came,
    came,
    null,
    null,
  ]);
  // The member uses the code of the second slot after the first is over, so the first stays
  // unmarked.
  const late = randomUUID();
  const [missed, kept] = [await reserve(late, [0, 60]), await reserve(late, [60, 120])];
  await tell(entryOf(kept, minutes(70)));
  await expect.poll(() => results(acks)).toEqual(['stored', 'stored']);
  expect(await readEntered(missed.id, kept.id)).toEqual([null, ['door', minutes(70)]]);
});

test('assigns a code of the previous minute to the visit it was issued for', async () => {
  const { acks, tell, reserve } = await openGym();
  const [over, next] = [
    await reserve(randomUUID(), [0, 60], { seat: 2 }),
    await reserve(randomUUID(), [60, 120], { seat: 2 }),
  ];
  const typed = { visitKey: visitKey(over), step: doorStep(minutes(59)) };
  await tell(entryOf(over, minutes(60), { visits: [typed] }));
  await expect.poll(() => results(acks)).toEqual(['stored']);
  expect(await readEntered(over.id, next.id)).toEqual([['door', minutes(60)], null]);
});

test('assigns equal digits to the reserved visit without an entry', async () => {
  const { acks, tell, reserve } = await openGym();
  const [seen, waited] = [
    await reserve(randomUUID(), [0, 60], { enteredAt: minutes(1), enteredBy: 'staff' }),
    await reserve(randomUUID(), [0, 60]),
  ];
  const step = doorStep(minutes(5));
  const visits = [
    { visitKey: visitKey({ ...seen, seat: 900 }), step },
    { visitKey: visitKey(seen), step },
    { visitKey: visitKey(waited), step },
  ];
  await tell(entryOf(seen, minutes(5), { visits }));
  await expect.poll(() => results(acks)).toEqual(['stored']);
  expect(await readEntered(seen.id, waited.id)).toEqual([
    ['staff', minutes(1)],
    ['door', minutes(5)],
  ]);
});

test('stores an entry without a reservation as unknown and acknowledges it', async () => {
  const { acks, tell, reserve, gym, entered } = await openGym();
  const mine = await reserve(randomUUID(), [0, 60]);
  const cancelled = await reserve(randomUUID(), [0, 60], { cancelledAt: minutes(-1) });
  const elsewhere = await openGym(0);
  const foreign = await elsewhere.reserve(randomUUID(), [0, 60], { seat: 50 });
  const before = { visitKey: visitKey(mine), step: doorStep(minutes(3)) };
  for (const entry of [
    entryOf(cancelled, minutes(5)),
    entryOf(foreign, minutes(5)),
    entryOf(mine, minutes(-16)),
    entryOf(mine, minutes(60)),
    // A lock rejects a code of two minutes ago.
    entryOf(mine, minutes(5), { visits: [before] }),
    { ...entryOf(mine, minutes(5)), at: '2026-12-31T23:59:60Z' },
  ]) {
    await tell(entry);
  }
  await expect.poll(() => results(acks)).toEqual(Array<string>(6).fill('unknown'));
  const { sub: member, enteredAt } = doorEntries;
  const stored = await db
    .select({ member, enteredAt })
    .from(doorEntries)
    .where(eq(doorEntries.gymId, gym.id))
    .orderBy(asc(enteredAt));
  expect(stored).toEqual(
    [-16, 5, 5, 5, 60].map((minute) => ({ member: null, enteredAt: minutes(minute) })),
  );
  expect(entered).toEqual(Array<number>(5).fill(gym.id));
  expect(await readEntered(mine.id)).toEqual([null]);
});

test('rejects an entry dated in the future or more than a week ago', async () => {
  const { acks, tell, reserve, gym, entered } = await openGym();
  const day = 24 * 60;
  // The server's clock is at minute 600.
  const slots = { old: 590 - 7 * day, week: 610 - 7 * day, now: 590, next: 650 };
  for (const from of Object.values(slots)) {
    const mine = await reserve(randomUUID(), [from, from + 60]);
    const at = minutes(from === slots.next ? 640 : from === slots.now ? 602 : from);
    await tell(entryOf(mine, at));
    await expect.poll(() => acks.length).toBe(Object.values(slots).indexOf(from) + 1);
  }
  expect(results(acks)).toEqual(['unknown', 'stored', 'stored', 'unknown']);
  expect(entered).toHaveLength(2);
  expect(await db.$count(doorEntries, eq(doorEntries.gymId, gym.id))).toBe(2);
});

test('stores at most a hundred unknown entries of a gym per day', async () => {
  const { gym, acks, tell } = await openGym();
  const visit = { seat: 1, startsAt: minutes(0), endsAt: minutes(60) };
  const count = maxUnknownEntries + 3;
  for (let n = 0; n < count; n += 1) await tell(entryOf(visit, minutes(5)));
  await expect.poll(() => acks.length).toBe(count);
  expect(await db.$count(doorEntries, eq(doorEntries.gymId, gym.id))).toBe(maxUnknownEntries);
});

test('continues after every invalid message of a broken lock', async () => {
  const { gym, acks, tell, reserve } = await openGym();
  const mine = await reserve(randomUUID(), [0, 60]);
  const good = entryOf(mine, minutes(5));
  for (const payload of ['', '{', 'null', '[]', '{"type":"entry"}', '{"type":"dance"}']) {
    await send(gymTopic(gym.id, 'door'), payload);
  }
  for (const bad of [
    { ...good, visits: [] },
    { ...good, entryUuid: 'x' },
    { ...good, visits: [{ visitKey: 0, step: 1 }] },
    { ...good, visits: [{ visitKey: 5001, step: 1 }] },
    { ...good, more: true },
  ]) {
    await tell(bad);
  }
  await send('tanren/gyms/0/door', JSON.stringify(good));
  await tell(good);
  await expect.poll(() => results(acks)).toEqual(['stored']);
});

test('sends a connected lock its seats, including those of an earlier larger capacity', async () => {
  const { gym, acks, tell, reserve } = await openGym();
  await tell({ type: 'online' });
  await reserve(randomUUID(), [700, 760], { seat: 9 });
  await reserve(randomUUID(), [-2000, -1940], { seat: 30 });
  await tell({ type: 'online' });
  await db.update(gyms).set({ capacity: 12 }).where(eq(gyms.id, gym.id));
  await tell({ type: 'online' });
  await expect
    .poll(() => acks.filter(({ type }) => type === 'settings'))
    .toEqual([4, 9, 12].map((seats) => ({ type: 'settings', seats })));
});

test('acknowledges nothing without the database, and the lock repeats it', async () => {
  const { acks, tell, reserve, gym } = await openGym(0);
  const mine = await reserve(randomUUID(), [0, 60]);
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const parts = { now: () => minutes(6), log: silentLog, onEntered: () => {} };
  const stop = await takeDoorMessages(bus, { db: away, ...parts });
  const entry = entryOf(mine, minutes(5));
  await tell(entry);
  await stop();
  await closeDatabase(away);
  expect(acks).toEqual([]);
  onTestFinished(await takeDoorMessages(bus, { db, ...parts }));
  await tell(entry);
  await expect.poll(() => results(acks)).toEqual(['stored']);
  expect(await db.$count(doorEntries, eq(doorEntries.gymId, gym.id))).toBe(1);
});

test('exports the entry to the member, and deletes it with the account or after its time', async () => {
  const { gym, acks, tell, reserve } = await openGym();
  const [sub, other] = [randomUUID(), randomUUID()];
  const [mine, foreign] = [await reserve(sub, [0, 60]), await reserve(other, [0, 60])];
  await tell(entryOf(mine, minutes(5)));
  await tell(entryOf(foreign, minutes(6)));
  await expect.poll(() => acks).toHaveLength(2);
  const part = gymDoorData.exports.find(({ name }) => name === 'door-entries');
  const read = async (member: string) => {
    const cells: unknown[] = [];
    for await (const row of part?.readRows(db, { sub: member, groups: [] }) ?? []) {
      cells.push(row.cells);
    }
    return cells;
  };
  expect(await read(sub)).toEqual([['2026-04-01 12:05:00', gym.name]]);
  await db.transaction(async (tx) => await gymDoorData.erase(tx, sub));
  expect([await read(sub), (await read(other)).length]).toEqual([[], 1]);
  await purgeDoorEntries(db, minutes(600));
  expect(await read(other)).toHaveLength(1);
  await purgeDoorEntries(db, minutes(601));
  expect(await read(other)).toEqual([]);
});

test('keeps no entry of an account that is erased at the same time', async () => {
  const { acks, tell, reserve } = await openGym();
  const sub = randomUUID();
  const mine = await reserve(sub, [0, 60]);
  const held = openDatabase(url);
  onTestFinished(async () => await closeDatabase(held));
  await held.transaction(async (tx) => {
    // Erasing a member takes the member's lock first and then deletes the rows.
    await tx.execute(sql`select pg_advisory_xact_lock(7236009, hashtext(${sub}))`);
    const told = tell(entryOf(mine, minutes(5)));
    await waitUntilBlocked(db, 'advisory');
    await tx.delete(trainingReservations).where(eq(trainingReservations.sub, sub));
    await gymDoorData.erase(tx, sub);
    void told;
  });
  await expect.poll(() => results(acks)).toEqual(['unknown']);
  expect(await db.$count(doorEntries, eq(doorEntries.sub, sub))).toBe(0);
});
