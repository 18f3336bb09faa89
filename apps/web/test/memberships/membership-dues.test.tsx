import {
  deleteDebitAccount,
  getDebitAccount,
  setDebitAccount,
} from '@tanren/contract/memberships/debit-accounts';
import { addDuesEntry, getMembershipDues } from '@tanren/contract/memberships/staff-dues';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleDuesMonth, sampleMembershipDues } from '#test/samples/dues.ts';
import { alertDialog, dialog, openAsStaff } from '#test/staff/staff-page.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { openContracts } from './contracts.ts';

const card = () => page.getByRole('region', { name: '会費', exact: true });
const field = (label: string) => dialog().getByLabelText(label);
const bodiesOf = (...args: Parameters<typeof listCalls>) =>
  listCalls(...args).map(({ body }) => body);

/** Opens the contract whose November the bank could not withdraw. */
async function openContract() {
  takeClock(new Date('2026-12-03T12:00:00+09:00'));
  const contracts = openContracts();
  await openAsStaff(contracts.address);
  await expect.element(heading('力石 春')).toBeVisible();
}

test('shows what a membership owes by month, and every entry of its ledger', async () => {
  await openContract();
  await expect.element(card()).toHaveTextContent('残り¥8,800口座振替口座の登録なし');
  const months = card().getByRole('listitem');
  await expect.element(months.nth(0)).toHaveTextContent('2026年11月分振替不能請求¥8,800・入金¥0');
  await expect.element(months.nth(1)).toHaveTextContent('2026年10月分入金済み');
  await page.getByText('会費の記録（4件）').click();
  await expect.element(page.getByText('2026年11月分の振替不能')).toBeVisible();
  await expect.element(page.getByText(/資金不足$/)).toBeVisible();
  await expectAccessible();
});

test('proposes the oldest open amount as a payment, and sends it once', async () => {
  await openContract();
  await press('入金を確認する・訂正する');
  await expect.element(field('何月分')).toHaveValue('2026-11');
  await expect.element(field('金額')).toHaveValue('8800');
  await field('金額').fill('八千');
  await press('記録する');
  await expect.element(dialog()).toHaveTextContent('金額を数字で入力してください');
  await expect.element(dialog()).toHaveTextContent('理由を入力してください');
  await expectAccessible();
  await field('金額').fill('１０，０００，００１円');
  await press('記録する');
  await expect.element(dialog()).toHaveTextContent('10,000,000円以下で入力してください');
  await field('金額').fill('¥8,800');
  await field('内容').fill('11月分を現金で受領');
  answer(addDuesEntry, lost);
  await press('記録する');
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('ネットワーク');
  const paid = sampleMembershipDues({
    balance: 0,
    months: [sampleDuesMonth({ paid: 8800, balance: 0, state: 'paid' })],
  });
  answer(addDuesEntry, () => {
    answer(getMembershipDues, paid);
    return paid;
  });
  await tapTwice(button('記録する'));
  await expect.element(toast('入金を記録しました')).toHaveTextContent('2026年11月分・¥8,800');
  await expect.element(card()).toHaveTextContent('残り¥0');
  const sent = bodiesOf(addDuesEntry) as { draftId: string }[];
  expect(sent).toHaveLength(2);
  // The answer was lost, so the server may already have the entry.
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]).toMatchObject({
    month: '2026-11',
    kind: 'payment',
    amount: 8800,
    reason: '11月分を現金で受領',
  });
  ignoreConsoleErrors('NetworkError');
});

test.each([
  ['減額', { kind: 'correction', amount: -3000 }],
  ['増額', { kind: 'correction', amount: 3000 }],
  ['返金', { kind: 'refund', amount: 3000 }],
] as const)('records %s with its sign, for the chosen month', async (label, expected) => {
  await openContract();
  await press('入金を確認する・訂正する');
  await dialog().getByRole('radio', { name: label, exact: true }).click();
  // Only a payment has an amount that is likely.
  await expect.element(field('金額')).toHaveValue('');
  await field('何月分').selectOptions('2026年10月分');
  await field('金額').fill('3000');
  await field('理由').fill('月の途中の休会のため');
  answer(addDuesEntry, sampleMembershipDues());
  await press('記録する');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(bodiesOf(addDuesEntry)).toMatchObject([{ month: '2026-10', ...expected }]);
});

test('registers an account with errors beside the fields, and shows it in readable kana', async () => {
  await openContract();
  answer(getDebitAccount, { account: null });
  await press('口座振替の口座を登録する');
  await field('銀行コード').fill('12');
  await press('保存する');
  await expect.element(dialog()).toHaveTextContent('4桁の数字で入力してください');
  await expect.element(dialog()).toHaveTextContent('カタカナ・英字・数字で入力してください');
  await expectAccessible();
  await field('銀行コード').fill('0001');
  await field('支店コード').fill('123');
  await field('口座番号').fill('1234567');
  await field('口座名義（カナ）').fill('リキイシ ハル');
  answer(setDebitAccount, ({ body }) => ({ account: body }));
  await tapTwice(button('保存する'));
  await expect.element(toast('口座を保存しました')).toBeVisible();
  const account = {
    bankCode: '0001',
    branchCode: '123',
    accountKind: 'ordinary' as const,
    accountNumber: '1234567',
    holder: 'リキイシ ハル',
  };
  expect(bodiesOf(setDebitAccount)).toEqual([account]);
});

test('shows a stored account only on request, and deletes it after a question', async () => {
  answer(getMembershipDues, sampleMembershipDues({ hasAccount: true }));
  await openContract();
  expect(listCalls(getDebitAccount)).toEqual([]);
  const account = {
    bankCode: '0001',
    branchCode: '123',
    accountKind: 'current' as const,
    accountNumber: '1234567',
    holder: 'ﾘｷｲｼ ﾊﾙ',
  };
  answer(getDebitAccount, { account });
  await press('口座振替の口座を確認する');
  await expect.element(field('口座名義（カナ）')).toHaveValue('リキイシ ハル');
  await expect.element(field('預金の種類')).toHaveValue('current');
  await press('口座の登録を削除する');
  await expect.element(alertDialog()).toHaveTextContent('口座振替ができなくなります。');
  await expectAccessible();
  answer(deleteDebitAccount, null);
  await tapTwice(alertDialog().getByRole('button', { name: '削除する' }));
  await expect.element(toast('口座の登録を削除しました')).toBeVisible();
  expect(listCalls(deleteDebitAccount)).toHaveLength(1);
});

test('a server that does not know the dues shows the contract without them', async () => {
  answer(getMembershipDues, rejectWith(404, 'not_found'));
  await openContract();
  await expect.element(button('退会を登録する')).toBeVisible();
  await expect.element(card()).not.toBeInTheDocument();
});
