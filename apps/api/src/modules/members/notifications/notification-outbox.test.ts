import { randomUUID } from 'node:crypto';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { notificationOutbox, pushSubscriptions } from '#db/schema/members.ts';
import { queueNotifications } from './notification-requests.service.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { openNotifications } from '#test/support/members/notifications.ts';
import { purgeNotifications } from './notification-outbox.store.ts';
import { notificationData } from './notifications.member-data.ts';

const { db, url } = await createTestDatabase();
const at = (clock: number, day = '2026-11-17') => toGymInstant(day, clock * 60);
let time = at(12);
const { service, mails, send, openNode, addBrowser, choose, news } = await openNotifications(
  db,
  () => time,
);

beforeEach(async () => {
  time = at(12);
  mails.length = 0;
  service.received.length = 0;
  await db.delete(pushSubscriptions);
  await db.delete(notificationOutbox);
});

const pass = (minutes: number) => {
  time = new Date(time.getTime() + minutes * 60_000);
};

const waiting = async () => await db.$count(notificationOutbox, undefined);
const listRows = async () => await db.select().from(notificationOutbox);

test('queues nothing for a member without pushes and mails', async () => {
  await queueNotifications(db, [news(randomUUID())]);
  const { sub } = await addBrowser();
  await choose(sub, 'announcement', { push: false });
  await queueNotifications(db, [news(sub)]);
  expect(await waiting()).toBe(0);
});

test('queues for every device of the member, and for the mailbox if it was chosen', async () => {
  const phone = await addBrowser();
  const laptop = await addBrowser(phone.sub);
  const other = await addBrowser();
  await choose(phone.sub, 'announcement', { mail: true });
  await queueNotifications(db, [news(phone.sub)]);
  await send();
  expect([phone, laptop, other].map((browser) => service.messagesTo(browser))).toEqual([
    ['題'],
    ['題'],
    [],
  ]);
  expect(service.received[0]?.headers).toMatchObject({ urgency: 'low', ttl: '86400' });
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail).toMatchObject({ to: `${phone.sub}@tanren.example`, subject: '【TANREN】題' });
  expect(mail?.text).toContain('https://gym.example/informations/1');
  expect(mail?.text).toContain('https://gym.example/unsubscribe?token=');
  expect(mail?.unsubscribeUrl).toMatch(
    /^https:\/\/gym\.example\/api\/notification-unsubscriptions\/[\w-]{22}\.announcement\.[\w-]{22}$/,
  );
});

test('sends each message once from several nodes', async () => {
  const databases = Array.from({ length: 3 }, () => openDatabase(url));
  const browsers = await Promise.all(Array.from({ length: 60 }, async () => await addBrowser()));
  await queueNotifications(
    db,
    browsers.map(({ sub }) => news(sub)),
  );
  const nodes = databases.map((database) => openNode({ db: database }));
  for (let round = 0; round < 2; round += 1) await Promise.all(nodes.map((node) => node()));
  expect(browsers.map((browser) => service.messagesTo(browser).length)).toEqual(
    browsers.map(() => 1),
  );
  await Promise.all(databases.map(closeDatabase));
});

test('sends by another node what a lost node had taken', async () => {
  const browser = await addBrowser();
  await queueNotifications(db, [news(browser.sub)]);
  const lost = openNode({
    // The longest time of a timer, so that the lost node stays silent until the tests end.
    longestSendMs: 2 ** 31 - 1,
    push: { ...service.push, send: async () => await new Promise(() => {}) },
  });
  void lost();
  await expect.poll(async () => (await listRows())[0]?.attempts).toBe(1);
  await send();
  expect(service.messagesTo(browser)).toEqual([]);
  pass(1);
  await send();
  expect(service.messagesTo(browser)).toEqual(['題']);
});

test('leaves a message of a kind that only a later release knows to that release', async () => {
  const browser = await addBrowser();
  await queueNotifications(db, [news(browser.sub, { topic: 'later', title: '後' })]);
  await db.update(notificationOutbox).set({ kind: sql`'of-a-later-release'` });
  await queueNotifications(db, [news(browser.sub)]);
  await send();
  expect(service.messagesTo(browser)).toEqual(['題']);
  const left = (await listRows()).find(({ topic }) => topic === 'later');
  expect(left).toMatchObject({ title: '後', attempts: 0, doneAt: null });
});

