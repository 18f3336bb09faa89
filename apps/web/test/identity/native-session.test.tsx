import { getUserInfo } from '@tanren/contract/members/userinfo';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeNativeSessionLink } from '#features/identity/native-session.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, lost } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { alert, heading, press } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { memberSub, readyProfile, type SessionState } from '#test/support/session.ts';
import { grantTokens, openUserPool, rejectByPool } from '#test/support/user-pool.ts';

const codeChallenge = { ChallengeName: 'CUSTOM_CHALLENGE', Session: 'first' };

/** Opens the page as the native app does: with the code after the `#`, which is removed at once. */
function openLink(username: string, next: string, session: SessionState | null = null) {
  const parts = new URLSearchParams({ code: 'one-time', username, next });
  storeNativeSessionLink(`#${parts.toString()}`);
  return renderPage('/auth/native-session', { session });
}

const other = { sub: '00000000-0000-4000-8000-000000000002', email: 'other@tanren.example' };

// spec 4.17
test('a link of another account switches accounts after a confirmation, and never leaves this app', async () => {
  const pool = openUserPool({
    InitiateAuth: codeChallenge,
    RespondToAuthChallenge: () => grantTokens(other.email, other.sub),
    RevokeToken: {},
  });
  const { address, go, left } = await openLink(other.sub, 'https://evil.example/', {});
  await expect.element(page.getByText('tetsu@tanren.example')).toBeVisible();
  await expectAccessible();
  expect(pool.listOperations()).toEqual([]);
  await press('切り替える');
  await expect.element(heading('テツさん')).toBeVisible();
  expect(address()).toBe('/');
  expect(left).toEqual([]);
  expect(pool.listInputs('InitiateAuth')).toMatchObject([{ AuthFlow: 'CUSTOM_AUTH' }]);
  expect(Object.keys(localStorage).filter((key) => key.includes(memberSub))).toEqual([]);
  await go('/settings');
  await expect.element(page.getByText(`${other.email} でログイン中`)).toBeVisible();
});

test('cancelling keeps the sign-in and the code', async () => {
  const pool = openUserPool();
  const { address, go } = await openLink(other.sub, '/settings', {});
  await press('切り替えない');
  await expect.element(heading('テツさん')).toBeVisible();
  expect(address()).toBe('/');
  expect(pool.listOperations()).toEqual([]);
  await go('/settings');
  await expect.element(page.getByText('tetsu@tanren.example でログイン中')).toBeVisible();
});

test.each([
  ['junk', () => rejectByPool('NotAuthorizedException')],
  ['no answer', (): typeof lost => lost],
])('an invalid code (%s) keeps the current sign-in', async (_, reply) => {
  const pool = openUserPool({ InitiateAuth: codeChallenge, RespondToAuthChallenge: reply });
  const { go } = await openLink(other.sub, '/settings', {});
  await press('切り替える');
  await expect.element(alert()).toHaveTextContent(/使用済み|ネットワーク/);
  ignoreConsoleErrors('NetworkError');
  await expect
    .element(page.getByText(/tetsu@tanren.example でのログインはそのままです/))
    .toBeVisible();
  expect(pool.listOperations()).not.toContain('RevokeToken');
  await press('ホームへ');
  await go('/settings');
  await expect.element(page.getByText('tetsu@tanren.example でログイン中')).toBeVisible();
});

test('asks before a link signs in on a device without a sign-in', async () => {
  const pool = openUserPool({
    InitiateAuth: codeChallenge,
    RespondToAuthChallenge: () => grantTokens(other.email, other.sub),
  });
  answer(getUserInfo, readyProfile);
  const { address } = await openLink(other.sub, '/settings');
  await expect.element(page.getByText('この端末にログインします')).toBeVisible();
  await expectAccessible();
  expect(pool.listOperations()).toEqual([]);
  await press('ログインする');
  await expect.element(page.getByText(`${other.email} でログイン中`)).toBeVisible();
  expect(address()).toBe('/settings');
});

test('explains that a link was already used, and leads to the sign-in page', async () => {
  openUserPool({
    InitiateAuth: codeChallenge,
    RespondToAuthChallenge: rejectByPool('NotAuthorizedException'),
  });
  const { address } = await openLink('somebody', '/settings?from=app');
  await press('ログインする');
  await expect.element(alert()).toHaveTextContent('使用済みか、有効期限が切れています');
  await expectAccessible();
  await press('ログイン');
  await expect.element(heading('ログイン')).toBeVisible();
  expect(address()).toBe('/login?next=%2Fsettings%3Ffrom%3Dapp');
});
