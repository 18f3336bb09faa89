import { getUserInfo } from '@tanren/contract/members/userinfo';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { takePassword } from '#features/identity/identity-storage.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import {
  codeField,
  email,
  emailField,
  fillCredentials,
  password,
  passwordField,
} from './identity-forms.ts';
import { alert, button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { grantTokens, openUserPool, rejectByPool } from '#test/support/user-pool.ts';

const codeSent = {
  CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 't***' },
};

const openRegistration = (path = '/register') => renderPage(path, { session: null });

function openPoolForNewcomers() {
  return openUserPool({
    SignUp: { UserConfirmed: false, UserSub: 'x', ...codeSent },
    ConfirmSignUp: {},
    ResendConfirmationCode: codeSent,
  });
}

/** Closes the tab. The storage of the device stays. */
function closeTab(): void {
  unmountPage();
  sessionStorage.clear();
  // The page stored the password only in memory.
  takePassword('');
}

beforeEach(() => {
  answer(getUserInfo, rejectWith(404, 'not_found'));
});

// spec 7.42
test('shows or corrects typing errors, and sends nothing meanwhile', async () => {
  const pool = openPoolForNewcomers();
  const { address } = await openRegistration('/login?next=%2Fworkouts');
  await page.getByRole('link', { name: 'アプリをはじめて使う方' }).click();
  await expect.element(heading('アプリの新規登録')).toBeVisible();
  await expect.element(page.getByText('ステップ1/5')).toBeVisible();
  await expectAccessible();
  await press('登録する');
  await expect.element(page.getByText('メールアドレスを入力してください')).toBeVisible();
  await expect.element(emailField()).toHaveFocus();
  await passwordField().fill('ｔａｎｒｅｎ２０２４');
  await emailField().fill(email.replace('@', '＠'));
  const halfWidth = page.getByText('半角で入力してください');
  await expect.element(halfWidth).toBeVisible();
  await expectAccessible();
  expect(pool.listOperations()).toEqual([]);
  await passwordField().fill(password);
  await expect.element(halfWidth).not.toBeInTheDocument();
  await passwordField().click();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('確認コードの入力')).toBeVisible();
  expect(address()).toBe('/register?step=confirm&next=%2Fworkouts');
  expect(pool.listInputs('SignUp')).toMatchObject([{ Username: email, Password: password }]);
});

test('ticks the rules of the password while it is typed, also the one against guessing', async () => {
  await openRegistration();
  const rule = (words: RegExp) => page.getByRole('listitem').filter({ hasText: words });
  const guess = rule(/^推測されにくい/);
  await emailField().fill('hanako@kaisha.example');
  await passwordField().fill('tanren2024');
  await expect.element(rule(/^8文字以上/)).toHaveTextContent('満たしています');
  await expect.element(guess).toHaveTextContent('満たしていません');
  const status = page.getByText(/^パスワードの条件/);
  await expect.element(status).toHaveTextContent('残り1つ（推測されにくい');
  await expectAccessible();
  await passwordField().fill('password1');
  await expect.element(guess).toHaveTextContent('満たしていません');
  await passwordField().fill(password);
  await expect.element(guess).toHaveTextContent('満たしています');
  await expect
    .element(page.getByText('パスワードの条件をすべて満たしています'))
    .toBeInTheDocument();
});

// spec 7.43
test('the code page focuses its field, accepts full-width digits and signs in by itself', async () => {
  const pool = openPoolForNewcomers();
  const { address } = await openRegistration();
  await fillCredentials();
  await press('登録する');
  await expect.element(heading('確認コードの入力')).toBeVisible();
  await expect.element(page.getByText('ステップ2/5')).toBeVisible();
  await expect.element(codeField()).toHaveFocus();
  await expect.element(page.getByText(email)).toBeVisible();
  expect(address()).not.toContain(email);
  await expect
    .element(page.getByRole('button', { name: /コードを再送する（あと\d+秒）/ }))
    .toBeDisabled();
  await expectAccessible();
  for (const typed of ['12345', '123456789']) {
    await codeField().fill(typed);
    await press('確認する');
    await expect.element(page.getByText('コードは6〜8桁の数字で入力してください')).toBeVisible();
    await expect.element(codeField()).toHaveValue(typed);
    await codeField().fill('');
  }
  expect(pool.listInputs('ConfirmSignUp')).toEqual([]);
  pool.answer('ConfirmSignUp', rejectByPool('CodeMismatchException'));
  await codeField().fill('000000');
  await press('確認する');
  await expect
    .element(alert())
    .toHaveTextContent(
      /^コードが正しくありません。最後に届いたメールのコードを入力してください。$/,
    );
  await expect.element(codeField()).toHaveFocus();
  await expectAccessible();
  pool.answer('ConfirmSignUp', {});
  await codeField().fill('１２３４ ５６７８ ');
  await press('確認する');
  await expect.element(heading('プロフィールの登録')).toBeVisible();
  expect(pool.listInputs('ConfirmSignUp').at(-1)).toMatchObject({ ConfirmationCode: '12345678' });
});

