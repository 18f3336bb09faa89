import { rm } from 'node:fs/promises';
import { type Page, test } from '@playwright/test';
import { type EmbeddedServer, withMails } from '#support/server/embedded-server.ts';
import { createReadyMember, expect, heading } from '#support/members/members.ts';
import { openInApp } from '#support/browser/navigation.ts';
import { openAndStore, readShownBuild, takePhone, type Phone } from '#support/browser/phone.ts';
import { installCopy, newerBuild, replaceBuild } from '#support/server/second-build.ts';
import { type RunningServer, startServer } from '#support/server/server.ts';
import { makeMenu } from '#support/menus/menus.ts';
import {
  giveWorkerScreen,
  openWorkerEvents,
  subscribe,
  listNotifications,
  takeScreenAway,
} from '#support/browser/worker-events.ts';

let root: string;
let server: RunningServer;
let embedded: EmbeddedServer;
let phone: Phone;
/** Data folder of a server whose data another server uses now. */
let leftOver: string | null = null;

test.beforeEach(async () => {
  root = await installCopy();
  await giveWorkerScreen(root);
  server = await startServer({}, root);
  embedded = withMails(server);
  phone = await takePhone(server.url);
});

test.afterEach(async () => {
  await phone.throwAway();
  await server.stop();
  for (const folder of [root, leftOver]) {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
});

async function endServer(): Promise<void> {
  const ended = new Promise((resolve) => server.process.once('exit', resolve));
  server.process.kill('SIGTERM');
  await ended;
}

/** Starts the server again at the same address with the same data. */
async function startServerAgain(settings: Record<string, string>): Promise<void> {
  const { dataDir, url } = server;
  const { port } = new URL(url);
  server = await startServer({ ...settings, PORT: port, DATA_DIR: dataDir }, root);
  leftOver = dataDir;
}

/** Lists the builds of the page's scripts. Both names mean that two builds are mixed. */
async function listBuilds(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.*\.js$/.test(path)),
  );
  expect(names.length).toBeGreaterThan(3);
  return [...new Set(names.map((name) => (name.endsWith('-new.js') ? 'new' : 'old')))];
}

/** Counts how often a whole document was loaded. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

/**
 * Checks that the worker shows a push, only the newest of its topic, and no content without a
 * subscription.
 */
async function expectPushesShown(page: Page): Promise<void> {
  const offer = {
    title: '空きが出ました',
    body: '23:10まで枠を確保しています。',
    path: '/reservations',
    topic: 'offer-1',
  };
  const withoutWords = [
    'TANREN',
    'お知らせがあります。アプリを開いてご確認ください。',
    { path: '/' },
  ];
  const { deliverPush } = await openWorkerEvents(page);
  /**
   * The browser may stop the worker at any time. A lost push is sent again, as a push service does.
   */
  const expectShown = (push: object, shown: readonly unknown[]) =>
    expect(async () => {
      await deliverPush(push);
      await expect.poll(() => listNotifications(page), { timeout: 5000 }).toEqual(shown);
    }).toPass();
  const shown = ({ title, body, path }: typeof offer) => [title, body, { path }];
  const older = { ...offer, title: '古いお知らせ' };
  await expectShown(offer, [withoutWords]);
  await subscribe(page);
  await expectShown(older, [withoutWords, shown(older)]);
  await expectShown(offer, [withoutWords, shown(offer)]);
  await takeScreenAway(page);
}

const update = (page: Page) => page.getByRole('button', { name: '更新する' });

test('an old tab, a new server and a phone that was offline: no page breaks, and builds never mix', async ({
  page: visitor,
}) => {
  const member = await createReadyMember(embedded);
  await makeMenu(embedded, member, { title: '先週の日', visibility: 'private' });
  const tab = await phone.start();
  const oldBuild = await openAndStore(tab, member);
  await expectPushesShown(tab);
  // A visitor has no worker.
  await visitor.goto(`${server.url}/register`);
  await visitor.getByRole('heading', { level: 1 }).waitFor();
  const [documents, visitorDocuments] = [countDocuments(tab), countDocuments(visitor)];
  await replaceBuild(root);
  await expect
    .poll(async () => {
      const latest = await fetch(`${server.url}/builds/latest.json`);
      return ((await latest.json()) as { id: string }).id;
    })
    .toBe(newerBuild);

  // The old page has no worker and reloads into the new build.
  await openInApp(visitor, '/register/userinfo');
  await expect(heading(visitor, 'プロフィールの登録')).toBeVisible();
  expect(visitorDocuments()).toBe(1);
  expect(await listBuilds(visitor)).toEqual(['new']);

  // The old tab continues with its own files, which the server does not have.
  await openInApp(tab, '/training-status');
  await expect(heading(tab, 'トレーニング状況')).toBeVisible();
  expect(documents()).toBe(0);
  expect(await listBuilds(tab)).toEqual(['old']);

  // The new build is loaded in the background and offered, except on the page of a machine.
  await tab.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(update(tab)).toBeVisible();
  await openInApp(tab, '/tanren-link');
  await expect(heading(tab, 'マシンと接続')).toBeVisible();
  await expect(update(tab)).toHaveCount(0);
  await openInApp(tab, '/settings');
  await expect(update(tab)).toBeVisible();
  expect(documents()).toBe(0);

  // A restart without a network opens the build whose data is stored, although a newer one is
  // installed.
  const cellar = await phone.start({ offline: true });
  await cellar.goto('/my-training-sessions');
  await expect(cellar.getByRole('main')).toContainText('先週の日');
  expect(await listBuilds(cellar)).toEqual(['old']);
  expect(await readShownBuild(cellar)).toBe(oldBuild);

  // The network is back: the page comes from it, and from now on the new build opens offline.
  const back = await phone.start();
  await back.goto('/my-training-sessions');
  await expect(back.getByRole('main')).toContainText('先週の日');
  expect(await listBuilds(back)).toEqual(['new']);
  await expect.poll(() => readShownBuild(back)).toBe(newerBuild);
  const again = await phone.start({ offline: true });
  await again.goto('/my-training-sessions');
  await expect(again.getByRole('main')).toContainText('先週の日');
  expect(await listBuilds(again)).toEqual(['new']);

  // The server is down: the visitor stays in the app and sees an error.
  await endServer();
  await openInApp(visitor, '/forgot-password');
  await expect(visitor.getByRole('heading', { name: 'ネットワークエラー' })).toBeVisible();
  expect(visitor.url()).toBe(`${server.url}/forgot-password`);
  expect(visitorDocuments()).toBe(1);

  // The setting removes the worker and its stored data, and the app continues to work.
  await startServerAgain({ SERVICE_WORKER: 'no' });
  const without = await phone.start();
  await without.goto('/my-training-sessions');
  await expect
    .poll(async () =>
      without.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: (await caches.keys()).length,
      })),
    )
    .toEqual({ workers: 0, caches: 0 });
  await without.reload();
  await expect(without.getByRole('main')).toContainText('先週の日');
});
