import { listGyms } from '@tanren/contract/gyms/gyms';
import {
  decideCorrection,
  listStaffCorrections,
  type StaffCorrection,
} from '@tanren/contract/workouts/staff-workout-corrections';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleStaffCorrection } from '#test/samples/workout-records.ts';
import { alertDialog, dialog, openAsStaff, staffMenu } from '#test/staff/staff-page.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, type Rejection } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading, tapTwice, toast } from '#test/support/locators.ts';

const path = '/staff/workout-corrections';
const cards = () => page.getByRole('article');
const card = (name = 'テツさん') =>
  page.getByRole('article', { name: `${name}のアームカールの訂正` });
const place = () => staffMenu().getByRole('link', { name: '記録の訂正' });
const nothing = () => page.getByText('確認を待っている訂正はありません。');

/** Stores corrections in memory. A decided correction is removed. */
function serveCorrections(...corrections: StaffCorrection[]) {
  let waiting = corrections;
  const take = (id: number) => {
    waiting = waiting.filter((one) => one.id !== id);
  };
  answer(listStaffCorrections, () => ({ items: waiting, nextCursor: null }));
  answer(decideCorrection, ({ params: { correctionId } }) => {
    if (!waiting.some(({ id }) => id === correctionId))
      return rejectWith(409, 'correction_decided');
    take(correctionId);
    return null;
  });
  return { take };
}

const another = sampleStaffCorrection({
  id: 2,
  nickname: 'ハナ',
  // There is one set fewer, so that the lines cannot be paired.
  after: [{ loadKg: 20, repCount: 10 }],
});

test('shows the original beside the correction, and the number of pending ones in the menu', async () => {
  serveCorrections(sampleStaffCorrection(), another);
  await openAsStaff('/staff/overview');
  await expect.element(page.getByRole('link', { name: /記録の訂正 ?2件/ })).toBeVisible();
  await expect.element(place()).toHaveTextContent('2件記録の訂正');
  await place().click();
  await expect.element(heading('記録の訂正')).toBeVisible();
  await expect.poll(() => cards().elements()).toHaveLength(2);
  await expect.element(card()).toHaveTextContent('ピンの位置を読み違えていました');
  await expect.element(card()).toHaveTextContent('TANREN 神田・マシン 12');
  const row = (name: string) => card().getByRole('row', { name });
  await expect.element(row('セット')).toHaveTextContent('20kg×10回20kg×8回20kg×10回25kg×8回');
  await expect.element(row('最大重量')).toHaveTextContent('20kg25kg');
  await expect.element(row('総発揮力')).toHaveTextContent('360kg400kg');
  const changed = card().element().querySelectorAll('[data-changed]');
  expect(Array.from(changed, ({ textContent }) => textContent)).toEqual(['20kg×8回', '25kg×8回']);
  expect(card('ハナさん').element().querySelectorAll('[data-changed]')).toHaveLength(0);
  await expectAccessible();
});

test('confirms a correction once, after a question', async () => {
  serveCorrections(sampleStaffCorrection());
  await openAsStaff(path);
  await card().getByRole('button', { name: '承認する' }).click();
  await expect.element(alertDialog()).toHaveTextContent('の記録が訂正後の内容になり、');
  await expectAccessible();
  await tapTwice(alertDialog().getByRole('button', { name: '承認する' }));
  await expect.element(toast('訂正を承認しました')).toBeVisible();
  await expect.element(nothing()).toBeVisible();
  await expect.element(place()).not.toHaveTextContent('件');
  await expectAccessible();
  expect(listCalls(decideCorrection).map(({ body }) => body)).toEqual([{ decision: 'confirm' }]);
});

test('shows the corrections of the chosen gym, and of all gyms for an unknown gym', async () => {
  answer(listGyms, [
    { id: 7, name: 'TANREN 神田', address: '' },
    { id: 8, name: 'TANREN 新宿', address: '' },
  ]);
  answer(listStaffCorrections, ({ querystring: { gym } }) => ({
    items: gym === 8 ? [] : [sampleStaffCorrection()],
    nextCursor: null,
  }));
  const shown = await openAsStaff(`${path}?gym=9`);
  const choice = page.getByRole('combobox', { name: '店舗' });
  await expect.element(choice).toHaveDisplayValue('すべての店舗');
  await expect.element(card()).toBeVisible();
  await choice.selectOptions('TANREN 新宿');
  await expect.element(nothing()).toBeVisible();
  expect(shown.address()).toBe(`${path}?gym=8`);
  await expectAccessible();
  await choice.selectOptions('すべての店舗');
  await expect.element(card()).toBeVisible();
  expect(shown.address()).toBe(path);
});

test('declines a correction with a reason that the member reads', async () => {
  serveCorrections(sampleStaffCorrection());
  await openAsStaff(path);
  await card().getByRole('button', { name: '差し戻す' }).click();
  const send = () => dialog().getByRole('button', { name: '差し戻す' });
  await send().click();
  await expect.element(dialog().getByText('理由を入力してください')).toBeVisible();
  await expectAccessible();
  expect(listCalls(decideCorrection)).toEqual([]);
  await dialog().getByLabelText('理由').fill('映像で20kgを確認しました');
  await tapTwice(send());
  await expect.element(toast('訂正を差し戻しました')).toBeVisible();
  await expect.element(nothing()).toBeVisible();
  expect(listCalls(decideCorrection).map(({ body }) => body)).toEqual([
    { decision: 'refuse', reason: '映像で20kgを確認しました' },
  ]);
});

test('explains that a colleague was first, and updates the list', async () => {
  const corrections = serveCorrections(sampleStaffCorrection(), another);
  await openAsStaff(path);
  await card().getByRole('button', { name: '承認する' }).click();
  corrections.take(1);
  await alertDialog().getByRole('button', { name: '承認する' }).click();
  await expect.element(toast('対応済みの訂正です')).toBeVisible();
  await expect.element(card()).not.toBeInTheDocument();
  await expect.poll(() => cards().elements()).toHaveLength(1);
});

test.each<[string, Rejection | typeof lost, string]>([
  [
    'a record of the member of staff',
    rejectWith(409, 'own_account'),
    'ご自身の記録の訂正は、ほかのスタッフが',
  ],
  ['a lost network', lost, 'ネットワーク接続を確認して'],
])('shows %s in the dialog, and the correction stays pending', async (_, failure, words) => {
  serveCorrections(sampleStaffCorrection());
  answer(decideCorrection, failure);
  await openAsStaff(path);
  await card().getByRole('button', { name: '承認する' }).click();
  await alertDialog().getByRole('button', { name: '承認する' }).click();
  await expect.element(alertDialog().getByRole('alert')).toHaveTextContent(words);
  await alertDialog().getByRole('button', { name: '承認しない' }).click();
  await expect.element(card()).toBeVisible();
  ignoreConsoleErrors('NetworkError');
});

test('shows corrections as a table on a desktop', async () => {
  serveCorrections(sampleStaffCorrection(), another);
  await openAsStaff(path);
  await page.viewport(1280, 800);
  await expect.poll(() => cards().elements()).toHaveLength(2);
  const lefts = cards()
    .elements()
    .map((row) =>
      ['h2', 'blockquote', 'table', 'button'].map(
        (part) => row.querySelector(part)?.getBoundingClientRect().left ?? 0,
      ),
    );
  const [first = []] = lefts;
  expect(first).toEqual(first.toSorted((a, b) => a - b));
  expect(new Set(first).size).toBe(4);
  expect(lefts[1]).toEqual(first);
  expectNoSidewaysScroll();
  await expectAccessible();
});
