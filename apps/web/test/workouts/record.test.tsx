import {
  getWorkoutRecord,
  listWorkoutClaims,
  rejectWorkout,
  restoreWorkout,
  type WorkoutClaim,
  withdrawCorrection,
} from '@tanren/contract/workouts/workout-records';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleSet } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, type Rejection } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, pauseToast, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { storeRecord, recordPath } from './stored-record.ts';

const dialog = () => page.getByRole('alertdialog');
const inDialog = (name: string) => dialog().getByRole('button', { name });
const history = () => page.getByRole('region', { name: 'この記録の履歴' });
const steps = () => history().getByRole('listitem');
const rejected = () => page.getByText('自分の記録ではないため、');

async function openRejectDialog(): Promise<void> {
  await press('自分の記録ではないので外す');
  await expect.element(dialog()).toHaveTextContent('30日以内なら元に戻せます。');
}

test('rejects a foreign record once, after a question, and the toast undoes it', async () => {
  storeRecord();
  await renderPage(recordPath);
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect.element(steps()).toHaveTextContent('マシンで記録されました');
  await openRejectDialog();
  await expectAccessible();
  await inDialog('外さない').click();
  expect(listCalls(rejectWorkout)).toEqual([]);
  await openRejectDialog();
  await tapTwice(inDialog('記録から外す'));
  await expect.element(toast('記録から外しました')).toBeVisible();
  await pauseToast('記録から外しました');
  await expect.element(rejected().first()).toBeVisible();
  await expect.element(page.getByText('4月11日(土)まで戻せます。')).toBeVisible();
  await expect.element(page.getByText('1回にかけた時間')).not.toBeInTheDocument();
  await expectAccessible();
  expect(listCalls(rejectWorkout)).toHaveLength(1);
  await toast('記録から外しました').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(toast('元に戻しました')).toBeVisible();
  await expect.element(page.getByText('1回にかけた時間')).toBeVisible();
  await expect.poll(() => steps().elements()).toHaveLength(3);
  await expect.element(history()).toHaveTextContent('記録に戻しました');
});

test('finds a rejected record from the history, and restores it by one tap', async () => {
  storeRecord().reject();
  const { address } = await renderPage('/workouts');
  await page.getByRole('link', { name: '記録の受け取りと除外' }).click();
  await expect.element(heading('記録の受け取りと除外')).toBeVisible();
  await expect.element(page.getByText('4月11日(土)まで戻せます。')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'チェストプレス' }).click();
  await expect.element(rejected().first()).toBeVisible();
  await expect.poll(address).toBe(recordPath);
  await tapTwice(button('元に戻す'));
  await expect.element(toast('元に戻しました')).toBeVisible();
  await expect.element(page.getByText('1回にかけた時間')).toBeVisible();
  expect(listCalls(restoreWorkout)).toHaveLength(1);
});

test('the list of rejected records restores one in place', async () => {
  storeRecord().reject();
  await renderPage('/rejected-workouts');
  await press('チェストプレスを元に戻す');
  await expect.element(toast('元に戻しました')).toBeVisible();
  await expect.element(page.getByText('外した記録はありません。')).toBeVisible();
});

test('accepts that another device has already rejected or restored it', async () => {
  const record = storeRecord();
  await renderPage(recordPath);
  await openRejectDialog();
  record.reject();
  await inDialog('記録から外す').click();
  await expect.element(rejected().first()).toBeVisible();
  record.restore();
  await page.getByRole('main').getByRole('button', { name: '元に戻す' }).click();
  await expect.element(page.getByText('1回にかけた時間')).toBeVisible();
  await expect.poll(() => steps().elements()).toHaveLength(3);
});

test('explains that a record is gone permanently', async () => {
  storeRecord().reject();
  await renderPage(recordPath);
  await expect.element(rejected().first()).toBeVisible();
  answer(restoreWorkout, rejectWith(404, 'not_found'));
  await page.getByRole('main').getByRole('button', { name: '元に戻す' }).click();
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toHaveTextContent('この記録は元に戻せません。');
  await expectAccessible();
});

test.each([recordPath, `${recordPath}/correction`])(
  '%s of an unknown record is not found',
  async (path) => {
    storeRecord().remove();
    await renderPage(path);
    await expect.element(heading('Page not found')).toBeVisible();
  },
);

