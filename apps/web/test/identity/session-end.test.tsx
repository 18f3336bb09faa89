import { getUserInfo, updateUserInfo } from '@tanren/contract/members/userinfo';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, rejectTokens } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { memberSub, readyProfile, signIn } from '#test/support/session.ts';
import { grantTokens, openUserPool, rejectByPool } from '#test/support/user-pool.ts';
import { fillCredentials } from './identity-forms.ts';

// An ended session is logged, and shown by the sign-in page alone.
afterEach(() => {
  ignoreConsoleErrors('status code 401');
});

const revoked = rejectByPool('NotAuthorizedException', 'Refresh Token has been revoked');
const isSignedIn = () => Object.keys(localStorage).some((key) => key.endsWith('.accessToken'));

async function expectSignInAgain(): Promise<void> {
  await expect.element(heading('ログイン')).toBeVisible();
  await expect.element(page.getByText('ログインし直してください')).toBeVisible();
  await expect.element(page.getByText('システムエラー')).not.toBeInTheDocument();
  expect(page.getByRole('alert').filter({ hasText: /./ }).elements()).toEqual([]);
  expect(isSignedIn()).toBe(false);
}

test('renews rejected tokens once for all calls in flight, and repeats the calls', async () => {
  const pool = openUserPool({
    GetTokensFromRefreshToken: () => {
      rejectTokens(false);
      return grantTokens();
    },
  });
  const { queryClient, address } = await renderPage('/');
  await expect.element(heading('テツさん')).toBeVisible();
  // Calls that are still running would not be repeated.
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  rejectTokens(true);
  const before = listCalls().length;
  await queryClient.invalidateQueries();
  expect(listCalls().length).toBeGreaterThan(before + 4);
  expect(pool.listOperations()).toEqual(['GetTokensFromRefreshToken']);
  expect(address()).toBe('/');
  await expect.element(page.getByText('システムエラー')).not.toBeInTheDocument();
});

test('a sign-in that was ended elsewhere leads to the sign-in page, which explains it and leads back', async () => {
  const pool = openUserPool({ GetTokensFromRefreshToken: revoked });
  const draft = `tanren:draft:${memberSub}:new`;
  const { address, go } = await renderPage('/');
  await expect.element(heading('テツさん')).toBeVisible();
  localStorage.setItem(draft, 'gone');
  localStorage.setItem('tanren:guide-opened', 'yes');
  sessionStorage.setItem('typed', 'gone');
  rejectTokens(true);
  void go('/workouts?workoutType=3');
  await expectSignInAgain();
  expect(address()).toBe('/login?next=%2Fworkouts%3FworkoutType%3D3');
  expect(pool.listOperations()).toEqual(['GetTokensFromRefreshToken']);
  // No data of the member stays on the device, as after a sign-out.
  expect(localStorage.getItem(draft)).toBeNull();
  expect(localStorage.getItem('tanren:guide-opened')).toBe('yes');
  expect(sessionStorage.getItem('typed')).toBeNull();
  await expectAccessible();

  rejectTokens(false);
  pool.answer('RespondToAuthChallenge', () => grantTokens());
  await fillCredentials();
  await press('ログイン');
  await expect.poll(address).toBe('/workouts?workoutType=3');
  await go('/terms');
  localStorage.clear();
  await go('/login');
  await expect.element(page.getByText('ログインし直してください')).not.toBeInTheDocument();
});

test('a tab that is opened after the tokens were deleted explains the end', async () => {
  openUserPool({ GetTokensFromRefreshToken: revoked });
  rejectTokens(true);
  const { go } = await renderPage('/settings');
  await expectSignInAgain();
  // Another tab of the browser has a tab storage of its own.
  sessionStorage.clear();
  await go('/terms');
  await go('/login?next=%2Fworkouts');
  await expectSignInAgain();
});

test.each([
  ['a renewal without effect', () => grantTokens()],
  ['an account that was deleted', rejectByPool('UserNotFoundException')],
  ['a token that was copied', rejectByPool('RefreshTokenReuseException')],
])('%s ends the sign-in', async (_, renewal) => {
  openUserPool({ GetTokensFromRefreshToken: renewal });
  rejectTokens(true);
  const { address } = await renderPage('/settings');
  await expectSignInAgain();
  expect(address()).toBe('/login?next=%2Fsettings');
});

test('expired tokens that cannot be renewed lead to the sign-in page', async () => {
  openUserPool({ GetTokensFromRefreshToken: revoked });
  signIn();
  for (const key of Object.keys(localStorage)) {
    if (key.endsWith('.clockDrift')) localStorage.setItem(key, String(20 * 365 * 86_400_000));
  }
  const { address } = await renderPage('/settings', { session: null });
  await expectSignInAgain();
  expect(address()).toBe('/login?next=%2Fsettings');
});

