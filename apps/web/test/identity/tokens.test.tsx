import { expect, test } from 'vitest';
import { listCalls } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { signIn } from '#test/support/session.ts';
import { grantTokens, openUserPool } from '#test/support/user-pool.ts';

/** What the home page needs, each asked for once. */
const callsOfHome = [
  '/informations',
  '/my/training-session-run',
  '/tanren-connection',
  '/trainer-training-sessions',
  // Those ahead, and those that the gym cancelled.
  '/training-reservations/my',
  '/training-reservations/my',
  '/training-status',
  '/userinfo',
  '/workouts/latest',
];

test('tokens that have run out are renewed once for all calls of the home page', async () => {
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
