import { listGyms } from '@tanren/contract/gyms/gyms';
import { getDuesCollector, setDuesCollector } from '@tanren/contract/memberships/debit-accounts';
import {
  chargeDues,
  exportDues,
  importResults,
  listDues,
  makeTransfer,
} from '@tanren/contract/memberships/staff-dues';
import { addDays } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleDuesRow, sampleDuesSums, sampleStaffDues } from '#test/samples/dues.ts';
import { sampleGym } from '#test/samples/gyms.ts';
import { alertDialog, dialog, openAsStaff, staffSizes } from '#test/staff/staff-page.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, rejectWith } from '#test/support/answers.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { today } from './contracts.ts';

const address = '/staff/dues?gym=1&month=2026-11';
const card = (name: string) => page.getByRole('region', { name });
const row = (name: RegExp) => page.getByRole('link', { name });
const field = (label: string) => dialog().getByLabelText(label);
const bodiesOf = (...args: Parameters<typeof listCalls>) =>
  listCalls(...args).map(({ body }) => body);

/** Opens the month of the sample. */
async function openMonth() {
  answer(listGyms, [sampleGym, { ...sampleGym, id: 2, name: 'TANREN 渋谷' }]);
  answer(listDues, sampleStaffDues());
  const opened = await openAsStaff(address);
  await expect.element(heading('会費')).toBeVisible();
  return opened;
}

/** Chooses a file in the dialog. Its bytes are of no importance, because the server reads them. */
async function chooseFile(text: string): Promise<void> {
  await field('振替結果のファイル').upload(new File([text], 'kekka.txt'));
}

test('lists who owes what with its state, and the sums of the month', async () => {
  await openMonth();
  await expect.element(card('11月分の合計')).toHaveTextContent('請求¥17,600');
  await expect.element(card('11月分の合計')).toHaveTextContent('うち未払い・振替不能1件・¥8,800');
  await expect.element(row(/力石 春/)).toHaveTextContent(/請求¥8,800入金¥0残り¥8,800振替不能$/);
  await expect.element(row(/新井 初/)).toHaveTextContent(/残り¥0入金済み$/);
  // What is not charged yet is shown with the amount of the plan.
  await expect.element(row(/三上 舞/)).toHaveTextContent('デイ・口座未登録請求¥6,600');
  await expect.element(row(/力石 春/)).toHaveAttribute('href', '/staff/memberships/1234');
  await expectAccessible();
  for (const [width, height] of Object.values(staffSizes)) {
    await page.viewport(width, height);
    expectNoSidewaysScroll();
  }
});

test('changes month, gym and filter in the address', async () => {
  const { address: current } = await openMonth();
  await page.getByRole('link', { name: '次の月' }).click();
  await expect.element(page.getByText('2026年12月')).toBeVisible();
  expect(current()).toBe('/staff/dues?gym=1&month=2026-12');
  answer(listDues, sampleStaffDues({ items: [] }));
  await page.getByRole('link', { name: '入金待ちのみ' }).click();
  await expect.element(page.getByText('入金を待っている会費はありません。')).toBeVisible();
  expect(listCalls(listDues).at(-1)?.path).toBe('/staff/gyms/1/dues/2026-12?show=open');
  await page.getByLabelText('店舗', { exact: true }).selectOptions('TANREN 渋谷');
  await expect.poll(current).toBe('/staff/dues?gym=2&month=2026-12');
});

test('loads the next page of a long list, and names an overpaid month', async () => {
  answer(listDues, ({ querystring: { cursor } }) =>
    cursor === undefined
      ? sampleStaffDues({ nextCursor: 'next' })
      : sampleStaffDues({
          items: [
            sampleDuesRow(1300, { name: '遠藤 凪', paid: 9800, balance: -1000, state: 'paid' }),
          ],
        }),
  );
  answer(listGyms, [sampleGym]);
  await openAsStaff(address);
  await expect.element(row(/新井 初/)).toBeVisible();
  button('さらに表示する').elements()[0]?.scrollIntoView({ behavior: 'instant' });
  await expect.element(row(/遠藤 凪/)).toHaveTextContent('残り−¥1,000');
});

test('charges once what is not charged yet', async () => {
  await openMonth();
  await page.getByRole('button', { name: /^請求を作成する/ }).click();
  await expect.element(alertDialog()).toHaveTextContent('11月分の請求を作成しますか');
  await expect.element(alertDialog()).toHaveTextContent('件数1件合計（税込）¥6,600');
  await expectAccessible();
  answer(chargeDues, { count: 1, total: 6600 });
  await tapTwice(alertDialog().getByRole('button', { name: '作成する' }));
  await expect.element(toast('請求を作成しました')).toHaveTextContent('1件・¥6,600');
  expect(listCalls(chargeDues)).toMatchObject([{ path: '/staff/gyms/1/dues/2026-11/charges' }]);
  expect(listCalls(listDues)).toHaveLength(2);
});

test('explains why a month cannot be charged', async () => {
  await openMonth();
  answer(chargeDues, rejectWith(409, 'too_far_ahead'));
  await page.getByRole('button', { name: /^請求を作成する/ }).click();
  await alertDialog().getByRole('button', { name: '作成する' }).click();
  await expect.element(alertDialog()).toHaveTextContent('請求は、翌月分まで作成できます。');
});

test('exports the month as CSV', async () => {
  await openMonth();
  answer(exportDues, '会員番号\r\n');
  await press('CSVで書き出す');
  await expect.poll(() => listCalls(exportDues)).toHaveLength(1);
  await expect.element(button('CSVで書き出す')).toBeVisible();
});

