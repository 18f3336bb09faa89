import type { BrowserContext, Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { callApi, expect, heading, press, test, toast } from '#support/members/members.ts';
import { openAndStore, type Phone, takePhone } from '#support/browser/phone.ts';
import { readMine } from '#support/menus/menu-editor.ts';
import { changeMenu, countFavorites, heart, makeMenu } from '#support/menus/menus.ts';
import { openWorkerEvents } from '#support/browser/worker-events.ts';
import { readSub } from '#support/workouts/workouts.ts';

let phone: Phone;

test.beforeEach(async ({ embedded }) => {
  phone = await takePhone(embedded.url);
});

test.afterEach(async () => {
  await phone.throwAway();
});

const unsent = (page: Page) => page.getByText('未送信', { exact: true });
const unsentLink = (page: Page, count: number) =>
  page.getByRole('link', { name: `送信待ちの変更が${count}件あります` });

async function readNickname(embedded: EmbeddedServer, member: Account): Promise<unknown> {
  return (await callApi(embedded, member, 'GET', '/userinfo')).json['nickname'];
}

/** Lists the status of each call of the outbox once, however often it was sent. */
async function listAnswers(embedded: EmbeddedServer, member: Account): Promise<unknown[]> {
  const rows = await runSql(
    embedded.dataDir,
    'select status from idempotency_keys where sub = $1 order by status',
    [await readSub(member)],
  );
  return rows.map(({ status }) => status);
}

/** Changes a favourite, a menu and the nickname without a network. */
async function changeThings(page: Page, menu: number): Promise<void> {
  await page.goto('/my-training-sessions');
  await heart(page, '好きな日').click();
  await expect(unsent(page).first()).toBeVisible();
  await page.goto(`/training-sessions/${menu}/edit`);
  await page.getByLabel('タイトル').fill('地下で変えた日');
  await press(page, '保存する');
  await expect(toast(page, 'この端末に保存しました')).toBeVisible();
  await expect(heading(page, '地下で変えた日')).toBeVisible();
  await page.goto('/settings/userinfo');
  await page.getByLabel('ニックネーム').fill('地下のテツ');
  await press(page, '保存する');
  await expect(heading(page, 'マイページ')).toBeVisible();
  await expect(unsentLink(page, 3)).toBeVisible();
}

/** Collects the keys of all requests of all tabs from now on. */
function watchKeys(context: BrowserContext): readonly string[] {
  const keys: string[] = [];
  context.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (key !== undefined) keys.push(key);
  });
  return keys;
}

/** Checks that only one of two tabs sends when the network comes back. */
async function expectOneTabToSend(page: Page): Promise<void> {
  const context = page.context();
  const other = await context.newPage();
  await other.goto('/my-training-sessions');
  await page.goto('/my-training-sessions');
  await expect(heart(other, '好きな日')).toBeVisible();
  const keys = watchKeys(context);
  await context.setOffline(true);
  await heart(page, '好きな日').click();
  await expect(unsentLink(page, 1)).toBeVisible();
  await expect(heart(other, '好きな日')).toHaveAttribute('aria-pressed', 'false');
  await context.setOffline(false);
  await expect(unsentLink(page, 1)).toHaveCount(0);
  // The lock is free, so the second tab has had its turn.
  await other.evaluate(() => navigator.locks.request('tanren-outbox', () => {}));
  expect(keys).toHaveLength(1);
  await other.close();
}

/**
 * Checks that the worker, notified by the browser, makes a page send that has not noticed the
 * network.
 */
async function expectSyncToSend(page: Page): Promise<void> {
  const calls = '**/api/my/favorite-training-sessions';
  const { dispatchSync } = await openWorkerEvents(page);
  await page.evaluate(() => {
    const start = window.setTimeout.bind(window);
    // The timer for the next try, after five seconds, is disabled.
    const startUnlessLong = (run: () => void, ms = 0, ...args: unknown[]) =>
      start(run, ms === 5000 ? 1e9 : ms, ...args);
    window.setTimeout = startUnlessLong as typeof setTimeout;
  });
  await page.route(calls, (route) => route.abort());
  await heart(page, '好きな日').click();
  await expect(unsentLink(page, 1)).toBeVisible();
  await page.unroute(calls);
  await dispatchSync('outbox');
  await expect(unsentLink(page, 1)).toHaveCount(0);
}

test('changes made without a network arrive once, whatever happens to network and tab', async ({
  embedded,
  member,
}) => {
  const menu = await makeMenu(embedded, member, { title: '地下の日', visibility: 'private' });
  const liked = await makeMenu(embedded, member, { title: '好きな日' });
  await openAndStore(await phone.start(), member);

  await changeThings(await phone.start({ offline: true }), menu);
  // The phone is restarted before it finds a network.
  let page = await phone.start({ offline: true });
  await page.goto('/settings');
  await expect(unsentLink(page, 3)).toBeVisible();
  await expect(page.getByRole('link', { name: '地下のテツ' })).toBeVisible();
  expect(await listAnswers(embedded, member)).toEqual([]);
  await changeMenu(embedded, member, menu, { title: '上の階で変えた日' });

  for (let flicker = 0; flicker < 50; flicker += 1) {
    await phone.context().setOffline(false);
    // The tab is closed in the middle of sending.
    if (flicker % 20 === 10) {
      await page.close();
      page = await phone.context().newPage();
      await page.goto('/settings').catch(() => undefined);
    }
    await phone.context().setOffline(true);
  }
  page = await phone.start();
  await page.goto('/settings');

  await expect.poll(() => readNickname(embedded, member)).toBe('地下のテツ');
  await expect.poll(() => countFavorites(embedded, liked)).toEqual({ rows: 1, counter: 1 });
  // Both devices changed the menu, so the member decides.
  const decision = page.getByRole('link', { name: '確認が必要な変更が1件あります' });
  await expect(decision).toBeVisible();
  expect((await readMine(embedded, member, menu)).json).toMatchObject({
    title: '上の階で変えた日',
    version: 2,
  });
  await decision.click();
  await page.getByRole('link', { name: '内容を比べて選ぶ' }).click();
  const conflict = page.getByRole('region', { name: 'ほかの端末で内容が変更されています' });
  await expect(conflict).toContainText('地下で変えた日');
  await expect(conflict).toContainText('上の階で変えた日');
  await press(page, '自分の内容で上書きする');
  await expect(heading(page, '地下で変えた日')).toBeVisible();
  expect((await readMine(embedded, member, menu)).json).toMatchObject({
    title: '地下で変えた日',
    version: 3,
  });
  await page.goto('/settings');
  await expect(unsent(page)).toHaveCount(0);
  expect(await listAnswers(embedded, member)).toEqual([200, 200, 200, 409]);

  await expectOneTabToSend(page);
  expect(await countFavorites(embedded, liked)).toEqual({ rows: 0, counter: 0 });
  await expectSyncToSend(page);
  expect(await countFavorites(embedded, liked)).toEqual({ rows: 1, counter: 1 });
});
