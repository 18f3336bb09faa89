import type { Page } from '@playwright/test';
import { newEmail, password, signIn, signUpAccount } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import { createReadyMember } from '#support/members/members.ts';
import { waitForApp } from '#support/browser/navigation.ts';
import { shotPath, sizes } from '#support/browser/shots.ts';

/** Shows every state of the registration pages and of the account settings. */
for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = (page: Page, name: string) =>
      page.screenshot({
        path: shotPath(`identity-${name}`, size),
        animations: 'disabled',
        fullPage: true,
      });
    const press = (page: Page, name: string) =>
      page.getByRole('button', { name, exact: true }).click();

    test(`onboarding (${size})`, async ({ page, embedded }) => {
      await page.goto('/login');
      await waitForApp(page);
      await shoot(page, 'login');
      await press(page, 'ログイン');
      await page.getByText('パスワードを入力してください').waitFor();
      await shoot(page, 'login-empty');
      await signIn(page, { email: newEmail(), password: 'wrong-2024' });
      await page.getByText('正しくありません').waitFor();
      await press(page, 'パスワードを表示する');
      await shoot(page, 'login-refused');
      await page.goto('/register');
      await page.getByLabel('メールアドレス').fill('tanaka');
      await page.getByLabel('パスワード', { exact: true }).fill('iron2');
      await page.getByLabel('パスワード', { exact: true }).blur();
      await shoot(page, 'register-wrong');
      await page.getByLabel('メールアドレス').fill(newEmail());
      await page.getByLabel('パスワード', { exact: true }).fill(password);
      await shoot(page, 'register-filled');
      await press(page, '登録する');
      await page.getByLabel('確認コード').fill('12345678');
      await shoot(page, 'register-code');
      await press(page, '確認する');
      await page.getByText('正しくありません').waitFor();
      await shoot(page, 'register-code-refused');
      await page.goto('/forgot-password');
      await shoot(page, 'forgot');
      await page.getByLabel('メールアドレス').fill((await signUpAccount(embedded)).email);
      await press(page, '確認コードを受け取る');
      await page.getByLabel('確認コード').waitFor();
      await shoot(page, 'forgot-code');
      await page.goto('/auth/native-session');
      await page.getByText('有効期限が切れています').waitFor();
      await shoot(page, 'native-session');
    });

    test(`settings (${size})`, async ({ page, embedded }) => {
      const account = await createReadyMember(embedded);
      await page.goto('/settings');
      await signIn(page, account);
      await page.getByText('でログイン中').waitFor();
      await shoot(page, 'settings');
      await press(page, 'アプリのアカウントを削除');
      await page.getByRole('alertdialog').waitFor();
      await page.screenshot({ path: shotPath('identity-delete', size) });
      await press(page, 'キャンセル');
      await page.goto('/settings/change-password');
      await page.getByLabel('現在のパスワード', { exact: true }).waitFor();
      await shoot(page, 'change-password');
      await page.goto('/settings/email');
      await page.getByLabel('新しいメールアドレス').fill(newEmail());
      await shoot(page, 'email');
      await press(page, '確認コードを受け取る');
      await page.getByLabel('確認コード').waitFor();
      await shoot(page, 'email-code');
      await page.goto('/settings/totp');
      await page.getByRole('button', { name: '設定する' }).waitFor();
      await shoot(page, 'totp');
      await press(page, '設定する');
      await page.getByRole('img').waitFor();
      await shoot(page, 'totp-set-up');
      await page.goto('/settings');
      await press(page, 'アプリのアカウントを削除');
      await press(page, '削除する');
      await page.getByRole('button', { name: 'OK' }).waitFor();
      await page.screenshot({ path: shotPath('identity-deleted', size) });
    });
  });
}
