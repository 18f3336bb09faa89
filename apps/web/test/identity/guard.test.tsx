import { getUserInfo, type UserInfo } from '@tanren/contract/members/userinfo';
import { listVisitsOfMonth } from '@tanren/contract/workouts/visits';
import { forgeryCookie, secureForgeryCookie } from '@tanren/contract/endpoint';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { memberSub, readyProfile, type SessionState } from '#test/support/session.ts';
import { openUserPool } from '#test/support/user-pool.ts';

// A missing step is logged, and shown by the page to which it redirects.
afterEach(() => {
  ignoreConsoleErrors('status code 403');
});

/** One page of each access level, opened with a `next` query. */
const addresses = {
  public: '/terms?next=%2Finformations',
  'not-logged-in': '/login?next=%2Finformations',
  initial: '/register/userinfo?next=%2Finformations',
  'not-agree-tac': '/confirm-agreement?next=%2Finformations',
  default: '/settings?tab=1',
};

test('leads trainers and staff without an authenticator app to its set-up first', async () => {
  const session: SessionState = { groups: ['staff'], totpRequired: true };
  openUserPool({ GetUser: { Username: memberSub, UserAttributes: [] } });
  for (const path of ['/', '/staff', '/settings', '/informations']) {
    const { address } = await renderPage(path, { session });
    await expect.element(page.getByText(/認証アプリの設定が必要です/)).toBeVisible();
    expect(address()).toBe('/settings/totp');
    unmountPage();
  }
});

const withProfile = (changes: Partial<UserInfo>): SessionState => ({
  profile: { ...readyProfile, ...changes },
});

const back = '?next=%2Fsettings%3Ftab%3D1';

/** The page to which each visitor is redirected. Home is protected, so it redirects new members. */
const table: readonly {
  readonly who: string;
  readonly session: SessionState | null;
  readonly led: Partial<typeof addresses>;
}[] = [
  // spec 4.10
  { who: 'nobody signed in', session: null, led: { default: `/login${back}` } },
  // spec 4.22, 8.1
  {
    who: 'a member without a profile',
    session: { profile: null },
    led: {
      'not-logged-in': '/register/userinfo?next=%2F',
      'not-agree-tac': '/register/userinfo?next=%2Finformations',
      default: `/register/userinfo${back}`,
    },
  },
  // spec 4.11
  {
    who: 'a member with an incomplete profile',
    session: withProfile({
      height: null,
      isProfileCompleted: false,
      agreedTermsAndConditionsVersion: 0,
    }),
    led: {
      'not-logged-in': '/register/userinfo?next=%2F',
      default: `/register/userinfo${back}`,
    },
  },
  // spec 4.12
  {
    who: 'a member who agreed to version 2',
    session: withProfile({ agreedTermsAndConditionsVersion: 2 }),
    led: {
      'not-logged-in': '/confirm-agreement?next=%2F',
      initial: '/confirm-agreement?next=%2F',
      default: `/confirm-agreement${back}`,
    },
  },
  // spec 4.7
  {
    who: 'a ready member',
    session: {},
    led: { 'not-logged-in': '/', initial: '/', 'not-agree-tac': '/informations' },
  },
];

test.each(table)('leads $who to the right page', async ({ session, led }) => {
  const ends: Record<string, string> = {};
  for (const [level, path] of Object.entries(addresses)) {
    const { address } = await renderPage(path, { session });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    ends[level] = address();
    unmountPage();
  }
  expect(ends).toEqual({ ...addresses, ...led });
});

test.each(['trainer', 'staff'])('shows not found to a member for /%s', async (group) => {
  await renderPage(`/${group}`);
  await expect.element(heading('Page not found')).toBeVisible();
  await expect.poll(() => document.title).toBe('Page not found | TANREN');
});

const attacks = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '%2f%2fevil.example',
  '/%2fevil.example',
  'javascript:alert(document.domain)',
  'https://evil.example/',
  '/\t/evil.example',
  '/\n/evil.example',
  '\u0000//evil.example',
  'data:text/html,x',
];

test('next never leads out of the app', async () => {
  const { address, go, left } = await renderPage('/terms');
  for (const attack of attacks) {
    await go(`/confirm-agreement?next=${encodeURIComponent(attack)}`);
    expect([attack, address()]).toEqual([attack, '/']);
  }
  // A path of the app, as in the guard's own redirects, works.
  await go('/confirm-agreement?next=%2Finformations');
  expect(address()).toBe('/informations');
  expect(left).toEqual([]);
});

