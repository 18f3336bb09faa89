import { newEmail, password } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import { expect, expectQuietConsole, heading, press, toast } from '#support/members/members.ts';
import { waitForApp } from '#support/browser/navigation.ts';

expectQuietConsole(test);

test('a registration survives a wrong code and a reload', async ({ page, embedded }) => {
  const email = newEmail();
  await page.goto('/register?next=%2Fworkouts');
  await waitForApp(page);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.getByLabel('パスワード', { exact: true }).press('Enter');
  await expect(heading(page, '確認コードの入力')).toBeVisible();
  expect(page.url()).not.toContain(email);

  await page.reload();
  await expect(heading(page, '確認コードの入力')).toBeVisible();
  const code = await embedded.readCode(email);
  await page.getByLabel('確認コード').fill(code === '00000000' ? '00000001' : '00000000');
  await press(page, '確認する');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'コードが正しくありません。最後に届いたメールのコードを入力してください。',
  );
  await page.getByLabel('確認コード').fill(code);
  await press(page, '確認する');
  // The reload lost the password, and nothing else.
  await expect(toast(page, '登録が完了しました')).toBeVisible();
  await expect(page.getByLabel('メールアドレス')).toHaveValue(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await press(page, 'ログイン');
  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await expect(page).toHaveURL('/register/userinfo?next=%2Fworkouts');
});
