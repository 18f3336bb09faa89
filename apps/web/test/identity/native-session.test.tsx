import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepNativeSessionLink } from '#features/identity/native-session.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { alert, heading, press } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import type { SessionState } from '#test/support/session.ts';
import { grantTokens, openUserPool, refuseByPool } from '#test/support/user-pool.ts';

const askForCode = { ChallengeName: 'CUSTOM_CHALLENGE', Session: 'first' };

/** As the app opens the page: the code stands behind the `#`, and is taken out of it at once. */
function openLink(username: string, next: string, session: SessionState | null = null) {
  const parts = new URLSearchParams({ code: 'one-time', username, next });
  keepNativeSessionLink(`#${parts.toString()}`);
  return renderPage('/auth/native-session', { session });
}

test('a link of another member takes their place, and never leaves this app', async () => {
  const other = { sub: '00000000-0000-4000-8000-000000000002', email: 'other@tanren.example' };
  const pool = openUserPool({
    InitiateAuth: askForCode,
    RespondToAuthChallenge: () => grantTokens(other.email, other.sub),
    RevokeToken: {},
  });
  const { address, go, left } = await openLink(other.sub, 'https://evil.example/', {});
  await expect.element(heading('テツさん')).toBeVisible();
  expect(address()).toBe('/');
  expect(left).toEqual([]);
  expect(pool.listInputs('InitiateAuth')).toMatchObject([{ AuthFlow: 'CUSTOM_AUTH' }]);
  await go('/settings');
  await expect.element(page.getByText(`${other.email} でサインイン中`)).toBeVisible();
});

test('a link that was used before says so, and leads to the sign-in', async () => {
  openUserPool({
    InitiateAuth: askForCode,
    RespondToAuthChallenge: refuseByPool('NotAuthorizedException'),
  });
  const { address } = await openLink('somebody', '/settings?from=app');
  await expect.element(alert()).toHaveTextContent('使用済みか、有効期限が切れています');
  await expectAccessible();
  await press('サインイン');
  await expect.element(heading('サインイン')).toBeVisible();
  expect(address()).toBe('/login?next=%2Fsettings%3Ffrom%3Dapp');
});
