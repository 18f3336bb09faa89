import { proposeCorrection } from '@tanren/contract/workouts/workout-records';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleSet } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { storeRecord, recordPath } from './stored-record.ts';

const correctionPath = `${recordPath}/correction`;
const form = () => page.getByRole('form', { name: '記録の訂正' });
const set = (name: string) => form().getByRole('group', { name });
const load = (name: string) => set(name).getByLabelText('重量', { exact: true });
const reps = (name: string) => set(name).getByLabelText('回数', { exact: true });
const reason = () => form().getByLabelText('訂正の理由');
const previewRow = (name: string) =>
  form().getByRole('region', { name: '訂正後の記録' }).getByRole('row', { name });
const bodies = () => listCalls(proposeCorrection).map(({ body }) => body);

/** Types a number and leaves the field, because a number field applies its input on blur. */
async function type(field: ReturnType<typeof load>, text: string): Promise<void> {
  await field.fill(text);
  await userEvent.tab();
}

test('corrects reps and loads once, with a reason, and shows that staff check it', async () => {
  storeRecord();
  const { address } = await renderPage(recordPath);
  await page.getByRole('link', { name: '記録を訂正する' }).click();
  await expect.element(heading('記録の訂正')).toBeVisible();
  // The description belongs to the whole set, not to one of its two numbers.
  await expect.element(set('2セット目')).toHaveAccessibleDescription('今の記録：52.5kg×12回');
  expect(page.getByText('今の記録：52.5kg×12回').element().getBoundingClientRect().left).toBe(
    page.getByText('重量', { exact: true }).nth(1).element().getBoundingClientRect().left,
  );
  await expectAccessible();
  await type(load('2セット目'), '60');
  await type(reps('1セット目'), '11');
  await expect.element(previewRow('最大重量')).toHaveTextContent('52.5kg60kg');
  await expect.element(previewRow('総発揮力')).toHaveTextContent('1,130kg1,270kg');
  await press('訂正する');
  await expect.element(form().getByText('理由を入力してください')).toBeVisible();
  await expectAccessible();
  await reason().fill('ピンの位置を読み違えました');
  await tapTwice(button('訂正する'));
  await expect.element(toast('記録を訂正しました')).toBeVisible();
  await expect.poll(address).toBe(recordPath);
  await expect.element(page.getByText('訂正・確認待ち')).toBeVisible();
  await expect
    .element(page.getByText('スタッフの確認待ちです。'))
    .toHaveTextContent(
      '3月12日(木)の訂正は、スタッフの確認待ちです。確認されるまで元の記録を使い、ランキングには載りません。訂正後：50kg×11回、60kg×12回理由：ピンの位置を読み違えました',
    );
  await expect.element(page.getByRole('main')).toHaveTextContent('最大重量52.5kg');
  await expect
    .element(page.getByRole('region', { name: 'この記録の履歴' }))
    .toHaveTextContent('変更前50kg×10回、52.5kg×12回変更後50kg×11回、60kg×12回');
  await expectAccessible();
  expect(bodies()).toEqual([
    {
      sets: [
        { position: 0, loadKg: 50, repCount: 11 },
        { position: 1, loadKg: 60, repCount: 12 },
      ],
      reason: 'ピンの位置を読み違えました',
      correctedAt: null,
      heavyConfirmed: false,
    },
  ]);
});

test('adds a set that the machine missed, and sends it after the others', async () => {
  storeRecord();
  await renderPage(correctionPath);
  await press('セットを追加する');
  await press('セットを追加する');
  await press('4セット目を削除');
  await expect.element(set('4セット目')).not.toBeInTheDocument();
  await expect.element(set('3セット目')).toHaveAccessibleDescription('追加したセットです。');
  await type(load('3セット目'), '55');
  await type(reps('3セット目'), '8');
  await expect.element(previewRow('最大重量')).toHaveTextContent('52.5kg55kg');
  await expectAccessible();
  await reason().fill('マシンの電源が切れて、3セット目が残っていません');
  await press('訂正する');
  await expect.element(toast('記録を訂正しました')).toBeVisible();
  expect(bodies()).toMatchObject([
    { sets: [{ position: 0 }, { position: 1 }, { position: 2, loadKg: 55, repCount: 8 }] },
  ]);
});

