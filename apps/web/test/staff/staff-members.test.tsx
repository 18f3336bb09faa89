import {
  correctWorkout,
  deleteStaffMember,
  endMemberSessions,
  findMembers,
  getStaffMember,
  getStaffWorkout,
  listStaffWorkouts,
  removeMemberTotp,
  removeWorkout,
} from '@tanren/contract/staff/staff-members';
import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleStaffMember } from '#test/samples/members.ts';
import { sampleListedWorkout, sampleSet, sampleWorkout } from '#test/samples/workouts.ts';
import { alertDialog, openAsStaff, staffMenu } from './staff-page.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';

/** アームカール: 20 kg four times, then 70 kg three times, which was far too heavy. */
const heavyWorkout = sampleWorkout({
  id: 41,
  workoutTypeId: 6,
  startedAt: '2026-03-03T09:00:00.000Z',
  endedAt: '2026-03-03T09:05:00.000Z',
  sets: [sampleSet(20, 4), sampleSet(70, 3)],
});

/** The workout after the second set was corrected. */
const correctedWorkout = sampleWorkout({
  id: heavyWorkout.id,
  workoutTypeId: heavyWorkout.workoutTypeId,
  startedAt: heavyWorkout.startedAt,
  endedAt: heavyWorkout.endedAt,
  sets: [sampleSet(20, 4), sampleSet(30, 2)],
  correction: { reason: '重量の設定が誤っていたため', correctedAt: '2026-03-04T00:00:00.000Z' },
});

/** Answers the calls about one member with records, who is found by a part of the nickname. */
function answerMember(workouts: readonly WorkoutDetail[] = [heavyWorkout]): void {
  const { member, nickname, email, registeredAt } = sampleStaffMember;
  answer(findMembers, ({ querystring: { query } }) => ({
    items:
      nickname.includes(query) || query === email
        ? [{ member, nickname, email, registeredAt, contractName: '力石 春' }]
        : [],
    nextCursor: null,
  }));
  answer(getStaffMember, ({ params }) =>
    params.member === member
      ? { ...sampleStaffMember, workoutCount: workouts.length }
      : rejectWith(404, 'not_found'),
  );
  answer(listStaffWorkouts, { items: workouts.map(sampleListedWorkout), nextCursor: null });
  answer(
    getStaffWorkout,
    ({ params }) =>
      workouts.find(({ id }) => id === params.workoutId) ?? rejectWith(404, 'not_found'),
  );
}

const { member, nickname, email } = sampleStaffMember;
/** A little longer than the delay after which the router prefetches a hovered link. */
const preloadDelayMs = 150;
const found = () => page.getByRole('link', { name: nickname });

async function find(text: string): Promise<void> {
  await page.getByLabelText('会員を探す').fill(text);
  await press('検索する');
}

test('searches members by a button, and shows when none is found', async () => {
  answerMember();
  await openAsStaff('/staff/members');
  await expect.element(heading('会員検索')).toBeVisible();
  await expectAccessible();
  await press('検索する');
  await expect.element(page.getByText('いずれかを入力してください')).toBeVisible();
  expect(listCalls(findMembers)).toEqual([]);
  await find('誰もいない名前');
  await expect
    .element(page.getByText('「誰もいない名前」に当てはまる会員は見つかりませんでした。'))
    .toBeVisible();
  const other = page.getByRole('main').getByRole('link', { name: '会員契約' });
  await expect.element(other).toHaveAttribute('href', '/staff/memberships');
});

test('loads further pages of members on request', async () => {
  const item = (name: string, number: number) => ({
    member: `6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0b1${number}`,
    nickname: name,
    email: null,
    registeredAt: sampleStaffMember.registeredAt,
    contractName: null,
  });
  answer(findMembers, ({ querystring: { cursor } }) =>
    cursor === undefined
      ? { items: [item('ハル一', 1)], nextCursor: 'next' }
      : { items: [item('ハル二', 2)], nextCursor: null },
  );
  await openAsStaff('/staff/members');
  await find('ハル');
  await expect.element(page.getByRole('link', { name: 'ハル二' })).toBeVisible();
  await expect.element(page.getByText('2人見つかりました。')).toBeVisible();
  expect(listCalls(findMembers)).toHaveLength(2);
});

test('keeps the search on return, but not in the address', async () => {
  answerMember([heavyWorkout, { ...heavyWorkout, id: 40, max: 20 }]);
  const { address, back } = await openAsStaff('/staff/members');
  await find('ハル');
  // The name in the contract comes first, and the nickname tells the desk why it was found.
  await expect.element(found()).toHaveTextContent(`力石 春${nickname}${email ?? ''}`);
  await expectAccessible();
  expect(address()).toBe('/staff/members');
  // Each view is logged, so hovering over the link must not fetch the member.
  await userEvent.hover(found());
  await new Promise((resolve) => setTimeout(resolve, preloadDelayMs));
  expect(listCalls(getStaffMember)).toEqual([]);
  await found().click();
  await expect.element(heading(nickname)).toBeVisible();
  back();
  await expect.element(found()).toBeVisible();
  await find(email ?? '');
  await found().click();
  await expect.element(heading(nickname)).toBeVisible();
  await expect.element(page.getByText('2件', { exact: true })).toBeVisible();
  await expect.element(page.getByText('掲載中', { exact: true })).toBeVisible();
  await expectAccessible();
});