test('makes the file for the bank, and replaces an earlier one only when asked to', async () => {
  await openMonth();
  await press('口座振替のファイルを作成する');
  await press('ファイルを作成する');
  await expect.element(dialog()).toHaveTextContent('振替日を入力してください');
  await field('振替日').fill(addDays(today(), -1));
  await press('ファイルを作成する');
  await expect.element(dialog()).toHaveTextContent('今日から3か月以内の日付を入力してください');
  await expectAccessible();
  const onDay = addDays(today(), 10);
  await field('振替日').fill(onDay);
  answer(makeTransfer, ({ body: { replace } }) =>
    replace === true
      ? {
          fileName: 'furikae.txt',
          content: btoa('1910'),
          count: 2,
          total: 17_600,
          withoutAccount: 3,
        }
      : rejectWith(409, 'transfer_pending'),
  );
  await press('ファイルを作成する');
  await page.getByRole('switch', { name: /^前のファイルを破棄して作成する/ }).click();
  await expectAccessible();
  await tapTwice(button('ファイルを作成する'));
  await expect
    .element(toast('口座振替のファイルを保存しました'))
    .toHaveTextContent('2件・¥17,600。口座未登録の3件は含まれていません。');
  expect(bodiesOf(makeTransfer)).toEqual([{ onDay }, { onDay, replace: true }]);
});

test('shows what the results contain before they are booked', async () => {
  await openMonth();
  const failures = [
    {
      membershipId: 1234,
      number: '00001234',
      name: '力石 春',
      amount: 8800,
      reason: '資金不足',
    },
  ];
  answer(importResults, ({ body: { dryRun } }) => ({
    outcome: dryRun ? ('preview' as const) : ('imported' as const),
    onDay: '2026-11-27',
    paid: { count: 2, total: 17_600 },
    failed: { count: 1, total: 8800 },
    failures,
  }));
  await press('振替結果を取り込む');
  await press('取り込む');
  await expect.element(dialog()).toHaveTextContent('ファイルを選んでください。');
  expect(listCalls(importResults)).toEqual([]);
  await chooseFile('1910');
  const preview = dialog().getByRole('region', { name: '取り込む内容' });
  await expect.element(preview).toHaveTextContent('振替済2件・¥17,600振替不能1件・¥8,800');
  await expect.element(preview).toHaveTextContent('力石 春¥8,80000001234・資金不足');
  await expectAccessible();
  await tapTwice(button('取り込む'));
  await expect
    .element(toast('振替結果を取り込みました'))
    .toHaveTextContent('振替済2件・¥17,600、振替不能1件・¥8,800');
  const content = btoa('1910');
  expect(bodiesOf(importResults)).toEqual([
    { content, dryRun: true },
    { content, dryRun: false },
  ]);
});

test('names the wrong lines of a file, books nothing, and takes another file', async () => {
  await openMonth();
  const wrong = (line: number, message: string) => ({
    path: `/lines/${line}`,
    in: 'body' as const,
    message,
  });
  answer(
    importResults,
    rejectWith(400, 'invalid_request', {
      fields: [wrong(3, 'other_amount'), wrong(5, 'wrong_sum'), wrong(6, 'of_a_newer_server')],
    }),
  );
  await press('振替結果を取り込む');
  await chooseFile('broken');
  const lines = dialog().getByRole('alert').filter({ hasText: '取り込めません' });
  await expect.element(lines).toHaveTextContent('3行目：金額が、作成したファイルと異なります');
  await expect
    .element(lines)
    .toHaveTextContent('5行目：件数または金額の合計が、明細と一致しません');
  await expect.element(lines).toHaveTextContent('6行目：内容が正しくありません');
  await expectAccessible();
  await press('取り込む');
  expect(bodiesOf(importResults)).toMatchObject([{ dryRun: true }]);
  answer(importResults, rejectWith(409, 'results_imported'));
  await chooseFile('other');
  await expect.element(dialog()).toHaveTextContent('すでに取り込まれています');
  await expect.element(lines).not.toBeInTheDocument();
});

test('edits the account of the gym as the bank needs it', async () => {
  await openMonth();
  answer(getDuesCollector, { collector: null });
  await press('口座振替の設定');
  await field('委託者コード').fill('123');
  await field('委託者名（カナ）').fill('鍛錬');
  await press('保存する');
  await expect.element(dialog()).toHaveTextContent('10桁の数字で入力してください');
  await expect.element(dialog()).toHaveTextContent('カタカナ・英字・数字で入力してください');
  await expectAccessible();
  await field('委託者コード').fill('１２３４５６７８９０');
  await field('委託者名（カナ）').fill('タンレンジム');
  await field('銀行コード').fill('0001');
  await field('支店コード').fill('002');
  await field('預金の種類').selectOptions('当座');
  await field('口座番号').fill('12345');
  answer(setDuesCollector, ({ body }) => ({ collector: body }));
  await tapTwice(button('保存する'));
  await expect.element(toast('口座振替の設定を保存しました')).toBeVisible();
  expect(bodiesOf(setDuesCollector)).toEqual([
    {
      consignorCode: '１２３４５６７８９０',
      consignorName: 'タンレンジム',
      bankCode: '0001',
      branchCode: '002',
      accountKind: 'current',
      accountNumber: '12345',
    },
  ]);
});

test('a month without memberships says so', async () => {
  answer(listGyms, [sampleGym]);
  const none = { count: 0, total: 0 };
  const sums = { memberships: 0, charged: 0, paid: 0, uncharged: none, open: none, overdue: none };
  answer(listDues, sampleStaffDues({ items: [], sums: { ...sampleDuesSums, ...sums } }));
  await openAsStaff(address);
  await expect.element(page.getByText('この月に会費がかかる会員契約はありません。')).toBeVisible();
});
