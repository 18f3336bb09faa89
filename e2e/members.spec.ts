import type { Page } from '@playwright/test';
import { checkAccessibility } from './support/accessibility.ts';
import { signIn } from './support/accounts.ts';
import { test } from './support/embedded-server.ts';
import { expect, heading, press, toast } from './support/identity-steps.ts';
import { callApi, createReadyMember } from './support/member-steps.ts';

test('unsaved changes are asked about, saved ones are not', async ({ page, embedded }) => {
  const account = await createReadyMember(embedded);
  await page.goto('/settings/userinfo');
  await signIn(page, account);
  await page.getByLabel('ニックネーム').fill('ハガネ');
  await page.getByRole('link', { name: '履歴' }).click();
  const question = page.getByRole('alertdialog', { name: '保存せずに移動しますか' });
  await expect(question).toBeVisible();
  expect(await checkAccessibility(page)).toEqual([]);
  await press(page, '入力を続ける');
  await expect(page.getByLabel('ニックネーム')).toHaveValue('ハガネ');
  await press(page, '保存する');
  await expect(toast(page, 'プロフィールを保存しました')).toBeVisible();
  await expect(heading(page, '設定')).toBeVisible();
  await page.goto('/');
  await expect(heading(page, 'ハガネさん')).toBeVisible();
  await page.goto('/settings/userinfo');
  await page.getByLabel('ニックネーム').fill('捨てる名前');
  await page.getByRole('link', { name: '履歴' }).click();
  await press(page, '保存せずに移動する');
  await expect(page).toHaveURL('/workouts');
});

test('a bell that cannot be fetched takes nothing else away', async ({ page, embedded }) => {
  const account = await createReadyMember(embedded);
  let refused = 0;
  await page.route('**/assets/unread-bell-*.js', async (route) => {
    refused += 1;
    await route.abort();
  });
  await page.goto('/settings');
  await signIn(page, account);
  await expect(heading(page, '設定')).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await page.getByRole('link', { name: '履歴' }).click();
  await expect(heading(page, 'トレーニング履歴')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^お知らせ/ })).toHaveCount(0);
});

test('announcements: unread until read, in every tab', async ({ page, context, embedded }) => {
  const account = await createReadyMember(embedded);
  await page.goto('/');
  await signIn(page, account);
  await expect(heading(page, 'テツさん')).toBeVisible();
  const bell = (tab: Page) => tab.getByRole('banner').getByRole('link', { name: /^お知らせ/ });
  await expect(bell(page)).toHaveAccessibleName('お知らせ（未読あり）');
  await expect(page.getByText('未読のお知らせ')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(bell(other)).toHaveAccessibleName('お知らせ（未読あり）');

  await bell(page).click();
  await expect(page.getByRole('article')).toHaveCount(7);
  await expect(page.getByRole('article').first()).toContainText('2025年8月15日(金)');
  await expect(page.getByRole('article').last()).toContainText('2022年3月29日(火)');
  await expect(bell(page)).toHaveAccessibleName('お知らせ');
  await expect(bell(other)).toHaveAccessibleName('お知らせ');
  expect(await page.evaluate(() => localStorage.getItem('read_information_version'))).toBe('7');
  const text = page.getByRole('article').first().locator('p');
  await expect(text).toHaveCSS('white-space', 'pre-line');
  expect(await checkAccessibility(page)).toEqual([]);

  // The stored version differs from the count: unread again.
  await page.evaluate(() => {
    localStorage.setItem('read_information_version', '6');
  });
  await expect(bell(other)).toHaveAccessibleName('お知らせ（未読あり）');
});

test('announcements and workout data load side by side, once', async ({ page, embedded }) => {
  const account = await createReadyMember(embedded);
  await page.goto('/');
  await signIn(page, account);
  await expect(heading(page, 'テツさん')).toBeVisible();
  let calls: { readonly pathname: string; readonly at: number }[] = [];
  let refreshes: string[] = [];
  page.on('request', (request) => {
    // What the page before it had still to ask for does not count.
    if (request.isNavigationRequest()) [calls, refreshes] = [[], []];
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push({ pathname, at: Date.now() });
    if (pathname.startsWith('/cognito/')) refreshes.push(pathname);
  });
  // Tokens that have run out: several calls at once need one refresh.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith('.clockDrift')) localStorage.setItem(key, String(2 * 60 * 60 * 1000));
    }
  });
  await page.reload();
  await expect(heading(page, 'テツさん')).toBeVisible();
  const each = [
    '/api/informations',
    '/api/my/training-session-run',
    '/api/tanren-connection',
    '/api/trainer-training-sessions',
    '/api/training-reservations/my',
    '/api/training-status',
    '/api/userinfo',
    '/api/workouts/latest',
  ];
  // A session that runs is asked for again after 15 seconds.
  const atFirst = () => calls.filter(({ at }) => at - (calls[0]?.at ?? 0) < 14_000);
  const listCalls = () => atFirst().map(({ pathname }) => pathname);
  await expect.poll(() => listCalls().toSorted()).toEqual(each);
  await page.waitForLoadState('networkidle');
  expect(listCalls().toSorted()).toEqual(each);
  expect(refreshes).toHaveLength(1);
});

test('ranking visibility and the export of all data', async ({ page, embedded }) => {
  const account = await createReadyMember(embedded);
  await page.goto('/settings');
  await signIn(page, account);
  const hide = page.getByRole('switch', { name: 'ランキングに掲載しない' });
  await expect(hide).not.toBeChecked();
  await hide.click();
  await expect(hide).toBeChecked();
  await expect
    .poll(async () => (await callApi(embedded, account, 'GET', '/userinfo')).json['rankingVisible'])
    .toBe(false);
  await page.reload();
  await expect(hide).toBeChecked();

  const download = page.waitForEvent('download');
  await press(page, 'データの書き出し');
  const file = await download;
  expect(file.suggestedFilename()).toBe('tanren-export.zip');
  const stream = await file.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');
});

test('after deletion nothing of the member is left to sign in to', async ({ page, embedded }) => {
  const account = await createReadyMember(embedded);
  await page.goto('/settings');
  await signIn(page, account);
  await expect(heading(page, '設定')).toBeVisible();
  await page.evaluate(() => {
    const tokenKey = Object.keys(localStorage).find((key) => key.endsWith('.idToken')) ?? '';
    const payload = localStorage.getItem(tokenKey)?.split('.')[1] ?? '';
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const { sub } = JSON.parse(atob(base64)) as { sub: string };
    for (const whose of [sub, 'somebody-else']) {
      localStorage.setItem(`tanren:draft:${whose}:new`, '{}');
    }
  });
  await press(page, '退会（アカウントの削除）');
  await expect(page.getByRole('alertdialog', { name: 'Confirm Delete' })).toBeVisible();
  await press(page, '削除する');
  await press(page, 'OK');
  await expect(heading(page, 'サインイン')).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.startsWith('tanren:'))).toEqual([
    'tanren:draft:somebody-else:new',
  ]);
  await signIn(page, account);
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
});