test.each<[string, Rejection | typeof lost, string]>([
  ['a lost network', lost, 'ネットワーク接続を確認して'],
  [
    'too many in a day',
    rejectWith(409, 'rejection_limit_reached'),
    '24時間に外せる記録の数を超えました',
  ],
])('shows %s in the dialog, and the record stays', async (_, failure, words) => {
  storeRecord();
  answer(rejectWorkout, failure);
  await renderPage(recordPath);
  await openRejectDialog();
  await inDialog('記録から外す').click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(words);
  await expectAccessible();
  await inDialog('外さない').click();
  await expect.element(page.getByText('1回にかけた時間')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
});

test('lists the history of a record with reasons and numbers, also when staff declined', async () => {
  const record = storeRecord();
  record.correct([sampleSet(50, 10), sampleSet(60, 12)], '読み違えました');
  record.rejectWith('マシンの記録が正しいため');
  await page.viewport(1280, 800);
  await renderPage(recordPath);
  await expect
    .element(page.getByText('訂正はスタッフが差し戻したため'))
    .toHaveTextContent('元の記録のままです。理由：マシンの記録が正しいため');
  await expect.element(steps().nth(1)).toHaveTextContent('記録を訂正しました理由：読み違えました');
  await expect.element(steps().nth(1)).toHaveTextContent('変更前50kg×10回、52.5kg×12回');
  await expect.element(steps().nth(1)).toHaveTextContent('変更後50kg×10回、60kg×12回');
  await expect.element(steps().nth(2)).toHaveTextContent('スタッフが訂正を差し戻しました');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('marks a pending correction, which can be withdrawn', async () => {
  storeRecord().correct([sampleSet(50, 10), sampleSet(60, 12)], '読み違えました');
  await renderPage(recordPath);
  await expect.element(page.getByText('訂正・確認待ち')).toBeVisible();
  await expect
    .element(page.getByText('スタッフの確認待ちです。'))
    .toHaveTextContent('訂正後：50kg×10回、60kg×12回理由：読み違えました');
  await expect.element(page.getByRole('main')).toHaveTextContent('最大重量52.5kg');
  await expect.element(page.getByRole('link', { name: '記録を訂正する' })).not.toBeInTheDocument();
  await press('訂正を取り下げる');
  await expectAccessible();
  await tapTwice(inDialog('取り下げる'));
  await expect.element(toast('訂正を取り下げました')).toBeVisible();
  await expect.element(page.getByRole('link', { name: '記録を訂正する' })).toBeVisible();
  await expect.element(page.getByText('訂正・確認待ち')).not.toBeInTheDocument();
  expect(listCalls(withdrawCorrection)).toHaveLength(1);
});

test('explains that staff decided before the withdrawal', async () => {
  const record = storeRecord();
  record.correct([sampleSet(50, 10), sampleSet(60, 12)], '読み違えました');
  await renderPage(recordPath);
  await press('訂正を取り下げる');
  record.rejectWith('マシンの記録が正しいため');
  await inDialog('取り下げる').click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('すでにスタッフが確認したか');
  await inDialog('取り下げない').click();
  await expect.element(page.getByText('訂正はスタッフが差し戻したため')).toBeVisible();
});

test('explains that the history of the record is missing, and shows the rest', async () => {
  storeRecord();
  answer(getWorkoutRecord, rejectWith(500, 'internal_error'));
  await renderPage(recordPath);
  await expect.element(page.getByText('1回にかけた時間')).toBeVisible();
  await expect.element(page.getByText('記録の履歴を読み込めませんでした。')).toBeVisible();
  storeRecord();
  await press('記録の履歴をもう一度読み込む');
  await expect.element(history()).toBeVisible();
});

const claim: WorkoutClaim = {
  id: 1,
  state: 'waiting',
  claimedAt: '2026-03-12T09:30:00.000Z',
  machineId: 12,
  workoutTypeId: 1,
  gymId: 1,
  gymName: 'TANREN 神田',
  workoutId: null,
};

test('lists workouts claimed by a code with their results', async () => {
  storeRecord();
  answer(listWorkoutClaims, {
    items: [
      claim,
      { ...claim, id: 2, state: 'stored', workoutId: 4 },
      { ...claim, id: 3, state: 'refused', workoutTypeId: 6 },
      { ...claim, id: 4, state: 'stored' },
    ],
  });
  const { address } = await renderPage('/workouts');
  await expect.element(page.getByText('1件は、マシンから届くのを待っています。')).toBeVisible();
  await expect.element(page.getByText('1件は、受け取れませんでした。')).toBeVisible();
  await page.getByRole('link', { name: '記録の受け取りと除外' }).click();
  const claimed = page.getByRole('region', { name: '受け取った記録' });
  await expect.poll(() => claimed.getByRole('listitem').elements()).toHaveLength(4);
  await expect
    .element(claimed.getByRole('listitem').nth(2))
    .toHaveTextContent('ジムへお問い合わせください。');
  await expect
    .element(claimed.getByRole('listitem').nth(3))
    .toHaveTextContent('受け取ったあと、記録から外されています。');
  await expectAccessible();
  await claimed.getByRole('link', { name: /履歴に保存しました/ }).click();
  await expect.poll(address).toBe(recordPath);
});
