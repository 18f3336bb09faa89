import { getUserInfo } from '@tanren/contract/members/userinfo';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { alert, button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile, signIn } from '#test/support/session.ts';
import { grantTokens, openUserPool, rejectByPool } from '#test/support/user-pool.ts';
import {
  codeField,
  email,
  emailField,
  fillCredentials,
  newPasswordField,
  passwordField,
} from './identity-forms.ts';

const openSignIn = (path = '/login') => renderPage(path, { session: null });

async function send(secret?: string): Promise<void> {
  await fillCredentials(secret);
  await press('ログイン');
}

test('shows errors before sending, but not while the first input is typed', async () => {
  const pool = openUserPool();
  await openSignIn();
  await expect.element(heading('ログイン')).toBeVisible();
  await expectAccessible();
  await userEvent.type(emailField(), 'tanaka');
  const shape = page.getByText('メールアドレスの形式が正しくありません（例：name@example.com）');
  await expect.element(shape).not.toBeInTheDocument();
  await passwordField().click();
  await expect.element(shape).toBeVisible();
  await expectAccessible();
  await press('ログイン');
  await expect.element(emailField()).toHaveFocus();
  await expect.element(page.getByText('パスワードを入力してください')).toBeVisible();
  await emailField().fill(email);
  await expect.element(shape).not.toBeInTheDocument();
  expect(pool.listOperations()).toEqual([]);
});

test.each(['NotAuthorizedException', 'UserNotFoundException'])(
  '%s: shows the same text for wrong passwords and unknown members, and keeps the input',
  async (name) => {
    openUserPool({ InitiateAuth: rejectByPool(name) });
    await openSignIn();
    await send('wrong-2024');
    await expect
      .element(alert())
      .toHaveTextContent(/^メールアドレスまたはパスワードが正しくありません。$/);
    await expect.element(emailField()).toHaveValue(email);
    await expect.element(passwordField()).toHaveValue('wrong-2024');
    await expectAccessible();
  },
);

test('shows a lock-out as one', async () => {
  openUserPool({
    InitiateAuth: rejectByPool('NotAuthorizedException', 'Password attempts exceeded'),
  });
  await openSignIn();
  await send();
  await expect.element(alert()).toHaveTextContent('しばらくログインできません');
  await expectAccessible();
});

test('shows and hides the password', async () => {
  await openSignIn();
  await passwordField().fill('secret');
  await press('パスワードを表示する');
  await expect.element(passwordField()).toHaveAttribute('type', 'text');
  await press('パスワードを隠す');
  await expect.element(passwordField()).toHaveAttribute('type', 'password');
});

// spec 4.14, 7.41
test('a double tap signs in once and opens the requested page', async () => {
  const pool = openUserPool();
  answer(getUserInfo, readyProfile);
  const { address } = await openSignIn('/settings?from=mail');
  expect(address()).toBe('/login?next=%2Fsettings%3Ffrom%3Dmail');
  await fillCredentials();
  let finish = () => {};
  const tapped = new Promise<void>((resolve) => {
    finish = resolve;
  });
  pool.answer('RespondToAuthChallenge', () => tapped.then(() => grantTokens()));
  await tapTwice(button('ログイン'));
  finish();
  await expect.element(heading('マイページ')).toBeVisible();
  expect(address()).toBe('/settings?from=mail');
  expect(pool.listOperations()).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
});

test('accepts a sign-in that another tab made first', async () => {
  const pool = openUserPool();
  const { address } = await openSignIn();
  signIn();
  await send();
  await expect.element(heading('テツさん')).toBeVisible();
  expect(address()).toBe('/');
  expect(pool.listOperations()).toEqual([]);
});

test('explains a lost network, and the same input works when it is back', async () => {
  let lose = () => {};
  const waiting = new Promise<void>((resolve) => {
    lose = resolve;
  });
  const pool = openUserPool();
  answer(getUserInfo, readyProfile);
  pool.answer('InitiateAuth', async () => {
    await waiting;
    setOnline(false);
    throw new TypeError('Failed to fetch');
  });
  await openSignIn();
  await send();
  await expect.element(button('ログイン')).toBeDisabled();
  lose();
  await expect
    .element(alert())
    .toHaveTextContent(
      /^ネットワークエラー\s*ネットワーク接続を確認して、もう一度試してください。$/,
    );
  ignoreConsoleErrors('NetworkError');
  openUserPool();
  setOnline(true);
  await press('ログイン');
  await expect.element(heading('テツさん')).toBeVisible();
});

test('going back to the form leads into the app after a sign-in', async () => {
  openUserPool();
  answer(getUserInfo, readyProfile);
  const { address, back } = await renderPage('/login', {
    session: null,
    history: ['/login', '/register'],
  });
  await send();
  await expect.element(heading('テツさん')).toBeVisible();
  back();
  await expect.element(heading('テツさん')).toBeVisible();
  await expect.poll(address).toBe('/');
});

test('a form restored by the browser checks who is signed in', async () => {
  const { address } = await openSignIn();
  await expect.element(heading('ログイン')).toBeVisible();
  signIn();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(heading('テツさん')).toBeVisible();
  expect(address()).toBe('/');
});

