import { expect as baseExpect, type Page } from '@playwright/test';
import {
  type Account,
  computeTotp,
  createAccount,
  newEmail,
  password,
  pretendProfile,
  signIn,
  signInElsewhere,
  signUpAccount,
} from './support/accounts.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { collectConsoleErrors } from './support/console.ts';
import { test } from './support/embedded-server.ts';
import { waitForApp } from './support/navigation.ts';

/** A sign-in is hard work for both sides: patience, wherever these tests run. */
const expect = baseExpect.configure({ timeout: 15_000 });
test.setTimeout(90_000);

/** Chromium reports every refused call; the refusals are what these tests are about. */
const refusedCall = /Failed to load resource: the server responded with a status of 40[04]/;

let complaints: string[] = [];
test.beforeEach(({ page }) => {
  complaints = collectConsoleErrors(page);
});
test.afterEach(() => {
  expect(complaints.filter((line) => !refusedCall.test(line))).toEqual([]);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
}

async function expectClean(page: Page): Promise<void> {
  expect(await checkAccessibility(page)).toEqual([]);
}

/** A member with a complete profile, on the settings page. */
async function openSettings(page: Page, account: Account): Promise<void> {
  await pretendProfile(page);
  await page.goto('/settings');
  await signIn(page, account);
  await expect(heading(page, '設定')).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'サインアウト');
  await expect(heading(page, 'サインイン')).toBeVisible();
}

test.describe('registration', () => {
  test('leads over the code to the profile, surviving slips and a reload', async ({
    page,
    embedded,
  }) => {
    const email = newEmail();
    await page.goto('/login?next=%2Fworkouts');
    await waitForApp(page);
    await page.getByRole('link', { name: '新規会員登録' }).click();
    await expect(heading(page, '新規会員登録')).toBeVisible();
    await expectClean(page);

    await press(page, '登録する');
    await expect(page.getByText('メールアドレスを入力してください')).toBeVisible();
    await expect(page.getByLabel('メールアドレス')).toBeFocused();
    await page.getByLabel('パスワード', { exact: true }).fill('ｔａｎｒｅｎ２０２４');
    await page.getByLabel('メールアドレス').fill(email.replace('@', '＠'));
    await expect(page.getByText('半角で入力してください')).toBeVisible();
    await expectClean(page);
    await page.getByLabel('パスワード', { exact: true }).fill(password);
    await expect(page.getByText('半角で入力してください')).toHaveCount(0);
    await page.getByLabel('パスワード', { exact: true }).press('Enter');

    await expect(heading(page, '確認コードの入力')).toBeVisible();
    await expect(page.getByLabel('確認コード')).toBeFocused();
    await expect(page.getByText(email)).toBeVisible();
    expect(page.url()).not.toContain(email);
    await expect(
      page.getByRole('button', { name: /コードを再送する（あと\d+秒）/ }),
    ).toBeDisabled();
    await expectClean(page);

    await page.reload();
    await expect(heading(page, '確認コードの入力')).toBeVisible();
    const code = await embedded.readCode(email);
    await page.getByLabel('確認コード').fill(code === '000000' ? '000001' : '000000');
    await press(page, '確認する');
    await expect(alert(page)).toHaveText('コードが正しくありません。もう一度ご確認ください。');
    await expect(page.getByLabel('確認コード')).toBeFocused();
    await expectClean(page);

    const fullWidth = code.replaceAll(/\d/g, (digit) =>
      String.fromCodePoint(0xff10 + Number(digit)),
    );
    await page.getByLabel('確認コード').fill(`${fullWidth} `);
    await press(page, '確認する');
    // The reload has forgotten the password, and nothing else.
    await expect(toast(page, '登録が完了しました')).toBeVisible();
    await expect(page.getByLabel('メールアドレス')).toHaveValue(email);
    await page.getByLabel('パスワード', { exact: true }).fill(password);
    await press(page, 'サインイン');
    await expect(heading(page, 'プロフィールの登録')).toBeVisible();
    await expect(page).toHaveURL('/register/userinfo?next=%2Fworkouts');
  });

  test('signs in by itself when the page was not reloaded', async ({ page, embedded }) => {
    const email = newEmail();
    await page.goto('/register');
    await page.getByLabel('メールアドレス').fill(email);
    await page.getByLabel('パスワード', { exact: true }).fill(password);
    await press(page, '登録する');
    await page.getByLabel('確認コード').fill(await embedded.readCode(email));
    await press(page, '確認する');
    await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  });

  test('a taken address is told and kept; a common password is refused', async ({
    page,
    embedded,
  }) => {
    const { email } = await createAccount(embedded);
    await page.goto('/register');
    await page.getByLabel('メールアドレス').fill(email);
    await page.getByLabel('パスワード', { exact: true }).fill('password1');
    await press(page, '登録する');
    await expect(alert(page)).toContainText('推測されやすい');
    await page.getByLabel('パスワード', { exact: true }).fill(password);
    await press(page, '登録する');
    await expect(alert(page)).toContainText('すでに登録されています');
    await expect(page.getByLabel('メールアドレス')).toHaveValue(email);
    await expectClean(page);
  });

  test('an unconfirmed account is led from the sign-in to the code, with a fresh one', async ({
    page,
    embedded,
  }) => {
    const account = await signUpAccount(embedded);
    await page.clock.install();
    await signIn(page, account);
    await expect(heading(page, '確認コードの入力')).toBeVisible();
    await embedded.readCode(account.email, 2);
    const resend = page.getByRole('button', { name: 'コードを再送する' });
    await expect(resend).toBeDisabled();
    await page.clock.runFor(31_000);
    await resend.click();
    await expect(page.getByText('新しいコードをお送りしました。')).toBeVisible();
    await page.getByLabel('確認コード').fill(await embedded.readCode(account.email, 3));
    await press(page, '確認する');
    await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  });
});

