import { listMyReservations } from '@tanren/contract/booking/training-reservations';
import { getTanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { startTrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import { getTodaysMenu, type TodaysMenus } from '@tanren/contract/menus/todays-menu';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { nextReservationQuery } from '#entities/booking/reservations.queries.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { lastVisitQuery } from '#entities/workouts/visits.queries.ts';
import { gymCancelledQuery } from '#features/booking/reservations/reservations.queries.ts';
import { todaysMenuQuery } from '#features/menus/today/todays-menu.queries.ts';
import { storeUserInfo } from '#lib/auth/stored-profile.ts';
import { wipeDeviceData } from '#lib/offline/device-data.ts';
import { changeOutbox } from '#lib/offline/outbox.ts';
import { findHomePicture, showHomePicture } from '#lib/offline/home-picture.ts';
import { storeAnswer } from '#lib/offline/stored-answers.ts';
import { answerDoor } from '#test/gyms/gym-page.ts';
import { standMachine } from '#test/machines/linked-machine.ts';
import { sampleReservation } from '#test/samples/gyms.ts';
import { sampleRun, sampleTodaysMenu, sampleTodaysMenus } from '#test/samples/todays-menu.ts';
import { answer, setOnline } from '#test/support/answers.ts';
import { clientId } from '#test/support/configure-auth.ts';
import { button, press } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { memberSub, readyProfile, signIn } from '#test/support/session.ts';
import { removeWorker, standWorker } from '#test/support/worker.ts';

const evening = new Date('2026-11-17T21:00+09:00');
const minuteMs = 60_000;
const home = { pathname: '/', search: '', hash: '' };
const find = (address = home) => findHomePicture(address, clientId);
const waits = { minutesNow: 56, quieter: { hour: 19, minutes: 45 } };

beforeEach(() => {
  takeClock(evening);
  standWorker();
  vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new Error('no worker in tests'));
  vi.mocked(requestIdleCallback).mockImplementation((run) => setTimeout(run));
});

async function openHome(menus: TodaysMenus = sampleTodaysMenus()) {
  answer(getTodaysMenu, menus);
  const shown = await renderPage('/');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return shown;
}

/** Opens the home page, and waits for its picture. */
async function takePicture(menus?: TodaysMenus) {
  const shown = await openHome(menus);
  await expect.poll(() => find()).not.toBeNull();
  return { ...shown, picture: find() ?? '' };
}

/** Stores the answers with which the page has been drawn, so that it can start with them. */
async function storeAnswers({ queryClient }: Awaited<ReturnType<typeof openHome>>): Promise<void> {
  const shown = [
    todaysMenuQuery,
    nextReservationQuery,
    myMembershipsQuery,
    gymCancelledQuery,
    lastVisitQuery,
  ];
  for (const { queryKey } of shown) await storeAnswer(queryKey, queryClient.getQueryData(queryKey));
}

/** Returns the page as it is drawn first. */
function watchFirstMarkup(): Promise<Element> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const frame = document.querySelector('[aria-label="今日やること"] h2')?.closest('main');
      if (!frame?.parentElement) return;
      observer.disconnect();
      resolve(frame.parentElement.cloneNode(true) as Element);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/** Returns the markup without the ids that React counts up, and without the content of blank parts. */
function normalize(frame: Element): string {
  for (const part of frame.querySelectorAll('[data-picture="blank"]')) part.replaceChildren();
  return frame.outerHTML.replaceAll(/_r_\w+_/g, '');
}

function parse(html: string): Element {
  const template = document.createElement('template');
  template.innerHTML = html;
  const [frame] = template.content.children;
  if (frame === undefined) throw new Error('the picture is empty');
  return frame;
}

test('the picture is the page as the app opens it with the stored answers', async () => {
  const menu = sampleTodaysMenu({ waits });
  const shown = await takePicture(sampleTodaysMenus({ menu }));
  const { picture } = shown;
  expect(picture).toContain('脚と背中の日');
  // Machines that were free may be in use now.
  expect(picture).not.toMatch(/空き|待ち時間|今週のトレーニング/);
  await expect.poll(() => shown.queryClient.getQueryData(lastVisitQuery.queryKey)).toBeDefined();
  await storeAnswers(shown);
  unmountPage();
  vi.setSystemTime(Date.now() + 5 * minuteMs);
  answer(getTodaysMenu, () => new Promise(() => {}));
  const first = watchFirstMarkup();
  await renderPage('/', { session: null });
  expect(normalize(parse(picture))).toBe(normalize(await first));
});

test('contains no code of the door', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();
  const reservation = { ...sampleReservation, startsAt: at(5), endsAt: at(65) };
  answerDoor({ startsAt: new Date(at(5)) });
  answer(listMyReservations, { items: [reservation], nextCursor: null });
  await openHome();
  await press('入館コードを表示する');
  const code = page.getByRole('status', { name: '入館コード' });
  await expect.element(code).toBeVisible();
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  await expect.poll(() => find()).toContain('今日の予約');
  expect(parse(find() ?? '').textContent).not.toMatch(/入館コード|\d{3} ?\d{3}/);
  // The door moves below the menu when the reservation is over.
  vi.setSystemTime(Date.parse(reservation.endsAt));
  expect(find()).toBeNull();
});

