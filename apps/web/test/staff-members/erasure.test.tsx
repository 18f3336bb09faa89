import {
  deleteStaffMember,
  endMemberSessions,
  removeMemberTotp,
} from '@tanren/contract/staff-members';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, refuse } from '#test/support/answers.ts';
import { heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { answerMember, sampleStaffMember } from './staff-members.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';

const { member, nickname } = sampleStaffMember;
const dialog = () => page.getByRole('dialog', { name: '会員データを削除しますか' });
const erase = () => dialog().getByRole('button', { name: 'すべて削除する' });

async function openDialog(): Promise<void> {
  answerMember();
  await openAsStaff(`/staff/members/${member}`);
  await press('会員データを削除する');
  await dialog().getByLabelText('理由').fill('ご本人の申し出');
}

test('a member is erased once, after the nickname is typed', async () => {
  answer(deleteStaffMember, { accountDeleted: true });
  await openDialog();
  await expect.element(dialog()).toHaveTextContent('元に戻せません。');
  await expect.element(dialog()).toHaveTextContent('サインイン用のアカウント');
  await expectAccessible();
  await dialog().getByLabelText('ニックネーム').fill('ほかの人');
  await erase().click();
  await expect.element(dialog().getByText('会員のニックネームと一致しません。')).toBeVisible();
  await expectAccessible();
  expect(listCalls(deleteStaffMember)).toEqual([]);
  await dialog().getByLabelText('ニックネーム').fill(nickname);
  await tapTwice(erase());
  await expect.element(toast('会員データを削除しました')).toBeVisible();
  await expect.element(heading('会員検索')).toBeVisible();
  expect(listCalls(deleteStaffMember)).toMatchObject([{ body: { reason: 'ご本人の申し出' } }]);
});

test('an account of another user pool is to be deleted there', async () => {
  answer(deleteStaffMember, { accountDeleted: false });
  await openDialog();
  await dialog().getByLabelText('ニックネーム').fill(nickname);
  await erase().click();
  const notice = page.getByRole('alertdialog', { name: 'アカウントは別に削除してください' });
  await expect.element(notice).toHaveTextContent(member);
  await expectAccessible();
  await press('確認しました');
  await expect.element(heading('会員検索')).toBeVisible();
});

test('nobody erases the own account here', async () => {
  answer(deleteStaffMember, refuse(409, 'own_account'));
  await openDialog();
  await dialog().getByLabelText('ニックネーム').fill(nickname);
  await erase().click();
  await expect.element(dialog().getByText('ご自身のアカウントには行えません。')).toBeVisible();
});

test('for a lost phone the app is taken off and every device logged out, with a reason', async () => {
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
  await press('すべての端末をログアウトする');
  const leave = page.getByRole('dialog', { name: 'すべての端末をログアウトしますか' });
  await leave.getByLabelText('理由').fill('端末の紛失');
  await leave.getByRole('button', { name: 'ログアウトする' }).click();
  await expect.element(toast('すべての端末をログアウトしました')).toBeVisible();
  expect(listCalls(endMemberSessions)).toMatchObject([{ body: { reason: '端末の紛失' } }]);
});