test.describe('sign-in', () => {
  test('is in the prerendered page, for password managers too', async ({ browser, embedded }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: embedded.url });
    const page = await context.newPage();
    await page.goto('/login');
    const email = page.getByLabel('メールアドレス');
    await expect(email).toHaveAttribute('autocomplete', 'username');
    await expect(email).toHaveAttribute('inputmode', 'email');
    await expect(email).toHaveAttribute('autocapitalize', 'none');
    await expect(email).toHaveCSS('font-size', '16px');
    const secret = page.getByLabel('パスワード', { exact: true });
    await expect(secret).toHaveAttribute('autocomplete', 'current-password');
    // Without the app nothing may be sent: a password would stand in the address.
    await secret.fill('secret');
    await secret.press('Enter');
    await press(page, 'サインイン');
    await expect(page).toHaveURL('/login');
    await expect(secret).toHaveValue('secret');
    await context.close();
  });

  test('tells before sending what is wrong, and not while the first try is being typed', async ({
    page,
  }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/cognito/')) calls += 1;
    });
    await page.goto('/login');
    await waitForApp(page);
    await page.getByLabel('メールアドレス').pressSequentially('tanaka');
    await expect(page.getByText('メールアドレスの形をご確認ください')).toHaveCount(0);
    await page.getByLabel('パスワード', { exact: true }).focus();
    await expect(page.getByText('メールアドレスの形をご確認ください')).toBeVisible();
    await expectClean(page);
    await press(page, 'サインイン');
    await expect(page.getByLabel('メールアドレス')).toBeFocused();
    await expect(page.getByText('パスワードを入力してください')).toBeVisible();
    await page.getByLabel('メールアドレス').fill('tanaka@tanren.example');
    await expect(page.getByText('メールアドレスの形をご確認ください')).toHaveCount(0);
    expect(calls).toBe(0);
  });

  test('wrong passwords and unknown members get the same words; input stays', async ({
    page,
    embedded,
  }) => {
    const account = await createAccount(embedded);
    const said: (string | null)[] = [];
    for (const email of [account.email, newEmail()]) {
      await page.goto('/login');
      await signIn(page, { email, password: 'wrong-2024' });
      await expect(alert(page)).not.toBeEmpty();
      said.push(await alert(page).textContent());
      await expect(page.getByLabel('メールアドレス')).toHaveValue(email);
      await expect(page.getByLabel('パスワード', { exact: true })).toHaveValue('wrong-2024');
    }
    expect(said[0]).toBe('メールアドレスまたはパスワードが正しくありません。');
    expect(said[1]).toBe(said[0]);
    await expectClean(page);
  });

  test('a lock-out is told as one', async ({ page }) => {
    // Real ones last for a second at first: too short to be met for sure.
    await page.route('**/cognito/', (route) =>
      route.fulfill({
        status: 400,
        headers: { 'x-amzn-errortype': 'NotAuthorizedException:' },
        json: { __type: 'NotAuthorizedException', message: 'Password attempts exceeded' },
      }),
    );
    await signIn(page, { email: newEmail(), password });
    await expect(alert(page)).toContainText('しばらくサインインできません');
    await expectClean(page);
  });

  test('shows and hides the password', async ({ page }) => {
    await page.goto('/login');
    await waitForApp(page);
    const secret = page.getByLabel('パスワード', { exact: true });
    await secret.fill('secret');
    await press(page, 'パスワードを表示する');
    await expect(secret).toHaveAttribute('type', 'text');
    await press(page, 'パスワードを隠す');
    await expect(secret).toHaveAttribute('type', 'password');
  });

  test('goes where the member wanted to go, with one request for a double tap', async ({
    page,
    embedded,
  }) => {
    const account = await createAccount(embedded);
    await pretendProfile(page);
    const operations: string[] = [];
    page.on('request', (request) => {
      const target = request.headers()['x-amz-target'];
      if (target !== undefined) operations.push(target.split('.')[1] ?? '');
    });
    await page.goto('/settings?from=mail');
    await expect(page).toHaveURL('/login?next=%2Fsettings%3Ffrom%3Dmail');
    await waitForApp(page);
    await page.getByLabel('メールアドレス').fill(account.email);
    await page.getByLabel('パスワード', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'サインイン' }).dblclick();
    await expect(heading(page, '設定')).toBeVisible();
    await expect(page).toHaveURL('/settings?from=mail');
    expect(operations).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
    await page.goto('/login');
    await expect(page).toHaveURL('/');
  });

  test('goes on when another tab was quicker', async ({ page, context, embedded }) => {
    const account = await createAccount(embedded);
    await pretendProfile(page);
    await page.goto('/login');
    const other = await context.newPage();
    await pretendProfile(other);
    await signIn(other, account);
    await expectHome(other);
    await signIn(page, account);
    await expectHome(page);
  });

  test('says when the network is gone, and works when it is back', async ({ page, embedded }) => {
    const account = await createAccount(embedded);
    await pretendProfile(page);
    await page.goto('/login');
    await waitForApp(page);
    await page.getByLabel('メールアドレス').focus();
    await page.waitForLoadState('networkidle');
    await page.route('**/cognito/', (route) => route.abort('internetdisconnected'));
    await signIn(page, account);
    await expect(page.getByRole('button', { name: 'サインイン' })).toBeDisabled();
    await expect(alert(page)).toHaveText('ネットワーク接続を確認して、もう一度試してください。');
    await page.unroute('**/cognito/');
    await press(page, 'サインイン');
    await expectHome(page);
    complaints = complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'));
  });
});

