import { randomUUID } from 'node:crypto';
import { addDays, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import {
  announcements,
  notificationBroadcasts,
  notificationChoices,
  notificationOutbox,
  pushSubscriptions,
} from '#db/schema/members.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { workouts } from '#db/schema/workouts.ts';
import { openNotifications } from './support/members/notifications.ts';
import { at, closeGymDay, openReservations, today } from './support/booking/reservations.ts';
import { storeWorkout } from './support/workouts/workouts.ts';
import { promoteDueWaiters } from '#modules/booking/promote-waiters.ts';
import { queueScheduled } from '#modules/members/notifications/scheduled-notifications.ts';

const { db, url, clock, newGym, reserve, cancel, move, wait } = await openReservations();
const { service, mails, send, addBrowser, choose } = await openNotifications(db, () => clock.now);

beforeEach(async () => {
  service.received.length = 0;
  mails.length = 0;
  for (const table of [
    pushSubscriptions,
    notificationOutbox,
    notificationBroadcasts,
    trainingReservations,
    announcements,
    workouts,
  ]) {
    await db.delete(table);
  }
});

/** Runs the scheduled tasks of a node. */
async function runTasks(now = clock.now) {
  clock.now = now;
  await queueScheduled(db, now);
  await send();
}

const tomorrow = addDays(today, 1);

describe('a reservation', () => {
  test('gets a reminder an hour before, once over three nodes', async () => {
    const gym = await newGym({ capacity: 40 });
    const browsers = await Promise.all(Array.from({ length: 12 }, async () => await addBrowser()));
    for (const { sub } of browsers) await reserve(sub, gym.id, today, at(19));
    await runTasks(at(17.99));
    expect(service.received).toEqual([]);
    clock.now = at(18);
    const nodes = Array.from({ length: 3 }, () => openDatabase(url));
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(nodes.map(async (node) => await queueScheduled(node, clock.now)));
    }
    await Promise.all(nodes.map(closeDatabase));
    await send();
    await runTasks(at(18.5));
    expect(browsers.map((browser) => service.messagesTo(browser))).toEqual(
      browsers.map(() => ['19:00からご予約があります']),
    );
    expect(service.received[0]?.headers).toMatchObject({ urgency: 'high', ttl: '3600' });
  });

  test('that is made, moved or cancelled later gets the reminder of its new time', async () => {
    const gym = await newGym({ capacity: 9 });
    const [late, moved, gone, quiet] = [
      await addBrowser(),
      await addBrowser(),
      await addBrowser(),
      await addBrowser(),
    ];
    await choose(quiet.sub, 'reservation-soon', { push: false });
    await reserve(quiet.sub, gym.id, today, at(19));
    const { id: movedId } = (await reserve(moved.sub, gym.id, today, at(19))).body;
    const { id: goneId } = (await reserve(gone.sub, gym.id, today, at(19))).body;
    clock.now = at(18);
    await queueScheduled(db, clock.now);
    await move(moved.sub, movedId, at(20));
    await cancel(gone.sub, goneId);
    clock.now = at(18.2);
    await reserve(late.sub, gym.id, today, at(19));
    await runTasks(at(18.3));
    expect(service.received).toEqual([]);
    await runTasks(at(19));
    expect(service.messagesTo(moved)).toEqual(['20:00からご予約があります']);
    expect(service.received).toHaveLength(1);
  });

  test('gets its reminder after many others without pushes', async () => {
    const gym = await newGym({ capacity: 600 });
    const told = await addBrowser();
    await reserve(told.sub, gym.id, today, at(19));
    const quiet = Array.from({ length: 500 }, () => randomUUID());
    await db.insert(pushSubscriptions).values(quiet.map(toDevice));
    const kind = 'reservation-soon' as const;
    const choices = quiet.map((sub) => ({ sub, kind, push: false, mail: false }));
    await db.insert(notificationChoices).values(choices);
    const slot = { gymId: gym.id, gymDay: today, startsAt: at(18.5), endsAt: at(19.5) };
    await db
      .insert(trainingReservations)
      .values(quiet.map((sub, n) => ({ ...slot, seat: n + 1, sub, createdAt: at(12) })));
    await runTasks(at(18));
    expect(service.messagesTo(told)).toEqual(['19:00からご予約があります']);
    expect(await db.$count(notificationOutbox)).toBe(1);
  });

  test('gets its reminder by mail if that was chosen, with a way to stop it', async () => {
    const gym = await newGym();
    const sub = randomUUID();
    await choose(sub, 'reservation-soon', { mail: true });
    const { id } = (await reserve(sub, gym.id, today, at(19))).body;
    await runTasks(at(18));
    expect(mails.map(({ subject }) => subject)).toEqual(['【TANREN】19:00からご予約があります']);
    expect(mails[0]?.text).toContain(`https://gym.example/reservations/${id}`);
    expect(mails[0]?.unsubscribeUrl).toContain('.reservation-soon.');
  });

  test('of tomorrow gets one reminder in the evening, also past midnight', async () => {
    const gym = await newGym({ capacity: 9 });
    const [early, late, other] = [await addBrowser(), await addBrowser(), await addBrowser()];
    await reserve(early.sub, gym.id, tomorrow, at(9, tomorrow));
    await reserve(late.sub, gym.id, tomorrow, at(22, tomorrow));
    await reserve(other.sub, gym.id, addDays(today, 2), at(9, addDays(today, 2)));
    await db
      .update(trainingReservations)
      .set({ startsAt: at(24.5, tomorrow), endsAt: at(25.5, tomorrow) })
      .where(eq(trainingReservations.sub, late.sub));
    await runTasks(at(17.9));
    expect(service.received).toEqual([]);
    await runTasks(at(18));
    await runTasks(at(20));
    expect([early, late, other].map((browser) => service.messagesTo(browser))).toEqual([
      ['明日のご予約：9:00から'],
      ['明日のご予約：翌0:30から'],
      [],
    ]);
  });
});

