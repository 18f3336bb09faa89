import type { ProblemCode } from '@tanren/contract/problem';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { listGyms } from '@tanren/contract/gyms/gyms';
import { announcementsQuery } from '#entities/members/announcements.queries.ts';
import { ChunkLoadError, mayReload } from '#lib/builds/chunks.ts';
import { ApiError, NetworkError, showAppError } from '#lib/errors.ts';
import { notifyError } from '#lib/notifier.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { ignoreConsoleErrors, listConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import {
  answer,
  breakReads,
  listCalls,
  lost,
  mendReads,
  rejectWith,
} from '#test/support/answers.ts';
import { getToasts } from '#ui/feedback/toasts.tsx';
import { callApi } from '#lib/api.ts';
import { sampleGym } from '#test/samples/gyms.ts';

const rejectStep = (code: ProblemCode) => new ApiError(403, rejectWith(403, code).problem);

const menu = () => page.getByRole('navigation', { name: 'メインメニュー' });

// spec 2.42, 2.44, 2.45, 2.46, 2.47, 4.27, 4.30
test.each(['トップへ戻る', 'TANREN トップへ'])(
  'an uncaught error replaces the page; %s leads home',
  async (name) => {
    const { address } = await renderPage('/settings');
    await expect.element(heading('マイページ')).toBeVisible();
    showAppError(new Error('broken callback'));
    await expect.element(heading('システムエラー')).toBeVisible();
    await expect
      .element(page.getByText('しばらくしてからもう一度試してみてください。'))
      .toBeVisible();
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.poll(() => document.title).toBe('エラー | TANREN');
    await expectAccessible();
    expect(listConsoleErrors().join('\n')).toContain('broken callback');
    ignoreConsoleErrors('broken callback');
    await press(name);
    await expect.element(heading('テツさん')).toBeVisible();
    await expect.element(menu()).toBeVisible();
    expect(address()).toBe('/');
  },
);

const failedCall = (status: number) =>
  new ApiError(status, { ...rejectWith(status, 'internal_error').problem, requestId });
const requestId = '4829-0377-5612';

// spec 2.42
test('the error screen shows the number of a failed call in small print, to be selected as a whole', async () => {
  await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  showAppError(failedCall(400));
  const line = page.getByText(`お問い合わせ番号：${requestId}`);
  await expect.element(line).toBeVisible();
  await expect.element(line).toHaveStyle({ fontSize: '12px' });
  await expect.element(page.getByText(requestId, { exact: true })).toHaveStyle({
    userSelect: 'all',
  });
  const below = button('トップへ戻る').element().getBoundingClientRect().bottom;
  expect(line.element().getBoundingClientRect().top).toBeGreaterThan(below);
  await expectAccessible();
  ignoreConsoleErrors('ApiError');
});

// spec 2.42
test('a page that a failing server did not deliver shows the number within the frame', async () => {
  answer(listWorkoutTypes, rejectWith(500, 'internal_error', { requestId }));
  await renderPage('/workouts?workoutType=1');
  await expect.element(page.getByText(`お問い合わせ番号：${requestId}`)).toBeVisible();
  await expect.element(menu()).toBeVisible();
  await expectAccessible();
  ignoreConsoleErrors('Error');
});

test('an error that no call caused has no number', async () => {
  await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  showAppError(new Error('broken callback'));
  await expect.element(heading('システムエラー')).toBeVisible();
  await expect.element(page.getByText(/お問い合わせ番号/)).not.toBeInTheDocument();
  ignoreConsoleErrors('broken callback');
});

/** Makes the page of announcements throw while it is drawn. */
function breakAnnouncements(queryClient: QueryClient, error: Error): void {
  class Broken {
    readonly id = '1';
    readonly publishedDt = '2026-07-01';
    get content(): string {
      throw error;
    }
  }
  const queryKey: QueryKey = announcementsQuery.queryKey;
  queryClient.setQueryData(queryKey, [new Broken()]);
}

async function expectErrorScreen(): Promise<void> {
  await expect.element(heading('システムエラー')).toBeVisible();
  await expect.poll(() => document.title).toBe('エラー | TANREN');
  expect(page.getByRole('main').elements()).toHaveLength(1);
  expect(page.getByRole('banner').elements()).toHaveLength(1);
  await expect.element(menu()).not.toBeInTheDocument();
  await expectAccessible();
}

