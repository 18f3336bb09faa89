import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Worker } from '@playwright/test';

/** Events that only the browser itself sends to a worker. They are sent by its developer tools. */
export interface WorkerEvents {
  readonly worker: Worker;
  /** Delivers a message like the push service. */
  readonly deliverPush: (message: object) => Promise<void>;
  /** Sends the event of Background Sync, like when the network is back. */
  readonly dispatchSync: (tag: string) => Promise<void>;
}

export async function openWorkerEvents(page: Page): Promise<WorkerEvents> {
  const context = page.context();
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('there is no worker');
  // The session stays open with the page, and keeps the worker running.
  const session = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (ours !== undefined) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const at = { origin, registrationId: await found };
  return {
    worker,
    async deliverPush(message) {
      const data = JSON.stringify(message);
      await session.send('ServiceWorker.deliverPushMessage', { ...at, data });
    },
    async dispatchSync(tag) {
      await session.send('ServiceWorker.dispatchSyncEvent', { ...at, tag, lastChance: false });
    },
  };
}

const screen = 'test-screen';

/**
 * Replaces push subscription and notifications in the worker by a cache, because a headless browser
 * has neither. Everything else is unchanged. The worker's file is changed, because the browser may
 * stop a worker at any time and start it again.
 */
export async function giveWorkerScreen(root: string): Promise<void> {
  const file = path.join(root, 'apps/web/dist/client/service-worker.js');
  for (const copy of ['br', 'gz']) await rm(`${file}.${copy}`, { force: true });
  const opening = `{
    const open = () => caches.open('${screen}');
    PushManager.prototype.getSubscription = async () =>
      (await (await open()).match('/subscription')) ?? null;
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data }) => {
      await (await open()).put('/shown/' + tag, new Response(JSON.stringify([title, body, data])));
    };
    ServiceWorkerRegistration.prototype.getNotifications = async () => [];
  }\n`;
  await writeFile(file, opening + (await readFile(file, 'utf8')));
}

/** Subscribes like the switch in the settings. */
export async function subscribe(page: Page): Promise<void> {
  await page.evaluate(async (name) => {
    await (await caches.open(name)).put('/subscription', new Response());
  }, screen);
}

/** Lists title, text and data of all shown notifications, oldest first. */
export async function listNotifications(page: Page): Promise<unknown[]> {
  return await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const requests = (await cache.keys()).filter(({ url }) => url.includes('/shown/'));
    return await Promise.all(
      requests.map(async (request) => (await (await cache.match(request))?.json()) as unknown),
    );
  }, screen);
}

/** Deletes the cache, so that the browser stores only data of the app. */
export async function takeScreenAway(page: Page): Promise<void> {
  await page.evaluate(async (name) => await caches.delete(name), screen);
}
