import { type GymCrowd, getGymCrowd } from '@tanren/contract/gym-crowd';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, refuse } from '#test/support/answers.ts';
import { answerGymPage, emptyCrowd } from './gym-page.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

const crowd = () => page.getByRole('region', { name: '混雑状況' });
const noon = new Date('2026-11-17T12:30+09:00');
const hour = (from: number, reserved: number) => ({
  startsAt: `2026-11-17T${from}:00:00+09:00`,
  endsAt: `2026-11-17T${from + 1}:00:00+09:00`,
  capacity: 12,
  reserved,
});

function answerCrowd(inUse: number): void {
  answer(getGymCrowd, (): GymCrowd => ({
    at: new Date().toISOString(),
    machineCount: 1,
    machinesInUse: inUse,
    types: [{ workoutTypeId: 1, machineCount: 1, inUse, expected: 2 }],
    slots: [hour(12, 3), hour(13, 12), hour(14, 0)],
  }));
}

/** The page asks every 15 s. */
const askAgain = () => vi.advanceTimersByTime(15_000);

test('how full it is: people of the slots, and machines as they are linked', async () => {
  takeClock(noon);
  answerGymPage();
  answerCrowd(0);
  await renderPage('/gyms/1');
  const slots = crowd().getByRole('list', { name: '予約の人数' }).getByRole('listitem');
  await expect
    .poll(() => slots.elements().map(({ textContent }) => textContent))
    .toEqual([
      '12:00〜13:00いま予約 3/12名',
      '13:00〜14:00満席 12/12名',
      '14:00〜15:00予約 0/12名',
    ]);
  await expect.element(crowd()).toHaveTextContent('使用中のマシン0/1台');
  await crowd().getByText('種目ごとに見る').click();
  const row = page.getByRole('table', { name: '種目ごとの混雑状況' }).getByRole('row').nth(1);
  await expect.element(row).toHaveTextContent('チェストプレス0/1台2人');
  await expectAccessible();
  const age = crowd().getByText(/更新/);
  const before = age.element().textContent;
  answerCrowd(1);
  askAgain();
  await expect.element(crowd()).toHaveTextContent('使用中のマシン1/1台');
  await expect.element(row).toHaveTextContent('チェストプレス1/1台2人');
  expect(age.element().textContent).not.toBe(before);
});

test('without an answer the last one stays, and says that it is old until the next one', async () => {
  takeClock(noon);
  answerGymPage();
  answerCrowd(0);
  await renderPage('/gyms/1');
  await expect.element(crowd()).toHaveTextContent('使用中のマシン0/1台');
  answer(getGymCrowd, refuse(500, 'internal_error'));
  askAgain();
  await expect.element(crowd()).toHaveTextContent('通信できないため、最新ではありません');
  await expect.element(crowd()).toHaveTextContent('使用中のマシン0/1台');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expectAccessible();
  answerCrowd(1);
  askAgain();
  await expect.element(crowd()).not.toHaveTextContent('最新ではありません');
});

test('a crowd that never could be read keeps nobody from the rest of the page', async () => {
  answerGymPage();
  answer(getGymCrowd, refuse(500, 'internal_error'));
  await renderPage('/gyms/1');
  await expect.element(crowd()).toHaveTextContent('混雑状況を読み込めませんでした。');
  await expect.element(page.getByRole('region', { name: '料金プラン' })).toBeVisible();
});

test('a gym without machines and slots says what there is', async () => {
  answerGymPage();
  answer(getGymCrowd, emptyCrowd);
  await renderPage('/gyms/1');
  await expect.element(crowd()).toHaveTextContent('この後の予約枠はありません。');
  await expect.element(crowd()).not.toHaveTextContent('使用中のマシン');
});