test('is not shown from the hour on in which the door comes first', async () => {
  const startsAt = new Date(Date.now() + 90 * minuteMs).toISOString();
  const endsAt = new Date(Date.now() + 150 * minuteMs).toISOString();
  const reservation = { ...sampleReservation, startsAt, endsAt };
  answer(listMyReservations, { items: [reservation], nextCursor: null });
  await takePicture();
  vi.setSystemTime(evening.getTime() + 14 * minuteMs);
  expect(find()).not.toBeNull();
  vi.setSystemTime(evening.getTime() + 16 * minuteMs);
  expect(find()).toBeNull();
});

function changeStored(changes: object): void {
  const key = `tanren:home-picture:${memberSub}`;
  const picture = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
  localStorage.setItem(key, JSON.stringify({ ...picture, ...changes }));
}

test.each<[string, () => void, typeof home?]>([
  ['on another page', () => {}, { ...home, pathname: '/workouts' }],
  ['at an address with a query', () => {}, { ...home, search: '?a=1' }],
  ['at the address of the door', () => {}, { ...home, hash: '#door' }],
  ['without a network', () => setOnline(false)],
  ['without a service worker', removeWorker],
  ['on the next gym day', () => vi.setSystemTime(new Date('2026-11-18T00:00+09:00'))],
  ['after the clock was set back', () => vi.setSystemTime(evening.getTime() - minuteMs)],
  ['to another member', () => signIn({ sub: '00000000-0000-4000-8000-000000000002' })],
  [
    'after a sign-out',
    () => localStorage.removeItem(`CognitoIdentityServiceProvider.${clientId}.LastAuthUser`),
  ],
  [
    'to a member with an incomplete profile',
    () => storeUserInfo(memberSub, { ...readyProfile, isProfileCompleted: false }),
  ],
  ['in another build', () => changeStored({ build: 'another' })],
  ['when it is damaged', () => localStorage.setItem(`tanren:home-picture:${memberSub}`, '{')],
])('is not shown %s', async (_, change, address = home) => {
  await takePicture();
  unmountPage();
  change();
  expect(find(address)).toBeNull();
});

test.each([
  ['with the other data of the member', () => wipeDeviceData(null)],
  ['when another member signs in', () => wipeDeviceData('another')],
  ['when a change is queued', () => changeOutbox(memberSub, (writes) => [...writes])],
])('is removed %s', async (_, act) => {
  await takePicture();
  unmountPage();
  await act();
  expect(localStorage.getItem(`tanren:home-picture:${memberSub}`)).toBeNull();
});

test('is removed when a menu is started', async () => {
  answer(startTrainingSessionRun, { run: sampleRun() });
  await takePicture();
  await press('始める');
  await expect.poll(() => find()).toBeNull();
});

const running = { kind: 'running', part: null, days: null } as const;

test.each<[string, () => Promise<unknown>]>([
  [
    'a menu in progress',
    () => openHome(sampleTodaysMenus({ menu: sampleTodaysMenu({ reason: running }) })),
  ],
  ['no menu', () => openHome(sampleTodaysMenus({ menu: null, alternatives: [] }))],
  [
    'a linked machine',
    () => {
      answer(getTanrenConnection, { connection: standMachine().link(), ended: null });
      return openHome();
    },
  ],
  [
    'the list of other menus',
    async () => {
      await openHome();
      await press('ほかのメニュー');
    },
  ],
])('there is none of a page with %s', async (_, open) => {
  await takePicture();
  unmountPage();
  await open();
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  await expect.poll(() => localStorage.getItem(`tanren:home-picture:${memberSub}`)).toBeNull();
});

test('its links lead on, and its buttons do nothing', async () => {
  const { picture } = await takePicture();
  unmountPage();
  const container = document.createElement('div');
  container.id = 'app';
  document.body.append(container);
  try {
    showHomePicture(picture);
    const link = page.getByRole('link', { name: '履歴' });
    expect(link.element()).toHaveAttribute('href', '/workouts');
    const before = document.body.innerHTML;
    await button('始める').click();
    expect(document.body.innerHTML).toBe(before);
    expect(container.querySelector('script, form, [onclick], [popovertarget]')).toBeNull();
  } finally {
    container.remove();
  }
});
