import { createReservation } from '@tanren/contract/training-reservations';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, lost, setOnline } from '#test/support/answers.ts';
import { forgiveComplaints } from '#test/support/console.ts';
import { openGymBook } from './gym-book.ts';
import { alert, button, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { askAgainMs, listWrites, openSlots, slot } from './reservations-page.ts';

test('a lost network leaves what was there, says so, and mends itself', async () => {
  const book = openGymBook();
  await openSlots();
  await expect.element(slot('9:00〜10:00')).toBeVisible();
  setOnline(false);
  await button('9:00〜10:00を予約する').click();
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  await expect.element(page.getByText(/更新できません。\d+:\d\d時点の空き状況/)).toBeVisible();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('残り5名');
  await page.getByRole('radio').nth(5).click({ force: true });
  await expect.element(page.getByText('空き状況を読み込めませんでした')).toBeVisible();
  await expectAccessible();
  setOnline(true);
  await button('9:00〜10:00を予約する').click();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
  expect(book.countMine(9)).toBe(0);
  forgiveComplaints('NetworkError');
});

test('an answer that got lost shows what the server has', async () => {
  // At once, not when the page asks again anyway.
  vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}));
  const book = openGymBook();
  await openSlots();
  await expect.element(slot('9:00〜10:00')).toBeVisible();
  answer(createReservation, () => {
    book.reserve(9);
    return lost;
  });
  await button('9:00〜10:00を予約する').click();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
  expect(listWrites()).toEqual(['POST']);
  forgiveComplaints('NetworkError');
});

test('what another device does is seen while the page is open', async () => {
  takeClock();
  const book = openGymBook();
  await openSlots();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('残り5名');
  book.reserve(9);
  vi.advanceTimersByTime(askAgainMs);
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
  await expect.element(page.getByRole('link', { name: '予約一覧（1）' })).toBeVisible();
  // Reserved there and tapped here, before this page knew: it is there, and nothing to complain of.
  book.reserve(10);
  await button('10:00〜11:00を予約する').click();
  await expect.element(slot('10:00〜11:00')).toHaveTextContent('予約済み');
  await expect.element(alert()).not.toBeInTheDocument();
});
