import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { gymId, openGymBook, tomorrow } from '#test/reservations/gym-book.ts';
import { button, heading } from '#test/support/locators.ts';
import { answerShownGym } from './page-case.ts';
import { renderPage } from '#test/support/render.tsx';

/** As somebody with weak eyes has set it in the browser: twice the usual 16 px. */
beforeEach(() => {
  document.documentElement.style.fontSize = '32px';
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

const sizeOf = (element: Element) => getComputedStyle(element).fontSize;

test('letters are as large as chosen, and a slot stays readable beside its button', async () => {
  openGymBook();
  await renderPage(`/reservations?gym=${gymId}&date=${tomorrow()}`);
  const time = page.getByText('9:00〜10:00', { exact: true });
  const act = button('9:00〜10:00を予約する');
  await expect.element(act).toBeVisible();
  expect(sizeOf(heading('予約').element())).toBe('56px');
  expect(sizeOf(time.element())).toBe('40px');
  const [words, pressed] = [time, act].map((part) => part.element().getBoundingClientRect());
  const beside = (pressed?.left ?? 0) >= (words?.right ?? Infinity);
  const below = (pressed?.top ?? 0) >= (words?.bottom ?? Infinity);
  expect(beside || below).toBe(true);
  expectNoSidewaysScroll();
});

test('the page of a gym is no wider than a phone', async () => {
  answerShownGym();
  await renderPage('/gyms/1');
  for (const name of ['本日の営業時間', '混雑状況', '料金プラン']) {
    await expect.element(page.getByRole('region', { name })).toBeVisible();
  }
  expectNoSidewaysScroll();
});

test('the views of the sessions can all be reached', async () => {
  await renderPage('/my-training-sessions');
  await expect.element(heading('マイメニュー')).toBeVisible();
  expectNoSidewaysScroll();
  await page.getByRole('link', { name: '探す', exact: true }).click();
  await expect.element(heading('メニューを探す')).toBeVisible();
  expectNoSidewaysScroll();
});
