import { getGymDoor } from '@tanren/contract/booking/gym-door';
import { getReservationCalendar } from '@tanren/contract/booking/training-reservations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls } from '#test/support/answers.ts';
import { heading, pauseToast, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { dayAhead, gymId, openGymBook, openMine, tomorrow } from './gym-book.ts';

const content = () => page.getByRole('region', { name: '予約の内容' });
const cancelButton = () => content().getByRole('button', { name: /キャンセルする/ });
const menu = { trainingSessionId: 3, title: '脚の日' };

// spec 7.25
test('the page of a reservation shows gym, time, menu, door, change and calendar', async () => {
  openGymBook().reserve(9, tomorrow(), { trainingSession: menu });
  answer(getReservationCalendar, 'BEGIN:VCALENDAR');
  const { address, main } = await openMine();
  await page
    .getByRole('article')
    .getByRole('link', { name: /9:00〜10:00$/ })
    .first()
    .click();
  await expect.element(heading('9:00〜10:00')).toBeVisible();
  expect(address()).toBe('/reservations/1');
  await expect.element(main.getByRole('link', { name: 'TANREN 神田' })).toBeVisible();
  await expect.element(main.getByRole('link', { name: '脚の日' })).toBeVisible();
  await expect.element(main).toHaveTextContent('8:45（開始15分前）に表示されます');
  expect(listCalls(getGymDoor)).toEqual([]);
  await expectAccessible();
  await content()
    .getByRole('button', { name: /カレンダーに追加$/ })
    .click();
  await expect.poll(() => listCalls(getReservationCalendar)).toHaveLength(1);
  await content()
    .getByRole('link', { name: /予約を変更する/ })
    .click();
  await expect.element(page.getByText('変更先を選んでください')).toBeVisible();
  expect(address()).toBe(`/reservations?gym=${gymId}&date=${tomorrow()}&move=1`);
});

test('links back to the reservations, and is accessible on a desktop', async () => {
  openGymBook().reserve(9);
  await page.viewport(1280, 800);
  const { address } = await renderPage('/reservations/1');
  await expect.element(content()).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
  await page.getByRole('link', { name: '予約に戻る' }).click();
  await expect.poll(address).toBe('/reservations');
});

test('shows the door code when the reservation is near', async () => {
  const startsAt = new Date(Date.now() + 5 * 60_000).toISOString();
  const endsAt = new Date(Date.now() + 65 * 60_000).toISOString();
  openGymBook().reserve(9, dayAhead(0), { startsAt, endsAt, changeableUntil: startsAt });
  const now = new Date().toISOString();
  answer(getGymDoor, {
    available: true,
    serverTime: now,
    passcode: '123456',
    validFrom: now,
    validUntil: new Date(Date.now() + 60_000).toISOString(),
    until: endsAt,
    upcoming: [],
  });
  await renderPage('/reservations/1');
  await expect.element(page.getByRole('heading', { name: '入館コード' })).toBeVisible();
  await expect.element(page.getByText('123', { exact: false }).first()).toBeVisible();
  await expectAccessible();
});

test('shows the cancellation, and continues with the new reservation after an undo', async () => {
  const book = openGymBook();
  book.reserve(9);
  const { address } = await renderPage('/reservations/1');
  await cancelButton().click();
  await pauseToast('予約をキャンセルしました');
  await expect.element(page.getByText('この予約はキャンセルしました。')).toBeVisible();
  await expect.element(content()).not.toBeInTheDocument();
  await expectAccessible();
  await toast('予約をキャンセルしました').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(content()).toBeVisible();
  expect(address()).toBe('/reservations/2');
  expect(book.countMine(9)).toBe(1);
});

test('shows why the gym cancelled, and links to another time', async () => {
  const book = openGymBook();
  book.past.push({ ...book.reserve(9), status: 'cancelled', gymCancelReason: '設備点検のため' });
  book.clear();
  const { address, main } = await renderPage('/reservations/1');
  await expect.element(main).toHaveTextContent('理由：設備点検のため');
  await page.getByRole('link', { name: '別の時間を予約する' }).click();
  await expect.poll(address).toBe(`/reservations?gym=${gymId}`);
});

test('offers no changes after the end', async () => {
  const book = openGymBook();
  const startsAt = new Date(Date.now() - 90 * 60_000).toISOString();
  const endsAt = new Date(Date.now() - 30 * 60_000).toISOString();
  book.past.push({ ...book.reserve(9), startsAt, endsAt });
  book.clear();
  const { main } = await renderPage('/reservations/1');
  await expect.element(main).toHaveTextContent('この予約の時間は終わりました。');
  await expect.element(content()).not.toBeInTheDocument();
});

test.each(['/reservations/2', '/reservations/x', '/reservations/0'])(
  "answers not found for %s: another member's, unknown or no id",
  async (path) => {
    openGymBook().reserve(9);
    await renderPage(path);
    await expect.element(heading('Page not found')).toBeVisible();
  },
);
