import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { dayAhead, openGymBook } from './gym-book.ts';
import { heading, press } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import { openSlots, showMine } from './reservations-page.ts';

const notices = () => page.getByRole('region', { name: '店舗の都合でキャンセルされた予約' });

/** By the gym: one whose time is over, and those of tomorrow at these hours. */
function cancelByGym(...hours: number[]) {
  const book = openGymBook();
  const ended = { status: 'cancelled', gymCancelReason: '設備点検のため' } as const;
  const made = [book.reserve(10, dayAhead(-2)), ...hours.map((hour) => book.reserve(hour))];
  book.clear();
  book.past.push(...made.map((one) => ({ ...one, ...ended })));
}

test('a reservation that the gym cancelled is told as long as it would be ahead', async () => {
  cancelByGym(10);
  await openSlots();
  await expect.element(notices()).toHaveTextContent('理由：設備点検のため');
  expect(notices().getByText('キャンセルされました').elements()).toHaveLength(1);
  await expect.element(notices()).toHaveTextContent('TANREN 神田');
  await expectAccessible();
  await showMine();
  await page.getByText('過去の予約', { exact: true }).click();
  const told = page.getByText('・店舗の都合でキャンセルされました（設備点検のため）');
  await expect.poll(() => told.elements()).toHaveLength(2);
});

test('home tells it until it is acknowledged, and goes on telling what comes after', async () => {
  cancelByGym(10);
  const { go } = await renderPage('/');
  await expect.element(notices()).toHaveTextContent('TANREN 神田');
  await expect.element(notices()).toHaveTextContent('10:00〜11:00');
  await expect.element(notices()).toHaveTextContent('理由：設備点検のため');
  expect(notices().getByText('キャンセルされました').elements()).toHaveLength(1);
  await expectAccessible();
  await press('確認しました');
  await expect.element(notices()).not.toBeInTheDocument();
  // Where one reserves it is still to be read.
  await go('/reservations');
  await expect.element(notices()).toBeVisible();
  unmountPage();

  cancelByGym(10, 12);
  await renderPage('/');
  await expect.element(notices()).toHaveTextContent('12:00〜13:00');
  await expect.element(notices()).not.toHaveTextContent('10:00〜11:00');
  await notices().getByRole('link', { name: '別の時間を予約する' }).click();
  await expect.element(heading('予約')).toBeVisible();
});

test('home says nothing of one whose time is over', async () => {
  cancelByGym();
  await renderPage('/');
  await expect.element(page.getByText('これからの予約はありません。')).toBeVisible();
  await expect.element(notices()).not.toBeInTheDocument();
});