test("a member's page restored by the browser asks for a sign-in after signing out", async () => {
  const { address } = await renderPage('/informations');
  await expect.element(heading('お知らせ')).toBeVisible();
  localStorage.clear();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(heading('ログイン')).toBeVisible();
  expect(address()).toBe('/login?next=%2Finformations');
});

describe('forgotten password', () => {
  const codeSent = {
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 't***' },
  };

  beforeEach(() => {
    answer(getUserInfo, readyProfile);
  });

  // spec 7.45, 7.46
  test('takes the typed address along, shows a rejected code, and signs in with the new password', async () => {
    const pool = openUserPool({
      ForgotPassword: codeSent,
      ConfirmForgotPassword: rejectByPool('UserNotFoundException'),
    });
    const { address } = await renderPage('/login?next=%2Fsettings', { session: null });
    await emailField().fill(email);
    await page.getByRole('link', { name: 'パスワードを忘れた方' }).click();
    await expect.element(heading('パスワードの再設定')).toBeVisible();
    await expect.element(emailField()).toHaveValue(email);
    await expectAccessible();
    await press('確認コードを受け取る');
    await expect.element(heading('新しいパスワードの設定')).toBeVisible();
    await expect.element(codeField()).toHaveFocus();
    await expect.element(newPasswordField()).toHaveAttribute('autocomplete', 'new-password');
    await expectAccessible();
    await codeField().fill('1234-5678');
    await newPasswordField().fill('steel-2025-gym');
    await press('再設定する');
    // The message does not reveal either whether the address has an account.
    await expect
      .element(alert())
      .toHaveTextContent(
        /^コードが正しくありません。最後に届いたメールのコードを入力してください。$/,
      );
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

  test('asks for the sent code again after a reload', async () => {
    sessionStorage.setItem(
      'tanren:code:reset-password',
      JSON.stringify({ email, sentAt: Date.now() }),
    );
    await renderPage('/forgot-password?step=confirm', { session: null });
    await expect.element(heading('新しいパスワードの設定')).toBeVisible();
    await expect.element(page.getByText(email)).toBeVisible();
  });

  test('leads an account whose password was reset by staff to a new password', async () => {
    openUserPool({ RespondToAuthChallenge: rejectByPool('PasswordResetRequiredException') });
    const { address } = await renderPage('/login?next=%2Fsettings', { session: null });
    await fillCredentials();
    await press('ログイン');
    await expect.element(heading('パスワードの再設定')).toBeVisible();
    await expect.element(toast('パスワードの再設定が必要です')).toBeVisible();
    await expect.element(emailField()).toHaveValue(email);
    expect(address()).toBe('/forgot-password?next=%2Fsettings');
  });

  test('an account created by staff sets its password and is signed in', async () => {
    const pool = openUserPool({
      InitiateAuth: {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: 'first',
        ChallengeParameters: { USER_ID_FOR_SRP: email, requiredAttributes: '[]' },
      },
    });
    const { address } = await renderPage('/login?next=%2Fsettings', { session: null });
    await fillCredentials();
    await press('ログイン');
    await expect.element(heading('新しいパスワードの設定')).toBeVisible();
    expect(address()).toBe('/login?step=new-password&next=%2Fsettings');
    await expectAccessible();
    pool.answer('RespondToAuthChallenge', rejectByPool('InvalidPasswordException'));
    await newPasswordField().fill('0l8kchek');
    await press('設定してログイン');
    await expect.element(alert()).toHaveTextContent('推測されやすい');
    await expect.element(newPasswordField()).toHaveFocus();
    pool.answer('RespondToAuthChallenge', () => grantTokens());
    await newPasswordField().fill('hagane-2025-gym');
    await press('設定してログイン');
    await expect.poll(address).toBe('/settings');
    expect(pool.listInputs('RespondToAuthChallenge').at(-1)).toMatchObject({
      ChallengeResponses: { NEW_PASSWORD: 'hagane-2025-gym' },
    });
  });
});

// spec 7.54
test('the page fetches its payload file when it is opened inside the app, and works without one', async () => {
  const payload = { path: '/login', data: { title: 'ログイン', lead: 'ファイルにある文' } };
  const isPayload = (input: unknown) =>
    typeof input === 'string' && input.startsWith('/login/_payload.json?');
  const answerOthers = globalThis.fetch;
  let isThere = true;
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    return isPayload(input) && isThere ? Response.json(payload) : await answerOthers(input, init);
  });
  const { go } = await renderPage('/register', { session: null });
  await page.getByRole('link', { name: '登録済みの方はログイン' }).click();
  await expect.element(page.getByText('ファイルにある文')).toBeVisible();
  const countFetches = () => fetched.mock.calls.filter(([input]) => isPayload(input)).length;
  const whileThere = countFetches();
  expect(whileThere).toBeGreaterThan(0);
  isThere = false;
  await go('/register');
  await page.getByRole('link', { name: '登録済みの方はログイン' }).click();
  await expect.element(page.getByText('挙げるだけで、記録が残る。')).toBeVisible();
  expect(countFetches()).toBeGreaterThan(whileThere);
});
