import { getUserInfo } from '@tanren/contract/members/userinfo';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { alert, button, heading, press } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile } from '#test/support/session.ts';
import { grantTokens, openUserPool, rejectByPool } from '#test/support/user-pool.ts';
import { fillCredentials } from './identity-forms.ts';

/*
 * Every step that a user pool can require after the password. The embedded pool uses some of them,
 * Amazon's may use the others. The Amplify client is the real one.
 */

const secret = 'ABCDEFGHIJKLMNOP';

type Challenge = Readonly<Record<string, unknown>>;

/** Signs in. Each answer of the page gets the next challenge, and tokens after the last. */
async function signInWith(...challenges: readonly Challenge[]) {
  let at = 0;
  const pool = openUserPool({
    AssociateSoftwareToken: { SecretCode: secret, Session: 'associated-session' },
    VerifySoftwareToken: { Status: 'SUCCESS', Session: 'verified-session' },
    RespondToAuthChallenge: () => {
      const challenge = challenges[at];
      at += 1;
      return challenge === undefined
        ? grantTokens()
        : { Session: `session-${String(at)}`, ChallengeParameters: {}, ...challenge };
    },
  });
  answer(getUserInfo, readyProfile);
  const screen = await renderPage('/login?next=%2Fsettings', { session: null });
  await fillCredentials();
  await press('ログイン');
  return { pool, ...screen };
}

async function expectSignedIn(address: () => string): Promise<void> {
  // Other pages have the same word in their headings.
  await expect.poll(address).toBe('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
}

const codeField = () => page.getByLabelText('確認コード');
const lastAnswer = ({ listInputs }: ReturnType<typeof openUserPool>) =>
  listInputs('RespondToAuthChallenge').at(-1)?.['ChallengeResponses'];

test.each([
  ['SMS_MFA', 'SMS', '+*******1234', 'SMS_MFA_CODE'],
  ['EMAIL_OTP', 'EMAIL', 't***@t***', 'EMAIL_OTP_CODE'],
])(
  '%s: asks for the code, and shows where it was sent',
  async (ChallengeName, medium, destination, field) => {
    const { pool, address } = await signInWith({
      ChallengeName,
      ChallengeParameters: {
        CODE_DELIVERY_DELIVERY_MEDIUM: medium,
        CODE_DELIVERY_DESTINATION: destination,
      },
    });
    await expect.element(heading('2段階認証')).toBeVisible();
    await expect.element(page.getByText(destination)).toBeVisible();
    await expect.element(codeField()).toHaveFocus();
    await expectAccessible();
    await codeField().fill('１２３４５６');
    await press('確認する');
    await expectSignedIn(address);
    expect(lastAnswer(pool)).toMatchObject({ [field]: '123456' });
  },
);

test('shows a wrong code beside its field, which can be typed again', async () => {
  const { pool, address } = await signInWith({ ChallengeName: 'EMAIL_OTP' });
  await expect.element(page.getByText(/ご登録のメールアドレス/)).toBeVisible();
  pool.answer('RespondToAuthChallenge', rejectByPool('CodeMismatchException'));
  await codeField().fill('12345678');
  await press('確認する');
  await expect.element(alert()).toHaveTextContent('届いた最新のコードを入力してください');
  pool.answer('RespondToAuthChallenge', () => grantTokens());
  await press('確認する');
  await expectSignedIn(address);
});

// spec 5.22
test('SELECT_MFA_TYPE: offers the ways, and asks for the code of the chosen one', async () => {
  const { pool, address } = await signInWith(
    {
      ChallengeName: 'SELECT_MFA_TYPE',
      ChallengeParameters: {
        MFAS_CAN_CHOOSE: JSON.stringify(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA']),
      },
    },
    { ChallengeName: 'EMAIL_OTP' },
  );
  await expect.element(button('認証アプリ')).toBeVisible();
  await expect.element(button('SMSで届くコード')).toBeVisible();
  await expectAccessible();
  await press('メール認証');
  await expect.element(codeField()).toHaveFocus();
  expect(lastAnswer(pool)).toMatchObject({ ANSWER: 'EMAIL_OTP' });
  await codeField().fill('12345678');
  await press('確認する');
  await expectSignedIn(address);
});

test('MFA_SETUP with a choice, by mail: asks for the address, then its code', async () => {
  const { pool, address } = await signInWith(
    {
      ChallengeName: 'MFA_SETUP',
      ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' },
    },
    { ChallengeName: 'EMAIL_OTP' },
  );
  await expect.element(heading('2段階認証の設定')).toBeVisible();
  await expectAccessible();
  await press('メール認証');
  await page.getByLabelText('メールアドレス').fill('factor@tanren.example');
  await expectAccessible();
  await press('確認コードを受け取る');
  await expect.element(codeField()).toBeVisible();
  expect(lastAnswer(pool)).toMatchObject({ EMAIL: 'factor@tanren.example' });
  await codeField().fill('123456');
  await press('確認する');
  await expectSignedIn(address);
});

test('MFA_SETUP of an authenticator app: shows the key, then asks for its first code', async () => {
  const { pool, address } = await signInWith({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  });
  await expect.element(page.getByRole('img', { name: /QRコード/ })).toBeVisible();
  const shown = page.getByLabelText('セットアップキー').element().textContent;
  expect(shown.replaceAll(' ', '')).toBe(secret);
  await expectAccessible();
  await page.getByLabelText('認証コード').fill('123456');
  await press('設定してログイン');
  await expectSignedIn(address);
  expect(pool.listInputs('VerifySoftwareToken')).toMatchObject([{ UserCode: '123456' }]);
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(secret);
});

test('NEW_PASSWORD_REQUIRED: asks for a new password', async () => {
  const { pool, address } = await signInWith({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ChallengeParameters: { requiredAttributes: '[]', userAttributes: '{}' },
  });
  await expect.element(heading('新しいパスワードの設定')).toBeVisible();
  await page.getByRole('textbox', { name: '新しいパスワード' }).fill('okonomiyaki1');
  await press('設定してログイン');
  await expectSignedIn(address);
  expect(lastAnswer(pool)).toMatchObject({ NEW_PASSWORD: 'okonomiyaki1' });
});

test('CUSTOM_CHALLENGE: asks for the answer that the pool wants', async () => {
  const { pool, address } = await signInWith({ ChallengeName: 'CUSTOM_CHALLENGE' });
  await expect.element(codeField()).toHaveFocus();
  await press('確認する');
  await expect.element(page.getByText('コードを入力してください', { exact: true })).toBeVisible();
  await codeField().fill('open sesame');
  await press('確認する');
  await expectSignedIn(address);
  expect(lastAnswer(pool)).toMatchObject({ ANSWER: 'open sesame' });
});

test.each(['SELECT_CHALLENGE', 'PASSWORD', 'SOMETHING_NEW'])(
  'explains %s, which the app does not support',
  async (ChallengeName) => {
    await signInWith({ ChallengeName });
    await expect
      .element(alert())
      .toHaveTextContent('このアカウントのログイン方法に対応していません');
  },
);