test('a code page without a known password leads to the sign-in page with the address filled in', async () => {
  openPoolForNewcomers();
  const pending = { email: 'other@tanren.example', sentAt: Date.now() };
  sessionStorage.setItem('tanren:code:sign-up', JSON.stringify(pending));
  const { address } = await openRegistration('/register?next=%2Fworkouts&step=confirm');
  await codeField().fill('123456');
  await press('確認する');
  await expect.element(toast('登録が完了しました')).toBeVisible();
  await expect.element(emailField()).toHaveValue(pending.email);
  expect(address()).toBe('/login?next=%2Fworkouts');
});

test.each([
  ['InvalidPasswordException', '推測されやすい', passwordField],
  ['UsernameExistsException', 'すでに登録されています', emailField],
] as const)('shows %s at its field, and keeps the input', async (name, words, field) => {
  openUserPool({ SignUp: rejectByPool(name) });
  await openRegistration();
  await fillCredentials();
  await press('登録する');
  await expect.element(alert()).toHaveTextContent(words);
  await expect.element(field()).toHaveFocus();
  await expect.element(emailField()).toHaveValue(email);
  await expectAccessible();
});

// spec 7.44
test('leads an unconfirmed account from the sign-in to the code, with a new one', async () => {
  const pool = openPoolForNewcomers();
  pool.answer('RespondToAuthChallenge', rejectByPool('UserNotConfirmedException'));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openRegistration('/login');
  await fillCredentials();
  await press('ログイン');
  await expect.element(heading('確認コードの入力')).toBeVisible();
  expect(pool.listInputs('ResendConfirmationCode')).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: /コードを再送する/ })).toBeDisabled();
  await vi.advanceTimersByTimeAsync(31_000);
  await button('コードを再送する').click();
  await expect.element(page.getByText('新しいコードをお送りしました。')).toBeVisible();
  expect(pool.listInputs('ResendConfirmationCode')).toHaveLength(2);
  pool.answer('RespondToAuthChallenge', () => grantTokens());
  await codeField().fill('123456');
  await press('確認する');
  await expect.element(heading('プロフィールの登録')).toBeVisible();
});

const continueLink = () => page.getByRole('link', { name: '登録の続き（確認コードの入力）' });

test('shows a link to the code on the registration and sign-in pages after the tab was closed', async () => {
  openPoolForNewcomers();
  await openRegistration();
  await fillCredentials();
  await press('登録する');
  await expect.element(heading('確認コードの入力')).toBeVisible();
  for (const [path, title] of [
    ['/register', 'アプリの新規登録'],
    ['/login', 'ログイン'],
  ] as const) {
    closeTab();
    const { address } = await openRegistration(`${path}?next=%2Fworkouts`);
    await expect.element(heading(title)).toBeVisible();
    // Another person may be using the device now.
    await expect.element(page.getByText(email)).not.toBeInTheDocument();
    await expectAccessible();
    await continueLink().click();
    await expect.element(heading('確認コードの入力')).toBeVisible();
    await expect.element(page.getByText(email)).toBeVisible();
    expect(address()).toBe('/register?step=confirm&next=%2Fworkouts');
  }
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(password);
  await codeField().fill('123456');
  await press('確認する');
  await expect.element(toast('登録が完了しました')).toBeVisible();
  await expect.element(emailField()).toHaveValue(email);
  closeTab();
  await openRegistration('/login');
  await expect.element(heading('ログイン')).toBeVisible();
  await expect.element(continueLink()).not.toBeInTheDocument();
});

test('offers no code page for another address or account, nor a day later', async () => {
  openPoolForNewcomers();
  const keep = (sentAt: number) => {
    localStorage.setItem('tanren:code:sign-up', JSON.stringify({ email, sentAt }));
  };
  for (const [name, title] of [
    ['メールアドレスを変更する', 'アプリの新規登録'],
    ['ログインに戻る', 'ログイン'],
  ] as const) {
    keep(Date.now());
    await openRegistration('/login');
    await continueLink().click();
    await page.getByRole('link', { name }).click();
    await expect.element(heading(title)).toBeVisible();
    closeTab();
    await openRegistration('/login');
    await expect.element(heading('ログイン')).toBeVisible();
    await expect.element(continueLink()).not.toBeInTheDocument();
    closeTab();
  }
  keep(Date.now() - 25 * 60 * 60 * 1000);
  await openRegistration('/login');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(localStorage.getItem('tanren:code:sign-up')).toBeNull();
});

test('back leads from the code page to the form', async () => {
  openPoolForNewcomers();
  const { back } = await openRegistration();
  await fillCredentials();
  await press('登録する');
  await expect.element(heading('確認コードの入力')).toBeVisible();
  back();
  await expect.element(heading('アプリの新規登録')).toBeVisible();
});

test('a new code removes the old one and its error', async () => {
  const pool = openPoolForNewcomers();
  pool.answer('ConfirmSignUp', rejectByPool('ExpiredCodeException'));
  sessionStorage.setItem('tanren:code:sign-up', JSON.stringify({ email, sentAt: null }));
  await openRegistration('/register?step=confirm');
  await codeField().fill('000000');
  await press('確認する');
  await expect.element(alert()).toBeVisible();
  await press('コードを再送する');
  await expect.element(page.getByText('新しいコードをお送りしました。')).toBeVisible();
  await expect.element(codeField()).toHaveValue('');
  await expect.element(alert()).not.toBeInTheDocument();
  await expectAccessible();
});