test('a forgotten password is replaced by the code of a mail', async ({ page, embedded }) => {
  const account = await createAccount(embedded);
  await pretendProfile(page);
  await page.goto('/login?next=%2Fsettings');
  await waitForApp(page);
  await page.getByLabel('メールアドレス').fill(account.email);
  await page.getByRole('link', { name: 'パスワードを忘れた方' }).click();
  await expect(heading(page, 'パスワードの再設定')).toBeVisible();
  await expect(page.getByLabel('メールアドレス')).toHaveValue(account.email);
  await expectClean(page);
  await press(page, 'コードを送る');
  await expect(heading(page, '新しいパスワードの設定')).toBeVisible();
  await expectClean(page);
  await page.reload();
  await expect(heading(page, '新しいパスワードの設定')).toBeVisible();
  await expect(page.getByLabel('新しいパスワード', { exact: true })).toHaveAttribute(
    'autocomplete',
    'new-password',
  );
  await page.getByLabel('確認コード').fill(await embedded.readCode(account.email, 2));
  await page.getByLabel('新しいパスワード', { exact: true }).fill('steel-2025-gym');
  await press(page, '再設定する');
  await expect(toast(page, 'パスワードを再設定しました')).toBeVisible();
  await expect(heading(page, '設定')).toBeVisible();
  await expect(signInElsewhere(embedded, account)).rejects.toThrow('NotAuthorizedException');
  await signInElsewhere(embedded, { ...account, password: 'steel-2025-gym' });
});