// spec 2.42, 4.27
test('a render error replaces the whole page, including frame and title', async () => {
  const { queryClient, address } = await renderPage('/informations');
  await expect.element(heading('お知らせ')).toBeVisible();
  breakAnnouncements(queryClient, new Error('broken component'));
  await expectErrorScreen();
  expect(listConsoleErrors().filter((line) => line.includes('broken component'))).toHaveLength(1);
  // The home page shows the newest announcement too, so it would break again.
  queryClient.removeQueries({ queryKey: announcementsQuery.queryKey });
  await press('トップへ戻る');
  await expect.element(heading('テツさん')).toBeVisible();
  await expect.element(menu()).toBeVisible();
  expect(address()).toBe('/');
  ignoreConsoleErrors('broken component');
});

// spec 8.10, 8.11
test.each([
  ['ネットワークエラー', lost],
  ['システムエラー', rejectWith(500, 'internal_error')],
] as const)(
  'a first call that ends as %s keeps the shell and is reported once',
  async (title, how) => {
    breakReads(['/userinfo'], how);
    await renderPage('/workouts');
    await expect.element(heading(title)).toBeVisible();
    await expect.element(menu()).toBeVisible();
    expect(page.getByText(title, { exact: true }).elements()).toHaveLength(1);
    expect(getToasts()).toEqual([]);
    await expectAccessible();
    mendReads();
    await press('もう一度読み込む');
    await expect.element(heading('履歴')).toBeVisible();
    ignoreConsoleErrors('Error');
  },
);

// spec 2.42
test('a render error disappears when the member goes back', async () => {
  const { queryClient, go, back } = await renderPage('/settings');
  await go('/informations');
  await expect.element(heading('お知らせ')).toBeVisible();
  breakAnnouncements(queryClient, new Error('broken component'));
  await expectErrorScreen();
  back();
  await expect.element(heading('マイページ')).toBeVisible();
  await expect.element(menu()).toBeVisible();
  await expect.poll(() => document.title).toBe('マイページ | TANREN');
  ignoreConsoleErrors('broken component');
});

// spec 2.43
test('a chunk that stays missing after a reload replaces the whole page', async () => {
  const { queryClient } = await renderPage('/informations');
  await expect.element(heading('お知らせ')).toBeVisible();
  const { fetch: answerCalls } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    typeof input === 'string' && input.startsWith('/builds/latest.json')
      ? Response.json({ id: 'present', timestamp: 1 })
      : await answerCalls(input, init),
  );
  mayReload(location.pathname + location.search, Date.now());
  breakAnnouncements(queryClient, new ChunkLoadError('missing part'));
  await expectErrorScreen();
  ignoreConsoleErrors('missing part');
});

// spec 2.43
test('a page that the network did not deliver keeps its frame', async () => {
  const { queryClient } = await renderPage('/informations');
  await expect.element(heading('お知らせ')).toBeVisible();
  breakAnnouncements(queryClient, new NetworkError('Network Error'));
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  expect(page.getByRole('main').elements()).toHaveLength(1);
  await expect.element(menu()).toBeVisible();
  ignoreConsoleErrors('Network Error');
});

// spec 8.10
test('logs an ended session and a missing step, and shows no toast for them', async () => {
  const errors = [new ApiError(401, null), rejectStep('terms_not_agreed')];
  for (const error of errors) notifyError(error);
  expect(listConsoleErrors()).toEqual(errors.map(String));
  expect(getToasts()).toEqual([]);
  ignoreConsoleErrors('ApiError');
});

// spec 2.48
test('shows and logs the cause of an error', async () => {
  await renderPage('/settings');
  showAppError(new Error('wrapped', { cause: new NetworkError('Network Error') }));
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  expect(listConsoleErrors().join('\n')).toContain('NetworkError: Network Error');
  ignoreConsoleErrors('Network Error');
});

