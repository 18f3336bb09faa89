import {
  type Device,
  endDevice,
  endOtherDevices,
  listAuthenticationEvents,
  listDevices,
} from '@tanren/contract/identity/devices';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { grantTokens, openUserPool, rejectByPool } from '#test/support/user-pool.ts';

const ids = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000010${digit}`);
const times = { signedInAt: '2026-03-01T03:00:00.000Z', lastSeenAt: '2026-03-02T09:05:00.000Z' };

function makeDevice(index: number, name: string, current = false): Device {
  return { deviceId: ids[index] ?? '', name, current, ...times };
}

const here = makeDevice(0, 'Windows・Chrome', true);
const phone = makeDevice(1, 'iPhone・Safari');
const tablet = makeDevice(2, 'iPad・Safari');

const events = {
  available: true,
  items: [
    {
      id: 3,
      at: '2026-03-02T09:05:00.000Z',
      operation: 'sign-in' as const,
      outcome: 'success' as const,
      network: '203.0.113.0/24',
      requestId: 'r-3',
    },
    {
      id: 2,
      at: '2026-03-02T09:04:00.000Z',
      operation: 'second-factor' as const,
      outcome: 'failure' as const,
      network: '203.0.113.0/24',
      requestId: 'r-2',
    },
    {
      id: 1,
      at: '2026-03-02T09:03:00.000Z',
      operation: 'sign-in' as const,
      outcome: 'locked' as const,
      network: '2001:db8:1::/48',
      requestId: 'r-1',
    },
  ],
  nextCursor: null,
};

/** Answers the calls about devices. An ended device disappears from the list. */
function answerDevices(...devices: Device[]): Device[] {
  const left = [...devices];
  answer(listDevices, () => ({ available: true, items: [...left] }));
  answer(listAuthenticationEvents, events);
  answer(endDevice, ({ params }) => {
    const at = left.findIndex(({ deviceId }) => deviceId === params.deviceId);
    if (at === -1) return rejectWith(404, 'not_found');
    left.splice(at, 1);
    return null;
  });
  answer(endOtherDevices, () => ({ ended: left.splice(1).length }));
  return left;
}

const listed = (name: string) => page.getByRole('article', { name });

test('lists sign-ins and events, and ends one device', async () => {
  answerDevices(here, phone, tablet);
  await renderPage('/settings/devices');
  await expect.element(listed('Windows・Chrome')).toHaveTextContent('この端末');
  await expect.element(listed('iPhone・Safari')).toHaveTextContent('18:05');
  await expect.element(page.getByText('2段階認証のコードの間違いがありました')).toBeVisible();
  await expect.element(page.getByText('一時的に受け付けを止めました')).toBeVisible();
  expect(button('Windows・Chromeからログアウト').elements()).toEqual([]);
  await expectAccessible();
  expectNoSidewaysScroll();
  await press('iPhone・Safariからログアウト');
  await press('ログアウトする');
  await expect.element(toast('ログアウトしました')).toBeVisible();
  await expect.element(listed('iPhone・Safari')).not.toBeInTheDocument();
  await expect.element(listed('iPad・Safari')).toBeVisible();
});

test('ends all other devices, and then hides the button', async () => {
  answerDevices(here, phone, tablet);
  await renderPage('/settings/devices');
  await press('ほかのすべての端末からログアウト');
  await press('ログアウトする');
  await expect.element(toast('ログアウトしました')).toBeVisible();
  await expect.element(listed('iPad・Safari')).not.toBeInTheDocument();
  await expect.element(listed('Windows・Chrome')).toBeVisible();
  expect(button('ほかのすべての端末からログアウト').elements()).toEqual([]);
});

test('shows a failure where the action was started', async () => {
  answerDevices(here, phone);
  answer(endDevice, lost);
  await renderPage('/settings/devices');
  await press('iPhone・Safariからログアウト');
  await press('ログアウトする');
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('ネットワーク接続を確認して');
  ignoreConsoleErrors('NetworkError');
  answerDevices(here, phone);
  await press('ログアウトする');
  await expect.element(listed('iPhone・Safari')).not.toBeInTheDocument();
});

test('explains that an external user pool has no list', async () => {
  answer(listDevices, { available: false, items: [] });
  answer(listAuthenticationEvents, { available: false, items: [], nextCursor: null });
  await renderPage('/settings/devices');
  await expect.element(page.getByText(/端末ごとの一覧と記録を表示できません/)).toBeVisible();
  expect(page.getByText('ログインの記録').elements()).toEqual([]);
});

const passwordField = () => page.getByLabelText('パスワード', { exact: true });

test('asks for the password again when it is too old, and then continues', async () => {
  const left = answerDevices(here, phone);
  let proved = false;
  answer(endDevice, () => {
    if (!proved) return rejectWith(403, 'recent_authentication_required');
    left.splice(1);
    return null;
  });
  let answers = 0;
  const pool = openUserPool({
    RevokeToken: {},
    RespondToAuthChallenge: () => {
      answers += 1;
      if (answers === 1) return rejectByPool('NotAuthorizedException');
      if (answers === 2) return { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'second' };
      proved = true;
      const { AuthenticationResult } = grantTokens();
      return { AuthenticationResult: { ...AuthenticationResult, RefreshToken: 'renewed' } };
    },
  });
  await renderPage('/settings/devices');
  await press('iPhone・Safariからログアウト');
  await press('ログアウトする');
  await expect.element(page.getByRole('dialog', { name: 'パスワードの確認' })).toBeVisible();
  await expectAccessible();
  await passwordField().fill('machigai00');
  await press('確認する');
  await expect
    .element(page.getByRole('dialog', { name: 'パスワードの確認' }))
    .toHaveTextContent('パスワードが正しくありません');
  // A wrong password does not end the session.
  expect(Object.values<unknown>(localStorage)).toContain('unused');
  await passwordField().fill('ryokucha77');
  await press('確認する');
  await page.getByLabelText('認証コード').fill('123456');
  await press('確認する');
  await expect.element(toast('ログアウトしました')).toBeVisible();
  await expect.element(listed('iPhone・Safari')).not.toBeInTheDocument();
  expect(Object.values<unknown>(localStorage)).toContain('renewed');
  expect(Object.values<unknown>(localStorage)).not.toContain('unused');
  expect(
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  ).not.toContain('ryokucha77');
  expect(listCalls(endDevice)).toHaveLength(2);
  expect(pool.listOperations()).toContain('InitiateAuth');
});

test('changes nothing when the password is not entered, and says so', async () => {
  answerDevices(here, phone);
  answer(endDevice, rejectWith(403, 'recent_authentication_required'));
  await renderPage('/settings/devices');
  await press('iPhone・Safariからログアウト');
  await press('ログアウトする');
  await page.getByRole('dialog', { name: 'パスワードの確認' }).getByText('変更しない').click();
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('パスワードを確認していないため、変更していません。');
  await expect.element(listed('iPhone・Safari')).toBeVisible();
});
