import { listStaffMachines } from '@tanren/contract/machines/staff-machines';
import { listMyTrainingSessions } from '@tanren/contract/menus/menus';
import { getTrainingStatus } from '@tanren/contract/workouts/training-status';
import { listVisitsOfMonth } from '@tanren/contract/workouts/visits';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, listCalls } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { sendTouch } from '#test/support/pointer.ts';
import { renderPage } from '#test/support/render.tsx';

const noMenus = { items: [], nextCursor: null };

/** Returns a promise, and the function that resolves it. */
function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

test('shows the frame of the next page before the network has answered', async () => {
  const { held, release } = hold();
  answer(listMyTrainingSessions, () => held.then(() => noMenus));
  await renderPage('/settings');
  await page.getByRole('link', { name: /マイメニュー/ }).click();
  await expect.element(page.getByRole('link', { name: 'マイページに戻る' })).toBeVisible();
  await expect.element(heading('マイページ')).not.toBeInTheDocument();
  await expect.element(heading('マイメニュー')).not.toBeInTheDocument();
  release();
  await expect.element(heading('マイメニュー')).toBeVisible();
});

test('keeps the old view of a page until the new one is ready', async () => {
  const { held, release } = hold();
  const { go } = await renderPage('/workouts');
  await expect.element(heading('トレーニング履歴')).toBeVisible();
  answer(listVisitsOfMonth, () => held.then(() => ({ visits: [], firstDate: null })));
  void go('/workouts?month=2026-01');
  await expect.poll(() => listCalls(listVisitsOfMonth)).toHaveLength(2);
  // The frame of another page would be shown after a tenth of a second.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(heading('トレーニング履歴')).toBeVisible();
  release();
});

test('a touch fetches the data of the next page before the finger is lifted', async () => {
  await renderPage('/settings');
  const link = page.getByRole('link', { name: /トレーニング状況/ });
  await expect.element(link).toBeVisible();
  link.element().scrollIntoView({ block: 'center' });
  const { x, y, width, height } = link.element().getBoundingClientRect();
  await sendTouch('touchStart', { x: x + width / 2, y: y + height / 2 });
  await expect.poll(() => listCalls(getTrainingStatus)).toHaveLength(1);
  await expect.element(heading('マイページ')).toBeVisible();
  await sendTouch('touchEnd');
});

test.each([
  ['a member', {}, 0],
  ['staff', { groups: ['staff'] }, 1],
] as const)('prefetching a page of staff as %s', async (_, session, calls) => {
  answer(listStaffMachines, { items: [], nextCursor: null });
  const { prefetch } = await renderPage('/settings', { session });
  await prefetch('/staff/machines');
  expect(listCalls(listStaffMachines)).toHaveLength(calls);
});
