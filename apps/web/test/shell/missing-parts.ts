import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import {
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
import type { PageCase } from './page-case.ts';

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
  // The reservation page shows nothing that it fetched until a gym is chosen.
  if (address === '/reservations') return false;
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

async function open({ path, session, answerCalls }: PageCase) {
  document.title = 'another page';
  answerCalls?.();
  return await renderPage(path, session === undefined ? {} : { session });
}

export function close(): void {
  unmountPage();
  resetAnswers();
  for (const word of ['ApiError', 'NetworkError', 'Failed to fetch']) ignoreConsoleErrors(word);
}

/** Buttons that retry a missing part of the page. */
export const again = () => page.getByRole('button', { name: /もう一度(読み込む|試す)$/ });

const isLong = import.meta.env['TEST_LONG'] === '1';

/** Returns which calls to break: one at a time in the long run, otherwise all at once. */
async function groupReads(shown: PageCase): Promise<((path: string) => boolean)[]> {
  if (!isLong) return [(path) => reports(shown, path)];
  await open(shown);
  await expect.element(heading(shown.heading ?? shown.title)).toBeVisible();
  const reads = listReads(shown);
  close();
  return reads.length === 0 ? [() => false] : reads.map((read) => (path) => path === read);
}

/** Pages that `npm test` also opens without a network. */
const lostPages = ['/', '/tanren-link', '/workouts', '/training-status', '/staff/overview'];

/**
 * Opens the page without its calls, and checks what it shows and how it recovers on request.
 * Returns the reader of its address, and leaves the whole page open.
 */
export async function expectMissingParts(shown: PageCase): Promise<() => string> {
  let readAddress = () => '';
  for (const [at, isBroken] of (await groupReads(shown)).entries()) {
    if (at > 0) close();
    breakReads(isBroken, rejectWith(500, 'internal_error'));
    const { address, queryClient } = await open(shown);
    readAddress = address;
    const title = heading(shown.heading ?? shown.title);
    await expect.poll(() => again().elements().length + title.elements().length).not.toBe(0);
    const group = listReads(shown).filter(isBroken);
    if (group.length > 0) {
      await expect
        .poll(() => again().elements().length, { message: `without ${group.join(', ')}` })
        .toBeGreaterThan(0);
      // All parts report it in the same way, so one check per page is enough.
      if (at === 0) await expectAccessible();
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
      const listRepeated = () =>
        listCalls()
          .slice(callsBefore)
          .map(({ path }) => path.split('?')[0]);
      await expect.poll(() => group.filter((read) => !listRepeated().includes(read))).toEqual([]);
    }
    mendReads();
    await expect.element(title).toBeVisible();
  }
  for (const word of ['ApiError', 'NetworkError']) ignoreConsoleErrors(word);
  return readAddress;
}

/**
 * Checks that the calls of a page recover by themselves when all of them failed by the network.
 * That is slow, because lost calls are retried once before they are reported.
 */
export async function expectNetworkBack(shown: PageCase): Promise<void> {
  if (!isLong && !lostPages.includes(shown.path)) return;
  close();
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
  await expect.element(heading(shown.heading ?? shown.title)).toBeVisible();
  for (const word of ['NetworkError', 'Failed to fetch']) ignoreConsoleErrors(word);
}
