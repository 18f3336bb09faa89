import {
  cancelReservation,
  getReservationCalendar,
  joinWaitingList,
  leaveWaitingList,
  listMyReservations,
} from '@tanren/contract/booking/training-reservations';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, pauseToast, press, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';
import {
  refetchMs,
  cards,
  dayAhead,
  openGymBook,
  openMine,
  openSlots,
  showMine,
  slot,
  tomorrow,
} from './gym-book.ts';

const moveBanner = () => page.getByText('変更先を選んでください');
const cancelButton = (card = cards()) => card.getByRole('button', { name: /キャンセルする/ });
const dialog = () => page.getByRole('alertdialog');
const takeBack = (words: string) => toast(words).getByRole('button', { name: '元に戻す' }).click();

test('moves a reservation, keeps it when the new slot is full, and moves it back', async () => {
  const book = openGymBook({ capacity: 1 });
  book.reserve(9);
  const { address } = await openMine();
  await cards()
    .getByRole('link', { name: /予約を変更する/ })
    .click();
  await expect.element(moveBanner()).toBeVisible();
  expect(address()).toContain('move=1');
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('変更前の予約');
  await expect.element(page.getByRole('combobox', { name: 'ジム' })).toBeDisabled();
  await expectAccessible();
  book.fill(11, 1);
  await button('11:00〜12:00に変更する').click();
  const rejection = slot('11:00〜12:00').getByRole('alert');
  await expect.element(rejection).toHaveTextContent('元の予約はそのままです');
  expect(book.countMine(9)).toBe(1);
  await button('14:00〜15:00に変更する').click();
  await pauseToast('予約を変更しました');
  await expect.element(toast('予約を変更しました')).toHaveTextContent('14:00〜15:00');
  await expect.element(moveBanner()).not.toBeInTheDocument();
  await expect.element(slot('14:00〜15:00')).toHaveTextContent('予約済み');
  await takeBack('予約を変更しました');
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
  expect([book.countMine(9), book.countMine(14)]).toEqual([1, 0]);
});

test('the address contains what is moved; やめる ends the move, and taps reserve again', async () => {
  const book = openGymBook();
  const { id } = book.reserve(9);
  await openSlots(`&move=${id}`);
  await expect.element(moveBanner()).toBeVisible();
  await button('変更をやめる').click();
  await button('10:00〜11:00を予約する').click();
  await expect.element(slot('10:00〜11:00')).toHaveTextContent('予約済み');
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
});

test('makes no second reservation when the moved one cannot be found', async () => {
  const book = openGymBook();
  const { id } = book.reserve(9);
  answer(listMyReservations, rejectWith(500, 'internal_error'));
  await openSlots(`&move=${id}`);
  await expect.element(button('このページの一部をもう一度読み込む')).toBeVisible();
  const take = slot('10:00〜11:00').getByRole('button');
  await expect.element(take).toHaveAttribute('aria-disabled', 'true');
  unmountPage();
  openGymBook();
  await openSlots('&move=99');
  await expect.element(page.getByText('変更する予約が見つかりませんでした。')).toBeVisible();
  await expectAccessible();
  ignoreConsoleErrors('Request failed');
});

test('shows the reason after the deadline, also when it passes meanwhile', async () => {
  const book = openGymBook();
  const changeableUntil = new Date(Date.now() - 60_000).toISOString();
  book.reserve(9, tomorrow(), { changeableUntil });
  book.reserve(20);
  await openMine();
  const [first, second] = [cards().nth(0), cards().nth(1)];
  await expect.element(first).toHaveTextContent(/期限（.*）を過ぎました/);
  await expect.element(cancelButton(first)).toBeDisabled();
  await expect.element(first.getByRole('link', { name: /変更する/ })).not.toBeInTheDocument();
  await expectAccessible();
  answer(cancelReservation, rejectWith(409, 'deadline_passed'));
  await cancelButton(second).click();
  const rejection = second.getByRole('alert');
  await expect.element(rejection).toHaveTextContent('キャンセルの期限を過ぎています');
  expect(book.countMine(20)).toBe(1);
});

test('the toast restores a cancelled reservation with its menu, which stays in the past list', async () => {
  const book = openGymBook({ capacity: 3 });
  // The slot is full, but nobody waits for it.
  book.fill(9, 2);
  const trainingSession = { trainingSessionId: 7, title: '脚の日' };
  book.reserve(9, tomorrow(), { trainingSession });
  await openMine();
  await cancelButton().click();
  await pauseToast('予約をキャンセルしました');
  await expect.element(page.getByText('予約はまだありません')).toBeVisible();
  await expectAccessible();
  await takeBack('予約をキャンセルしました');
  await expect.element(cards()).toHaveTextContent('9:00〜10:00');
  await expect.element(cards().getByRole('link', { name: '脚の日' })).toBeVisible();
  expect(book.countMine(9)).toBe(1);
  await page.getByText('過去の予約', { exact: true }).click();
  await expect.element(page.getByText('・キャンセルしました')).toBeVisible();
});