test('sends an offer at once, also at night, and not after it was taken', async () => {
  const gym = await newGym({ capacity: 1 });
  const [waiting, second] = [await addBrowser(), await addBrowser()];
  const held = await reserve(randomUUID(), gym.id, tomorrow, at(19, tomorrow));
  await wait(waiting.sub, gym.id, tomorrow, at(19, tomorrow));
  await wait(second.sub, gym.id, tomorrow, at(19, tomorrow));
  clock.now = at(23);
  await db.delete(trainingReservations).where(eq(trainingReservations.id, held.body.id));
  await promoteDueWaiters(db, clock.now);
  await send();
  expect(service.messagesTo(waiting)).toEqual(['キャンセル待ちの枠に空きが出ました']);
  expect(service.received[0]?.message.body).toContain('23:10まで枠を確保しています');
  expect(service.received[0]?.headers).toMatchObject({ urgency: 'high', ttl: '600' });
  clock.pass(11);
  await promoteDueWaiters(db, clock.now);
  await reserve(second.sub, gym.id, tomorrow, at(19, tomorrow));
  await send();
  expect(service.messagesTo(second)).toEqual([]);
});

test('sends a cancellation by the gym with a link to its reason', async () => {
  const gym = await newGym();
  const browser = await addBrowser();
  const { id } = (await reserve(browser.sub, gym.id, today, at(19))).body;
  await closeGymDay(db, gym.id, { date: today, reason: '設備点検', now: clock.now });
  await send();
  expect(service.received.map(({ message }) => [message.title, message.path])).toEqual([
    ['ご予約がキャンセルになりました', `/reservations/${id}`],
  ]);
  expect(service.received[0]?.message.body).not.toContain('設備点検');
});

describe('an announcement', () => {
  const publish = async (publishAt: Date | null, content = '年末年始の営業時間\n…') => {
    const [row] = await db.insert(announcements).values({ content, publishAt }).returning();
    return row?.id ?? 0;
  };

  test('is sent to all who want it at its time, over several pages, once', async () => {
    const browsers = await Promise.all(Array.from({ length: 6 }, async () => await addBrowser()));
    const others = Array.from({ length: 1100 }, () => randomUUID());
    await db.insert(pushSubscriptions).values(others.map(toDevice));
    const [first] = browsers;
    await choose(first?.sub ?? '', 'announcement', { push: false });
    const id = await publish(at(13));
    await publish(null);
    await publish(addTime(clock.now, -48));
    await runTasks();
    expect(await db.$count(notificationOutbox)).toBe(0);
    for (let round = 0; round < 4; round += 1) await runTasks(at(13 + round / 60));
    expect(browsers.map((browser) => service.messagesTo(browser).length)).toEqual(
      browsers.map((browser) => (browser === first ? 0 : 1)),
    );
    expect(service.received[0]?.message).toMatchObject({
      body: '年末年始の営業時間',
      path: `/informations/${id}`,
      topic: `announcement-${id}`,
    });
    // Devices with an address of no push service were deleted.
    expect(await db.$count(pushSubscriptions)).toBe(6);
  });

  test('of the night is sent in the morning, unless it was withdrawn', async () => {
    const browser = await addBrowser();
    const [withdrawn] = [await publish(at(23)), await publish(at(23.5), '二')];
    await runTasks(at(23.9));
    await db.delete(announcements).where(eq(announcements.id, withdrawn ?? 0));
    await runTasks(at(31));
    expect(service.received.map(({ message }) => message.body)).toEqual(['二']);
    expect(service.messagesTo(browser)).toHaveLength(1);
  });
});

describe('the weekly summary', () => {
  /** 2026-04-06 is a Monday. */
  const monday = (hour: number) => toGymInstant('2026-04-06', hour * 60);

  test('is sent on Monday morning to members who trained', async () => {
    const [trained, idle] = [await addBrowser(), await addBrowser()];
    await choose(trained.sub, 'weekly-summary', { mail: true });
    const lift = async (startedAt: Date) =>
      await storeWorkout(db, trained.sub, {
        startedAt,
        sets: [
          [400, 10],
          [400, 8],
        ],
      });
    await lift(at(19, '2026-03-29'));
    await lift(at(19, '2026-03-30'));
    await lift(at(20, '2026-03-30'));
    await lift(at(19, '2026-04-05'));
    await lift(monday(7));
    await runTasks(monday(7.9));
    expect(service.received).toEqual([]);
    await runTasks(monday(8));
    await runTasks(monday(9));
    expect(service.messagesTo(trained)).toEqual(['先週は2回トレーニングしました']);
    expect(service.received[0]?.message.body).toMatch(
      /^3月30日\(月\)〜4月5日\(日\)：6セット、総発揮力2,160kg。/,
    );
    expect(service.messagesTo(idle)).toEqual([]);
    expect(mails.map(({ subject }) => subject)).toEqual([
      '【TANREN】先週は2回トレーニングしました',
    ]);
  });

  test('is not sent on Tuesday', async () => {
    const { sub } = await addBrowser();
    await storeWorkout(db, sub, { startedAt: at(19, '2026-03-30'), sets: [[400, 10]] });
    await runTasks(monday(33));
    expect(service.received).toEqual([]);
  });
});

/** Returns a device whose address belongs to no push service. */
function toDevice(sub: string) {
  const endpoint = `https://gone.example/${sub}`;
  return { sub, endpoint, p256dh: '', auth: '', userAgent: '', createdAt: clock.now };
}

function addTime(time: Date, hours: number): Date {
  return new Date(time.getTime() + hours * 60 * 60_000);
}
