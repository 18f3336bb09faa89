import { newEmail, password, signInElsewhere } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import {
  createReadyMember,
  expect,
  expectQuietConsole,
  heading,
  press,
  toast,
} from '#support/members/members.ts';
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

test('a forgotten password is replaced by the code of a mail', async ({ page, embedded }) => {
  const account = await createReadyMember(embedded);
  await page.goto('/forgot-password?next=%2Fsettings');
  await waitForApp(page);
  await page.getByLabel('メールアドレス').fill(account.email);
  await press(page, '確認コードを受け取る');
  await expect(heading(page, '新しいパスワードの設定')).toBeVisible();
  await page.reload();
  await expect(heading(page, '新しいパスワードの設定')).toBeVisible();
  await page.getByLabel('確認コード').fill(await embedded.readCode(account.email, 2));
  await page.getByLabel('新しいパスワード', { exact: true }).fill('steel-2025-gym');
  await press(page, '再設定する');
  await expect(toast(page, 'パスワードを再設定しました')).toBeVisible();
  await expect(page).toHaveURL('/settings');
  await expect(signInElsewhere(account)).rejects.toThrow('NotAuthorizedException');
  await signInElsewhere({ ...account, password: 'steel-2025-gym' });
});
