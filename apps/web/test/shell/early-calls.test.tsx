import { suggestDay } from '@tanren/contract/booking/training-reservations';
import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { saveLastGym } from '#entities/gyms/last-gym.ts';
import { readStoredIdToken } from '#lib/auth/stored-tokens.ts';
import { dropEarlyCalls, startEarlyCalls } from '#lib/early-calls.ts';
import { listPageCalls } from '#start-calls.ts';
import { openGymBook, tomorrow } from '#test/booking/gym-book.ts';
import { everyDay, sampleGym } from '#test/samples/gyms.ts';
import { answer, listCalls } from '#test/support/answers.ts';
import { clientId } from '#test/support/configure-auth.ts';
import { renderPage, type RenderOptions } from '#test/support/render.tsx';
import { signIn } from '#test/support/session.ts';
import { allWorkoutTypes, answerUsualCalls } from '#test/support/usual-answers.ts';
import { answerShownGym } from './page-case.ts';

interface FirstPage {
  readonly path: string;
  readonly answerCalls?: () => void;
  /** Calls that the page makes after it is drawn, in addition to those of every page. */
  readonly later: readonly string[];
}

const pages: readonly FirstPage[] = [
  { path: '/', later: ['/training-status', '/visits?limit=1', '/my/health-checks'] },
  { path: '/workouts', later: [] },
  {
    path: '/reservations',
    answerCalls: () => {
      openGymBook();
      const days = [{ date: tomorrow(), capacity: 5, remaining: 5, mine: false }];
      const hours = { weekly: everyDay(8, 21), specialDays: [] };
      const suggestion = { gym: sampleGym, hours, days, date: tomorrow(), slots: [] };
      answer(suggestDay, { suggestion });
    },
    later: ['/my/calendar-feed', '/my/health-checks'],
  },
  { path: '/gyms/1', answerCalls: answerShownGym, later: ['/gyms/1/floor'] },
  {
    path: '/training-status',
    answerCalls: () => {
      answer(listWorkoutTypes, allWorkoutTypes([1]));
    },
    later: [],
  },
  { path: '/search-training-sessions', later: [] },
];

// No answer becomes stale during a test, however slow the machine is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

const ofEveryPage = ['/userinfo', '/informations'];

const listPaths = () =>
  listCalls()
    .map(({ path }) => path)
    .toSorted();

function locate(path: string) {
  const { pathname, search } = new URL(path, location.origin);
  return { pathname, search };
}

async function openPage(path: string, options: RenderOptions = {}) {
  await renderPage(path, options);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^お知らせ/ }).first()).toBeVisible();
}

test.each(pages)('lists the calls that $path makes until it is drawn', async (first) => {
  first.answerCalls?.();
  await openPage(first.path);
  const expected = [...listPageCalls(locate(first.path)), ...first.later, ...ofEveryPage];
  await expect.poll(listPaths).toEqual(expected.toSorted());
});

test.each(pages)('$path sends no call again that was sent early', async (first) => {
  first.answerCalls?.();
  signIn();
  answerUsualCalls();
  const token = readStoredIdToken(clientId);
  if (typeof token === 'string') throw new Error('no member is signed in');
  startEarlyCalls(listPageCalls(locate(first.path)), token.text);
  // The member is signed in already. A new sign-in would have another token.
  await openPage(first.path, { session: null });
  const expected = [...listPageCalls(locate(first.path)), ...first.later, ...ofEveryPage];
  await expect.poll(listPaths).toEqual(expected.toSorted());
  dropEarlyCalls();
});

test('names the gym that was chosen last on this device', () => {
  saveLastGym(7);
  expect(listPageCalls(locate('/reservations'))[0]).toBe(
    '/training-reservations/suggestion?gymId=7',
  );
});

test.each(['/workouts?view=list', '/gyms/abc', '/gyms/1/join', '/staff', '/login', '/nowhere'])(
  'has no calls for %s',
  (path) => {
    expect(listPageCalls(locate(path))).toEqual([]);
  },
);
