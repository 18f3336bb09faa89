import {
  createAccount,
  newEmail,
  password,
  pretendProfile,
  signIn,
  signInElsewhere,
} from './support/accounts.ts';
import { test } from './support/embedded-server.ts';
import {
  alert,
  expect,
  expectClean,
  expectHome,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  openSettings,
  press,
  signOut,
} from './support/identity-steps.ts';
import { waitForApp } from './support/navigation.ts';

expectQuietConsole(test);

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
    let lose = () => {};
    const lost = new Promise<void>((resolve) => {
      lose = resolve;
    });
    await page.route('**/cognito/', async (route) => {
      await lost;
      await route.abort('internetdisconnected');
    });
    await signIn(page, account);
    await expect(page.getByRole('button', { name: 'サインイン' })).toBeDisabled();
    lose();
    await expect(alert(page)).toHaveText('ネットワーク接続を確認して、もう一度試してください。');
    await page.unroute('**/cognito/');
    await press(page, 'サインイン');
    await expectHome(page);
    forgiveComplaints('ERR_INTERNET_DISCONNECTED');
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
    const { IdToken } = await signInElsewhere(account);
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
    const { IdToken } = await signInElsewhere(second);
    await openSettings(page, first);
    await page.goto('about:blank');
    await page.goto(await issueLink(embedded.url, IdToken, 'https://evil.example/'));
    await expectHome(page);
    await page.goto('/settings');
    await expect(page.getByText(`${second.email} でサインイン中`)).toBeVisible();
  });
});
