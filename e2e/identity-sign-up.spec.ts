import {
  createAccount,
  newEmail,
  password,
  pretendProfile,
  signIn,
  signInElsewhere,
  signUpAccount,
} from './support/accounts.ts';
import { test } from './support/embedded-server.ts';
import {
  alert,
  expect,
  expectClean,
  expectQuietConsole,
  heading,
  press,
  toast,
} from './support/identity-steps.ts';
import { waitForApp } from './support/navigation.ts';

expectQuietConsole(test);

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
  await expect(signInElsewhere(account)).rejects.toThrow('NotAuthorizedException');
  await signInElsewhere({ ...account, password: 'steel-2025-gym' });
});
