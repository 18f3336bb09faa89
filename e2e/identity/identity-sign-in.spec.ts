import { signIn, signInElsewhere, type Tokens } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import {
  alert,
  createReadyMember,
  expect,
  expectHome,
  expectQuietConsole,
  heading,
  ignoreConsoleErrors,
  openAs,
  press,
  signOut,
} from '#support/members/members.ts';

expectQuietConsole(test);

test('the sign-in form is in the prerendered page, also for password managers', async ({
  browser,
  embedded,
}) => {
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
  // The form must not submit before the app runs: the password would be in the address.
  await secret.fill('secret');
  await secret.press('Enter');
  await page.getByRole('button', { name: '読み込み中…' }).click({ force: true });
  await expect(page).toHaveURL('/login');
  await expect(secret).toHaveValue('secret');
  await context.close();
});

test('the prerendered page shows the form first only on the way to another page', async ({
  page,
}) => {
  // The app never starts, so the page stays as it was first painted.
  await page.route('**/assets/*.js', (route) => route.abort());
  const picture = page.getByRole('region', { name: 'TANREN' });
  for (const [path, isLanding] of [
    ['/login', true],
    ['/login?next=%2F', true],
    ['/login?next=%2Fworkouts', false],
  ] as const) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByLabel('メールアドレス')).toBeVisible();
    await expect(picture, path).toBeVisible({ visible: isLanding });
  }
  await page.goto('/login', { waitUntil: 'domcontentloaded' });
  await picture.getByRole('link', { name: 'ログイン' }).click();
  await expect(page.getByLabel('メールアドレス')).toBeInViewport();
  ignoreConsoleErrors('ERR_FAILED');
});

test('a sign-in rejects a wrong password, and opens the requested page', async ({
  page,
  embedded,
}) => {
  const account = await createReadyMember(embedded);
  await page.goto('/settings?from=mail');
  await expect(page).toHaveURL('/login?next=%2Fsettings%3Ffrom%3Dmail');
  await signIn(page, { ...account, password: 'wrong-2024' });
  await expect(alert(page)).toHaveText('メールアドレスまたはパスワードが正しくありません。');
  await signIn(page, account);
  await expect(heading(page, 'マイページ')).toBeVisible();
  await expect(page).toHaveURL('/settings?from=mail');
  await page.goto('/login');
  await expectHome(page);
});

test.describe('native session', () => {
  async function issueLink(url: string, tokens: Tokens, next: string): Promise<string> {
    const answer = await fetch(`${url}/api/native-sessions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.IdToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ accessToken: tokens.AccessToken }),
    });
    expect(answer.status).toBe(201);
    const { code, username } = (await answer.json()) as { code: string; username: string };
    return `/auth/native-session#${new URLSearchParams({ code, username, next }).toString()}`;
  }

  test("replaces another member's sign-in, once, and leaves no code in the address", async ({
    page,
    embedded,
  }) => {
    const [first, second] = [await createReadyMember(embedded), await createReadyMember(embedded)];
    const tokens = await signInElsewhere(second);
    const link = await issueLink(embedded.url, tokens, '/settings?from=app');
    await openAs(page, first, '/settings');
    await expect(page.getByText(`${first.email} でログイン中`)).toBeVisible();
    await page.goto('/terms');
    await page.goto(link);
    await expect(page.getByText(first.email)).toBeVisible();
    await press(page, '切り替える');
    await expect(page.getByText(`${second.email} でログイン中`)).toBeVisible();
    await expect(page).toHaveURL('/settings?from=app');
    await signOut(page);

    await page.goto(link);
    await press(page, 'ログインする');
    await expect(alert(page)).toContainText('使用済みか、有効期限が切れています');
    await expect(page).toHaveURL('/auth/native-session');
    await page.goto('/terms');
    await page.goto(await issueLink(embedded.url, tokens, 'https://evil.example/'));
    await press(page, 'ログインする');
    await expectHome(page);
  });
});
