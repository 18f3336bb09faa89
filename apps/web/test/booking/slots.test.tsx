import { getGym, listGyms } from '@tanren/contract/gyms/gyms';
import { createReservation } from '@tanren/contract/booking/training-reservations';
import { getTrainingSession } from '@tanren/contract/menus/menus';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { alert, button, pauseToast, tapTwice, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { tapTwiceAt } from '#test/support/pointer.ts';
import { renderPage } from '#test/support/render.tsx';
import { sampleGym } from '#test/samples/gyms.ts';
import {
  refetchMs,
  cards,
  dayAhead,
  listWrites,
  openGymBook,
  openSlots,
  showMine,
  slot,
  tomorrow,
} from './gym-book.ts';
import { sampleTrainingSession } from '#test/samples/menus.ts';

test('one tap reserves, a double tap reserves once, and the toast undoes it', async () => {
  const book = openGymBook();
  await openSlots();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('空き5');
  await expectAccessible();
  await tapTwice(button('19:00〜20:00を予約する'));
  await pauseToast('予約しました');
  await expect.element(toast('予約しました')).toHaveTextContent('19:00〜20:00');
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('予約済み');
  expect(book.countMine(19)).toBe(1);
  expect(listWrites()).toEqual(['POST']);
  await toast('予約しました').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(toast('予約をキャンセルしました')).toBeVisible();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('空き5');
  expect(book.countMine(19)).toBe(0);
});

test('the whole row is the target, under its part of the day', async () => {
  const book = openGymBook({ capacity: 1 });
  book.fill(20, 1);
  await openSlots();
  const evening = page.getByRole('region', { name: '夜' });
  await expect.element(evening.getByText('19:00〜20:00')).toBeVisible();
  expect(evening.getByRole('listitem').elements()).toHaveLength(3);
  await expect
    .element(page.getByRole('region', { name: '朝' }).getByText('8:00〜9:00'))
    .toBeVisible();
  tapAt(slot('19:00〜20:00').getByText('19:00〜20:00').element());
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('予約済み');
  expect(book.countMine(19)).toBe(1);
  tapAt(slot('20:00〜21:00').getByText('満席').element());
  await expect.element(slot('20:00〜21:00')).toHaveTextContent('キャンセル待ち 1番目');
});

test('the toast undoes an accidental wait', async () => {
  const book = openGymBook({ capacity: 1 });
  book.fill(20, 1);
  await openSlots();
  await button('20:00〜21:00のキャンセル待ちに登録').click();
  await pauseToast('キャンセル待ちに登録しました');
  await toast('キャンセル待ちに登録しました').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(slot('20:00〜21:00')).toHaveTextContent('満席');
});

/** Opens slots that can no longer be cancelled, so that a reservation is confirmed first. */
async function openLateSlots() {
  const book = openGymBook();
  answer(getGym, { ...sampleGym, cancelDeadlineMinutes: 7 * 24 * 60 });
  await openSlots();
  return book;
}

/** Taps at the element's position, on whatever element is on top there. */
function tapAt(element: Element): void {
  element.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  if (top instanceof HTMLElement) top.click();
}

test('asks before reserving what soon cannot be cancelled', async () => {
  const book = await openLateSlots();
  await button('19:00〜20:00を予約する').click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveTextContent('5分を過ぎると、変更もキャンセルもできません');
  await expectAccessible();
  await dialog.getByRole('button', { name: '予約しない' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(listWrites()).toEqual([]);
  await expect.element(button('19:00〜20:00を予約する')).toHaveAttribute('aria-disabled', 'false');
  await button('19:00〜20:00を予約する').click();
  await dialog.getByRole('button', { name: '予約する' }).click();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('予約済み');
  expect(book.countMine(19)).toBe(1);
});

test.each([0, 100, 350])(
  'books one slot when 予約する in the late-booking dialog is tapped twice within %i ms',
  async (gapMs) => {
    await openLateSlots();
    await button('13:00〜14:00を予約する').click();
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog).toHaveTextContent(sampleGym.name);
    await tapTwiceAt(dialog.getByRole('button', { name: '予約する' }), gapMs, async () => {
      await expect.element(slot('13:00〜14:00')).toHaveTextContent('予約済み');
      await expect.element(dialog).not.toBeInTheDocument();
    });
    await expect.element(button('13:00〜14:00の予約をキャンセルする')).toBeVisible();
    // There is no second dialog, and nothing else was booked.
    expect(dialog.elements()).toEqual([]);
    expect(listWrites()).toEqual(['POST']);
  },
);

test('keeps the late-booking dialog until the answer has come', async () => {
  const book = await openLateSlots();
  let answerNow = () => {};
  const answered = new Promise<void>((resolve) => (answerNow = resolve));
  answer(createReservation, async ({ params, body: { startsAt } }) => {
    await answered;
    return book.reserve(13, params.date, { startsAt });
  });
  await button('13:00〜14:00を予約する').click();
  const dialog = page.getByRole('alertdialog');
  await tapTwiceAt(dialog.getByRole('button', { name: '予約する' }), 350);
  await expect.element(dialog.getByRole('button', { name: '予約中…' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  answerNow();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(listWrites()).toEqual(['POST']);
});

test.each([0, 100, 350])(
  'asks and does not book when a slot is tapped twice within %i ms after the deadline',
  async (gapMs) => {
    await openLateSlots();
    // The button of the dialog appears where this row is tapped.
    await button('13:00〜14:00を予約する').click();
    const dialog = page.getByRole('alertdialog');
    const confirm = dialog.getByRole('button', { name: '予約する' });
    const { y } = confirm.element().getBoundingClientRect();
    await dialog.getByRole('button', { name: '予約しない' }).click();
    const row = button('13:00〜14:00を予約する').element();
    scrollBy(0, row.getBoundingClientRect().y - y - 8);
    await tapTwiceAt(button('13:00〜14:00を予約する'), gapMs, async () => {
      await expect.element(dialog).toBeVisible();
    });
    await expect.element(dialog).toBeVisible();
    expect(listWrites()).toEqual([]);
  },
);

test('opens with the gym of the next reservation and the first day with a free seat', async () => {
  takeClock(new Date('2026-03-12T03:00:00Z'));
  const book = openGymBook({ capacity: 1, opens: 19, closes: 20 });
  answer(listGyms, [{ ...sampleGym, id: 2, name: 'TANREN 横浜' }, sampleGym]);
  book.reserve(19, dayAhead(3));
  for (const days of [0, 1]) book.fill(19, 1, dayAhead(days));
  await renderPage('/reservations');
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('空き1');
  const gym = page.getByRole('combobox', { name: 'ジム' });
  await expect.element(gym).toHaveValue('1');
  const days = page.getByRole('radio');
  await expect.element(days.nth(2)).toBeChecked();
  // The strip of days shows how full each day is.
  await expect.element(days.nth(1)).toHaveAccessibleName(/満席$/);
  await expect.element(days.nth(2)).toHaveAccessibleName(/空き1$/);
  await expect.element(days.nth(3)).toHaveAccessibleName(/予約あり 満席$/);
});

/** Clicks without the pointer: the radio is hidden, and its label moves while the days load. */
async function chooseDay(index: number): Promise<void> {
  const day = page.getByRole('radio').nth(index);
  await expect.element(day).toBeInTheDocument();
  (day.element() as HTMLElement).click();
}

test('explains why the running slot is missing, and when the door opens for the next and the first one', async () => {
  // It is 10:20 in the gym.
  takeClock(new Date('2026-03-12T01:20:00Z'));
  openGymBook();
  await renderPage(`/reservations?gym=1&date=${dayAhead(0)}`);
  const day = page.getByRole('main');
  await expect.element(day).toHaveTextContent('10:00〜11:00は始まっているため、予約できません。');
  await expect.element(day).toHaveTextContent('次の枠は、開始15分前の10:45から入館できます。');
  await chooseDay(1);
  await expect.element(day).toHaveTextContent('最初の枠は、営業開始前の7:45から入館できます。');
  await expect.element(day).not.toHaveTextContent('始まっている');
});

test('a second tap never does the opposite of the first', async () => {
  openGymBook();
  await openSlots();
  await expect.element(button('19:00〜20:00を予約する')).toBeVisible();
  const element = button('19:00〜20:00を予約する').element() as HTMLElement;
  // The second tap comes at once, the third while the finger may still be tapping, although the
  // button has changed.
  const turned = new Promise<number>((resolve) => {
    new MutationObserver(() => {
      resolve(performance.now());
    }).observe(element, { attributeFilter: ['aria-label'] });
  });
  element.click();
  element.click();
  const from = await turned;
  while (performance.now() - from < 200) {
    element.click();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await expect.element(toast('予約しました')).toBeVisible();
  const cancel = button('19:00〜20:00の予約をキャンセルする');
  await expect.element(cancel).toHaveAttribute('aria-disabled', 'false');
  expect(listWrites()).toEqual(['POST']);
});

test('a day tapped while another gym loads is a day of that gym', async () => {
  openGymBook();
  let answerNow = () => {};
  const answered = new Promise<void>((resolve) => (answerNow = resolve));
  answer(listGyms, [sampleGym, { ...sampleGym, id: 2, name: 'TANREN 横浜' }]);
  answer(getGym, async ({ params }) => {
    if (params.gymId === 2) await answered;
    return { ...sampleGym, id: params.gymId };
  });
  const { address } = await openSlots();
  await expect.element(slot('19:00〜20:00')).toBeVisible();
  await page.getByRole('combobox', { name: 'ジム' }).selectOptions('TANREN 横浜');
  await chooseDay(3);
  answerNow();
  await expect.poll(address).toContain(`date=${dayAhead(3)}`);
  expect(address()).toContain('gym=2');
});

test('works by keyboard: arrow keys change the day, and the focus stays on its slot', async () => {
  const book = openGymBook({ opens: 10, closes: 12 });
  const { address } = await openSlots();
  await expect.element(slot('10:00〜11:00')).toBeVisible();
  const chosen = page.getByRole('group', { name: '日付' }).getByRole('radio', { checked: true });
  chosen.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(address).toContain(`date=${dayAhead(2)}`);
  await expect.element(slot('10:00〜11:00')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('10:00〜11:00を予約する')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const cancel = button('10:00〜11:00の予約をキャンセルする');
  await expect.element(cancel).toHaveFocus();
  await expect.element(cancel).toHaveAttribute('aria-disabled', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('10:00〜11:00を予約する')).toHaveFocus();
  expect(book.countMine(10, dayAhead(2))).toBe(0);
});

test('a slot focused by keyboard is above the tabs', async () => {
  openGymBook();
  await openSlots();
  await expect.element(slot('20:00〜21:00')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'メインメニュー' }).element();
  const last = button('20:00〜21:00を予約する').element();
  page.getByRole('radio', { checked: true }).element().focus();
  let count = 0;
  while (document.activeElement !== last) {
    await userEvent.keyboard('{Tab}');
    count += 1;
    if (count > 40) throw new Error('the last slot never got the focus');
    const row = document.activeElement?.closest('li') ?? document.activeElement;
    const { bottom } = row?.getBoundingClientRect() ?? new DOMRect();
    expect(bottom).toBeLessThanOrEqual(tabs.getBoundingClientRect().top);
  }
});

test('explains that another member took the last seat, and proposes nearby slots', async () => {
  const book = openGymBook({ capacity: 2 });
  book.fill(18, 2);
  book.fill(19, 1);
  await openSlots();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('残り1');
  book.fill(19, 1);
  await button('19:00〜20:00を予約する').click();
  // The row also offers the same time on the next day.
  const row = slot('19:00〜20:00').first();
  await expect.element(row.getByRole('alert')).toHaveTextContent('ちょうど満席になりました');
  await expect.element(row).toHaveTextContent('満席');
  const near = row.getByRole('list').getByRole('button');
  await expect.poll(() => near.elements().map(({ textContent }) => textContent)).toHaveLength(3);
  await expect.element(near.nth(0)).toHaveTextContent('17:00〜18:00');
  await expect.element(near.nth(1)).toHaveTextContent('20:00〜21:00');
  await expect.element(near.nth(2)).toHaveTextContent('19:00〜20:00');
  await expectAccessible();
  await near.nth(1).click();
  await expect.element(slot('20:00〜21:00')).toHaveTextContent('予約済み');
  await expect.element(page.getByText('ちょうど満席になりました')).not.toBeInTheDocument();
  expect([book.countMine(19), book.countMine(20)]).toEqual([0, 1]);
});

test('proposes the next day at the same time when nothing is free, and opens it', async () => {
  const book = openGymBook({ capacity: 1, opens: 19, closes: 20 });
  const { address } = await openSlots();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('空き1');
  book.fill(19, 1);
  await button('19:00〜20:00を予約する').click();
  await slot('19:00〜20:00').getByRole('list').getByRole('button').click();
  await expect.poll(address).toContain(`date=${dayAhead(2)}`);
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('予約済み');
  expect(book.countMine(19, dayAhead(2))).toBe(1);
});

test('slots after midnight belong to the evening, on the page and in the own list', async () => {
  const book = openGymBook({ opens: 22, closes: 26 });
  await openSlots();
  const times = page.getByRole('main').getByRole('listitem').getByRole('time');
  await expect
    .poll(() => times.elements().map(({ textContent }) => textContent))
    .toEqual(['22:00〜23:00', '23:00〜翌0:00', '翌0:00〜1:00', '翌1:00〜2:00']);
  await button('翌1:00〜2:00を予約する').click();
  await expect.element(slot('翌1:00〜2:00')).toHaveTextContent('予約済み');
  expect(book.countMine(25)).toBe(1);
  await showMine();
  const [, month, day] = tomorrow().split('-').map(Number);
  await expect.element(cards()).toHaveTextContent(`${month}月${day}日`);
  await expect.element(cards()).toHaveTextContent('翌1:00〜2:00');
});

test.each([
  ['overlap', '同じ時間帯に別の予約があります'],
  ['limit_reached', '予約は同時に4件まで'],
] as const)('explains %s at the slot', async (code, words) => {
  openGymBook();
  answer(createReservation, rejectWith(409, code));
  await openSlots();
  await button('8:00〜9:00を予約する').click();
  await expect.element(slot('8:00〜9:00').getByRole('alert')).toHaveTextContent(words);
});

test('explains a closed day or a note, and links to the next open day', async () => {
  openGymBook({
    specialDays: [
      { date: tomorrow(), hours: null, note: '設備点検' },
      { date: dayAhead(2), hours: { opensMinute: 780, closesMinute: 840 }, note: '短縮営業' },
    ],
  });
  await openSlots();
  await expect.element(page.getByText('この日は休館日です。')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /休館 設備点検/ })).toBeChecked();
  await page.getByRole('button', { name: /を見る/ }).click();
  await expect.element(slot('13:00〜14:00')).toBeVisible();
  expect(page.getByRole('main').getByRole('time').elements()).toHaveLength(2);
  await expect.element(page.getByText('短縮営業', { exact: true })).toBeVisible();
});

test('offers no undo when the reservation can no longer be cancelled', async () => {
  const book = openGymBook();
  answer(createReservation, ({ body: { startsAt } }) =>
    book.reserve(19, tomorrow(), { startsAt, changeableUntil: new Date(0).toISOString() }),
  );
  await openSlots();
  await button('19:00〜20:00を予約する').click();
  await expect.element(toast('予約しました')).toBeVisible();
  expect(toast('予約しました').getByRole('button').elements()).toHaveLength(0);
});

test('asks before cancelling in a slot with waiters, also on the page of slots', async () => {
  const book = openGymBook({ capacity: 1 });
  book.reserve(19);
  book.queue(19, 1);
  await openSlots();
  await button('19:00〜20:00の予約をキャンセルする').click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveTextContent('1人がキャンセル待ちをしています');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'キャンセルする' }).click();
  await expect.element(slot('19:00〜20:00')).toHaveTextContent('満席');
  expect(book.countMine(19)).toBe(0);
});

test('keeps the shown data without a network, explains it, and recovers', async () => {
  const book = openGymBook();
  await openSlots();
  await expect.element(slot('9:00〜10:00')).toBeVisible();
  setOnline(false);
  await button('9:00〜10:00を予約する').click();
  await expect.element(toast('予約の手続きにはネットワーク接続が必要です。')).toBeVisible();
  await expect.element(page.getByText(/オフラインです。.*時点の内容です。/)).toBeVisible();
  await expect.element(page.getByText('更新できません')).not.toBeInTheDocument();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('空き5');
  await chooseDay(5);
  await expect.element(page.getByText('空き状況を読み込めませんでした')).toBeVisible();
  await expectAccessible();
  await expect.element(button('もう一度読み込む')).toBeVisible();
  setOnline(true);
  await button('9:00〜10:00を予約する').click();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
  expect(book.countMine(9)).toBe(0);
  ignoreConsoleErrors('NetworkError');
  ignoreConsoleErrors('OfflineError');
});

test('shows the state of the server after a lost answer', async () => {
  // The state is fetched at once, not at the next interval.
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
  ignoreConsoleErrors('NetworkError');
});

test('shows changes of another device while the page is open', async () => {
  takeClock();
  const book = openGymBook();
  await openSlots();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('空き5');
  book.reserve(9);
  vi.advanceTimersByTime(refetchMs);
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
  await expect.element(page.getByRole('link', { name: '予約一覧（1）' })).toBeVisible();
  // Another device reserved the slot that is tapped here: it is shown as reserved, without an
  // error.
  book.reserve(10);
  await button('10:00〜11:00を予約する').click();
  await expect.element(slot('10:00〜11:00')).toHaveTextContent('予約済み');
  await expect.element(alert()).not.toBeInTheDocument();
});

const banner = () => page.getByRole('region', { name: '予約に付けるメニュー' });
const legDay = { trainingSessionId: 7, title: '脚の日', estimatedMinutes: 40 };
const nameLegDay = (card: number) => cards().nth(card).getByRole('link', { name: '脚の日' });

test('takes a menu along from its page, adds it to an existing reservation, and removes it', async () => {
  const book = openGymBook({ slotMinutes: 15, opens: 8, closes: 11 });
  book.reserve(8);
  answer(listGyms, [sampleGym, { ...sampleGym, id: 2, name: 'TANREN 中目黒' }]);
  answer(getTrainingSession, sampleTrainingSession(legDay));
  const { address } = await renderPage('/training-sessions/7');
  await page.getByRole('link', { name: /予約する/ }).click();
  await expect.element(banner()).toHaveTextContent('脚の日');
  await page.getByRole('combobox', { name: 'ジム' }).selectOptions('TANREN 中目黒');
  await expect.poll(address).toContain('gym=2');
  expect(address()).toContain('trainingSessionId=7');
  await expect.element(banner()).toHaveTextContent('1枠は15分です');
  await chooseDay(1);
  await expect.element(slot('9:00〜9:15')).toBeVisible();
  await expectAccessible();
  await button('9:00〜9:15を予約する').click();
  await expect.element(slot('9:00〜9:15')).toHaveTextContent('予約済み');
  await showMine();
  await expect.element(nameLegDay(1)).toBeVisible();
  await expect.element(nameLegDay(0)).not.toBeInTheDocument();
  await cards().nth(0).getByRole('button', { name: '選んだメニューを付ける' }).click();
  await expect.element(nameLegDay(0)).toBeVisible();
  await button('メニューを外す').click();
  await expect.element(banner()).not.toBeInTheDocument();
  await page.getByRole('link', { name: '予約に戻る' }).click();
  await button('10:00〜10:15を予約する').click();
  await expect.element(slot('10:00〜10:15')).toHaveTextContent('予約済み');
  const bodies = listCalls(createReservation).map(({ body }) => body);
  expect(bodies).toEqual([
    expect.objectContaining({ trainingSessionId: 7 }),
    expect.not.objectContaining({ trainingSessionId: 7 }),
  ]);
});

test('explains that a menu was deleted, and reserves without it', async () => {
  openGymBook();
  answer(getTrainingSession, rejectWith(404, 'not_found'));
  await openSlots('&trainingSessionId=9');
  await expect.element(banner()).toHaveTextContent('見つかりません');
  await button('9:00〜10:00を予約する').click();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
  expect(listCalls(createReservation)[0]?.body).not.toHaveProperty('trainingSessionId');
});
