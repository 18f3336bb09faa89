import { randomUUID } from 'node:crypto';
import type { NotificationChoice, PushDevice } from '@tanren/contract/members/notifications';
import { maxPushDevices } from '@tanren/domain/members/notifications';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  notificationChoices,
  notificationOutbox,
  pushSubscriptions,
  userInfos,
} from '#db/schema/members.ts';
import { openUnsubscriptions } from '#mail/unsubscribe.ts';
import { testTrainerCodeKey } from '#test/support/app.ts';
import { type Method, openWorld } from '#test/support/world.ts';
import { makeBrowser, openTestPushService } from '#test/support/members/push-service.ts';

const service = await openTestPushService();
const world = await openWorld('2026-11-17T03:00:00Z', { push: service.push });
const { db, app, addMember } = world;
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1';

interface Settings {
  readonly choices: NotificationChoice[];
  readonly devices: PushDevice[];
  readonly vapidPublicKey: string;
  readonly email: string | null;
}

const call = async <T>(sub: string, method: Method, path: string, payload?: object) =>
  await world.call<T>(sub, method, path, payload, { headers: { 'user-agent': iPhone } });
const read = async (sub: string) =>
  (await call<Settings>(sub, 'GET', '/my/notification-settings')).body;
const add = async (sub: string, { endpoint, keys } = service.newBrowser()) =>
  await call<PushDevice>(sub, 'POST', '/my/push-subscriptions', { endpoint, keys });

describe('notification settings', () => {
  test('have default values until one is chosen, which changes no other kind', async () => {
    const sub = randomUUID();
    const before = await read(sub);
    expect(before.choices).toHaveLength(7);
    expect(before.choices.every(({ push }) => push)).toBe(true);
    expect(before.choices.filter(({ mail }) => mail).map(({ kind }) => kind)).toEqual([
      'offer',
      'gym-cancelled',
    ]);
    expect(before).toMatchObject({ devices: [], vapidPublicKey: service.push.publicKey });
    const chosen = { kind: 'weekly-summary' as const, push: false, mail: true };
    const put = await call(sub, 'PUT', '/my/notification-settings', { choices: [chosen] });
    expect(put.status).toBe(204);
    const after = await read(sub);
    expect(after.choices.at(-1)).toEqual(chosen);
    expect(after.choices.slice(0, -1)).toEqual(before.choices.slice(0, -1));
    expect((await read(randomUUID())).choices).toEqual(before.choices);
  });
});

describe('a push device', () => {
  test('is listed by its name once, however often it registers', async () => {
    const sub = randomUUID();
    const browser = service.newBrowser();
    const [first, again] = [await add(sub, browser), await add(sub, browser)];
    expect(first).toMatchObject({
      status: 201,
      body: { name: 'iPhone・Safari', lastPushAt: null },
    });
    expect(again).toEqual(first);
    const { devices } = await read(sub);
    expect(devices).toEqual([first.body]);
    expect(JSON.stringify(devices)).not.toContain(browser.endpoint);
    expect(devices[0]?.fingerprint).toMatch(/^[\da-f]{32}$/);
  });

  test('moves to the account that uses it now, without messages of the earlier one', async () => {
    const [before, after] = [randomUUID(), randomUUID()];
    const browser = service.newBrowser();
    await add(before, browser);
    await call(before, 'POST', '/my/test-notifications');
    await add(after, browser);
    expect((await read(before)).devices).toEqual([]);
    expect((await read(after)).devices).toHaveLength(1);
    expect(await db.$count(notificationOutbox, eq(notificationOutbox.sub, before))).toBe(0);
  });

  test('can be removed by its own member only', async () => {
    const [sub, stranger] = [randomUUID(), randomUUID()];
    const { body } = await add(sub);
    const path = `/my/push-subscriptions/${body.id}`;
    expect((await call(stranger, 'DELETE', path)).status).toBe(404);
    expect((await call(sub, 'DELETE', path)).status).toBe(204);
    expect((await call(sub, 'DELETE', path)).status).toBe(404);
    expect((await read(sub)).devices).toEqual([]);
  });

  test('replaces the oldest one when there are too many', async () => {
    const sub = randomUUID();
    for (let n = 0; n <= maxPushDevices; n += 1) await add(sub);
    const ids = (await read(sub)).devices.map(({ id }) => id);
    expect(ids).toHaveLength(maxPushDevices);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const left = await db.$count(pushSubscriptions, eq(pushSubscriptions.sub, sub));
    expect(left).toBe(maxPushDevices);
  });

  test.each([
    ['another address', makeBrowser('https://127.0.0.1/internal')],
    [
      'a key that is no point of the curve',
      { ...service.newBrowser(), keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } },
    ],
  ])('with %s is rejected', async (_what, browser) => {
    const sub = randomUUID();
    expect((await add(sub, browser)).status).toBe(400);
    expect((await read(sub)).devices).toEqual([]);
  });
});

