import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { productModules } from '#app.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { type GymRow, gyms } from '#db/schema/gyms.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import { notificationChoices } from '#db/schema/members.ts';
import type { PlainMail } from '#mail/mail-words.ts';
import { createSmtpMailer } from '#mail/mailer.ts';
import { openUnsubscriptions } from '#mail/unsubscribe.ts';
import { buildTestApp, moveTaskTimers, shareTestApp, silentLog } from '#test/support/app.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { createJoin } from '#test/support/memberships/memberships.ts';
import {
  at,
  closeGymDay,
  openReservations,
  reservationCalls,
  today,
} from '#test/support/booking/reservations.ts';
import { openSmtpServer } from '#test/support/server/smtp-server.ts';
import { writeGymCancellationMail, writeOfferMail } from './reservation-mail-texts.ts';
import { createGymCancellationMails, createOfferMails } from './reservation-mails.service.ts';
import { deletePastAddresses } from './reservation-mails.store.ts';
import { promoteDueWaiters } from './promote-waiters.ts';
import { trainingReservationData } from './training-reservations.member-data.ts';

const { db, url, clock, newGym, reserve, cancel, wait, leave, move } = await openReservations();
const publicUrl = new URL('https://gym.example/');
const now = () => clock.now;
/** Returns no addresses. These members have no account, so their rows contain the address. */
const findAddresses = async () => new Map<string, string>();
const mailing = { findAddresses, publicUrl, now, log: silentLog };
const reason = '臨時休館のため（設備点検）';

/** Deletes all reservations, so that the closed days of the tests do not affect each other. */
beforeEach(async () => {
  await db.delete(trainingReservations);
});

const close = async (gymId: number, why = reason) =>
  await closeGymDay(db, gymId, { date: today, reason: why, now: now() });

/** Reserves a slot of today for this number of members, and closes the gym. */
async function loseSlot(count: number, hour = 19) {
  const { id: gymId } = await newGym({ capacity: count });
  const members = Array.from({ length: count }, () => randomUUID());
  for (const sub of members) await reserve(sub, gymId, today, at(hour));
  expect(await close(gymId)).toBe(count);
  return { members, addresses: members.map((sub) => `${sub}@tanren.example`) };
}

async function listAddresses(): Promise<(string | null)[]> {
  const { id, email } = trainingReservations;
  const rows = await db.select({ email }).from(trainingReservations).orderBy(id);
  return rows.map((row) => row.email);
}

function openCancellationNode(sendMail: (mail: PlainMail) => Promise<void>, database = db) {
  return createGymCancellationMails({ ...mailing, db: database, sendMail });
}

describe('a reservation that the gym cancelled', () => {
  test('is mailed once through a mail server, whichever of two nodes is first', async () => {
    const server = await openSmtpServer();
    const databases = [openDatabase(url), openDatabase(url)];
    const mailers = databases.map(() =>
      createSmtpMailer(server.url, 'TANREN <no-reply@tanren.example>'),
    );
    afterAll(async () => {
      await Promise.all(databases.map(closeDatabase));
      for (const mailer of mailers) mailer.close();
    });
    const { addresses } = await loseSlot(6);
    expect(await listAddresses()).toEqual(addresses);
    const nodes = databases.map((database, n) =>
      openCancellationNode(async (mail) => await mailers[n]?.send(mail), database),
    );
    for (let round = 0; round < 3; round += 1) await Promise.all(nodes.map((run) => run()));
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
    expect(server.mails[0]?.text).toContain('キャンセルになりました');
    expect(await listAddresses()).toEqual(addresses.map(() => null));
  });

  test('is mailed with gym, time, reason and a link to reserve again, in Japanese', async () => {
    const mails: PlainMail[] = [];
    const gym = await addGym(db, openDaily(9, 26), { name: '鍛錬 神田 100001', capacity: 1 });
    const sub = randomUUID();
    const made = await reserve(sub, gym.id, today, at(24));
    await close(gym.id, '臨時休館のため（お問い合わせ番号20260401、1234567）');
    await openCancellationNode(async (mail) => void mails.push(mail))();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toBe(`${sub}@tanren.example`);
    expect(mail?.subject).toBe('【TANREN】ご予約がキャンセルになりました');
    expect(mail?.text).toContain(
      'ジム：鍛錬 神田 100 001\n日時：4月1日(水) 翌0:00〜翌1:00\n理由：臨時休館のため（お問い合わせ番号2026 0401、123 4567）\n',
    );
    expect(mail?.text).toContain('あらためてご予約ください');
    expect(mail?.text).toContain(`\nhttps://gym.example/reservations/${made.body.id}\n`);
    // The mail contains no six digits, because phones would offer them as a code.
    expect(mail?.text).not.toMatch(/\d{6}/);
  });

  test('is mailed also when its time has passed', async () => {
    const sent: string[] = [];
    const { addresses } = await loseSlot(1, 13);
    clock.now = at(13.5);
    await openCancellationNode(async ({ to }) => void sent.push(to))();
    expect(sent).toEqual(addresses);
  });
});