test.describe('settings', () => {
  test('list everything, and sign out here', async ({ page, embedded }) => {
    const account = await createAccount(embedded);
    await openSettings(page, account);
    await expect(page.getByText(account.email)).toBeVisible();
    await expectClean(page);
    const links = page.getByRole('main').getByRole('listitem');
    for (const row of await links.all()) {
      expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56);
    }
    await signOut(page);
    await page.goto('/settings');
    await expect(page).toHaveURL('/login?next=%2Fsettings');
  });

  test('change the password', async ({ page, embedded }) => {
    const account = await createAccount(embedded);
    await openSettings(page, account);
    await page.getByRole('link', { name: 'パスワードの変更' }).click();
    await expect(heading(page, 'パスワードの変更')).toBeVisible();
    await page.getByLabel('現在のパスワード', { exact: true }).fill('wrong-2024');
    await page.getByLabel('新しいパスワード', { exact: true }).fill('steel-2025-gym');
    await press(page, '変更する');
    await expect(alert(page)).toHaveText('現在のパスワードが正しくありません。');
    await expect(page.getByLabel('現在のパスワード', { exact: true })).toBeFocused();
    await expectClean(page);
    await page.getByLabel('現在のパスワード', { exact: true }).fill(account.password);
    await press(page, '変更する');
    await expect(toast(page, 'パスワードを変更しました')).toBeVisible();
    await expect(heading(page, '設定')).toBeVisible();
    await signOut(page);
    await signIn(page, { ...account, password: 'steel-2025-gym' });
    await expectHome(page);
  });

  test('change the address by a code sent to the new one', async ({ page, embedded }) => {
    const account = await createAccount(embedded);
    const email = newEmail();
    await openSettings(page, account);
    await page.getByRole('link', { name: 'メールアドレスの変更' }).click();
    await page.getByLabel('新しいメールアドレス').fill(account.email);
    await press(page, 'コードを送る');
    await expect(page.getByText('現在と同じメールアドレスです')).toBeVisible();
    await expectClean(page);
    await page.getByLabel('新しいメールアドレス').fill(email);
    await press(page, 'コードを送る');
    await expect(page.getByLabel('確認コード')).toBeFocused();
    await page.reload();
    await expect(page.getByText(email)).toBeVisible();
    await expectClean(page);
    await page.getByLabel('確認コード').fill(await embedded.readCode(email));
    await press(page, '変更する');
    await expect(toast(page, 'メールアドレスを変更しました')).toBeVisible();
    await expect(page.getByText(`${email} でサインイン中`)).toBeVisible();
    await signOut(page);
    await signIn(page, { ...account, email });
    await expectHome(page);
  });

  test('set up the authenticator app, sign in with it, and turn it off', async ({
    page,
    embedded,
  }) => {
    const account = await createAccount(embedded);
    await openSettings(page, account);
    await page.getByRole('link', { name: '認証アプリ（2段階認証）' }).click();
    await expectClean(page);
    await press(page, '設定する');
    await expect(page.getByRole('img', { name: /QRコード/ })).toBeVisible();
    await expectClean(page);
    const uri = await page.getByRole('link', { name: /認証アプリで開く/ }).getAttribute('href');
    expect(decodeURIComponent(uri ?? '')).toContain(`TANREN:${account.email}?secret=`);
    const secret = (await page.getByLabel('セットアップキー').textContent())?.replaceAll(' ', '');
    if (secret === undefined) throw new Error('no key is shown');
    expect(uri).toContain(secret);
    await page.getByLabel('認証コード').fill('12345');
    await press(page, '有効にする');
    await expect(page.getByText('コードは6桁の数字で入力してください')).toBeVisible();
    await page.getByLabel('認証コード').fill(computeTotp(secret, -20));
    await press(page, '有効にする');
    await expect(alert(page)).toContainText('コードが一致しません');
    await page.getByLabel('認証コード').fill(computeTotp(secret));
    await press(page, '有効にする');
    await expect(page.getByText('有効になっています')).toBeVisible();
    await expectClean(page);

    await page.goto('/settings');
    await signOut(page);
    await page.goto('/login?next=%2Fsettings%2Ftotp');
    await signIn(page, account);
    await expect(heading(page, '2段階認証')).toBeVisible();
    await expect(page.getByLabel('認証コード')).toBeFocused();
    await expectClean(page);
    await page.reload();
    await page.getByLabel('認証コード').fill(computeTotp(secret, -20));
    await press(page, '確認する');
    await expect(alert(page)).toContainText('コードが正しくありません');
    // A code works once, so the next one; the pool allows for clocks that are a step apart.
    await page.getByLabel('認証コード').fill(computeTotp(secret, 1));
    await press(page, '確認する');
    await expect(page.getByText('有効になっています')).toBeVisible();
    await press(page, '解除する');
    await expect(toast(page, '2段階認証を解除しました')).toBeVisible();
    await expect(page.getByRole('button', { name: '設定する' })).toBeVisible();
  });

  test('sign out everywhere', async ({ page, embedded }) => {
    const account = await createAccount(embedded);
    const { IdToken } = await signInElsewhere(embedded, account);
    const ask = () =>
      fetch(`${embedded.url}/api/userinfo`, { headers: { authorization: `Bearer ${IdToken}` } });
    expect((await ask()).status).not.toBe(401);
    await openSettings(page, account);
    await press(page, 'すべての端末からサインアウト');
    await expect(toast(page, 'すべての端末からサインアウトしました')).toBeVisible();
    await expect(heading(page, 'サインイン')).toBeVisible();
    expect((await ask()).status).toBe(401);
  });

  test('stay signed in when signing out everywhere cannot reach the pool', async ({
    page,
    embedded,
  }) => {
    const account = await createAccount(embedded);
    await openSettings(page, account);
    await page.route('**/cognito/', (route) => route.abort('internetdisconnected'));
    await press(page, 'すべての端末からサインアウト');
    await expect(toast(page, 'サインアウトできませんでした')).toBeVisible();
    await expect(heading(page, '設定')).toBeVisible();
    complaints = complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'));
  });

  test('delete the account, after asking', async ({ page, embedded }) => {
    const account = await createAccount(embedded);
    await openSettings(page, account);
    await press(page, '退会（アカウントの削除）');
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Delete' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'キャンセル' })).toBeFocused();
    await expectClean(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: '退会（アカウントの削除）' })).toBeFocused();
    await press(page, '退会（アカウントの削除）');
    await press(page, '削除する');
    const notice = page.getByRole('alertdialog', { name: 'アカウントを削除しました' });
    await expect(notice).toBeVisible();
    await expectClean(page);
    await press(page, 'OK');
    await expect(page).toHaveURL('/login');
    await signIn(page, account);
    await expect(alert(page)).toHaveText('メールアドレスまたはパスワードが正しくありません。');
  });
});