test('back skips the pages from which the guard redirected', async () => {
  const history = ['/terms'];
  const { address, back: goBack } = await renderPage('/settings', { session: null, history });
  await expect.element(heading('ログイン')).toBeVisible();
  expect(address()).toBe('/login?next=%2Fsettings');
  goBack();
  await expect.poll(address).toBe('/terms');
});

test.each([
  ['http', `${forgeryCookie}=of-this-page`],
  ['https', `${forgeryCookie}=planted; ${secureForgeryCookie}=of-this-page`],
])('calls contain the id token and the token against forgery: %s', async (_, cookies) => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(cookies);
  const sent = vi.spyOn(globalThis, 'fetch');
  await renderPage('/');
  expect(listCalls(getUserInfo)).toHaveLength(1);
  const [, init] = sent.mock.calls.find(([url]) => url === '/api/userinfo') ?? [];
  const headers = new Headers(init?.headers);
  expect(headers.get('authorization')).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  expect(headers.get('x-xsrf-token')).toBe('of-this-page');
});

test.each([
  ['profile_incomplete', null, '/register/userinfo', 'プロフィールの登録'],
  [
    'terms_not_agreed',
    { ...readyProfile, agreedTermsAndConditionsVersion: 2 },
    '/confirm-agreement',
    '利用規約への同意',
  ],
] as const)(
  'a call rejected with %s leads to the missing step',
  async (code, profile, path, title) => {
    const { go, address } = await renderPage('/settings');
    await expect.element(heading('マイページ')).toBeVisible();
    answer(getUserInfo, profile ?? rejectWith(404, 'not_found'));
    answer(listVisitsOfMonth, rejectWith(403, code));
    void go('/workouts');
    await expect.element(heading(title)).toBeVisible();
    expect(address()).toBe(`${path}?next=%2Fworkouts`);
    expect(page.getByRole('alert').filter({ hasText: /./ }).elements()).toEqual([]);
  },
);

test('a call rejected for a step done elsewhere is repeated once', async () => {
  const { go, address } = await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  let rejections = 1;
  answer(listVisitsOfMonth, () => {
    rejections -= 1;
    return rejections < 0 ? { visits: [], firstDate: null } : rejectWith(403, 'terms_not_agreed');
  });
  await go('/workouts');
  await expect.element(heading('トレーニング履歴')).toBeVisible();
  expect(address()).toBe('/workouts');
});

describe('a returning member', () => {
  const comeBack = { session: null };

  test('sees the page without waiting for the profile, but a form waits for it', async () => {
    await renderPage('/');
    unmountPage();
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    answer(getUserInfo, async () => {
      await sent;
      return { ...readyProfile, nickname: 'ハガネ' };
    });
    const { go } = await renderPage('/', comeBack);
    await expect.element(heading('テツさん')).toBeVisible();
    const opened = go('/settings/userinfo');
    send();
    await opened;
    await expect.element(page.getByLabelText('ニックネーム')).toHaveValue('ハガネ');
  });

  // spec 4.11, 4.12
  test.each([
    ['/workouts', { agreedTermsAndConditionsVersion: 2 }, '/confirm-agreement'],
    ['/informations', { agreedTermsAndConditionsVersion: 2 }, '/confirm-agreement'],
    ['/settings/email', { weight: null, isProfileCompleted: false }, '/register/userinfo'],
  ])('is led from %s to a step that is missing by now', async (path, changes, step) => {
    await renderPage('/');
    unmountPage();
    answer(getUserInfo, { ...readyProfile, ...changes });
    answer(listVisitsOfMonth, rejectWith(403, 'terms_not_agreed'));
    const { address } = await renderPage(path, comeBack);
    await expect.poll(address).toBe(`${step}?next=${encodeURIComponent(path)}`);
  });

  test('leaves no profile on the device after signing out', async () => {
    await renderPage('/');
    const remembered = () => JSON.stringify(localStorage);
    expect(remembered()).toContain('テツ');
    unmountPage();
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('Cognito')) localStorage.removeItem(key);
    }
    await renderPage('/login', comeBack);
    expect(remembered()).not.toContain('テツ');
  });
});
