import { randomUUID } from 'node:crypto';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { beforeEach, describe, expect, test } from 'vitest';
import { notificationOutbox, pushSubscriptions } from '#db/schema/members.ts';
import { queueNotifications } from './notification-requests.service.ts';
import type { PushService } from '#push/push-service.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { openNotifications } from '#test/support/members/notifications.ts';

const { db } = await createTestDatabase();
const noon = toGymInstant('2026-11-17', 12 * 60);
let time = noon;
const { service, mails, send, openNode, addBrowser, choose, news } = await openNotifications(
  db,
  () => time,
);

beforeEach(async () => {
  time = noon;
  mails.length = 0;
  service.received.length = 0;
  await db.delete(pushSubscriptions);
  await db.delete(notificationOutbox);
});

const pass = (minutes: number) => {
  time = new Date(time.getTime() + minutes * 60_000);
};
const listRows = async () => await db.select().from(notificationOutbox);
const listMembers = async () =>
  (await db.select({ sub: pushSubscriptions.sub }).from(pushSubscriptions)).map(({ sub }) => sub);

describe('a push that fails', () => {
  test.each([404, 410])('with %i removes the device and its waiting messages', async (status) => {
    const [dead, alive] = [await addBrowser(), await addBrowser()];
    service.answer(dead, status);
    await queueNotifications(db, [news(dead.sub), news(alive.sub), news(dead.sub, { topic: 'b' })]);
    await send();
    await send();
    expect(service.messagesTo(alive)).toEqual(['題']);
    expect(await listMembers()).toEqual([alive.sub]);
    expect((await listRows()).map(({ sub }) => sub)).toEqual([alive.sub]);
  });

  test('is retried at growing intervals and does not delay others', async () => {
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

  test('is retried after the time that the push service names', async () => {
    const browser = await addBrowser();
    service.answer(browser, 429, { 'retry-after': '600' });
    await queueNotifications(db, [news(browser.sub)]);
    await send();
    expect((await listRows())[0]?.dueAt).toEqual(new Date(time.getTime() + 600_000));
  });

  test('is given up when it is outdated', async () => {
    const browser = await addBrowser();
    service.answer(browser, 503);
    const offer = { kind: 'trainer' as const, usefulUntil: new Date(time.getTime() + 60_000) };
    await queueNotifications(db, [news(browser.sub, offer)]);
    await send();
    pass(0.5);
    await send();
    expect(await listRows()).toMatchObject([{ attempts: 2, doneAt: time, title: '' }]);
  });

  test('is retried as a mail while the mail server is away', async () => {
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

/** Creates a push service that fails for some devices. */
function openPush(fail: () => Promise<never>, dead: readonly { endpoint: string }[]): PushService {
  const endpoints = new Set(dead.map(({ endpoint }) => endpoint));
  return {
    ...service.push,
    send: async (delivery, at) =>
      endpoints.has(delivery.endpoint) ? await fail() : await service.push.send(delivery, at),
  };
}

const noName = () => Promise.reject(new Error('getaddrinfo ENOTFOUND push.example'));

test('a push service that never answers does not block the batch, and is retried', async () => {
  const [silent, other] = [await addBrowser(), await addBrowser()];
  await queueNotifications(db, [news(silent.sub), news(other.sub)]);
  const push = openPush(async () => await new Promise(() => {}), [silent]);
  await openNode({ push, longestSendMs: 50 })();
  expect(service.messagesTo(other)).toEqual(['題']);
  const row = (await listRows()).find(({ sub }) => sub === silent.sub);
  expect(row).toMatchObject({ doneAt: null, dueAt: new Date(time.getTime() + 30_000) });
});

describe('a device that cannot be reached', () => {
  /** Sends until no message is left. `reached` gets a new message before each round. */
  async function exhaust(dead: { sub: string; endpoint: string }, reached?: { sub: string }) {
    const node = openNode({ push: openPush(noName, [dead]) });
    await queueNotifications(db, [news(dead.sub), news(dead.sub, { topic: 'b' })]);
    let rounds = 0;
    for (; rounds < 20; rounds += 1) {
      const open = (await listRows()).filter(({ doneAt }) => doneAt === null);
      const [next] = open.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
      if (next === undefined) break;
      if (next.dueAt > time) time = next.dueAt;
      if (reached) await queueNotifications(db, [news(reached.sub, { topic: `to-${rounds}` })]);
      await node();
    }
    return rounds;
  }

  test('is removed with its waiting messages after a message has failed ten times', async () => {
    const [dead, alive] = [await addBrowser(), await addBrowser()];
    expect(await exhaust(dead, alive)).toBe(10);
    expect(service.messagesTo(alive)).toHaveLength(10);
    expect(await listMembers()).toEqual([alive.sub]);
    expect((await listRows()).filter(({ sub }) => sub === dead.sub)).toEqual([]);
  });

  test('stays while no device can be reached, because our own network has failed', async () => {
    const dead = await addBrowser();
    expect(await exhaust(dead)).toBe(10);
    expect(await listMembers()).toEqual([dead.sub]);
    expect(await listRows()).toMatchObject([{ attempts: 10 }, { attempts: 10 }]);
  });

  test('stays while its push service answers that it is busy', async () => {
    const [busy, alive] = [await addBrowser(), await addBrowser()];
    service.answer(busy, 503);
    await queueNotifications(db, [news(busy.sub)]);
    await db.update(notificationOutbox).set({ attempts: 9 });
    await queueNotifications(db, [news(alive.sub)]);
    await send();
    expect((await listMembers()).toSorted()).toEqual([busy.sub, alive.sub].toSorted());
    expect((await listRows()).every(({ doneAt }) => doneAt !== null)).toBe(true);
  });
});

test('a mail whose recipient is rejected permanently is not retried', async () => {
  const sub = randomUUID();
  await choose(sub, 'announcement', { mail: true });
  await queueNotifications(db, [news(sub)]);
  const rejection = { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 unknown' };
  await openNode({
    sendMail: () => Promise.reject(Object.assign(new Error('refused'), rejection)),
  })();
  expect(await listRows()).toMatchObject([{ attempts: 1, doneAt: time, title: '' }]);
});
