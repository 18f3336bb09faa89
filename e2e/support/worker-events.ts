import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Worker } from '@playwright/test';

/** What only the browser itself tells a worker, sent by its tools for developers. */
export interface WorkerEvents {
  readonly worker: Worker;
  /** As when the push service brings something. */
  readonly deliverPush: (message: object) => Promise<void>;
  /** As when there is a network again, by Background Sync. */
  readonly dispatchSync: (tag: string) => Promise<void>;
}

export async function openWorkerEvents(page: Page): Promise<WorkerEvents> {
  const context = page.context();
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('there is no worker');
  // It stays open with the page, and keeps the worker running.
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
 * A browser without a screen has no push service to subscribe at, and shows no notifications. The
 * worker of this installation finds both in a cache; everything else is its own. In its file, since
 * the browser may stop a worker at any time and start it anew.
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

/** As after the switch in the settings. */
export async function subscribe(page: Page): Promise<void> {
  await page.evaluate(async (name) => {
    await (await caches.open(name)).put('/subscription', new Response());
  }, screen);
}

/** Title, text and data of every notification that is shown, oldest first. */
export async function listNotifications(page: Page): Promise<unknown[]> {
  return await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const requests = (await cache.keys()).filter(({ url }) => url.includes('/shown/'));
    return await Promise.all(
      requests.map(async (request) => (await (await cache.match(request))?.json()) as unknown),
    );
  }, screen);
}

/** Afterwards the browser has nothing that is not of the app. */
export async function takeScreenAway(page: Page): Promise<void> {
  await page.evaluate(async (name) => await caches.delete(name), screen);
}