test('asks before giving up a seat that others wait for, which cannot be restored', async () => {
  const book = openGymBook({ capacity: 1 });
  book.reserve(9);
  book.queue(9, 2);
  await openMine();
  await cancelButton().click();
  await expect.element(dialog()).toHaveTextContent('2人がキャンセル待ちをしています');
  await expect.element(dialog()).toHaveTextContent('元に戻せません');
  await expectAccessible();
  await dialog().getByRole('button', { name: 'キャンセルしない' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(book.countMine(9)).toBe(1);
  await expect.element(cancelButton()).toHaveAttribute('aria-disabled', 'false');
  await cancelButton().click();
  await dialog().getByRole('button', { name: 'キャンセルする' }).click();
  await expect.element(toast('予約をキャンセルしました')).toHaveTextContent('9:00〜10:00');
  await expect.element(page.getByText('予約はまだありません')).toBeVisible();
  expect(toast('予約をキャンセルしました').getByRole('button').elements()).toHaveLength(0);
  expect(book.countMine(9)).toBe(0);
});

test('offers no undo when a member joined the waiting list at the last moment', async () => {
  const book = openGymBook({ capacity: 1 });
  book.reserve(9);
  await openMine();
  await expect.element(cards()).toBeVisible();
  answer(cancelReservation, () => {
    book.clear();
    book.fill(9, 1);
    return null;
  });
  await cancelButton().click();
  await expect.element(toast('予約をキャンセルしました')).toBeVisible();
  expect(toast('予約をキャンセルしました').getByRole('button').elements()).toHaveLength(0);
});

test('explains at the reservation that the deadline passed while the dialog was open', async () => {
  const book = openGymBook({ capacity: 1 });
  book.reserve(9);
  book.queue(9, 1);
  await openMine();
  await cancelButton().click();
  await expect.element(dialog()).toBeVisible();
  answer(cancelReservation, rejectWith(409, 'deadline_passed'));
  await dialog().getByRole('button', { name: 'キャンセルする' }).click();
  await expect.element(cards().getByRole('alert')).toHaveTextContent('期限を過ぎています');
  expect(book.countMine(9)).toBe(1);
});

test('offers no undo for a move out of a slot with waiters', async () => {
  const book = openGymBook({ capacity: 1 });
  const { id } = book.reserve(9);
  book.queue(9, 1);
  await openSlots(`&move=${id}`);
  await button('14:00〜15:00に変更する').click();
  await expect.element(toast('予約を変更しました')).toHaveTextContent('14:00〜15:00');
  expect(toast('予約を変更しました').getByRole('button').elements()).toHaveLength(0);
});

test('explains a rejected undo, and the reservation stays cancelled', async () => {
  const book = openGymBook({ capacity: 1 });
  book.reserve(9);
  await openMine();
  await cancelButton().click();
  await pauseToast('予約をキャンセルしました');
  book.fill(9, 1);
  await takeBack('予約をキャンセルしました');
  await expect
    .element(toast('元に戻せませんでした'))
    .toHaveTextContent('ほかの方が先に予約したため、この時間は満席になりました');
  expect(book.countMine(9)).toBe(0);
});

test('downloads a reservation as a calendar file', async () => {
  const { id } = openGymBook().reserve(9);
  const file = new Blob(['BEGIN:VCALENDAR'], { type: 'text/calendar' });
  answer(getReservationCalendar, file);
  const saved: { name: string; href: string }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, href: this.href });
  });
  const made = vi.spyOn(URL, 'createObjectURL');
  await openMine();
  await cards()
    .getByRole('button', { name: /カレンダーに追加/ })
    .click();
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]?.name).toBe(`tanren-reservation-${id}.ics`);
  expect(saved[0]?.href).toMatch(/^blob:/);
  const [blob] = made.mock.calls.at(-1) ?? [];
  expect(await (blob as Blob).text()).toBe('BEGIN:VCALENDAR');
  expect(listCalls(getReservationCalendar)).toHaveLength(1);
});

const row = () => slot('19:00〜20:00');
const offer = () => page.getByRole('region', { name: '空きのご案内' });

