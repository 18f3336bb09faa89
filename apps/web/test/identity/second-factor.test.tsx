import { getRecoveryCodes, renewRecoveryCodes } from '@tanren/contract/identity/devices';
import { getUserInfo } from '@tanren/contract/members/userinfo';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { email, fillCredentials } from './identity-forms.ts';
import { alert, button, heading, listRedControls, press, toast } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { memberSub, readyProfile } from '#test/support/session.ts';
import { grantTokens, openUserPool, rejectByPool } from '#test/support/user-pool.ts';

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const codeField = () => page.getByLabelText('認証コード');

const withoutApp = { Username: memberSub, UserAttributes: [] };
const withApp = {
  ...withoutApp,
  UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
};

const codes = Array.from({ length: 10 }, (_, at) => `ABCDE-FGHJ${String(at)}`);

test('shows the key of the authenticator app as picture, link and text, and turns it on after its first code', async () => {
  const pool = openUserPool({
    GetUser: withoutApp,
    AssociateSoftwareToken: { SecretCode: secret },
    VerifySoftwareToken: rejectByPool('EnableSoftwareTokenMFAException'),
    SetUserMFAPreference: {},
  });
  await renderPage('/settings/totp');
  await expect.element(button('設定する')).toBeVisible();
  await expectAccessible();
  await press('設定する');
  await expect.element(page.getByRole('img', { name: /QRコード/ })).toBeVisible();
  await expectAccessible();
  const uri = page
    .getByRole('link', { name: /認証アプリで開く/ })
    .element()
    .getAttribute('href');
  expect(decodeURIComponent(uri ?? '')).toContain(`TANREN:${email}?secret=${secret}`);
  const shown = page.getByLabelText('セットアップキー').element().textContent;
  expect(shown.replaceAll(' ', '')).toBe(secret);
  await codeField().fill('12345');
  await press('有効にする');
  await expect.element(page.getByText('コードは6桁の数字で入力してください')).toBeVisible();
  expect(pool.listInputs('VerifySoftwareToken')).toEqual([]);
  await codeField().fill('123456');
  await press('有効にする');
  await expect.element(alert()).toHaveTextContent('コードが一致しません');
  await expect.element(codeField()).toHaveFocus();
  pool.answer('VerifySoftwareToken', { Status: 'SUCCESS' });
  pool.answer('GetUser', withApp);
  answer(renewRecoveryCodes, { codes });
  answer(getRecoveryCodes, { available: true, left: 10 });
  await press('有効にする');
  await expect.element(page.getByText('有効になっています')).toBeVisible();
  const first = page.getByRole('list', { name: 'リカバリーコード' });
  await expect.element(first).toHaveTextContent('ABCDE-FGHJ9');
  await expectAccessible();
});