test('mails nothing for kept reservations, own cancellations or members without an address', async () => {
  const sent: string[] = [];
  const { id: gymId } = await newGym({ capacity: 3 });
  const [own, nameless, told] = [randomUUID(), randomUUID(), randomUUID()];
  const mine = await reserve(own, gymId, today, at(19));
  await cancel(own, mine.body.id);
  const without = await reserve(nameless, gymId, today, at(19));
  await db
    .update(trainingReservations)
    .set({ email: null })
    .where(eq(trainingReservations.id, without.body.id));
  await reserve(told, gymId, today, at(19));
  const run = openCancellationNode(async ({ to }) => void sent.push(to));
  await run();
  expect(sent).toEqual([]);
  await close(gymId);
  await run();
  expect(sent).toEqual([`${told}@tanren.example`]);
});

test('mails nothing to members who turned the kind off, and each mail explains how to do so', async () => {
  const mails: PlainMail[] = [];
  const { members, addresses } = await loseSlot(2);
  const [told = '', silent = ''] = members;
  const none = { kind: 'gym-cancelled' as const, push: true, mail: false };
  await db.insert(notificationChoices).values({ sub: silent, ...none });
  const { add: addUnsubscribe, read } = openUnsubscriptions(Buffer.alloc(32), publicUrl);
  const sendMail = async (mail: PlainMail) => void mails.push(mail);
  await createGymCancellationMails({ ...mailing, db, sendMail, addUnsubscribe })();
  expect(mails.map(({ to }) => to)).toEqual(addresses.slice(0, 1));
  const token = mails[0]?.unsubscribeUrl?.split('/').at(-1) ?? '';
  expect(read(token)).toEqual({ sub: told, kind: 'gym-cancelled' });
});

/** Starts the program, whose scheduled tasks run when the test calls for them. */
async function startProgram() {
  const mails: PlainMail[] = [];
  const app = await buildTestApp({
    db,
    now,
    modules: productModules,
    config: { publicUrl },
    mailer: { send: async (mail) => void mails.push(mail) },
  });
  const runTasks = moveTaskTimers();
  await app.ready();
  return { mails, runTasks };
}

test('is mailed by the program itself at its time', async () => {
  const { addresses } = await loseSlot(2);
  const { mails, runTasks } = await startProgram();
  await expect.poll(async () => (await runTasks(), mails.map(({ to }) => to))).toEqual(addresses);
  expect(mails[0]?.text).toContain('https://gym.example/reservations/');
  expect(mails[0]?.text).toContain(reason);
});