test.each([
  '/staff/members/00000000-0000-4000-8000-000000000000',
  '/staff/members/x',
  '/staff/members/1/workouts/1',
  `/staff/members/${sampleStaffMember.member}/workouts/999`,
])('shows not found for %s', async (path) => {
  answerMember();
  await openAsStaff(path);
  await expect.element(heading('Page not found')).toBeVisible();
});

const memberAddress = `/staff/members/${member}`;
const recordAddress = `${memberAddress}/workouts/${heavyWorkout.id}`;
const light = { ...heavyWorkout, id: 40, max: 20, tfo: 100 };

const form = () => page.getByRole('form', { name: '記録の修正' });
const second = () => form().getByRole('group', { name: '2セット目' });
const load = () => second().getByLabelText('重量', { exact: true });
const reps = () => second().getByLabelText('回数', { exact: true });
const reason = () => form().getByLabelText('修正の理由');
const previewRow = (name: string) =>
  form().getByRole('region', { name: '修正後の記録' }).getByRole('row', { name });

/** Types a load and leaves the field, because a number field applies its input on blur. */
async function setLoad(text: string): Promise<void> {
  await load().fill(text);
  await userEvent.tab();
}

test('corrects a record once, with a preview and a reason that the member reads', async () => {
  answerMember([heavyWorkout, light]);
  answer(correctWorkout, () => {
    answerMember([correctedWorkout, light]);
    return correctedWorkout;
  });
  await openAsStaff(memberAddress);
  await page.getByRole('link', { name: /アームカール.*最大重量70kg/ }).click();
  await expect.element(heading('アームカール')).toBeVisible();
  await expectAccessible();
  await press('修正する');
  await setLoad('30');
  reps().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(previewRow('最大重量')).toHaveTextContent('70kg30kg');
  await expect.element(previewRow('総発揮力')).toHaveTextContent('290kg140kg');
  await expectAccessible();
  await press('修正を保存する');
  await expect.element(form().getByText('理由を入力してください')).toBeVisible();
  await reason().fill('重量の設定が誤っていたため');
  await tapTwice(button('修正を保存する'));
  await expect.element(toast('記録を修正しました')).toBeVisible();
  await expect
    .element(page.getByText('にスタッフが修正しました。理由：重量の設定が誤っていたため'))
    .toBeVisible();
  await expect.element(page.getByText('140kg', { exact: true })).toBeVisible();
  await expectAccessible();
  expect(listCalls(correctWorkout).map(({ body }) => body)).toEqual([
    {
      sets: [
        { position: 0, loadKg: 20, repCount: 4 },
        { position: 1, loadKg: 30, repCount: 2 },
      ],
      reason: '重量の設定が誤っていたため',
      correctedAt: null,
      heavyConfirmed: false,
    },
  ]);
});

async function saveCorrection(kilograms: string) {
  await openAsStaff(recordAddress);
  await press('修正する');
  await setLoad(kilograms);
  await reason().fill('試し');
  await press('修正を保存する');
}

test('explains that a colleague has removed the record', async () => {
  answerMember();
  answer(correctWorkout, rejectWith(404, 'not_found'));
  await saveCorrection('30');
  await expect
    .element(form().getByText('この記録は、ほかのスタッフが削除しています。'))
    .toBeVisible();
  await expectAccessible();
});

test('asks again before a correction far above the recent best', async () => {
  answerMember();
  answer(correctWorkout, ({ body }) =>
    body.heavyConfirmed === true
      ? correctedWorkout
      : rejectWith(409, 'load_unusually_heavy', { heavy: { loadKg: 65, recentBest: 20 } }),
  );
  await saveCorrection('65');
  await expect.element(alertDialog()).toHaveTextContent('65kg（最近の最大重量 20kg）');
  await expectAccessible();
  await press('この重量にする');
  await expect.element(toast('記録を修正しました')).toBeVisible();
  expect(listCalls(correctWorkout)).toMatchObject(
    [false, true].map((heavyConfirmed) => ({ body: { heavyConfirmed } })),
  );
});

test('an accidental tap loses no correction', async () => {
  answerMember();
  await openAsStaff(recordAddress);
  await press('修正する');
  await setLoad('30');
  await staffMenu().getByRole('link', { name: '操作履歴' }).click();
  await expect.element(alertDialog()).toHaveTextContent('まだ保存されていません');
  await press('入力を続ける');
  await expect.element(load()).toHaveValue('30');
});

test('shows at its set which load the machine cannot be set to', async () => {
  answerMember();
  const fields = [{ path: '/sets/1/loadKg', in: 'body' as const, message: 'not settable' }];
  answer(correctWorkout, rejectWith(400, 'invalid_request', { fields }));
  await saveCorrection('31.3');
  await expect
    .element(form().getByText('2セット目の重量は、このマシンでは設定できない値です。'))
    .toBeVisible();
  await expectAccessible();
  await form().getByRole('button', { name: 'やめる' }).click();
  await expect.element(form()).not.toBeInTheDocument();
});