// spec 2.43, 2.44, 2.45, 2.49, 9.35, 9.36
test('the logo of the error view is 60 px wide and its block is centred with 40 px above and below', async () => {
  await renderPage('/no-such-page');
  await expect
    .element(heading('Page not found'))
    .toHaveTextContent(/^Page not foundページが見つかりません$/);
  await expect.element(page.getByText(/^アドレスが変わったか、/)).toBeVisible();
  await expect
    .element(page.getByRole('main'))
    .toHaveStyle({ paddingBlock: '40px', textAlign: 'center' });
  const { left, width } = button('TANREN トップへ').element().getBoundingClientRect();
  expect(width).toBe(60);
  expect(left + 30).toBe(390 / 2);
  const back = button('トップへ戻る').element();
  expect(getComputedStyle(back)).toMatchObject({
    borderTopWidth: '0px',
    backgroundColor: 'rgba(0, 0, 0, 0)',
  });
  for (const part of [heading('Page not found').element(), back]) {
    const box = part.getBoundingClientRect();
    expect(box.left + box.width / 2).toBeCloseTo(390 / 2, 0);
  }
});

// spec 8.11, 9.10, 9.12, 9.13
test('shows a lost network in a two-line toast at the bottom centre for 3000 ms', async () => {
  await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  notifyError(new NetworkError('Network Error'));
  const shown = toast('ネットワークエラー');
  await expect
    .element(shown.getByText('ネットワーク接続を確認して、もう一度試してください。'))
    .toBeVisible();
  expect(shown.element().querySelectorAll('p')).toHaveLength(2);
  expect(shown.getByRole('button').query()).toBeNull();
  expect(shown.getByRole('progressbar').query()).toBeNull();
  await Promise.all(
    shown
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  );
  const { left, width, bottom } = shown.element().getBoundingClientRect();
  expect(Math.abs(left + width / 2 - 390 / 2)).toBeLessThanOrEqual(1);
  expect(bottom).toBeGreaterThan(844 - 120);
  await vi.advanceTimersByTimeAsync(2800);
  expect(getToasts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(getToasts()).toHaveLength(0);
  await expect.element(shown).not.toBeInTheDocument();
  expect(listConsoleErrors()).toEqual(['NetworkError: Network Error']);
  ignoreConsoleErrors('Network Error');
});

// spec 8.10
test('shows a failing server as a system error', async () => {
  await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  notifyError(new ApiError(500, null));
  const shown = toast('システムエラー');
  await expect
    .element(shown.getByText('しばらくしてからもう一度試してみてください。'))
    .toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(1);
  expect(listConsoleErrors()).toEqual(['ApiError: Request failed with status code 500']);
  ignoreConsoleErrors('ApiError');
});

// spec 8.10, 8.11
test.each([
  ['ネットワークエラー', lost, 'NetworkError: Network Error'],
  [
    'システムエラー',
    rejectWith(500, 'internal_error'),
    'ApiError: Request failed with status code 500',
  ],
] as const)('a page whose loading ends as %s says it without a toast', async (title, how, log) => {
  const { go } = await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  answer(listWorkoutTypes, how);
  await go('/workouts?workoutType=1');
  await expect.element(heading(title)).toBeVisible();
  expect(getToasts()).toEqual([]);
  expect(page.getByText(title, { exact: true }).elements()).toHaveLength(1);
  expect(listConsoleErrors()).toEqual([log]);
  ignoreConsoleErrors('Error');
});

const day = 24 * 60 * 60 * 1000;

// spec 9.58
test('a call waits for its answer without a timeout', async () => {
  let reply = () => {};
  answer(
    listGyms,
    () =>
      new Promise((resolve) => {
        reply = () => {
          resolve([sampleGym]);
        };
      }),
  );
  const sent = vi.spyOn(globalThis, 'fetch');
  vi.useFakeTimers();
  const settled = vi.fn<() => void>();
  const call = callApi(listGyms, {});
  void call.then(settled, settled);
  await vi.advanceTimersByTimeAsync(day);
  expect(listCalls(listGyms)).toHaveLength(1);
  expect(settled).not.toHaveBeenCalled();
  // The call has no timeout signal of the browser either, which fake timers could not reach.
  expect(sent.mock.calls.map(([, init]) => init?.signal)).toEqual([undefined]);
  reply();
  await expect(call).resolves.toEqual([sampleGym]);
});
