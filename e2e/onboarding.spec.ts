import type { BrowserContext } from '@playwright/test';
import { checkAccessibility } from './support/accessibility.ts';
import { createAccount, newEmail, password, signIn } from './support/accounts.ts';
import { runSql } from './support/database.ts';
import { test } from './support/embedded-server.ts';
import { type AccessTableLevel, askedPages, guardTable } from './support/guard-table.ts';
import { expect, heading, press } from './support/identity-steps.ts';
import { callApi, fillProfile, profile } from './support/member-steps.ts';
import { waitForApp } from './support/navigation.ts';

test('register, code, profile, terms, home: next is kept all the way', async ({
  page,
  embedded,
}) => {
  const email = newEmail();
  await page.goto('/informations');
  await waitForApp(page);
  await page.getByRole('link', { name: '新規会員登録' }).click();
  await expect(heading(page, '新規会員登録')).toBeVisible();
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await press(page, '登録する');
  await page.getByLabel('確認コード').fill(await embedded.readCode(email));
  await press(page, '確認する');

  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await press(page, '登録する');
  await expect(page.getByText('身長を入力してください')).toBeVisible();
  await expect(page.getByText('トレーニングの目的を1つ以上選択してください')).toBeVisible();
  await expect(page.getByLabel('ニックネーム')).toBeFocused();
  expect(await checkAccessibility(page)).toEqual([]);
  await page.getByLabel('身長').fill('20');
  await page.getByLabel('体重').focus();
  await expect(page.getByText('身長は100〜250cmの範囲で入力してください')).toBeVisible();
  await fillProfile(page);
  await press(page, '登録する');

  await expect(heading(page, '利用規約への同意')).toBeVisible();
  await expect(page).toHaveURL('/confirm-agreement?next=%2Finformations');
  await expect(page.getByText('第1条').first()).toBeVisible();
  expect(await checkAccessibility(page)).toEqual([]);
  await press(page, '同意して続ける');

  await expect(page).toHaveURL('/informations');
  await expect(heading(page, 'お知らせ')).toBeVisible();
  await page.goto('/');
  await expect(heading(page, 'テツさん')).toBeVisible();
});

test('the back button never traps on the way in', async ({ page, embedded }) => {
  const account = await createAccount(embedded);
  await page.goto('/terms');
  await page.goto('/informations');
  await signIn(page, account);
  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await fillProfile(page);
  await press(page, '登録する');
  await press(page, '同意して続ける');
  await expect(heading(page, 'お知らせ')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/terms');
});

test('an account whose password was set or reset by others leads to a new one', async ({
  page,
  embedded,
}) => {
  const account = await createAccount(embedded);
  const setStatus = async (status: string) => {
    await runSql(embedded.dataDir, 'update user_pool_users set status = $1 where email = $2', [
      status,
      account.email,
    ]);
  };
  await setStatus('FORCE_CHANGE_PASSWORD');
  await page.goto('/login');
  await signIn(page, account);
  await page.getByLabel('新しいパスワード', { exact: true }).fill('hagane-2025-gym');
  await press(page, '設定してサインイン');
  await expect(heading(page, 'プロフィールの登録')).toBeVisible();

  await setStatus('RESET_REQUIRED');
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
  });
  await page.goto('/login');
  await signIn(page, { ...account, password: 'hagane-2025-gym' });
  await expect(heading(page, 'パスワードの再設定')).toBeVisible();
});

test('the guard, with the server behind it', async ({ page, embedded }) => {
  async function expectRow(who: keyof typeof guardTable): Promise<void> {
    for (const [level, path] of Object.entries(askedPages)) {
      await page.goto(path);
      await waitForApp(page);
      await expect(page, `${who}, ${level}`).toHaveURL(guardTable[who][level as AccessTableLevel]);
    }
  }
  await expectRow('nobody signed in');
  const account = await createAccount(embedded);
  await page.goto('/login');
  await signIn(page, account);
  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await expectRow('a member without a profile');

  const { json } = await callApi(embedded, account, 'POST', '/userinfo', profile);
  expect(json['isProfileCompleted']).toBe(true);
  // A profile from before height and weight became mandatory.
  await runSql(embedded.dataDir, 'update user_infos set height = null where nickname = $1', [
    'テツ',
  ]);
  await expectRow('a member with an incomplete profile');
  await page.goto('/');
  await expect(page.getByLabel('体重')).toHaveValue('65');
  await expect(page.getByLabel('身長')).toHaveValue('');

  await callApi(embedded, account, 'PATCH', '/userinfo', { height: 170 });
  await runSql(
    embedded.dataDir,
    'insert into terms_agreements (sub, version, agreed_at) select sub, 2, now() from user_infos where nickname = $1 on conflict do nothing',
    ['テツ'],
  );
  await expectRow('a member who agreed to version 2');
  await callApi(embedded, account, 'POST', '/my/terms-and-conditions-agreements', { version: 3 });
  await expectRow('a ready member');
});

test('each step can be taken on another device', async ({ page, browser, embedded }) => {
  const account = await createAccount(embedded);
  await page.goto('/login');
  await signIn(page, account);
  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await fillProfile(page);
  // Meanwhile, elsewhere: the profile exists already when this form is sent.
  await callApi(embedded, account, 'POST', '/userinfo', { ...profile, nickname: 'ほかの端末' });
  await press(page, '登録する');
  await expect(heading(page, '利用規約への同意')).toBeVisible();
  const { json } = await callApi(embedded, account, 'GET', '/userinfo');
  expect(json).toMatchObject({ nickname: 'テツ', height: 170.5, weight: 65 });

  const other: BrowserContext = await browser.newContext({ baseURL: embedded.url });
  const tablet = await other.newPage();
  await tablet.goto('/settings');
  await signIn(tablet, account);
  await expect(heading(tablet, '利用規約への同意')).toBeVisible();
  await press(tablet, '同意して続ける');
  await expect(heading(tablet, '設定')).toBeVisible();
  await other.close();
  // Agreeing twice is no mistake of the member's.
  await press(page, '同意して続ける');
  await expect(heading(page, 'テツさん')).toBeVisible();
});

test('a lost network loses no input, a double tap makes no double', async ({
  page,
  context,
  embedded,
}) => {
  const account = await createAccount(embedded);
  await page.goto('/login');
  await signIn(page, account);
  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await fillProfile(page);
  await context.setOffline(true);
  await press(page, '登録する');
  await expect(page.getByRole('alert').filter({ hasText: 'ネットワークエラー' })).toBeVisible();
  await expect(page.getByLabel('身長')).toHaveValue('１７０．５ｃｍ');
  await context.setOffline(false);
  let posts = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/userinfo') && request.method() !== 'GET') posts += 1;
  });
  await page.getByRole('button', { name: '登録する' }).dblclick();
  await expect(heading(page, '利用規約への同意')).toBeVisible();
  expect(posts).toBe(1);

  await expect(page.getByRole('alert').filter({ hasText: 'ネットワークエラー' })).toHaveCount(0);
  await context.setOffline(true);
  await press(page, '同意して続ける');
  await expect(page.getByRole('alert').filter({ hasText: 'ネットワークエラー' })).toBeVisible();
  await context.setOffline(false);
  await press(page, '同意して続ける');
  await expect(heading(page, 'テツさん')).toBeVisible();
});