test('shows at the field which load the machine cannot be set to, and sends nothing', async () => {
  storeRecord();
  await renderPage(correctionPath);
  await reason().fill('試し');
  await type(load('1セット目'), '151');
  await expect.element(set('1セット目')).toHaveTextContent('5〜150kgの範囲で入力してください。');
  await press('訂正する');
  await expect.element(load('1セット目')).toHaveFocus();
  await type(load('1セット目'), '51');
  await expect.element(set('1セット目')).toHaveTextContent('2.5kg刻みで設定できます。');
  await expectAccessible();
  await press('50kgにする');
  await press('訂正する');
  await expect.element(form().getByText('訂正する内容がありません。')).toBeVisible();
  await press('1セット目を削除');
  await press('2セット目を削除');
  await press('訂正する');
  await expect
    .element(form().getByText('すべてのセットを削除することはできません。'))
    .toBeVisible();
  expect(bodies()).toEqual([]);
});

test.each([
  ['/sets/0/repCount', '2セット目の回数が、トレーニングの時間に対して多すぎます。'],
  ['/sets/0/loadKg', '2セット目の重量は、このマシンでは設定できない値です。'],
])('a rejection of %s names the set by its number on the page', async (path, words) => {
  storeRecord();
  const fields = [{ path, in: 'body' as const, message: 'no' }];
  answer(proposeCorrection, rejectWith(400, 'invalid_request', { fields }));
  await renderPage(correctionPath);
  await press('1セット目を削除');
  await reason().fill('試し');
  await press('訂正する');
  await expect.element(form().getByText(words)).toBeVisible();
});

test('keeps the input after a lost network, and asks before leaving', async () => {
  storeRecord();
  answer(proposeCorrection, lost);
  await renderPage(correctionPath);
  await type(load('2セット目'), '60');
  await reason().fill('読み違えました');
  await press('訂正する');
  await expect.element(form().getByText('ネットワーク接続を確認して')).toBeVisible();
  await expect.element(load('2セット目')).toHaveValue('60');
  await expect.element(reason()).toHaveValue('読み違えました');
  await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('まだ保存されていません');
  await press('入力を続ける');
  await expect.element(reason()).toHaveValue('読み違えました');
  ignoreConsoleErrors('NetworkError');
});

test('explains that another device has rejected the record', async () => {
  const record = storeRecord();
  await renderPage(correctionPath);
  await type(load('2セット目'), '60');
  await reason().fill('読み違えました');
  record.reject();
  await press('訂正する');
  await expect.element(form().getByText('ほかの端末で記録から外されたか')).toBeVisible();
});

test('a correction that waits for staff cannot be corrected again', async () => {
  storeRecord().correct([sampleSet(50, 10), sampleSet(60, 12)], '読み違えました');
  await renderPage(correctionPath);
  await expect.element(page.getByText('スタッフが前の訂正を確認しているため')).toBeVisible();
  await expectAccessible();
  await page.getByRole('main').getByRole('link', { name: '記録を見る' }).click();
  await expect.element(page.getByText('訂正・確認待ち')).toBeVisible();
});

test('asks again before a load far above the recent best', async () => {
  await page.viewport(1280, 800);
  storeRecord();
  let asked = 0;
  answer(proposeCorrection, ({ body }) => {
    asked += 1;
    if (body.heavyConfirmed === true) return rejectWith(409, 'correction_limit_reached');
    return rejectWith(409, 'load_unusually_heavy', { heavy: { loadKg: 145, recentBest: 52.5 } });
  });
  await renderPage(correctionPath);
  await type(load('2セット目'), '145');
  await reason().fill('試し');
  expectNoSidewaysScroll();
  await press('訂正する');
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('145kg（最近の最大重量 52.5kg）');
  await press('この重量にする');
  await expect.element(form().getByText('訂正できる回数の上限に達しました')).toBeVisible();
  expect(asked).toBe(2);
});
