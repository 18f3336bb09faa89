import { clearNextLoad, setNextLoad } from '@tanren/contract/trainer-members';
import { listWorkoutLoads, type WorkoutLoad } from '@tanren/contract/workout-loads';
import { getWorkoutHistory } from '@tanren/contract/workout-history';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, refuse } from '#test/support/answers.ts';
import { forgiveComplaints } from '#test/support/console.ts';
import { liftedBests, liftedPoints } from './lifted-workouts.ts';
import { heading, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { loadCard, memberPath, openAsTrainer, openTrainedMember } from './trained-member.ts';

const card = () => loadCard('チェストプレス');
const act = (name: string) => card().getByRole('button', { name, exact: true });
const load = () => card().getByRole('spinbutton', { name: '次回の重量' });
const reason = () => card().getByLabelText('理由');

async function openForm() {
  openTrainedMember();
  await openAsTrainer(`${memberPath}?view=loads`);
  await act('次回の重量を指定する').click();
  await expect.element(load()).toHaveFocus();
}

test('a load is chosen with a reason, and taken back', async () => {
  await openForm();
  await expect.element(load()).toHaveValue('55');
  await load().fill('４７．５');
  await act('指定する').click();
  await expect.element(card().getByText('理由を入力してください')).toBeVisible();
  await expectAccessible();
  await expect.element(load()).toHaveValue('47.5');
  expect(listCalls(setNextLoad)).toEqual([]);
  await reason().fill('フォームを整えましょう。');
  await expect.element(card().getByText('理由を入力してください')).not.toBeInTheDocument();
  await expectAccessible();
  await act('指定する').click();
  await expect.element(toast('チェストプレスを47.5kgにしました')).toBeVisible();
  await expect.element(card()).toHaveTextContent('次回（指定中）');
  await expect.element(card()).toHaveTextContent('理由: フォームを整えましょう。');
  await expect.element(act('指定を変更する')).toHaveFocus();
  expect(listCalls(setNextLoad)).toMatchObject([
    { body: { loadKg: 47.5, reason: 'フォームを整えましょう。' } },
  ]);
  await expectAccessible();
  await act('指定を取り消す').click();
  await expect.element(toast('指定を取り消しました')).toBeVisible();
  await expect.element(card()).not.toHaveTextContent('指定中');
  expect(listCalls(clearNextLoad)).toHaveLength(1);
});

test('nothing typed is bent to fit: outside is told with the range, between offers both', async () => {
  await openForm();
  await reason().fill('フォームを整えましょう。');
  for (const typed of ['375', '999', '2']) {
    await load().fill(typed);
    await act('指定する').click();
    await expect.element(card().getByText('5〜150kgの範囲で入力してください。')).toBeVisible();
    await expect.element(load()).toHaveValue(typed);
    await expect.element(load()).toHaveFocus();
  }
  await expectAccessible();
  await load().fill('');
  await act('指定する').click();
  await expect.element(card().getByText('数字で入力してください（5〜150kg）。')).toBeVisible();
  await load().fill('33');
  await reason().click();
  await expect.element(card().getByText('2.5kg刻みで設定できます')).toBeVisible();
  await expectAccessible();
  expect(listCalls(setNextLoad)).toEqual([]);
  await act('35kgにする').click();
  await expect.element(load()).toHaveValue('35');
  await act('指定する').click();
  await expect.element(toast('チェストプレスを35kgにしました')).toBeVisible();
  expect(listCalls(setNextLoad)).toMatchObject([{ body: { loadKg: 35 } }]);
});

test('a load far above the best of late is asked for once more, with both numbers', async () => {
  await openForm();
  answer(setNextLoad, ({ body }) =>
    body.heavyConfirmed === true
      ? null
      : refuse(409, 'load_unusually_heavy', { heavy: { loadKg: 150, recentBest: 52.5 } }),
  );
  await load().fill('150');
  await reason().fill('試技です。');
  await act('指定する').click();
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toHaveTextContent('チェストプレス 150kg（最近の最大重量 52.5kg）');
  await expectAccessible();
  await dialog.getByRole('button', { name: '入力に戻る' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(load()).toHaveValue('150');
  await act('指定する').click();
  await dialog.getByRole('button', { name: 'この重量にする' }).click();
  await expect.element(toast('チェストプレスを150kgにしました')).toBeVisible();
  expect(listCalls(setNextLoad)).toMatchObject(
    [false, false, true].map((heavyConfirmed) => ({ body: { heavyConfirmed } })),
  );
});

test('a reason that is too long is told before it is sent', async () => {
  await openForm();
  await reason().fill('あ'.repeat(201));
  await act('指定する').click();
  await expect.element(card().getByText('200文字以内で入力してください')).toBeVisible();
  expect(listCalls(setNextLoad)).toEqual([]);
});

test('a choice that got lost on the way stays in the form, and can be left', async () => {
  await openForm();
  answer(setNextLoad, lost);
  await reason().fill('フォームを整えましょう。');
  await act('指定する').click();
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(reason()).toHaveValue('フォームを整えましょう。');
  await act('やめる').click();
  await expect.element(act('次回の重量を指定する')).toHaveFocus();
  await expect.element(card()).not.toHaveTextContent('指定中');
  forgiveComplaints('NetworkError');
});

const chosen: WorkoutLoad = {
  workoutTypeId: 1,
  lastLoad: 52.5,
  lastReps: 12,
  lastPlannedReps: null,
  lastWorkoutAt: '2026-03-03T09:00:00.000Z',
  maxLoad: 52.5,
  recentBest: 52.5,
  maxLoadAt: '2026-03-03T09:00:00.000Z',
  estimatedOneRepMax: null,
  nextLoad: 45,
  nextLoadReason: 'trainer',
  nextLoadNote: { text: '肩をかばって、軽めでお願いします。', nickname: 'コウジ' },
};

test('the member reads the reason beside the loads and beside the course of the type', async () => {
  answer(listWorkoutLoads, [chosen]);
  answer(getWorkoutHistory, { points: liftedPoints, bests: liftedBests, workoutCount: 3 });
  await renderPage('/training-status');
  const note = page.getByText('コウジさんより：肩をかばって');
  await expect.element(note).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: /チェストプレス/ }).click();
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect.element(note).toBeVisible();
});
