import {
  computeTotp,
  createAccount,
  newEmail,
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
  toast,
} from './support/identity-steps.ts';

expectQuietConsole(test);

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
    const { IdToken } = await signInElsewhere(account);
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
    forgiveComplaints('ERR_INTERNET_DISCONNECTED');
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
