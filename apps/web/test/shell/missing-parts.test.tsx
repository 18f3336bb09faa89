import { getTrainingSession } from '@tanren/contract/menus/menus';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, breakReads, mendReads, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { gymId, openGymBook, tomorrow } from '#test/booking/gym-book.ts';
import { standMachine } from '#test/machines/linked-machine.ts';
import { sampleTrainingSession } from '#test/samples/menus.ts';
import { NetworkError, showAppError } from '#lib/errors.ts';
import { again, close, expectMissingParts, expectNetworkBack } from './missing-parts.ts';
import { answerStaffLists } from './work-page-cases.ts';
import { mainPlaces, type PageCase, staff } from './page-case.ts';

/** Pages with the data of members who use more of the app. */
const busyPages: readonly PageCase[] = [
  {
    path: `/reservations?gym=${gymId}&date=${tomorrow()}&trainingSessionId=1`,
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

test.each(busyPages)('$path shows each part that is missing', async (shown) => {
  // The reservation page needs this width to show both of its views. A phone shows one at a time.
  if (shown.path.startsWith('/reservations')) await page.viewport(1280, 844);
  await expectMissingParts(shown);
  await expectNetworkBack(shown);
});

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
