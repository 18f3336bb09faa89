import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { productModules } from '#app.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { createSmtpMailer } from '#mail/smtp-mailer.ts';
import { at, closeGymDay, openReservations, today } from '#test/support/reservations.ts';
import { buildTestApp, moveTaskTimers, silentLog } from '#test/support/app.ts';
import { openSmtpServer } from '#test/support/smtp-server.ts';
import { addGym, openDaily } from '#test/support/gyms.ts';
import { createGymCancellationMails } from './reservation-mails.service.ts';
import type { ReservationMail } from './reservation-mail-texts.ts';
import { trainingReservationData } from './training-reservations.member-data.ts';

const { db, url, clock, newGym, reserve, cancel } = await openReservations();
const publicUrl = new URL('https://gym.example/');
const now = () => clock.now;
const reason = '臨時休業のため（設備点検）';

/** Each closed day of a test leaves the others alone. */
beforeEach(async () => {
  await db.delete(trainingReservations);
});

const close = async (gymId: number, why = reason) =>
  await closeGymDay(db, gymId, { date: today, reason: why, now: now() });

/** So many who had reserved a slot of today, and lost it. */
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

function openNode(sendMail: (mail: ReservationMail) => Promise<void>, database = db) {
  return createGymCancellationMails({ db: database, sendMail, publicUrl, now, log: silentLog });
}

describe('a reservation that the gym cancelled', () => {
  test('is told once, through a mail server, whichever of two nodes is first', async () => {
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
      openNode(async (mail) => await mailers[n]?.send(mail), database),
    );
    for (let round = 0; round < 3; round += 1) await Promise.all(nodes.map((run) => run()));
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
    expect(server.mails[0]?.text).toContain('取り消しました');
    expect(await listAddresses()).toEqual(addresses.map(() => null));
  });

  test('is told with gym, time, why and where to reserve again, in Japanese', async () => {
    const mails: ReservationMail[] = [];
    const gym = await addGym(db, openDaily(9, 26), { name: '鍛錬 神田 100001', capacity: 1 });
    const sub = randomUUID();
    await reserve(sub, gym.id, today, at(24));
    await close(gym.id, '臨時休業のため（お問い合わせ番号20260401、1234567）');
    await openNode(async (mail) => void mails.push(mail))();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toBe(`${sub}@tanren.example`);
    expect(mail?.subject).toBe('【TANREN】ご予約が取り消されました');
    expect(mail?.text).toContain(
      'ジム：鍛錬 神田 100 001\n日時：4月1日(水) 翌0:00〜翌1:00\n理由：臨時休業のため（お問い合わせ番号2026 0401、123 4567）\n',
    );
    expect(mail?.text).toContain('あらためてご予約ください');
    expect(mail?.text).toContain('\nhttps://gym.example/reservations\n');
    // Phones would offer it as a code.
    expect(mail?.text).not.toMatch(/\d{6}/);
  });

  test('is told when its time has come meanwhile', async () => {
    const sent: string[] = [];
    const { addresses } = await loseSlot(1, 13);
    clock.now = at(13.5);
    await openNode(async ({ to }) => void sent.push(to))();
    expect(sent).toEqual(addresses);
  });
});

test('nobody is told of what stands, was cancelled by themselves, or has no address', async () => {
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
  const run = openNode(async ({ to }) => void sent.push(to));
  await run();
  expect(sent).toEqual([]);
  await close(gymId);
  await run();
  expect(sent).toEqual([`${told}@tanren.example`]);
});

test('the program itself tells them, by its clock', async () => {
  const mails: ReservationMail[] = [];
  const { addresses } = await loseSlot(2);
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
  expect(mails[0]?.text).toContain('https://gym.example/reservations');
  expect(mails[0]?.text).toContain(reason);
});

describe('a mail that cannot be sent', () => {
  test('is tried again after a minute, keeps its address and no other waiting', async () => {
    const sent: string[] = [];
    const { addresses } = await loseSlot(3);
    let isDown = true;
    const run = openNode(async ({ to }) => {
      if (isDown && to === addresses[0]) throw new Error('mailbox busy');
      sent.push(to);
    });
    await run();
    expect(sent).toEqual(addresses.slice(1));
    expect(await listAddresses()).toEqual([addresses[0], null, null]);
    isDown = false;
    clock.pass(0.9);
    await run();
    expect(sent).toHaveLength(2);
    clock.pass(0.1);
    await run();
    expect(sent.at(-1)).toBe(addresses[0]);
    expect(await listAddresses()).toEqual([null, null, null]);
  });

  test('goes out by another node when one is lost while it sends', async () => {
    const sent: string[] = [];
    const lost = openDatabase(url);
    const { addresses } = await loseSlot(1);
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

  test('does not keep a member from being erased while a server hangs', async () => {
    const erased: string[] = [];
    const { members } = await loseSlot(1);
    const [sub = ''] = members;
    await openNode(async () => {
      await db.transaction(async (tx) => {
        // Or it would wait until the sender gives up.
        await tx.execute(sql`set local lock_timeout = '3s'`);
        await trainingReservationData.erase(tx, sub);
      });
      erased.push(sub);
    })();
    expect(erased).toEqual(members);
    expect(await listAddresses()).toEqual([]);
  });
});
