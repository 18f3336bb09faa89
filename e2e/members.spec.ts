import { type BrowserContext, expect as baseExpect, type Page } from '@playwright/test';
import { checkAccessibility } from './support/accessibility.ts';
import {
  type Account,
  createAccount,
  newEmail,
  password,
  signIn,
  signInElsewhere,
} from './support/accounts.ts';
import { runSql } from './support/database.ts';
import { type EmbeddedServer, test } from './support/embedded-server.ts';
import { type AccessTableLevel, askedPages, guardTable } from './support/guard-table.ts';
import { waitForApp } from './support/navigation.ts';

/** A sign-in is hard work for both sides: patience, wherever these tests run. */
const expect = baseExpect.configure({ timeout: 15_000 });
test.setTimeout(90_000);

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('ニックネーム').fill('テツ');
  await page.getByLabel('身長').fill('１７０．５ｃｍ');
  await page.getByLabel('体重').fill('65kg');
  await page.getByText('週2〜3回').click();
  await page.getByText('筋力向上').click();
  await page.getByText('健康維持').click();
}

/** The calls a member's pages make, from outside of them. */
async function callApi(
  embedded: EmbeddedServer,
  account: Account,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const { IdToken } = await signInElsewhere(embedded, account);
  const answer = await fetch(`${embedded.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${IdToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

const profile = {
  nickname: 'テツ',
  height: 170.5,
  weight: 65,
  exerciseHabit: 'weekly-2-3',
  trainingPurposes: ['health', 'strength'],
};

async function createReadyMember(embedded: EmbeddedServer): Promise<Account> {
  const account = await createAccount(embedded);
  await callApi(embedded, account, 'POST', '/userinfo', profile);
  await callApi(embedded, account, 'POST', '/my/terms-and-conditions-agreements', { version: 3 });
  return account;
}

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

  await context.setOffline(true);
  await press(page, '同意して続ける');
  await expect(page.getByRole('alert').filter({ hasText: 'ネットワークエラー' })).toBeVisible();
  await context.setOffline(false);
  await press(page, '同意して続ける');
  await expect(heading(page, 'テツさん')).toBeVisible();
});

test('unsaved changes are asked about, saved ones are not', async ({ page, embedded }) => {
  const account = await createReadyMember(embedded);
  await page.goto('/settings/userinfo');
  await signIn(page, account);
  await page.getByLabel('ニックネーム').fill('ハガネ');
  await page.getByRole('link', { name: '履歴' }).click();
  const question = page.getByRole('alertdialog', { name: '保存せずに移動しますか？' });
  await expect(question).toBeVisible();
  expect(await checkAccessibility(page)).toEqual([]);
  await press(page, '入力を続ける');
  await expect(page.getByLabel('ニックネーム')).toHaveValue('ハガネ');
  await press(page, '保存する');
  await expect(heading(page, '設定')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'プロフィールを保存しました' }),
  ).toBeVisible();
  await page.goto('/');
  await expect(heading(page, 'ハガネさん')).toBeVisible();
  await page.goto('/settings/userinfo');
  await page.getByLabel('ニックネーム').fill('捨てる名前');
  await page.getByRole('link', { name: '履歴' }).click();
  await press(page, '保存せずに移動する');
  await expect(page).toHaveURL('/workouts');
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
  const calls: string[] = [];
  const refreshes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
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
  await page.waitForLoadState('networkidle');
  expect(calls.toSorted()).toEqual(['/api/informations', '/api/userinfo', '/api/workouts/latest']);
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
  await press(page, '退会（アカウントの削除）');
  await expect(page.getByRole('alertdialog', { name: 'Confirm Delete' })).toBeVisible();
  await press(page, '削除する');
  await press(page, 'OK');
  await expect(heading(page, 'サインイン')).toBeVisible();
  await signIn(page, account);
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
});
