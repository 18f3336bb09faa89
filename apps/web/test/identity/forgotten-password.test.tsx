import { getUserInfo } from '@tanren/contract/userinfo';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import {
  codeField,
  email,
  emailField,
  fillCredentials,
  newPasswordField,
} from './identity-forms.ts';
import { alert, heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile } from '#test/support/session.ts';
import { grantTokens, openUserPool, refuseByPool } from '#test/support/user-pool.ts';

const codeSent = {
  CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 't***' },
};

beforeEach(() => {
  answer(getUserInfo, readyProfile);
});

test('the typed address comes along, a refused code is told, and the new password signs in', async () => {
  const pool = openUserPool({
    ForgotPassword: codeSent,
    ConfirmForgotPassword: refuseByPool('UserNotFoundException'),
  });
  const { address } = await renderPage('/login?next=%2Fsettings', { session: null });
  await emailField().fill(email);
  await page.getByRole('link', { name: 'パスワードを忘れた方' }).click();
  await expect.element(heading('パスワードの再設定')).toBeVisible();
  await expect.element(emailField()).toHaveValue(email);
  await expectAccessible();
  await press('コードを送る');
  await expect.element(heading('新しいパスワードの設定')).toBeVisible();
  await expect.element(codeField()).toHaveFocus();
  await expect.element(newPasswordField()).toHaveAttribute('autocomplete', 'new-password');
  await expectAccessible();
  await codeField().fill('1234-5678');
  await newPasswordField().fill('steel-2025-gym');
  await press('再設定する');
  // Whether somebody is a member is nobody's business here either.
  await expect
    .element(alert())
    .toHaveTextContent(/^コードが正しくありません。もう一度ご確認ください。$/);
  pool.answer('ConfirmForgotPassword', {});
  await press('再設定する');
  await expect.element(toast('パスワードを再設定しました')).toBeVisible();
  await expect.poll(address).toBe('/settings');
  expect(pool.listInputs('ConfirmForgotPassword').at(-1)).toMatchObject({
    Username: email,
    ConfirmationCode: '12345678',
    Password: 'steel-2025-gym',
  });
});

test('a code that is on its way is asked for again after a reload', async () => {
  sessionStorage.setItem(
    'tanren:code:reset-password',
    JSON.stringify({ email, sentAt: Date.now() }),
  );
  await renderPage('/forgot-password?step=confirm', { session: null });
  await expect.element(heading('新しいパスワードの設定')).toBeVisible();
  await expect.element(page.getByText(email)).toBeVisible();
});

test('an account whose password was reset by others is led to a new one', async () => {
  openUserPool({ RespondToAuthChallenge: refuseByPool('PasswordResetRequiredException') });
  const { address } = await renderPage('/login?next=%2Fsettings', { session: null });
  await fillCredentials();
  await press('サインイン');
  await expect.element(heading('パスワードの再設定')).toBeVisible();
  await expect.element(toast('パスワードの再設定が必要です')).toBeVisible();
  await expect.element(emailField()).toHaveValue(email);
  expect(address()).toBe('/forgot-password?next=%2Fsettings');
});

test('an account that others have made gets a password of its own, and is in', async () => {
  const pool = openUserPool({
    InitiateAuth: {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: 'first',
      ChallengeParameters: { USER_ID_FOR_SRP: email, requiredAttributes: '[]' },
    },
  });
  const { address } = await renderPage('/login?next=%2Fsettings', { session: null });
  await fillCredentials();
  await press('サインイン');
  await expect.element(heading('新しいパスワードの設定')).toBeVisible();
  expect(address()).toBe('/login?step=new-password&next=%2Fsettings');
  await expectAccessible();
  pool.answer('RespondToAuthChallenge', refuseByPool('InvalidPasswordException'));
  await newPasswordField().fill('password1');
  await press('設定してサインイン');
  await expect.element(alert()).toHaveTextContent('推測されやすい');
  await expect.element(newPasswordField()).toHaveFocus();
  pool.answer('RespondToAuthChallenge', () => grantTokens());
  await newPasswordField().fill('hagane-2025-gym');
  await press('設定してサインイン');
  await expect.poll(address).toBe('/settings');
  expect(pool.listInputs('RespondToAuthChallenge').at(-1)).toMatchObject({
    ChallengeResponses: { NEW_PASSWORD: 'hagane-2025-gym' },
  });
});
