import type { Page } from '@playwright/test';
import type { Account } from './support/accounts.ts';
import { runSql } from './support/database.ts';
import type { EmbeddedServer } from './support/embedded-server.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { callApi, openAs } from './support/member-steps.ts';
import { readQrCode } from './support/read-qr-code.ts';
import { createWorker, enterCode, linkTrainer } from './support/trainer-link.ts';
import { codeField, openDevice, openTrainer } from './support/trainer-pages.ts';
import { readSub } from './support/workouts.ts';

expectQuietConsole(test);

const address = '/settings/trainer-connect';
const shownCode = (page: Page) => page.getByRole('main').locator('code');
const qrCode = (page: Page) => page.getByRole('img', { name: /^連携コードのQRコード/ });
const timer = (page: Page) => page.getByRole('main').getByRole('timer');
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(name) });
const scope = (page: Page, name: string) => page.getByRole('switch', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openPage(page: Page, member: Account): Promise<void> {
  await openAs(page, member, address);
  await expect(heading(page, 'トレーナー連携')).toBeVisible();
}

async function issue(page: Page): Promise<string> {
  await press(page, '連携コードを発行する');
  await expect(shownCode(page)).toBeVisible();
  return (await shownCode(page).textContent()) ?? '';
}

async function readConnection(embedded: EmbeddedServer, member: Account) {
  return (await callApi(embedded, member, 'GET', '/trainer-connection-code')).json;
}

test('a code is issued, entered by a trainer, and the page turns to the link by itself', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await openPage(page, member);
  for (const name of ['トレーニング履歴', 'プロフィール', 'トレーニング状況']) {
    await expect(box(page, name)).toBeChecked();
  }
  await expectClean(page);
  await box(page, 'プロフィール').uncheck();
  const code = await issue(page);
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  await expect(qrCode(page)).toBeVisible();
  await expect(timer(page)).toHaveText(/残り1[45]:\d\d/);
  await expectClean(page);

  expect((await enterCode(embedded, trainer, code)).status).toBe(201);
  await expect(toast(page, 'コウジさんと連携しました')).toBeVisible();
  await expect(page.getByRole('region', { name: '連携中のトレーナー' })).toContainText('コウジ');
  await expect(scope(page, 'トレーニング履歴')).toBeChecked();
  await expect(scope(page, 'プロフィール')).not.toBeChecked();
  await expect(shownCode(page)).toBeHidden();
  await expectClean(page);
  await page.getByRole('link', { name: 'マイトレーナーを見る' }).click();
  await expect(heading(page, 'マイトレーナー')).toBeVisible();
});

test('a trainer scans the code, and is linked by one tap', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await openPage(page, member);
  const code = await issue(page);
  const scanned = await readQrCode(qrCode(page));
  expect(scanned).toBe(`${embedded.url}/trainer?code=${code.replace('-', '')}`);

  const tablet = await openDevice(browser, embedded.url);
  await openTrainer(tablet, trainer, new URL(scanned).pathname + new URL(scanned).search);
  await expect(codeField(tablet)).toHaveValue(code);
  await expect(tablet).toHaveURL('/trainer');
  await press(tablet, '連携する');
  await expect(tablet).toHaveURL(/\/trainer\/members\/\d+$/);
  await expect(toast(page, 'コウジさんと連携しました')).toBeVisible();
  await tablet.context().close();
});

test('the same code is there after a reload, and two quick taps issue one', async ({
  page,
  member,
}) => {
  await openPage(page, member);
  let issued = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/trainer-connection-code')) {
      issued += 1;
    }
  });
  await button(page, '連携コードを発行する').dblclick();
  await expect(shownCode(page)).toBeVisible();
  const code = (await shownCode(page).textContent()) ?? '';
  await page.reload();
  await expect(shownCode(page)).toHaveText(code);
  await expect(timer(page)).toHaveText(/残り1[45]:\d\d/);
  expect(issued).toBe(1);
});

test('a new code voids the last, and one that is taken back is good for nothing', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await openPage(page, member);
  const first = await issue(page);
  await press(page, '新しいコードを発行する');
  await expect(shownCode(page)).not.toHaveText(first);
  const second = (await shownCode(page).textContent()) ?? '';
  expect((await enterCode(embedded, trainer, first)).status).toBe(404);
  await press(page, 'コードを取り消す');
  await expect(toast(page, 'コードを取り消しました')).toBeVisible();
  await expect(button(page, '連携コードを発行する')).toBeVisible();
  expect((await enterCode(embedded, trainer, second)).status).toBe(404);
  expect(await readConnection(embedded, member)).toEqual({ state: 'none' });
});

