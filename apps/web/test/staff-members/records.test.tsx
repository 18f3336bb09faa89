import { correctWorkout, removeWorkout } from '@tanren/contract/staff-members';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, refuse } from '#test/support/answers.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import {
  answerMember,
  correctedWorkout,
  heavyWorkout,
  sampleStaffMember,
} from './staff-members.ts';
import { alertDialog, conflictPanel, openAsStaff, staffMenu } from '#test/staff/staff-page.ts';

const memberAddress = `/staff/members/${sampleStaffMember.member}`;
const recordAddress = `${memberAddress}/workouts/${heavyWorkout.id}`;
const light = { ...heavyWorkout, id: 40, max: 20, tfo: 100 };

const form = () => page.getByRole('form', { name: '記録の修正' });
const second = () => form().getByRole('group', { name: '2セット目' });
const load = () => second().getByLabelText('負荷', { exact: true });
const reps = () => second().getByLabelText('回数', { exact: true });
const reason = () => form().getByLabelText('修正の理由');
const previewRow = (name: string) =>
  form().getByRole('region', { name: '修正後の記録' }).getByRole('row', { name });

/** A number field takes over what was typed when it is left. */
async function setLoad(text: string): Promise<void> {
  await load().fill(text);
  await userEvent.tab();
}

test('a record is corrected once, with a preview and a reason that the member reads', async () => {
  answerMember([heavyWorkout, light]);
  answer(correctWorkout, () => {
    answerMember([correctedWorkout, light]);
    return correctedWorkout;
  });
  await openAsStaff(memberAddress);
  await page.getByRole('link', { name: /アームカール.*最大70kg/ }).click();
  await expect.element(heading('アームカール')).toBeVisible();
  await expectAccessible();
  await press('修正する');
  await setLoad('30');
  reps().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(previewRow('最大負荷')).toHaveTextContent('70kg30kg');
  await expect.element(previewRow('総発揮力')).toHaveTextContent('290kg140kg');
  await expectAccessible();
  await press('修正を保存する');
  await expect.element(form().getByText('理由を入力してください。')).toBeVisible();
  await reason().fill('重さの設定が誤っていたため');
  await tapTwice(button('修正を保存する'));
  await expect.element(toast('記録を修正しました')).toBeVisible();
  await expect
    .element(page.getByText('にスタッフが修正しました。理由：重さの設定が誤っていたため'))
    .toBeVisible();
  await expect.element(page.getByText('140kg', { exact: true })).toBeVisible();
  await expectAccessible();
  expect(listCalls(correctWorkout).map(({ body }) => body)).toEqual([
    {
      sets: [
        { position: 0, loadKg: 20, repCount: 4 },
        { position: 1, loadKg: 30, repCount: 2 },
      ],
      reason: '重さの設定が誤っていたため',
      correctedAt: null,
      heavyConfirmed: false,
    },
  ]);
});

test('a colleague was faster: nothing is overwritten, and it goes on from their record', async () => {
  answerMember();
  answer(correctWorkout, ({ body }) => {
    answerMember([correctedWorkout]);
    const read = correctedWorkout.correction?.correctedAt;
    return body.correctedAt === read ? correctedWorkout : refuse(409, 'stale_version');
  });
  await openAsStaff(recordAddress);
  await press('修正する');
  await setLoad('40');
  await reason().fill('自分の理由');
  await press('修正を保存する');
  await expect.element(conflictPanel()).toHaveTextContent('重さの設定が誤っていたため');
  await expect.element(conflictPanel()).toHaveTextContent('2セット目：30kg×2回');
  // What was typed is there to be compared.
  await expect.element(load()).toHaveValue('40');
  await expectAccessible();
  await press('修正を保存する');
  await expect.element(conflictPanel()).toBeVisible();
  await press('最新の記録から修正し直す');
  await expect.element(conflictPanel()).not.toBeInTheDocument();
  await expect.element(load()).toHaveValue('30');
  await expect.element(reason()).toHaveValue('自分の理由');
  await setLoad('25');
  await press('修正を保存する');
  await expect.element(toast('記録を修正しました')).toBeVisible();
  const { correctedAt } = correctedWorkout.correction ?? {};
  expect(listCalls(correctWorkout).map(({ body }) => body)).toMatchObject([
    { correctedAt: null },
    { correctedAt: null },
    { correctedAt },
  ]);
});

