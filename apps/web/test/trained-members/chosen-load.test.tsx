import { clearNextLoad, setNextLoad } from '@tanren/contract/trainer-next-loads';
import { listWorkoutLoads, type WorkoutLoad } from '@tanren/contract/workout-loads';
import { getWorkoutHistory } from '@tanren/contract/workout-history';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
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
  await load().fill('４８');
  await act('指定する').click();
  await expect.element(card().getByText('理由を入力してください')).toBeVisible();
  await expectAccessible();
  // What the machines cannot be set to becomes what they can.
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
  lastWorkoutAt: '2026-03-03T09:00:00.000Z',
  maxLoad: 52.5,
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
