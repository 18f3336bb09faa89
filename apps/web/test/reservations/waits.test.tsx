import { leaveWaitingList } from '@tanren/contract/training-reservations';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, refuse } from '#test/support/answers.ts';
import { openGymBook } from './gym-book.ts';
import { press, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { askAgainMs, cards, openSlots, showMine, slot } from './reservations-page.ts';

const row = () => slot('19:00〜20:00');
const offer = () => page.getByRole('region', { name: '空きのご案内' });
const dialog = () => page.getByRole('alertdialog');

async function joinLine() {
  takeClock();
  const book = openGymBook({ capacity: 1 });
  book.fill(19, 1);
  await openSlots();
  await press('19:00〜20:00のキャンセル待ちに登録');
  await expect.element(row()).toHaveTextContent('キャンセル待ち 1番目');
  return book;
}

test('a place that is given back is offered by itself, wherever one is, and can be taken', async () => {
  const book = await joinLine();
  await expect.element(toast('キャンセル待ちに登録しました')).toHaveTextContent('1番目');
  await showMine();
  const waits = page.getByRole('region', { name: 'キャンセル待ち' });
  await expect.element(waits).toHaveTextContent('1番目');
  await expectAccessible();
  book.offer(19);
  vi.advanceTimersByTime(askAgainMs);
  await expect.element(offer()).toHaveTextContent(/残り(9:\d\d|10:00)/);
  await expect.element(offer()).toHaveTextContent('19:00〜20:00');
  await expect.element(waits).not.toBeInTheDocument();
  vi.advanceTimersByTime(60_000);
  await expect.element(offer()).toHaveTextContent(/残り8:\d\d/);
  await expectAccessible();
  await offer()
    .getByRole('button', { name: /予約する/ })
    .click();
  await expect.element(offer()).not.toBeInTheDocument();
  await expect.element(cards()).toHaveTextContent('19:00〜20:00');
  expect(book.countMine(19)).toBe(1);
});

test('who lets an offer go is asked first', async () => {
  const book = await joinLine();
  book.offer(19);
  vi.advanceTimersByTime(askAgainMs);
  await expect.element(row()).toHaveTextContent('空きが出ました');
  await press('19:00〜20:00の空きを見送る');
  await expectAccessible();
  await dialog().getByRole('button', { name: '見送らない' }).click();
  expect(listCalls(leaveWaitingList)).toHaveLength(0);
  await press('19:00〜20:00の空きを見送る');
  await dialog().getByRole('button', { name: '見送る', exact: true }).click();
  await expect.element(toast('空きを見送りました')).toBeVisible();
  await expect.element(row()).toHaveTextContent('残り1名');
  await expect.element(offer()).not.toBeInTheDocument();
});

test('who waits no longer is asked first, too, and a wait that is over already is no failure', async () => {
  await joinLine();
  await press('19:00〜20:00のキャンセル待ちをやめる');
  await dialog().getByRole('button', { name: '待ち続ける' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await press('19:00〜20:00のキャンセル待ちをやめる');
  answer(leaveWaitingList, refuse(404, 'not_found'));
  await dialog().getByRole('button', { name: 'やめる', exact: true }).click();
  await expect.element(toast('キャンセル待ちをやめました')).toBeVisible();
  await expect.element(row().getByRole('alert')).not.toBeInTheDocument();
});
