import { computeTotp, signIn, signInElsewhere } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import {
  alert,
  createReadyMember,
  expect,
  expectHome,
  expectQuietConsole,
  heading,
  openAs,
  press,
  signOut,
  toast,
} from '#support/members/members.ts';

expectQuietConsole(test);

test('change the password, sign out, and sign in with the new one', async ({ page, embedded }) => {
  const account = await createReadyMember(embedded);
  await openAs(page, account, '/settings/change-password');
  await page.getByLabel('現在のパスワード', { exact: true }).fill(account.password);
  await page.getByLabel('新しいパスワード', { exact: true }).fill('steel-2025-gym');
  await press(page, '変更する');
  await expect(toast(page, 'パスワードを変更しました')).toBeVisible();
  await signOut(page);
  await page.goto('/settings');
  await expect(page).toHaveURL('/login?next=%2Fsettings');
  await signIn(page, { ...account, password: 'steel-2025-gym' });
  await expect(heading(page, 'マイページ')).toBeVisible();
});

test('set up the authenticator app, sign in with it, and turn it off', async ({
  page,
  embedded,
}) => {
  const account = await createReadyMember(embedded);
  await openAs(page, account, '/settings/totp');
  await press(page, '設定する');
  const secret = (await page.getByLabel('セットアップキー').textContent())?.replaceAll(' ', '');
  if (secret === undefined) throw new Error('no key is shown');
  await page.getByLabel('認証コード').fill(computeTotp(secret));
  await press(page, '有効にする');
  await expect(page.getByText('有効になっています')).toBeVisible();
  await press(page, '保管しました');

  await page.goto('/settings');
  await signOut(page);
  await page.goto('/login?next=%2Fsettings%2Ftotp');
  await signIn(page, account);
  await expect(heading(page, '2段階認証')).toBeVisible();
  await page.reload();
  await page.getByLabel('認証コード').fill(computeTotp(secret, -20));
  await press(page, '確認する');
  await expect(alert(page)).toContainText('コードが正しくありません');
  // A code works once, so the next one is used. The pool accepts clocks that differ by one step.
  await page.getByLabel('認証コード').fill(computeTotp(secret, 1));
  await press(page, '確認する');
  await expect(page.getByText('有効になっています')).toBeVisible();
  await press(page, '解除する');
  await page.getByRole('dialog').getByRole('button', { name: '解除する' }).click();
  await expect(toast(page, '2段階認証を解除しました')).toBeVisible();
  await signInElsewhere(account);
});

test('sign out everywhere: the other device is led to the sign-in page and back, also without a network', async ({
  page,
  browser,
  embedded,
}) => {
  const account = await createReadyMember(embedded);
  const other = await browser.newContext({ baseURL: embedded.url });
  const [there, tab] = [await other.newPage(), await other.newPage()];
  await there.goto('/login?next=%2Fworkouts');
  await signIn(there, account);
  await expect(heading(there, 'トレーニング履歴')).toBeVisible();
  await tab.goto('/settings');
  await expect(heading(tab, 'マイページ')).toBeVisible();

  await openAs(page, account, '/settings');
  await press(page, 'すべての端末からログアウト');
  await press(page, 'ログアウトする');
  await expect(toast(page, 'すべての端末からログアウトしました')).toBeVisible();
  await expect(heading(page, 'ログイン')).toBeVisible();

  // The page may have noticed it before the first reload, and be on the sign-in page already.
  for (let reloads = 1; reloads <= 2; reloads++) {
    await there.reload();
    await expect(there.getByText('ログインし直してください')).toBeVisible();
  }
  await expect(there).toHaveURL('/login?next=%2Fworkouts');
  await expect(tab).toHaveURL('/login?next=%2Fsettings');
  await signIn(there, account);
  await expect(heading(there, 'トレーニング履歴')).toBeVisible();
  await expectHome(tab);

  // The code for signing out has not been loaded and cannot be: the device deletes its data
  // itself.
  const away = await other.newPage();
  await away.goto('/settings');
  await expect(heading(away, 'マイページ')).toBeVisible();
  await other.setOffline(true);
  await press(away, 'ログアウト');
  const readKeys = () => away.evaluate(() => Object.keys(localStorage).join());
  await expect.poll(readKeys).not.toContain('idToken');
  await other.close();
});
