import { randomUUID } from 'node:crypto';
import { toGymInstant } from '@tanren/domain/gym-time';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { notificationOutbox, pushSubscriptions } from '#db/schema/notifications.ts';
import { type Notification, queueNotifications } from '#policies/notifications.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { openNotifications } from '#test/support/notifications.ts';
import { purgeNotifications } from './notification-outbox.store.ts';
import { notificationData } from './notifications.member-data.ts';

const { db, url } = await createTestDatabase();
const at = (clock: number, day = '2026-11-17') => toGymInstant(day, clock * 60);
let time = at(12);
const { service, mails, send, openNode, addBrowser, choose } = await openNotifications(
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

/** By default an announcement, good for a day. */
function news(sub: string, changes: Partial<Notification> = {}): Notification {
  return {
    sub,
    kind: 'announcement',
    topic: 'announcement-1',
    title: '題',
    body: '本文',
    path: '/informations/1',
    happenedAt: time,
    usefulUntil: new Date(time.getTime() + 24 * 60 * 60_000),
    ...changes,
  };
}

const waiting = async () => await db.$count(notificationOutbox, undefined);
const listRows = async () => await db.select().from(notificationOutbox);

test('whoever takes neither pushes nor mails leaves no row', async () => {
  await queueNotifications(db, [news(randomUUID())]);
  const { sub } = await addBrowser();
  await choose(sub, 'announcement', { push: false });
  await queueNotifications(db, [news(sub)]);
  expect(await waiting()).toBe(0);
});

test('every device of the member is told, and the mailbox if it was chosen', async () => {
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

test('several nodes send each message once', async () => {
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

test('what a lost node had taken goes out by another', async () => {
  const browser = await addBrowser();
  await queueNotifications(db, [news(browser.sub)]);
  const lost = openNode({
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

describe('a topic', () => {
  test('is told once, or with its newest words', async () => {
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

  test('that gets new words while the old ones are sent is sent again', async () => {
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

  test('keeps no words once it is told, and is forgotten after days', async () => {
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

describe('a push that fails', () => {
  test.each([404, 410])('with %i: the device is forgotten, with all that waits', async (status) => {
    const [dead, alive] = [await addBrowser(), await addBrowser()];
    service.answer(dead, status);
    await queueNotifications(db, [news(dead.sub), news(alive.sub), news(dead.sub, { topic: 'b' })]);
    await send();
    await send();
    expect(service.messagesTo(alive)).toEqual(['題']);
    const left = await db.select({ sub: pushSubscriptions.sub }).from(pushSubscriptions);
    expect(left).toEqual([{ sub: alive.sub }]);
    expect((await listRows()).map(({ sub }) => sub)).toEqual([alive.sub]);
  });

  test('is tried again later and later, and keeps no other waiting', async () => {
    const [busy, other] = [await addBrowser(), await addBrowser()];
    service.answer(busy, 500);
    await queueNotifications(db, [news(busy.sub), news(other.sub)]);
    await send();
    expect(service.messagesTo(other)).toEqual(['題']);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const row = (await listRows()).find(({ sub }) => sub === busy.sub);
      const due = row?.dueAt ?? time;
      waits.push((due.getTime() - time.getTime()) / 1000);
      time = due;
      await send();
    }
    expect(waits).toEqual([30, 60, 120, 240]);
    service.answer(busy, null);
    pass(30);
    await send();
    expect(service.messagesTo(busy)).toEqual(['題']);
  });

  test('waits as long as the push service says', async () => {
    const browser = await addBrowser();
    service.answer(browser, 429, { 'retry-after': '600' });
    await queueNotifications(db, [news(browser.sub)]);
    await send();
    expect((await listRows())[0]?.dueAt).toEqual(new Date(time.getTime() + 600_000));
  });

  test('is given up when it is of no use any more', async () => {
    const browser = await addBrowser();
    service.answer(browser, 503);
    const offer = { kind: 'trainer' as const, usefulUntil: new Date(time.getTime() + 60_000) };
    await queueNotifications(db, [news(browser.sub, offer)]);
    await send();
    pass(0.5);
    await send();
    expect(await listRows()).toMatchObject([{ attempts: 2, doneAt: time, title: '' }]);
  });

  test('by a mail server that is away is tried again', async () => {
    const sub = randomUUID();
    await choose(sub, 'announcement', { mail: true });
    await queueNotifications(db, [news(sub)]);
    await openNode({
      sendMail: async () => {
        throw new Error('mailbox busy');
      },
    })();
    await send();
    expect(mails).toHaveLength(0);
    pass(0.5);
    await send();
    expect(mails).toHaveLength(1);
  });
});

describe('in quiet hours', () => {
  test('what happens waits until seven', async () => {
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

  test('what was delayed into them waits, too', async () => {
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

test('a device whose sign-in has ended is told nothing, and forgotten', async () => {
  const [live, ended] = [randomUUID(), randomUUID()];
  const phone = await addBrowser(undefined, live);
  const lost = await addBrowser(phone.sub, ended);
  await queueNotifications(db, [news(phone.sub)]);
  await openNode({ findLiveSignIns: async () => new Set([live]) })();
  expect([service.messagesTo(phone), service.messagesTo(lost)]).toEqual([['題'], []]);
  expect(await db.$count(pushSubscriptions)).toBe(1);
});

test('erasing a member waits for no push service, and leaves nothing to send', async () => {
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