describe('a topic', () => {
  test('is sent once, with its newest text', async () => {
    const browser = await addBrowser();
    for (const title of ['一', '二']) {
      await queueNotifications(db, [news(browser.sub, { topic: 'a', title })]);
      await queueNotifications(db, [news(browser.sub, { topic: 'b', title })], { repeat: 'again' });
    }
    await send();
    expect(service.messagesTo(browser).toSorted()).toEqual(['一', '二']);
    const topics = service.received.map(({ headers }) => String(headers['topic']));
    expect(topics.toSorted()).toEqual(['a', 'b']);
    for (const topic of ['a', 'b']) {
      const repeat = topic === 'a' ? ('once' as const) : ('again' as const);
      await queueNotifications(db, [news(browser.sub, { topic, title: '三' })], { repeat });
    }
    await send();
    expect(service.messagesTo(browser).toSorted()).toEqual(['一', '三', '二'].toSorted());
  });

  test('that gets a new text while the old one is sent is sent again', async () => {
    const browser = await addBrowser();
    const topic = 'loads';
    await queueNotifications(db, [news(browser.sub, { topic })]);
    const node = openNode({
      push: {
        ...service.push,
        send: async (...delivery) => {
          const renewed = news(browser.sub, { topic, title: '新' });
          await queueNotifications(db, [renewed], { repeat: 'again' });
          return await service.push.send(...delivery);
        },
      },
    });
    await node();
    await send();
    expect(service.messagesTo(browser).slice(0, 2)).toEqual(['題', '新']);
  });

  test('deletes its text after it was sent, and its row after some days', async () => {
    const { sub } = await addBrowser();
    await queueNotifications(db, [news(sub)]);
    await send();
    expect(await listRows()).toMatchObject([{ title: '', body: '', path: '', doneAt: time }]);
    await purgeNotifications(db, time);
    expect(await waiting()).toBe(1);
    pass(2 * 24 * 60);
    await purgeNotifications(db, time);
    expect(await waiting()).toBe(0);
  });
});

describe('during quiet hours', () => {
  test('waits until seven', async () => {
    const browser = await addBrowser();
    time = at(23);
    await queueNotifications(db, [news(browser.sub)]);
    await send();
    time = at(6.99, '2026-11-18');
    await send();
    expect(service.messagesTo(browser)).toEqual([]);
    time = at(7, '2026-11-18');
    await send();
    expect(service.messagesTo(browser)).toEqual(['題']);
  });

  test('also delays what was postponed into them', async () => {
    const browser = await addBrowser();
    service.answer(browser, 500);
    time = at(21.999);
    await queueNotifications(db, [news(browser.sub)]);
    await send();
    service.answer(browser, null);
    pass(1);
    await send();
    expect(service.messagesTo(browser)).toEqual([]);
    expect((await listRows())[0]?.dueAt).toEqual(at(7, '2026-11-18'));
  });
});

test('sends nothing to a device whose sign-in has ended, and removes it', async () => {
  const [live, ended] = [randomUUID(), randomUUID()];
  const phone = await addBrowser(undefined, live);
  const lost = await addBrowser(phone.sub, ended);
  await queueNotifications(db, [news(phone.sub)]);
  await openNode({ findLiveSignIns: async () => new Set([live]) })();
  expect([service.messagesTo(phone), service.messagesTo(lost)]).toEqual([['題'], []]);
  expect(await db.$count(pushSubscriptions)).toBe(1);
});

test('erasing a member does not wait for a push service, and leaves nothing to send', async () => {
  const { sub } = await addBrowser();
  await choose(sub, 'announcement', { mail: true });
  await queueNotifications(db, [news(sub)]);
  const node = openNode({
    push: {
      ...service.push,
      send: async () => {
        await db.transaction(async (tx) => await notificationData.erase(tx, sub));
        return { kind: 'sent' };
      },
    },
  });
  await node();
  expect(await waiting()).toBe(0);
});