test('a record that a colleague has removed cannot be corrected, and says so', async () => {
  answerMember();
  answer(correctWorkout, refuse(404, 'not_found'));
  await openAsStaff(recordAddress);
  await press('修正する');
  await setLoad('30');
  await reason().fill('試し');
  await press('修正を保存する');
  await expect
    .element(form().getByText('この記録は、ほかのスタッフが削除しています。'))
    .toBeVisible();
  await expectAccessible();
});

test('a correction far above the best of late is asked for once more', async () => {
  answerMember();
  answer(correctWorkout, ({ body }) =>
    body.heavyConfirmed === true
      ? correctedWorkout
      : refuse(409, 'load_unusually_heavy', { heavy: { loadKg: 65, recentBest: 20 } }),
  );
  await openAsStaff(recordAddress);
  await press('修正する');
  await setLoad('65');
  await reason().fill('重さの設定が誤っていたため');
  await press('修正を保存する');
  await expect.element(alertDialog()).toHaveTextContent('65kg（最近の最大重量 20kg）');
  await expectAccessible();
  await press('この重量にする');
  await expect.element(toast('記録を修正しました')).toBeVisible();
  expect(listCalls(correctWorkout)).toMatchObject(
    [false, true].map((heavyConfirmed) => ({ body: { heavyConfirmed } })),
  );
});

test('a slip of the finger loses no correction', async () => {
  answerMember();
  await openAsStaff(recordAddress);
  await press('修正する');
  await setLoad('30');
  await staffMenu().getByRole('link', { name: '操作履歴' }).click();
  await expect.element(alertDialog()).toHaveTextContent('まだ保存されていません');
  await press('入力を続ける');
  await expect.element(load()).toHaveValue('30');
});

test('what the machine cannot be set to is told at its set', async () => {
  answerMember();
  const fields = [{ path: '/sets/1/loadKg', in: 'body' as const, message: 'not settable' }];
  answer(correctWorkout, refuse(400, 'invalid_request', { fields }));
  await openAsStaff(recordAddress);
  await press('修正する');
  await setLoad('31.3');
  await reason().fill('試し');
  await press('修正を保存する');
  await expect
    .element(form().getByText('2セット目の負荷は、このマシンでは設定できない値です。'))
    .toBeVisible();
  await expectAccessible();
  await form().getByRole('button', { name: 'やめる' }).click();
  await expect.element(form()).not.toBeInTheDocument();
});

test('a record is removed once, with a reason, and the member page counts anew', async () => {
  answerMember([heavyWorkout, light]);
  answer(removeWorkout, () => {
    answerMember([light]);
    return null;
  });
  const { address } = await openAsStaff(recordAddress);
  await press('削除する');
  const dialog = page.getByRole('dialog', { name: 'この記録を削除しますか' });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByLabelText('理由').fill('ほかの方の記録だったため');
  await tapTwice(dialog.getByRole('button', { name: '削除する' }));
  await expect.element(toast('記録を削除しました')).toBeVisible();
  await expect.element(heading(sampleStaffMember.nickname)).toBeVisible();
  expect(address()).toBe(memberAddress);
  await expect
    .poll(() => page.getByRole('link', { name: /アームカール/ }).elements().length)
    .toBe(1);
  await expect.element(page.getByText('1件', { exact: true })).toBeVisible();
  expect(listCalls(removeWorkout).map(({ body }) => body)).toEqual([
    { reason: 'ほかの方の記録だったため' },
  ]);
});
