import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { productModules } from '#app.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { type GymRow, gyms } from '#db/schema/gyms.ts';
import { reservationWaits } from '#db/schema/training-reservations.ts';
import { createSmtpMailer } from '#mail/smtp-mailer.ts';
import { at, openReservations, today } from '#test/support/reservations.ts';
import { buildTestApp, moveTaskTimers, silentLog } from '#test/support/app.ts';
import { openSmtpServer } from '#test/support/smtp-server.ts';
import { addGym, openDaily } from '#test/support/gyms.ts';
import { createOfferMails } from './reservation-mails.service.ts';
import type { ReservationMail } from './reservation-mail-texts.ts';
import { settleDueSlots } from './settle-slots.ts';

const { db, url, clock, newGym, reserve, wait, leave } = await openReservations();
const publicUrl = new URL('https://gym.example/');
const now = () => clock.now;

/** Each offer of a test leaves the others alone. */
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
  await settleDueSlots(db, now());
  return { gymId: id, line, ids, addresses: line.map((sub) => `${sub}@tanren.example`) };
}

function openNode(sendMail: (mail: ReservationMail) => Promise<void>, database = db) {
  return createOfferMails({ db: database, sendMail, publicUrl, now, log: silentLog });
}

describe('an offer', () => {
  test('is mailed once, through a mail server, whichever of two nodes is first', async () => {
    const server = await openSmtpServer();
    const databases = [openDatabase(url), openDatabase(url)];
    const mailers = databases.map(() =>
      createSmtpMailer(server.url, 'TANREN <no-reply@tanren.example>'),
    );
    afterAll(async () => {
      await Promise.all(databases.map(closeDatabase));
      for (const mailer of mailers) mailer.close();
    });
    const { addresses } = await offerTo(5);
    const nodes = databases.map((database, n) =>
      openNode(async (mail) => await mailers[n]?.send(mail), database),
    );
    for (let round = 0; round < 3; round += 1) await Promise.all(nodes.map((run) => run()));
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
    expect(server.mails[0]?.text).toContain('空きが出ました');
  });

  test('tells gym, time, until when and where, in Japanese', async () => {
    const mails: ReservationMail[] = [];
    const gym = await addGym(db, openDaily(9, 23), { name: '鍛錬 神田', capacity: 1 });
    const { addresses } = await offerTo(1, gym);
    await openNode(async (mail) => void mails.push(mail))();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toBe(addresses[0]);
    expect(mail?.subject).toBe('【TANREN】キャンセル待ちの枠に空きが出ました');
    expect(mail?.text).toContain('ジム：鍛錬 神田\n日時：4月1日(水) 19:00〜20:00\n');
    expect(mail?.text).toContain('4月1日(水) 12:10まで');
    expect(mail?.text).toContain('\nhttps://gym.example/reservations\n');
    // Phones would offer it as a code.
    expect(mail?.text).not.toMatch(/\d{6}/);
  });

  test('that ended is not mailed any more, nor one without an address', async () => {
    const mails: ReservationMail[] = [];
    const { line, ids, gymId, addresses } = await offerTo(4);
    await reserve(line[0] ?? '', gymId, today, at(19));
    await leave(line[1] ?? '', ids[1] ?? 0);
    await db
      .update(reservationWaits)
      .set({ email: null })
      .where(eq(reservationWaits.id, ids[2] ?? 0));
    const run = openNode(async (mail) => void mails.push(mail));
    clock.pass(9);
    await run();
    expect(mails.map(({ to }) => to)).toEqual([addresses[3]]);
    await offerTo(1);
    clock.pass(10);
    await run();
    expect(mails).toHaveLength(1);
  });
});

test('places are offered and mailed by the clock of the program itself', async () => {
  const mails: ReservationMail[] = [];
  const { gymId, addresses } = await offerTo(1);
  const app = await buildTestApp({
    db,
    now,
    modules: productModules,
    config: { publicUrl },
    mailer: { send: async (mail) => void mails.push(mail) },
  });
  const runTasks = moveTaskTimers();
  await app.ready();
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

describe('a mail that cannot be sent', () => {
  test('is tried again after a minute, and keeps no other waiting', async () => {
    const sent: string[] = [];
    const { addresses } = await offerTo(2);
    let isDown = true;
    let attempts = 0;
    const run = openNode(async ({ to }) => {
      attempts += 1;
      if (isDown && to === addresses[0]) throw new Error('mailbox busy');
      sent.push(to);
    });
    await run();
    expect(sent).toEqual([addresses[1]]);
    isDown = false;
    clock.pass(0.9);
    await run();
    expect([attempts, sent.length]).toEqual([2, 1]);
    clock.pass(0.1);
    await run();
    expect(sent).toEqual([addresses[1], addresses[0]]);
  });

  test('goes out by another node when one is lost while it sends', async () => {
    const sent: string[] = [];
    const lost = openDatabase(url);
    const { addresses } = await offerTo(1);
    const dying = openNode(async () => {
      await db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`,
      );
    }, lost);
    await dying();
    const other = openNode(async ({ to }) => void sent.push(to));
    // The database lets go of what the lost one held a moment after it is told so.
    await vi.waitFor(async () => {
      await other();
      expect(sent).toEqual(addresses);
    }, 10_000);
    await closeDatabase(lost);
  });

  test('does not keep the slot from being settled while a server hangs', async () => {
    const { line, ids, gymId } = await offerTo(1);
    const { promise, resolve } = hold();
    const running = openNode(async () => await promise)();
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
});

function hold() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