test('asks before removing the app, and explains what protects the account then', async () => {
  const pool = openUserPool({ GetUser: withApp, SetUserMFAPreference: {} });
  await renderPage('/settings/totp');
  await expect.element(page.getByText('有効になっています')).toBeVisible();
  await press('解除する');
  const dialog = page.getByRole('dialog', { name: '2段階認証を解除しますか' });
  await expect.element(dialog).toHaveTextContent('パスワードだけでログインできるようになります');
  await expectAccessible();
  await dialog.getByRole('button', { name: '解除しない' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(pool.listInputs('SetUserMFAPreference')).toEqual([]);
  await press('解除する');
  await dialog.getByRole('button', { name: '解除する' }).click();
  await expect.element(toast('2段階認証を解除しました')).toBeVisible();
  await expect.element(button('設定する')).toBeVisible();
  expect(pool.listInputs('SetUserMFAPreference')).toMatchObject([
    { SoftwareTokenMfaSettings: { Enabled: false } },
  ]);
});

test('a sign-in asks for the code, rejects a wrong one and opens the requested page', async () => {
  const pool = openUserPool({
    RespondToAuthChallenge: { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'first' },
  });
  answer(getUserInfo, readyProfile);
  const { address } = await renderPage('/login?next=%2Fsettings', { session: null });
  await fillCredentials();
  await press('ログイン');
  await expect.element(heading('2段階認証')).toBeVisible();
  await expect.element(codeField()).toHaveFocus();
  await expectAccessible();
  pool.answer('RespondToAuthChallenge', rejectByPool('CodeMismatchException'));
  await codeField().fill('123456');
  await press('確認する');
  await expect.element(alert()).toHaveTextContent('コードが正しくありません');
  await expect.element(codeField()).toHaveFocus();
  pool.answer('RespondToAuthChallenge', () => grantTokens());
  await press('確認する');
  await expect.element(heading('マイページ')).toBeVisible();
  expect(address()).toBe('/settings');
});

const shownKey = () =>
  page.getByLabelText('セットアップキー').element().textContent.replaceAll(' ', '');

test('a reload shows the same key, and leaving the page deletes it', async () => {
  let keys = 0;
  const pool = openUserPool({
    GetUser: withoutApp,
    AssociateSoftwareToken: () => ({ SecretCode: `${secret}${'ABC'[keys++] ?? ''}` }),
    VerifySoftwareToken: { Status: 'SUCCESS' },
    SetUserMFAPreference: {},
  });
  await renderPage('/settings/totp');
  await press('設定する');
  await expect.element(codeField()).toBeVisible();
  unmountPage();
  const { go } = await renderPage('/settings/totp');
  await expect.element(codeField()).toBeVisible();
  expect(shownKey()).toBe(`${secret}A`);
  expect(pool.listInputs('AssociateSoftwareToken')).toHaveLength(1);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(secret);

  await go('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(secret);
  await go('/settings/totp');
  await press('設定する');
  await expect.element(codeField()).toBeVisible();
  expect(shownKey()).toBe(`${secret}B`);
  await codeField().fill('123456');
  pool.answer('GetUser', withApp);
  // The app is enabled although the recovery codes could not be issued.
  answer(renewRecoveryCodes, rejectWith(503, 'internal_error'));
  await press('有効にする');
  await expect.element(page.getByText('有効になっています')).toBeVisible();
  await expect.element(button('リカバリーコードを発行する')).toBeVisible();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(secret);
});

test('does not show a key of another member', async () => {
  openUserPool({ GetUser: withoutApp });
  const kept = { account: 'other@tanren.example', secret, uri: 'otpauth://totp/x' };
  sessionStorage.setItem('tanren:totp-set-up', JSON.stringify(kept));
  await renderPage('/settings/totp');
  await expect.element(button('設定する')).toBeVisible();
});

test('shows recovery codes until they are saved, also after a reload', async () => {
  openUserPool({ GetUser: withApp });
  let round = 0;
  answer(getRecoveryCodes, { available: true, left: 10 });
  answer(renewRecoveryCodes, () => {
    round += 1;
    return { codes: codes.map((code) => code.replace('A', String(round))) };
  });
  const { go, address } = await renderPage('/settings/totp');
  await press('リカバリーコードを発行する');
  const shown = page.getByRole('list', { name: 'リカバリーコード' });
  await expect.element(shown).toHaveTextContent('1BCDE-FGHJ9');
  void go('/settings');
  const dialog = page.getByRole('alertdialog', { name: 'リカバリーコードを保管しましたか' });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: '移動しない' }).click();
  expect(address()).toBe('/settings/totp');
  // The codes are not stored on the device, so after a reload the page offers new ones.
  unmountPage();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('BCDE');
  const again = await renderPage('/settings');
  await page.getByRole('link', { name: 'リカバリーコードを確認する' }).click();
  await expect.element(page.getByText(/まだ保管していません/)).toBeVisible();
  await press('リカバリーコードを発行する');
  await expect.element(shown).toHaveTextContent('2BCDE-FGHJ9');
  await press('保管しました');
  await expect.element(page.getByText(/残り10個です/)).toBeVisible();
  await again.go('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  expect(page.getByRole('link', { name: 'リカバリーコードを確認する' }).elements()).toEqual([]);
});

test('issues recovery codes once with the app in use, and shows how many are left', async () => {
  openUserPool({ GetUser: withApp });
  let left = 0;
  answer(getRecoveryCodes, () => ({ available: true, left }));
  answer(renewRecoveryCodes, () => {
    left = 10;
    return { codes };
  });
  await renderPage('/settings/totp');
  await expect.element(page.getByText('まだ発行していません')).toBeVisible();
  expect(listRedControls()).toEqual(['リカバリーコードを発行する']);
  await press('リカバリーコードを発行する');
  const shown = page.getByRole('list', { name: 'リカバリーコード' });
  await expect.element(shown).toHaveTextContent('ABCDE-FGHJ9');
  await expect.element(button('印刷する')).toBeVisible();
  await expectAccessible();
  await press('保管しました');
  unmountPage();
  await renderPage('/settings/totp');
  await expect.element(page.getByText(/残り10個です/)).toBeVisible();
  // Nothing is left to do, so the remaining buttons are neutral.
  expect(listRedControls()).toEqual([]);
  expect(page.getByText('ABCDE-FGHJ9').elements()).toEqual([]);
});

test('sends a recovery code instead of the six digits', async () => {
  const pool = openUserPool({
    RespondToAuthChallenge: { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'first' },
  });
  answer(getUserInfo, readyProfile);
  await renderPage('/login?next=%2Fsettings', { session: null });
  await fillCredentials();
  await press('ログイン');
  await codeField().fill('ABCDE-FGHJ9');
  pool.answer('RespondToAuthChallenge', () => grantTokens());
  await press('確認する');
  await expect.element(heading('マイページ')).toBeVisible();
  expect(pool.listInputs('RespondToAuthChallenge').at(-1)).toMatchObject({
    ChallengeResponses: { SOFTWARE_TOKEN_MFA_CODE: 'ABCDEFGHJ9' },
  });
});

const withMail = { ...withoutApp, UserMFASettingList: ['EMAIL_OTP'] };

test('turns mail codes on beside the app, and off again', async () => {
  const pool = openUserPool({ GetUser: withApp, SetUserMFAPreference: {} });
  answer(getRecoveryCodes, { available: true, left: 10 });
  await renderPage('/settings/totp');
  await press('メール認証を使う');
  await expect.element(toast('メール認証を設定しました')).toBeVisible();
  await expectAccessible();
  await press('メール認証を解除する');
  await expect.element(toast('メール認証を解除しました')).toBeVisible();
  expect(pool.listInputs('SetUserMFAPreference')).toMatchObject([
    {
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: false },
      EmailMfaSettings: { Enabled: true, PreferredMfa: false },
    },
    {
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      EmailMfaSettings: { Enabled: false },
    },
  ]);
});

test('explains that a pool does not mail codes, and changes nothing', async () => {
  openUserPool({
    GetUser: withoutApp,
    SetUserMFAPreference: rejectByPool('InvalidParameterException'),
  });
  await renderPage('/settings/totp');
  await press('メール認証を使う');
  await expect.element(page.getByText(/お使いいただけません/)).toBeVisible();
  await expect.element(button('メール認証を使う')).toBeVisible();
});

test('sets up the app beside mail codes without a preference', async () => {
  const pool = openUserPool({
    GetUser: withMail,
    AssociateSoftwareToken: { SecretCode: secret },
    VerifySoftwareToken: { Status: 'SUCCESS' },
    SetUserMFAPreference: {},
  });
  answer(renewRecoveryCodes, { codes });
  answer(getRecoveryCodes, { available: true, left: 10 });
  await renderPage('/settings/totp');
  await press('設定する');
  await codeField().fill('123456');
  await press('有効にする');
  await expect.element(page.getByRole('list', { name: 'リカバリーコード' })).toBeVisible();
  expect(pool.listInputs('SetUserMFAPreference')).toMatchObject([
    {
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: false },
      EmailMfaSettings: { Enabled: true, PreferredMfa: false },
    },
  ]);
});