describe('a cancellation mail that cannot be sent', () => {
  test('is sent by another node when one is lost while sending', async () => {
    const sent: string[] = [];
    const lost = openDatabase(url);
    const { addresses } = await loseSlot(1);
    const dying = openCancellationNode(async () => {
      await db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`,
      );
    }, lost);
    await dying();
    const other = openCancellationNode(async ({ to }) => void sent.push(to));
    // The database releases the locks of the lost connection shortly after it ends.
    await vi.waitFor(async () => {
      await other();
      expect(sent).toEqual(addresses);
    }, 10_000);
    await closeDatabase(lost);
  });

  test('does not block the erasure of a member while a server hangs', async () => {
    const erased: string[] = [];
    const { members } = await loseSlot(1);
    const [sub = ''] = members;
    await openCancellationNode(async () => {
      await db.transaction(async (tx) => {
        // The erasure would otherwise wait until the sender gives up.
        await tx.execute(sql`set local lock_timeout = '3s'`);
        await trainingReservationData.erase(tx, sub);
      });
      erased.push(sub);
    })();
    expect(erased).toEqual(members);
    expect(await listAddresses()).toEqual([]);
  });
});

/** Deletes all waits, so that the offers of the tests do not affect each other. */
beforeEach(async () => {
  await db.delete(reservationWaits);
});

async function offerTo(count: number, gym?: GymRow) {
  const { id } = gym ?? (await newGym({ capacity: 1 }));
  await reserve(randomUUID(), id, today, at(19));
  const line = Array.from({ length: count }, () => randomUUID());
  const ids = [];
  for (const sub of line) ids.push((await wait(sub, id, today, at(19))).body.waitId);
  await db
    .update(gyms)
    .set({ capacity: 1 + count })
    .where(eq(gyms.id, id));
  await promoteDueWaiters(db, now());
  return { gymId: id, line, ids, addresses: line.map((sub) => `${sub}@tanren.example`) };
}

function openOfferNode(sendMail: (mail: PlainMail) => Promise<void>) {
  return createOfferMails({ ...mailing, db, sendMail });
}

describe('an offer', () => {
  test('is mailed once with gym, time, deadline and link, in Japanese', async () => {
    const mails: PlainMail[] = [];
    const gym = await addGym(db, openDaily(9, 23), { name: '鍛錬 神田', capacity: 1 });
    const { addresses } = await offerTo(1, gym);
    const run = openOfferNode(async (mail) => void mails.push(mail));
    for (let round = 0; round < 2; round += 1) await run();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toBe(addresses[0]);
    expect(mail?.subject).toBe('【TANREN】キャンセル待ちの枠に空きが出ました');
    expect(mail?.text).toContain('ジム：鍛錬 神田\n日時：4月1日(水) 19:00〜20:00\n');
    expect(mail?.text).toContain('4月1日(水) 12:10まで');
    expect(mail?.text).toContain('\nhttps://gym.example/reservations\n');
    // The mail contains no six digits, because phones would offer them as a code.
    expect(mail?.text).not.toMatch(/\d{6}/);
  });

  test('is not mailed after its end or without an address', async () => {
    const mails: PlainMail[] = [];
    const { line, ids, gymId, addresses } = await offerTo(4);
    await reserve(line[0] ?? '', gymId, today, at(19));
    await leave(line[1] ?? '', ids[1] ?? 0);
    await db
      .update(reservationWaits)
      .set({ email: null })
      .where(eq(reservationWaits.id, ids[2] ?? 0));
    const run = openOfferNode(async (mail) => void mails.push(mail));
    clock.pass(9);
    await run();
    expect(mails.map(({ to }) => to)).toEqual([addresses[3]]);
    await offerTo(1);
    clock.pass(10);
    await run();
    expect(mails).toHaveLength(1);
  });
});

test("a mail names the year when it is not the gym's current one", () => {
  // The times are on New Year's Eve in Japan, and an hour later, when UTC still has the old year.
  const [before, after] = [new Date('2026-12-31T14:30:00Z'), new Date('2026-12-31T15:30:00Z')];
  const slot = {
    sub: randomUUID(),
    gymName: '鍛錬 神田',
    gymDay: '2027-01-04',
    startsAt: new Date('2027-01-04T10:00:00Z'),
    endsAt: new Date('2027-01-04T11:00:00Z'),
    email: 'a@tanren.example',
  };
  const offer = { ...slot, offerExpiresAt: new Date('2026-12-31T14:40:00Z') };
  const cancellation = { ...slot, id: 1, reason };
  expect(writeOfferMail(offer, publicUrl, before).text).toContain(
    '日時：2027年1月4日(月) 19:00〜20:00',
  );
  expect(writeOfferMail(offer, publicUrl, before).text).toContain('\n12月31日(木) 23:40まで');
  expect(writeGymCancellationMail(cancellation, publicUrl, before).text).toContain(
    '日時：2027年1月4日(月) 19:00〜20:00',
  );
  expect(writeGymCancellationMail(cancellation, publicUrl, after).text).toContain(
    '日時：1月4日(月) 19:00〜20:00',
  );
});

test('the program itself offers seats and mails them at their time', async () => {
  const { gymId, addresses } = await offerTo(1);
  const { mails, runTasks } = await startProgram();
  await expect.poll(async () => (await runTasks(), mails.map(({ to }) => to))).toEqual(addresses);
  const next = randomUUID();
  await reserve(randomUUID(), gymId, today, at(19));
  await wait(next, gymId, today, at(19));
  clock.pass(10);
  await expect
    .poll(async () => (await runTasks(), mails.at(-1)?.to))
    .toBe(`${next}@tanren.example`);
  expect(mails[0]?.text).toContain('https://gym.example/reservations');
});

test('an offer mail does not block the promotion of waiters while a server hangs', async () => {
  const { line, ids, gymId } = await offerTo(1);
  const { promise, resolve } = hold();
  const running = openOfferNode(async () => await promise)();
  await expect
    .poll(async () => {
      const { rows } = await db.execute(
        sql`select 1 from pg_locks where locktype = 'advisory' and classid = 7236011`,
      );
      return rows.length;
    })
    .toBe(1);
  expect((await leave(line[0] ?? '', ids[0] ?? 0)).status).toBe(204);
  expect((await reserve(randomUUID(), gymId, today, at(19))).status).toBe(201);
  resolve();
  await running;
});

function hold() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Calls to the same gyms by members whose token has no address. */
const nameless = reservationCalls(
  await shareTestApp({
    db,
    modules: { ...productModules, messages: async () => [] },
    now: () => clock.now,
  }),
  createJoin(db),
);

async function addressOf(id: number): Promise<string | null | undefined> {
  const { email } = trainingReservations;
  const found = db.select({ email }).from(trainingReservations);
  return (await found.where(eq(trainingReservations.id, id)))[0]?.email;
}

async function setAddress(id: number, email: string | null): Promise<void> {
  await db.update(trainingReservations).set({ email }).where(eq(trainingReservations.id, id));
}

test('the mail address is stored from the token with a reservation, until it is cancelled', async () => {
  const gym = await newGym();
  const sub = randomUUID();
  const { body } = await reserve(sub, gym.id, today, at(19));
  expect(await addressOf(body.id)).toBe(`${sub}@tanren.example`);
  expect(JSON.stringify(body)).not.toContain('@');
  await cancel(sub, body.id);
  expect(await addressOf(body.id)).toBeNull();
});

test('the mail address is stored with a taken offer', async () => {
  const gym = await newGym({ capacity: 1 });
  const [holder, sub] = [randomUUID(), randomUUID()];
  const held = await reserve(holder, gym.id, today, at(19));
  await wait(sub, gym.id, today, at(19));
  await cancel(holder, held.body.id);
  const { status, body } = await reserve(sub, gym.id, today, at(19));
  expect(status).toBe(201);
  expect(await addressOf(body.id)).toBe(`${sub}@tanren.example`);
});

test('the mail address is updated by a move', async () => {
  const gym = await newGym();
  const sub = randomUUID();
  const { id } = (await nameless.reserve(sub, gym.id, today, at(19))).body;
  expect(await addressOf(id)).toBeNull();
  await move(sub, id, at(20));
  expect(await addressOf(id)).toBe(`${sub}@tanren.example`);
  await setAddress(id, 'former@tanren.example');
  expect((await nameless.move(sub, id, at(21))).status).toBe(200);
  expect(await addressOf(id)).toBe('former@tanren.example');
  await move(sub, id, at(22));
  expect(await addressOf(id)).toBe(`${sub}@tanren.example`);
});

test('the mail addresses are deleted after the slot, however many, and not before', async () => {
  const gym = await newGym();
  await db.delete(trainingReservations);
  const past = Array.from({ length: 2500 }, (_, n) => ({
    gymId: gym.id,
    gymDay: today,
    startsAt: at(13),
    endsAt: at(14),
    seat: n + 1,
    sub: randomUUID(),
    createdAt: at(12),
    email: 'a@tanren.example',
  }));
  await db.insert(trainingReservations).values(past);
  const ahead = (await reserve(randomUUID(), gym.id, today, at(14))).body;
  const count = async () =>
    await db.$count(trainingReservations, eq(trainingReservations.email, 'a@tanren.example'));
  await deletePastAddresses(db, new Date(at(14).getTime() - 1));
  expect(await count()).toBe(2500);
  await deletePastAddresses(db, at(14));
  expect(await count()).toBe(0);
  expect(await addressOf(ahead.id)).not.toBeNull();
});

test('a mail address that another node is deleting is left for the next round and blocks none', async () => {
  const gym = await newGym();
  const made = [];
  for (const hour of [13, 14])
    made.push((await reserve(randomUUID(), gym.id, today, at(hour))).body.id);
  const [held = 0, free = 0] = made;
  await db.transaction(async (tx) => {
    const { id } = trainingReservations;
    await tx
      .select()
      .from(trainingReservations)
      .where(inArray(id, [held]))
      .for('update');
    await deletePastAddresses(db, at(15));
    expect(await addressOf(free)).toBeNull();
    expect(await addressOf(held)).not.toBeNull();
  });
  await deletePastAddresses(db, at(15));
  expect(await addressOf(held)).toBeNull();
});
