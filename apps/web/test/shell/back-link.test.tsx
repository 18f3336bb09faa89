import { listTrainedMembers } from '@tanren/contract/trainers/trainer-members';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fullWorkout } from '#test/samples/workouts.ts';
import { openMenuShelf } from '#test/menus/menus.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { answerTrainedMember, trainer } from './page-case.ts';

const back = () => page.getByRole('banner').getByRole('link', { name: /に戻る$/ });
const logo = () => page.getByRole('link', { name: 'TANREN ホームへ' });

test('a page opened directly links to its parent, as in the installed app', async () => {
  answer(getWorkout, fullWorkout(42));
  const { address } = await renderPage('/workouts/42');
  await expect.element(back()).toHaveAccessibleName('トレーニング履歴に戻る');
  await expect.element(logo()).not.toBeInTheDocument();
  const { left, top, height } = back().element().getBoundingClientRect();
  expect(left).toBeLessThan(16);
  expect(top).toBeLessThan(16);
  expect(height).toBeGreaterThanOrEqual(44);
  await back().click();
  await expect.poll(address).toBe('/workouts');
  await expect.element(back()).not.toBeInTheDocument();
  await expect.element(logo()).toBeVisible();
});

test('of several parents the visited one is used, in its last state', async () => {
  openMenuShelf().put();
  const { address, go } = await renderPage('/search-training-sessions?query=%E5%85%A8%E8%BA%AB');
  const searched = address();
  await page.getByRole('link', { name: '全身をひとまわり' }).click();
  await expect.poll(address).toBe('/training-sessions/1');
  await expect.element(back()).toHaveAccessibleName('メニューを探すに戻る');
  await back().click();
  await expect.poll(address).toBe(searched);
  await go('/settings/devices');
  await go('/training-sessions/1');
  await expect.element(back()).toHaveAccessibleName(/^マイメニューに戻る$/);
  await back().click();
  await expect.poll(address).toBe('/my-training-sessions');
});

test('uses the ids of the address, and the logo stays beside it on a desktop', async () => {
  await page.viewport(1280, 800);
  answerTrainedMember();
  answer(listTrainedMembers, { items: [], nextCursor: null });
  const { address } = await renderPage('/trainer/members/1/workouts/1', { session: trainer });
  await expect.element(back()).toBeVisible();
  await expect.element(logo()).toBeVisible();
  await expectAccessible();
  await back().click();
  await expect.poll(address).toBe('/trainer/members/1');
});

test('a view of a page links to the page in its last state', async () => {
  const { address } = await renderPage('/reservations?gym=1&view=mine');
  await expect.element(heading('予約一覧')).toBeVisible();
  await expect.element(back()).toHaveAccessibleName('予約に戻る');
  await expect.element(logo()).not.toBeInTheDocument();
  await back().click();
  await expect.element(heading('予約')).toBeVisible();
  expect(address()).toBe('/reservations?gym=1');
  await expect.element(back()).not.toBeInTheDocument();
});

test('documents link back to the page before', async () => {
  const { address } = await renderPage('/settings');
  await page.getByRole('link', { name: '利用規約' }).click();
  await expect.element(heading('利用規約')).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
  await back().click();
  await expect.poll(address).toBe('/settings');
});
