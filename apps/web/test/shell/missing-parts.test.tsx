import { getTrainingSession } from '@tanren/contract/menus/menus';
import type { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import {
  answer,
  breakReads,
  listCalls,
  lost,
  mendReads,
  rejectWith,
  resetAnswers,
  setOnline,
} from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { sampleGym } from '#test/samples/gyms.ts';
import { openGymBook, tomorrow } from '#test/booking/gym-book.ts';
import { standMachine } from '#test/machines/linked-machine.ts';
import { sampleTrainingSession } from '#test/samples/menus.ts';
import { NetworkError, showAppError } from '#lib/errors.ts';
import { memberPages } from './page-cases.ts';
import { answerStaffLists, staffPages, trainerPages } from './work-page-cases.ts';
import { mainPlaces, type PageCase, staff } from './page-case.ts';

/** Pages with the data of members who use more of the app. */
const busyPages: readonly PageCase[] = [
  {
    path: `/reservations?gym=${sampleGym.id}&date=${tomorrow()}&trainingSessionId=1`,
    title: '予約',
    place: 'マイページ',
    answerCalls: () => {
      openGymBook().reserve(9);
      answer(getTrainingSession, sampleTrainingSession({ trainingSessionId: 1 }));
    },
  },
  {
    path: '/tanren-link',
    title: 'マシンと接続',
    heading: 'チェストプレス',
    place: '接続',
    answerCalls: () => {
      standMachine();
    },
  },
];

/**
 * Calls for the bell, the home page, the next tab or the count in the staff navigation. Other pages
 * do not wait for them.
 */
const asides = [
  '/informations',
  '/workouts/latest',
  '/workout-ranking/1/max',
  '/staff/workout-corrections',
];
/**
 * Calls that the home page does not report. The reservation page reports a missing membership;
 * without it the home page only offers a reservation.
 */
const homeAsides = ['/my/memberships'];
/**
 * Calls that the editor does not report. It mentions a menu in progress if it knows one, and works
 * without it.
 */
const editorAsides = ['/my/training-session-run'];
/** Calls that the editor makes only without a network, for the last known menu. */
const recalled = ['/training-sessions/1'];
/** Calls of the guard. Its own tests cover their failures. */
const guards = ['/userinfo'];

/** Returns whether the page reports that this call is missing. */
function reports({ path: address }: PageCase, path: string): boolean {
  const left =
    address === '/'
      ? [...guards, ...homeAsides]
      : [...guards, ...asides.filter((one) => one !== address)];
  return ![...left, ...(address.endsWith('/edit') ? editorAsides : [])].includes(path);
}

function listReads(shown: PageCase): string[] {
  const reads = listCalls().flatMap(({ method, path }) =>
    method === 'GET' ? [path.split('?')[0] ?? ''] : [],
  );
  return [...new Set(reads)].filter((path) => reports(shown, path));
}

async function open({ path, session, answerCalls }: PageCase): Promise<QueryClient> {
  answerCalls?.();
  return (await renderPage(path, session === undefined ? {} : { session })).queryClient;
}

function close(): void {
  unmountPage();
  resetAnswers();
  for (const word of ['ApiError', 'NetworkError', 'Failed to fetch']) ignoreConsoleErrors(word);
}

/** Buttons that retry a missing part of the page. */
const again = () => page.getByRole('button', { name: /もう一度(読み込む|試す)$/ });

/**
 * Pages with little data. The reservation page is left out, because without a gym it shows nothing
 * that it fetched; `busyPages` contains it.
 */
const quietPages = memberPages.filter(({ path }) => path !== '/reservations');

const isLong = import.meta.env['TEST_LONG'] === '1';

/** Returns which calls to break: one at a time in the long run, otherwise all at once. */
async function groupReads(shown: PageCase): Promise<((path: string) => boolean)[]> {
  if (!isLong) return [(path) => reports(shown, path)];
  await open(shown);
  await expect.element(heading(shown.heading ?? shown.title)).toBeVisible();
  const reads = listReads(shown);
  close();
  return reads.map((read) => (path) => path === read);
}

/**
 * Returns whether the page is also tested without a network. It is slow, because lost calls are
 * retried once before they are reported.
 */
const losesNetwork = ({ path }: PageCase) =>
  isLong ||
  ['/', '/tanren-link', '/workouts', '/training-status', '/staff/overview'].includes(path);

test.each([...quietPages, ...busyPages, ...trainerPages, ...staffPages])(
  '$path shows each part that is missing, and loads it on request',
  async (shown) => {
    // The reservation page needs this width to show both of its views. A phone shows one at a time.
    if (shown.path.startsWith('/reservations')) await page.viewport(1280, 844);
    const title = heading(shown.heading ?? shown.title);
    const groups = await groupReads(shown);
    for (const isBroken of groups) {
      breakReads(isBroken, rejectWith(500, 'internal_error'));
      const queryClient = await open(shown);
      await expect.poll(() => again().elements().length + title.elements().length).not.toBe(0);
      const group = listReads(shown).filter(isBroken);
      // The page needs no call.
      if (group.length === 0) return;
      await expect
        .poll(() => again().elements().length, { message: `without ${group.join(', ')}` })
        .toBeGreaterThan(0);
      // All parts report it in the same way, so one check per page is enough.
      if (isBroken === groups[0]) await expectAccessible();
      // A call that is still running would be answered and not be made again.
      await expect.poll(() => queryClient.isFetching()).toBe(0);
      const callsBefore = listCalls().length;
      mendReads();
      // Two parts may need the same call, and some retry before a tap is possible.
      const tapAgain = () => {
        const ways = again().elements();
        if (ways[0] instanceof HTMLElement) ways[0].click();
        return ways.length;
      };
      await expect.poll(tapAgain, { message: `with ${group.join(', ')}` }).toBe(0);
      await expect.element(title).toBeVisible();
      await expect
        .poll(() => {
          const repeated = listCalls().slice(callsBefore);
          return group.filter((read) => !repeated.some(({ path }) => path.split('?')[0] === read));
        })
        .toEqual([]);
      close();
    }
    if (groups.length === 0 || !losesNetwork(shown)) return;
    // All calls fail at once, by the network. They recover by themselves.
    breakReads((path) => reports(shown, path) || recalled.includes(path), lost);
    await open(shown);
    await expect.element(again().first()).toBeVisible();
    mendReads();
    // A part that was still retrying when the network came back is fetched the next time.
    const comeBack = () => {
      setOnline(false);
      setOnline(true);
      return again().elements().length;
    };
    await expect.poll(comeBack, { interval: 500 }).toBe(0);
    await expect.element(title).toBeVisible();
    close();
  },
  // A page with ten parts is opened a dozen times.
  90_000,
);

test.each(['/', '/training-status'])(
  'loads what %s missed in an outage when it is visible again',
  async (path) => {
    breakReads(['/training-status'], rejectWith(503, 'internal_error'));
    await renderPage(path);
    await expect.element(again()).toBeVisible();
    mendReads();
    dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(again()).not.toBeInTheDocument();
    await expect.element(page.getByText('目安 週').first()).toBeVisible();
    close();
  },
);

test('several missing parts are reported once, with a button that loads them all', async () => {
  const paths = ['/training-status', '/training-reservations/my', '/todays-menu'];
  breakReads(paths, rejectWith(500, 'internal_error'));
  await renderPage('/');
  await expect.element(page.getByText('このページの一部を読み込めませんでした。')).toBeVisible();
  expect(page.getByText('読み込めませんでした').elements()).toHaveLength(1);
  await expect.poll(() => again().elements().length).toBe(1);
  mendReads();
  await again().first().click();
  await expect.element(page.getByText('目安 週').first()).toBeVisible();
  await expect.element(again()).not.toBeInTheDocument();
  close();
});

const staffSections = () => page.getByRole('navigation', { name: 'スタッフメニュー' });

function allowNetworkErrors(): void {
  for (const word of ['NetworkError', 'Failed to fetch']) ignoreConsoleErrors(word);
}

test('a page requested without a network opens by itself when it is back', async () => {
  const { address } = await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  setOnline(false);
  await mainPlaces().getByRole('link', { name: '履歴' }).click();
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  expect(address()).toBe('/workouts');
  // The navigation stays, because other pages may be available.
  await expect.element(mainPlaces()).toBeVisible();
  expect(page.getByRole('main').elements()).toHaveLength(1);
  await expectAccessible();
  setOnline(true);
  await expect.element(heading('トレーニング履歴')).toBeVisible();
  expect(address()).toBe('/workouts');
  allowNetworkErrors();
});

test('a page that failed without a network recovers with it', async () => {
  await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  setOnline(false);
  showAppError(new NetworkError('Network Error'));
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  setOnline(true);
  await expect.element(heading('マイページ')).toBeVisible();
  allowNetworkErrors();
});

test('a page of staff without a network keeps its frame', async () => {
  answerStaffLists();
  await renderPage('/staff/overview', { session: staff });
  await expect.element(page.getByRole('link', { name: '未対応の報告' })).toHaveTextContent('0件');
  setOnline(false);
  await staffSections().getByRole('link', { name: 'お知らせ' }).click();
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  expect(page.getByRole('main').elements()).toHaveLength(1);
  await expect.element(staffSections()).toBeVisible();
  setOnline(true);
  await expect.element(heading('お知らせの管理')).toBeVisible();
  await expect.element(staffSections()).toBeVisible();
  allowNetworkErrors();
});