test('sends a test to every device, and limits the number of tests', async () => {
  const sub = randomUUID();
  expect((await call(sub, 'POST', '/my/test-notifications')).body).toEqual({ devices: 0 });
  await add(sub);
  await add(sub);
  expect((await call(sub, 'POST', '/my/test-notifications')).body).toEqual({ devices: 2 });
  await call(sub, 'POST', '/my/test-notifications');
  expect(await db.$count(notificationOutbox, eq(notificationOutbox.sub, sub))).toBe(2);
  expect((await call(sub, 'POST', '/my/test-notifications')).status).toBe(429);
});

describe('unsubscribing', () => {
  const links = openUnsubscriptions(testTrainerCodeKey, new URL('https://gym.example'));

  async function mailed() {
    const sub = await addMember();
    const mail = { to: 'a@tanren.example', subject: 'x', text: 'x\n' };
    const { unsubscribeUrl = '', text } = links.add(mail, { sub, kind: 'offer' });
    return { sub, text, path: new URL(unsubscribeUrl).pathname };
  }

  test('takes one click in a mail program, without signing in', async () => {
    const { sub, path, text } = await mailed();
    expect(text).toContain('https://gym.example/unsubscribe?token=');
    expect((await app.inject({ url: path })).json()).toEqual({ kind: 'offer', stopped: false });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const click = { method: 'POST', url: path, headers: form } as const;
    for (let times = 0; times < 2; times += 1) {
      const { statusCode } = await app.inject({ ...click, payload: 'List-Unsubscribe=One-Click' });
      expect(statusCode).toBe(204);
    }
    expect((await app.inject({ url: path })).json()).toEqual({ kind: 'offer', stopped: true });
    const { choices } = await read(sub);
    expect(choices[0]).toEqual({ kind: 'offer', push: true, mail: false });
    expect(choices.find(({ kind }) => kind === 'gym-cancelled')?.mail).toBe(true);
  });

  test('shows a page when the address is opened', async () => {
    const { path } = await mailed();
    const opened = await app.inject({ url: path, headers: { accept: 'text/html,*/*' } });
    expect([opened.statusCode, opened.headers.location]).toEqual([
      303,
      `/unsubscribe?token=${path.split('/').at(-1)}`,
    ]);
  });

  test('needs a token that we signed for that member and that kind', async () => {
    const { path } = await mailed();
    const token = path.split('/').at(-1) ?? '';
    const [who = '', , signature = ''] = token.split('.');
    const forged = [
      `${who}.weekly-summary.${signature}`,
      `${Buffer.alloc(16, 1).toString('base64url')}.offer.${signature}`,
      `${who}.offer.${Buffer.alloc(16).toString('base64url')}`,
      'x'.repeat(60),
    ];
    for (const text of forged) {
      const url = `/api/notification-unsubscriptions/${text}`;
      expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404);
    }
  });

  test('stores nothing for an erased member', async () => {
    const { sub, path } = await mailed();
    await db.delete(userInfos).where(eq(userInfos.sub, sub));
    expect((await app.inject({ method: 'POST', url: path })).statusCode).toBe(204);
    expect(await db.$count(notificationChoices, eq(notificationChoices.sub, sub))).toBe(0);
  });
});