test('it is copied as it is shown', async ({ page, context, member }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, member);
  const code = await issue(page);
  await press(page, 'コードをコピーする');
  await expect(button(page, 'コピーしました')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('a code whose time is over says so and leads to a new one with the same choice', async ({
  page,
  embedded,
  member,
}) => {
  await page.clock.install();
  await openPage(page, member);
  await box(page, 'トレーニング状況').uncheck();
  const code = await issue(page);
  await runSql(
    embedded.dataDir,
    `update trainer_codes set expires_at = now() - interval '1 second' where member_sub = $1`,
    [await readSub(member)],
  );
  await page.clock.fastForward('15:00');
  await expect(page.getByRole('main').getByText('有効期限が切れました').last()).toBeVisible();
  await expect(shownCode(page)).toBeHidden();
  await expect(box(page, 'トレーニング状況')).not.toBeChecked();
  await expectClean(page);
  await press(page, '新しいコードを発行する');
  await expect(shownCode(page)).toBeVisible();
  await expect(shownCode(page)).not.toHaveText(code);
  await expect(scope(page, 'トレーニング状況')).not.toBeChecked();
});

test('without a network the code stays in sight until its time is over', async ({
  page,
  context,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await openPage(page, member);
  const code = await issue(page);
  await context.setOffline(true);
  await expect(page.getByText('コードはそのまま使えます')).toBeVisible();
  await expect(shownCode(page)).toHaveText(code);
  await expectClean(page);
  await press(page, 'コードを取り消す');
  await expect(toast(page, 'ネットワークエラー').first()).toBeVisible();
  await expect(shownCode(page)).toHaveText(code);
  // Entered on the trainer's own line meanwhile: found when the network is back.
  expect((await enterCode(embedded, trainer, code)).status).toBe(201);
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: '連携中のトレーナー' })).toBeVisible();
  forgiveComplaints('ERR_INTERNET_DISCONNECTED');
  forgiveComplaints('NetworkError');
});

test('what another device does is noticed', async ({ page, embedded, member }) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await openPage(page, member);
  await issue(page);
  await callApi(embedded, member, 'DELETE', '/trainer-connection-code');
  await expect(button(page, '連携コードを発行する')).toBeVisible();
  await expect(page.getByText('有効期限が切れました')).toBeHidden();
  // Linked elsewhere, while this page still offers a code.
  await linkTrainer(embedded, member, trainer);
  await press(page, '連携コードを発行する');
  await expect(toast(page, 'すでにトレーナーと連携しています')).toBeVisible();
  await expect(page.getByRole('region', { name: '連携中のトレーナー' })).toBeVisible();
  // Ended elsewhere, while this page still has its switches.
  await callApi(embedded, member, 'DELETE', '/trainer-connection-code');
  await scope(page, 'プロフィール').click();
  await expect(toast(page, 'すでに終わっています')).toBeVisible();
  await expect(button(page, '連携コードを発行する')).toBeVisible();
  forgiveComplaints('409');
});

test('what is shared changes at once, and goes back when the server is not reached', async ({
  page,
  context,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  const asTrainer = async (path: string) =>
    (await callApi(embedded, trainer, 'GET', `/trainer/members/${memberId}${path}`)).status;
  await openPage(page, member);
  expect(await asTrainer('/workouts')).toBe(200);
  // Two at once: neither undoes the other.
  await scope(page, 'トレーニング履歴').click();
  await scope(page, 'プロフィール').click();
  await expect
    .poll(async () => (await readConnection(embedded, member))['scopes'])
    .toEqual(['status']);
  expect(await asTrainer('/workouts')).toBe(403);
  await expect(scope(page, 'トレーニング履歴')).not.toBeChecked();
  await expect(scope(page, 'トレーニング状況')).toBeChecked();

  await context.setOffline(true);
  await scope(page, 'トレーニング状況').click();
  await expect(toast(page, 'ネットワークエラー').first()).toBeVisible();
  await expect(scope(page, 'トレーニング状況')).toBeChecked();
  await context.setOffline(false);
  await scope(page, 'トレーニング状況').click();
  await expect(page.getByText('どの情報も共有しない場合も')).toBeVisible();
  await expect.poll(async () => (await readConnection(embedded, member))['scopes']).toEqual([]);
  forgiveComplaints('ERR_INTERNET_DISCONNECTED');
  forgiveComplaints('NetworkError');
});