test.describe('native session', () => {
  async function issueLink(url: string, idToken: string, next: string): Promise<string> {
    const answer = await fetch(`${url}/api/native-sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}` },
    });
    expect(answer.status).toBe(201);
    const { code, username } = (await answer.json()) as { code: string; username: string };
    return `/auth/native-session#${new URLSearchParams({ code, username, next }).toString()}`;
  }

  test('signs in once, goes to next, and leaves no code in the address', async ({
    page,
    embedded,
  }) => {
    const account = await createAccount(embedded);
    const { IdToken } = await signInElsewhere(embedded, account);
    const link = await issueLink(embedded.url, IdToken, '/settings?from=app');
    await pretendProfile(page);
    await page.goto(link);
    await expect(heading(page, '設定')).toBeVisible();
    await expect(page).toHaveURL('/settings?from=app');
    await signOut(page);

    await page.goto(link);
    await expect(alert(page)).toContainText('使用済みか、有効期限が切れています');
    await expect(page).toHaveURL('/auth/native-session');
    await expectClean(page);
    await press(page, 'サインイン');
    await expect(heading(page, 'サインイン')).toBeVisible();
  });

  test('takes the place of another member, and never leaves this app', async ({
    page,
    embedded,
  }) => {
    const [first, second] = [await createAccount(embedded), await createAccount(embedded)];
    const { IdToken } = await signInElsewhere(embedded, second);
    await openSettings(page, first);
    await page.goto('about:blank');
    await page.goto(await issueLink(embedded.url, IdToken, 'https://evil.example/'));
    await expectHome(page);
    await page.goto('/settings');
    await expect(page.getByText(`${second.email} でサインイン中`)).toBeVisible();
  });
});