test('removes a record once, with a reason, and updates the member page', async () => {
  answerMember([heavyWorkout, light]);
  answer(removeWorkout, () => {
    answerMember([light]);
    return null;
  });
  const { address } = await openAsStaff(recordAddress);
  await press('削除する');
  const removal = page.getByRole('dialog', { name: 'この記録を削除しますか' });
  await expect.element(removal).toBeVisible();
  await expectAccessible();
  await removal.getByLabelText('理由').fill('ほかの方の記録だったため');
  await tapTwice(removal.getByRole('button', { name: '削除する' }));
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

const dialog = () => page.getByRole('dialog', { name: '会員データを削除しますか' });
const erase = () => dialog().getByRole('button', { name: 'すべて削除する' });

async function openDialog(): Promise<void> {
  answerMember();
  await openAsStaff(`/staff/members/${member}`);
  await press('会員データを削除する');
  await dialog().getByLabelText('理由').fill('ご本人の申し出');
}

test('erases a member once, after the nickname is typed', async () => {
  answer(deleteStaffMember, { accountDeleted: true });
  await openDialog();
  await expect.element(dialog()).toHaveTextContent('元に戻せません。');
  await expect.element(dialog()).toHaveTextContent('ログイン情報');
  await expectAccessible();
  await dialog().getByLabelText('ニックネーム').fill('ほかの人');
  await erase().click();
  await expect.element(dialog().getByText('会員のニックネームと一致しません')).toBeVisible();
  await expectAccessible();
  expect(listCalls(deleteStaffMember)).toEqual([]);
  await dialog().getByLabelText('ニックネーム').fill(nickname);
  await tapTwice(erase());
  await expect.element(toast('会員データを削除しました')).toBeVisible();
  await expect.element(heading('会員検索')).toBeVisible();
  expect(listCalls(deleteStaffMember)).toMatchObject([{ body: { reason: 'ご本人の申し出' } }]);
});

test('explains that an account in another user pool has to be deleted there', async () => {
  answer(deleteStaffMember, { accountDeleted: false });
  await openDialog();
  await dialog().getByLabelText('ニックネーム').fill(nickname);
  await erase().click();
  const notice = page.getByRole('alertdialog', { name: 'ログイン情報は別に削除してください' });
  await expect.element(notice).toHaveTextContent(member);
  await expectAccessible();
  await press('確認しました');
  await expect.element(heading('会員検索')).toBeVisible();
});

test('staff cannot erase their own account here', async () => {
  answer(deleteStaffMember, rejectWith(409, 'own_account'));
  await openDialog();
  await dialog().getByLabelText('ニックネーム').fill(nickname);
  await erase().click();
  await expect.element(dialog().getByText('ご自身のアカウントには行えません。')).toBeVisible();
});

test('removes a lost authenticator app and signs out every device, with a reason', async () => {
  answer(removeMemberTotp, null);
  answer(endMemberSessions, null);
  answerMember();
  await openAsStaff(`/staff/members/${member}`);
  await press('認証アプリを解除する');
  const asked = page.getByRole('dialog', { name: '認証アプリを解除しますか' });
  await expect.element(asked).toHaveTextContent('本人であることを窓口で確認してから');
  await expectAccessible();
  await asked.getByRole('button', { name: '解除する' }).click();
  expect(listCalls(removeMemberTotp)).toEqual([]);
  await asked.getByLabelText('理由').fill('端末の紛失');
  await asked.getByRole('button', { name: '解除する' }).click();
  await expect.element(toast('認証アプリを解除しました')).toBeVisible();
  expect(listCalls(removeMemberTotp)).toMatchObject([{ body: { reason: '端末の紛失' } }]);
  await press('すべての端末からログアウトする');
  const leave = page.getByRole('dialog', { name: 'すべての端末からログアウトしますか' });
  await leave.getByLabelText('理由').fill('端末の紛失');
  await leave.getByRole('button', { name: 'ログアウトする' }).click();
  await expect.element(toast('すべての端末からログアウトしました')).toBeVisible();
  expect(listCalls(endMemberSessions)).toMatchObject([{ body: { reason: '端末の紛失' } }]);
});

test('shows a sentence for trainers and staff instead of buttons that would be rejected', async () => {
  answerMember();
  const account = { devices: 2, totpEnabled: true, holdsRole: true };
  answer(getStaffMember, { ...sampleStaffMember, account });
  await openAsStaff(`/staff/members/${member}`);
  await expect.element(page.getByText('システム管理者に依頼してください。')).toBeVisible();
  await expect.element(button('すべての端末からログアウトする')).toBeVisible();
  await expect.element(button('認証アプリを解除する')).not.toBeInTheDocument();
  await expect.element(button('会員データを削除する')).not.toBeInTheDocument();
  await expectAccessible();
});
