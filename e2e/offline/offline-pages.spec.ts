import type { Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import {
  addReservation,
  ensureGyms,
  gymDayAt,
  makeGym,
  minutesFromNow,
  readLock,
  type TestGym,
} from '#support/gyms/gyms.ts';
import { createReadyMember, expect, heading, test } from '#support/members/members.ts';
import { letTokensRunOut, openAndStore, type Phone, takePhone } from '#support/browser/phone.ts';
import { makeMenu, markFavorite } from '#support/menus/menus.ts';
import { insertWorkouts, readSub, someWorkouts } from '#support/workouts/workouts.ts';

let phone: Phone;

test.beforeEach(async ({ embedded }) => {
  phone = await takePhone(embedded.url);
});

test.afterEach(async () => {
  await phone.throwAway();
});

interface Life {
  readonly gym: TestGym;
  readonly own: number;
  readonly lastDay: string;
  /** Returns the code that opens the door at an instant. */
  readonly lock: (at: number) => string;
}

/** Creates data of a member who has trained, has own and favourite menus, and is at the door. */
async function liveALittle(embedded: EmbeddedServer, member: Account): Promise<Life> {
  await ensureGyms(embedded);
  await insertWorkouts(embedded, member, someWorkouts);
  const own = await makeMenu(embedded, member, { title: '地下の日', visibility: 'private' });
  const other = await createReadyMember(embedded);
  const liked = await makeMenu(embedded, other, { title: '好きな日' });
  await markFavorite(embedded, member, liked);
  const gym = await makeGym(embedded, { members: [member] });
  const startsAt = minutesFromNow(-10);
  await addReservation(embedded, gym, await readSub(member), { startsAt });
  const lock = await readLock(embedded, gym, { startsAt });
  const newest = Math.max(...someWorkouts.map((workout) => workout.startedAt.getTime()));
  return { gym, own, lastDay: gymDayAt(new Date(newest)), lock };
}

const since = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^オフラインです。.*時点の内容です。$/ });

const countWorkers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Pages with and without parts that load later. The build's own test lists the stored files. */
const visitedPages = ['/', '/workouts', '/reservations', '/tanren-link', '/terms', '/settings'];

/** Checks that no script comes from the network from the second visit on, although it is there. */
async function expectScriptsFromWorker(page: Page): Promise<void> {
  const fetched: string[] = [];
  // Requests of the worker itself are included.
  phone.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') && request.serviceWorker() !== null) fetched.push(pathname);
  });
  const served: boolean[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/assets/')) served.push(response.fromServiceWorker());
  });
  for (const path of visitedPages) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  expect(fetched).toEqual([]);
  expect(served.length).toBeGreaterThan(visitedPages.length * 5);
  expect(served).not.toContain(false);
}

// spec 2.40, 9.3
test('the service worker is installed at the sign-in, and every needed page opens without a network after a restart', async ({
  embedded,
  member,
}) => {
  const { gym, own, lastDay, lock } = await liveALittle(embedded, member);
  const online = await phone.start();
  // A visitor who has not signed in gets no worker.
  await online.goto('/login');
  await expect(heading(online, 'ログイン')).toBeVisible();
  await online.waitForLoadState('networkidle');
  expect(await countWorkers(online)).toBe(0);
  await openAndStore(online, member);
  expect(await countWorkers(online)).toBe(1);
  await expectScriptsFromWorker(online);
  await letTokensRunOut(online);

  const page = await phone.start({ offline: true });
  const main = page.getByRole('main');
  const pages: [string, string, string][] = [
    ['/', 'テツさん', '今週のトレーニング'],
    ['/workouts', 'トレーニング履歴', '総発揮力'],
    [`/visits/${lastDay}`, '', '総発揮力'],
    ['/training-status', 'トレーニング状況', 'チェストプレス'],
    ['/my-training-sessions', 'マイメニュー', '地下の日'],
    [`/training-sessions/${own}`, '地下の日', 'ラットプルダウン'],
    ['/favorite-training-sessions', 'お気に入り', '好きな日'],
    ['/reservations?view=mine', '予約', gym.name],
    // This text does not depend on the time, unlike the opening state.
    [`/gyms/${gym.id}`, gym.name, '曜日ごとの営業時間'],
    ['/informations', 'お知らせ', 'マシン'],
  ];
  for (const [path, title, words] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(title);
    await expect(main, path).toContainText(words);
    await expect(since(page), path).toBeVisible();
  }

  // The door's code changes, and always matches the lock.
  const digits = page.getByRole('status', { name: '入館コード' }).locator('> :first-child');
  await page.goto(`/gyms/${gym.id}`);
  await expect
    .poll(async () => (await digits.textContent()) === lock(await page.evaluate(() => Date.now())))
    .toBe(true);

  // An action that cannot wait shows an error.
  await page.goto('/tanren-link');
  await expect(heading(page, 'ネットワークエラー')).toBeVisible();
  await expect(main).toContainText('マシンとの接続にはネットワーク接続が必要です。');

  // New data appears by itself when the network is back.
  await page.goto('/my-training-sessions');
  await makeMenu(embedded, member, { title: '地上の日' });
  await phone.context().setOffline(false);
  await expect(main).toContainText('地上の日');
  await expect(since(page)).toHaveCount(0);

  // The next navigation after 12 hours reloads the app, also without a network.
  await phone.context().setOffline(true);
  await page.evaluate(() => Object.assign(window, { isOldDocument: true }));
  await page.clock.setSystemTime(Date.now() + 13 * 60 * 60_000);
  const menu = page.getByRole('navigation', { name: 'メインメニュー' });
  await menu.getByRole('link', { name: '履歴' }).click();
  await expect(heading(page, 'トレーニング履歴')).toBeVisible();
  expect(await page.evaluate(() => 'isOldDocument' in window)).toBe(false);
});