async function joinLine() {
  takeClock();
  const book = openGymBook({ capacity: 1 });
  book.fill(19, 1);
  await openSlots();
  await press('19:00〜20:00のキャンセル待ちに登録');
  await expect.element(row()).toHaveTextContent('キャンセル待ち 1番目');
  return book;
}

test('shows an offered seat on every page, and it can be taken', async () => {
  const book = await joinLine();
  await expect.element(toast('キャンセル待ちに登録しました')).toHaveTextContent('1番目');
  await showMine();
  const waits = page.getByRole('region', { name: 'キャンセル待ち' });
  await expect.element(waits).toHaveTextContent('1番目');
  await expectAccessible();
  book.offer(19);
  vi.advanceTimersByTime(refetchMs);
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

test('a rejected wait leads to booking when a seat is free, also before the list shows it', async () => {
  const book = openGymBook({ capacity: 1 });
  book.fill(19, 1);
  await openSlots();
  answer(joinWaitingList, rejectWith(409, 'slot_available'));
  await press('19:00〜20:00のキャンセル待ちに登録');
  await expect.element(row().getByRole('alert')).toHaveTextContent('そのまま予約できます');
  await expect.element(button('19:00〜20:00を予約する')).toBeVisible();
  book.fill(19, -1);
  await press('19:00〜20:00を予約する');
  await expect.element(row()).toHaveTextContent('予約済み');
});

test('asks before declining an offer', async () => {
  const book = await joinLine();
  book.offer(19);
  vi.advanceTimersByTime(refetchMs);
  await expect.element(row()).toHaveTextContent('空きが出ました');
  await press('19:00〜20:00の空きを見送る');
  await expectAccessible();
  await dialog().getByRole('button', { name: '見送らない' }).click();
  expect(listCalls(leaveWaitingList)).toHaveLength(0);
  await press('19:00〜20:00の空きを見送る');
  await dialog().getByRole('button', { name: '見送る', exact: true }).click();
  await expect.element(toast('空きを見送りました')).toBeVisible();
  await expect.element(row()).toHaveTextContent('空き1');
  await expect.element(offer()).not.toBeInTheDocument();
});

test('asks before leaving a waiting list, and an ended wait is no failure', async () => {
  await joinLine();
  await press('19:00〜20:00のキャンセル待ちをやめる');
  await dialog().getByRole('button', { name: 'やめない' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await press('19:00〜20:00のキャンセル待ちをやめる');
  answer(leaveWaitingList, rejectWith(404, 'not_found'));
  await dialog().getByRole('button', { name: 'キャンセル待ちをやめる', exact: true }).click();
  await expect.element(toast('キャンセル待ちをやめました')).toBeVisible();
  await expect.element(row().getByRole('alert')).not.toBeInTheDocument();
});

const notices = () => page.getByRole('region', { name: 'キャンセルになった予約' });

/** Lets the gym cancel a past reservation, and those of tomorrow at these hours. */
function cancelByGym(...hours: number[]) {
  const book = openGymBook();
  const ended = { status: 'cancelled', gymCancelReason: '設備点検のため' } as const;
  const made = [book.reserve(10, dayAhead(-2)), ...hours.map((hour) => book.reserve(hour))];
  book.clear();
  book.past.push(...made.map((one) => ({ ...one, ...ended })));
}

test('shows a reservation that the gym cancelled until its time has passed', async () => {
  cancelByGym(10);
  await openSlots();
  await expect.element(notices()).toHaveTextContent('理由：設備点検のため');
  expect(notices().getByText('キャンセルになりました').elements()).toHaveLength(1);
  await expect.element(notices()).toHaveTextContent('TANREN 神田');
  await expectAccessible();
  await showMine();
  await page.getByText('過去の予約', { exact: true }).click();
  const told = page.getByText('・キャンセルになりました（設備点検のため）');
  await expect.poll(() => told.elements()).toHaveLength(2);
});

test('the home page shows it until it is acknowledged, and then the next one', async () => {
  cancelByGym(10);
  const { go } = await renderPage('/');
  await expect.element(notices()).toHaveTextContent('TANREN 神田');
  await expect.element(notices()).toHaveTextContent('10:00〜11:00');
  await expect.element(notices()).toHaveTextContent('理由：設備点検のため');
  expect(notices().getByText('キャンセルになりました').elements()).toHaveLength(1);
  await expectAccessible();
  await press('確認しました');
  await expect.element(notices()).not.toBeInTheDocument();
  // The reservation page still shows the notice.
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

test('the home page shows nothing after its time', async () => {
  cancelByGym();
  await renderPage('/');
  await expect.element(page.getByText('これからの予約はありません。')).toBeVisible();
  await expect.element(notices()).not.toBeInTheDocument();
});
