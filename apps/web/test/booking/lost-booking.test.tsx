import { createReservation } from '@tanren/contract/booking/training-reservations';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readWrites } from '#lib/offline/outbox-store.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import {
  answer,
  gatewayDown,
  listCalls,
  lost,
  rejectWith,
  setOnline,
} from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, press, toast } from '#test/support/locators.ts';
import { memberSub } from '#test/support/session.ts';
import { openGymBook, openSlots, slot } from './gym-book.ts';

const bar = () => page.getByRole('navigation', { name: '未送信の変更' });
const card = () => page.getByRole('article', { name: /9:00〜10:00の予約$/ });

/** Taps on a slot and lets the call end in the given way. */
async function loseBooking(how: 'lost' | 'gateway' = 'lost') {
  const book = openGymBook();
  const shown = await openSlots();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('空き5');
  answer(createReservation, how === 'lost' ? lost : gatewayDown);
  await press('9:00〜10:00を予約する');
  await expect.element(toast('予約を確認しています')).toBeVisible();
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約を確認しています');
  await expect.element(button('9:00〜10:00を予約する')).not.toBeInTheDocument();
  await expect.element(bar()).toHaveTextContent('送信待ちの変更が1件あります');
  return { book, ...shown };
}

/** Restores the network, so that the browser sends waiting writes. */
const returnNetwork = () => {
  setOnline(true);
};

test.each(['lost', 'gateway'] as const)(
  'repeats the call with the same key when the network is back, and announces the reservation: %s',
  async (how) => {
    const fetching = vi.spyOn(globalThis, 'fetch');
    const { book } = await loseBooking(how);
    await expectAccessible();
    expectNoSidewaysScroll();
    const [waiting] = await readWrites(memberSub);
    answer(createReservation, () => book.reserve(9));
    returnNetwork();
    await expect.element(toast('予約できました')).toHaveTextContent(/9:00〜10:00/);
    await expect.element(slot('9:00〜10:00')).toHaveTextContent('予約済み');
    await expect.element(bar()).not.toBeInTheDocument();
    const keys = fetching.mock.calls.flatMap(([, init]) =>
      init?.method === 'POST' ? [new Headers(init.headers).get('idempotency-key')] : [],
    );
    const key = `"${waiting?.key ?? ''}"`;
    expect(keys).toEqual([key, key]);
  },
);

test('shows a reservation that the server rejected afterwards, with the reason and a next step', async () => {
  const { go } = await loseBooking();
  answer(createReservation, rejectWith(409, 'slot_full'));
  returnNetwork();
  await expect.element(toast('予約できませんでした')).toHaveTextContent(/9:00〜10:00.*満席/);
  await expect.element(slot('9:00〜10:00')).toHaveTextContent('空き5');
  await expect.element(bar()).toHaveTextContent('確認が必要な変更が1件あります');
  await go('/settings/unsent');
  await expect.element(card()).toHaveTextContent('予約できませんでした。この時間は満席');
  await expect.element(card().getByRole('link', { name: '空き枠を見る' })).toBeVisible();
  await expectAccessible();
  await press('閉じる');
  await expect.element(page.getByText('未送信の変更はありません。')).toBeVisible();
  await expect.element(bar()).not.toBeInTheDocument();
});

test.each([
  [true, '予約できました'],
  [false, '予約できませんでした'],
])(
  'only checks whether the reservation was made after ten minutes: %s',
  async (wasMade, outcome) => {
    const { book } = await loseBooking();
    if (wasMade) book.reserve(9);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 11 * 60_000);
    returnNetwork();
    await expect.element(toast(outcome)).toBeVisible();
    expect(listCalls(createReservation)).toHaveLength(1);
  },
);

test('reports a failure of the server at once, and sends nothing later', async () => {
  openGymBook();
  await openSlots();
  answer(createReservation, rejectWith(500, 'internal_error'));
  await press('9:00〜10:00を予約する');
  await expect.element(toast('システムエラー')).toBeVisible();
  expect(await readWrites(memberSub)).toEqual([]);
  ignoreConsoleErrors('ApiError');
});