test('the sign-in page opens with a sign-in that has ended', async () => {
  openUserPool({ GetTokensFromRefreshToken: revoked });
  rejectTokens(true);
  const { address } = await renderPage('/login?next=%2Fsettings');
  await expect.element(button('ログイン')).toBeVisible();
  expect(address()).toBe('/login?next=%2Fsettings');
  expect(isSignedIn()).toBe(false);
});

test('a lost network during the renewal deletes nothing', async () => {
  const pool = openUserPool({ GetTokensFromRefreshToken: lost });
  const { address, go } = await renderPage('/');
  await expect.element(heading('テツさん')).toBeVisible();
  rejectTokens(true);
  void go('/training-status');
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  expect(isSignedIn()).toBe(true);
  pool.answer('GetTokensFromRefreshToken', () => grantTokens());
  rejectTokens(false);
  await press('もう一度読み込む');
  await expect.element(heading('トレーニング状況')).toBeVisible();
  expect(address()).toBe('/training-status');
  ignoreConsoleErrors('NetworkError');
});

test('saves once after the renewal', async () => {
  let renewed = false;
  openUserPool({
    GetTokensFromRefreshToken: () => {
      renewed = true;
      return grantTokens();
    },
  });
  // Only this call is rejected: another one would renew the tokens for it.
  answer(updateUserInfo, () => (renewed ? readyProfile : rejectWith(401, 'unauthenticated')));
  await renderPage('/settings/userinfo');
  const nickname = page.getByLabelText('ニックネーム');
  await nickname.fill('テツオ');
  await press('保存する');
  await expect.poll(() => listCalls(updateUserInfo)).toHaveLength(2);
  await expect.element(toast('保存しました')).toBeVisible();
});

test('a rejection by the user pool ends the sign-in', async () => {
  openUserPool({
    GetUser: rejectByPool('NotAuthorizedException', 'Access Token has been revoked'),
    GetTokensFromRefreshToken: revoked,
  });
  const { address } = await renderPage('/settings/totp');
  await expectSignInAgain();
  expect(address()).toBe('/login?next=%2Fsettings%2Ftotp');
});

test('other tabs of the browser sign out too', async () => {
  const { address } = await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  const publish = (name: string, newValue: string | null) => {
    const key = `CognitoIdentityServiceProvider.component-tests.${name}`;
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  };
  localStorage.clear();
  publish('LastAuthUser', null);
  await expectSignInAgain();
  expect(address()).toBe('/login?next=%2Fsettings');
  signIn();
  publish(`${memberSub}.refreshToken`, 'unused');
  await expect.element(heading('テツさん')).toBeVisible();
});

test.each([
  ['ahead', -600],
  ['behind', 600],
])(
  'a clock that is ten minutes %s neither blocks a sign-in nor renews at every call',
  async (_, seconds) => {
    const issuedAt = Math.floor(Date.now() / 1000) + seconds;
    const pool = openUserPool({
      RespondToAuthChallenge: () =>
        grantTokens(undefined, undefined, { iat: issuedAt, exp: issuedAt + 300 }),
    });
    answer(getUserInfo, readyProfile);
    await renderPage('/login', { session: null });
    await fillCredentials();
    await press('ログイン');
    await expect.element(heading('テツさん')).toBeVisible();
    expect(pool.listOperations()).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
  },
);

/** Calls of the home page, each made once. */
const callsOfHome = [
  '/informations',
  '/my/health-checks',
  '/my/memberships',
  '/tanren-connection',
  '/todays-menu',
  // One call is for future reservations, one for those that the gym cancelled.
  '/training-reservations/my',
  '/training-reservations/my',
  '/training-status',
  '/userinfo',
  '/visits',
];

test('renews expired tokens once for all calls of the home page', async () => {
  const pool = openUserPool({ GetTokensFromRefreshToken: () => grantTokens() });
  signIn();
  const years = 20 * 365 * 86_400_000;
  for (const key of Object.keys(localStorage)) {
    if (key.endsWith('.clockDrift')) localStorage.setItem(key, String(years));
  }
  await renderPage('/', { session: null });
  await expect.element(heading('テツさん')).toBeVisible();
  const paths = () => listCalls().map(({ path }) => path.split('?', 1)[0] ?? '');
  await expect.poll(() => paths().toSorted()).toEqual(callsOfHome);
  expect(pool.listOperations()).toEqual(['GetTokensFromRefreshToken']);
});
