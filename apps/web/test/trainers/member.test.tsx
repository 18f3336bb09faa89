import {
  clearNextLoad,
  getTrainedCalibration,
  getTrainedHistory,
  listTrainedLoads,
  listTrainedMembers,
  listTrainedTypes,
  setNextLoad,
  unlinkMember,
} from '@tanren/contract/trainers/trainer-members';
import { getWorkoutHistory } from '@tanren/contract/workouts/workout-history';
import { listWorkoutLoads } from '@tanren/contract/workouts/workout-loads';
import { listWorkoutTypes } from '@tanren/contract/workouts/workout-types';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleLoad } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { type Answer, answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { allWorkoutTypes, typesWithFirstLoad } from '#test/support/usual-answers.ts';
import {
  expectEnded,
  loadCard,
  memberId,
  memberPath,
  notShared,
  openAsTrainer,
  openTrainedMember,
  viewTab,
  liftedBests,
  liftedPoints,
} from './trained-member.ts';

const region = (name: string) => page.getByRole('region', { name });
const workoutCards = () => page.getByRole('main').getByRole('listitem').getByRole('link');
const dialog = () => page.getByRole('alertdialog');

test('the overview shows profile and week of the member', async () => {
  openTrainedMember();
  await openAsTrainer(memberPath);
  await expect.element(heading('テツさん')).toBeVisible();
  await expect.element(region('プロフィール')).toHaveTextContent('170.5cm');
  await expect.element(region('プロフィール')).toHaveTextContent('週2〜3回');
  await expect.element(region('プロフィール')).toHaveTextContent('未入力');
  await expect.element(region('今週のトレーニング')).toHaveTextContent('1日');
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('links from the loads to the history of a type, and to all of its workouts', async () => {
  openTrainedMember();
  const { address } = await openAsTrainer(memberPath);
  await viewTab('種目と重量').click();
  await expect.element(loadCard('チェストプレス')).toHaveTextContent('52.5kg');
  await expectAccessible();
  await page.getByRole('link', { name: 'チェストプレスの推移' }).click();
  await expect.element(heading('チェストプレス')).toBeVisible();
  await page.getByRole('link', { name: '全期間' }).click();
  await expect.poll(address).toContain('period=all');
  // Links under the pointer may have prefetched other periods too.
  const listRequested = () => listCalls(getTrainedHistory).map(({ path }) => path);
  await expect.poll(listRequested).toContainEqual(expect.stringContaining('/1?period=all'));
  await expect.element(region('自己ベスト')).toHaveTextContent('52.5');
  await expectAccessible();
  await page.getByRole('link', { name: 'すべての記録（3件）' }).click();
  await expect.poll(address).toContain('view=history&workoutType=1');
  await expect.poll(() => workoutCards().elements()).toHaveLength(3);
  await page.getByRole('link', { name: 'すべて', exact: true }).click();
  await expect.poll(() => workoutCards().elements()).toHaveLength(4);
  await expectAccessible();
});

test('shows the strength of each type, how the predictions came true, and who deviates', async () => {
  openTrainedMember();
  await openAsTrainer(`${memberPath}?view=loads`);
  await expect.element(loadCard('チェストプレス')).toHaveTextContent('推定1RM62〜68kg');
  await expect.element(loadCard('チェストプレス')).toHaveTextContent('10回できる見込み：およそ80%');
  await expect.element(loadCard('アームカール')).toHaveTextContent('推定1RMまだわかりません');
  await expect.element(loadCard('アームカール')).not.toHaveTextContent('見込み');
  const results = region('見込みと結果');
  await expect
    .element(results)
    .toHaveTextContent('直近40回のうち、目標の回数に届いたのは33回（見込み32回）');
  await expect.element(results.getByRole('row').nth(1)).toHaveTextContent('40〜60%106');
  await expect
    .element(results)
    .toHaveTextContent('チェストプレス：見込みより多くできています（20回中20回、見込み16回）');
  await expect.element(results).not.toHaveTextContent('アームカール');
  await expectAccessible();
  await page.getByRole('link', { name: 'チェストプレスの推移' }).click();
  await expect
    .element(page.getByRole('region', { name: '推定1RM', exact: true }))
    .toHaveTextContent(/で約6%伸びました/);
});

test.each<[Answer<typeof getTrainedCalibration>, string]>([
  [
    { count: 0, expected: 0, reached: 0, groups: [], types: [] },
    '記録が増えると、見込みと結果を比べられます。',
  ],
  [
    { count: 3, expected: 2.4, reached: 2, groups: [], types: [] },
    'どの種目も、ほぼ見込みどおりです。',
  ],
  [rejectWith(500, 'internal_error'), '見込みと結果を読み込めませんでした。'],
])('shows the loads without a deviation to report: %#', async (calibration, words) => {
  openTrainedMember();
  answer(getTrainedCalibration, calibration);
  await openAsTrainer(`${memberPath}?view=loads`);
  await expect.element(page.getByRole('main')).toHaveTextContent(words);
  await expect.element(loadCard('チェストプレス')).toBeVisible();
  ignoreConsoleErrors('status of 500');
});

test('shows a workout with every rep, and links to the previous one and back', async () => {
  openTrainedMember();
  const { address } = await openAsTrainer(`${memberPath}?view=history`);
  const newest = workoutCards().filter({ hasText: 'チェストプレス' }).first();
  await expect.element(newest).toHaveTextContent('自己ベスト・総発揮力');
  await newest.click();
  await expect.poll(address).toBe(`${memberPath}/workouts/4`);
  await page.getByText('1回ごとの記録を表で見る').click();
  await expect.element(page.getByRole('row', { name: /2セット目 12回目 52\.5/ })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: /前回の記録/ }).click();
  await expect.poll(address).toBe(`${memberPath}/workouts/2`);
  await expect.element(page.getByRole('cell', { name: '50.0' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'テツさん' }).click();
  await expect.element(viewTab('履歴')).toHaveAttribute('aria-current', 'page');
});

test('shows not found for an unknown workout', async () => {
  openTrainedMember();
  await openAsTrainer(`${memberPath}/workouts/2147483647`);
  await expect.element(heading('Page not found')).toBeVisible();
});

test('hides at the next click what the member no longer shares', async () => {
  const member = openTrainedMember();
  await openAsTrainer(`${memberPath}?view=history`);
  await expect.poll(() => workoutCards().elements()).toHaveLength(4);
  await viewTab('種目と重量').click();
  await expect.element(loadCard('チェストプレス')).toBeVisible();
  member.share(['profile']);
  // This is the view that was visible a moment ago.
  await viewTab('履歴').click();
  await expect.element(notShared()).toBeVisible();
  await expect.element(page.getByRole('main')).not.toHaveTextContent('チェストプレス');
  await expectAccessible();
  await viewTab('種目と重量').click();
  await expect.element(notShared()).toBeVisible();
  await expect.element(page.getByRole('main')).not.toHaveTextContent('チェストプレス');
  await viewTab('概要').click();
  await expect.element(region('トレーニング状況')).toHaveTextContent('共有されていません');
  await expect.element(region('プロフィール')).toHaveTextContent('170.5cm');
});

test.each([
  ['', 2],
  ['?view=history', 1],
  ['?view=loads', 1],
  ['/training-history/1', 1],
  ['/workouts/4', 1],
])('shows nothing of a member who shares nothing: "%s"', async (path, notices) => {
  openTrainedMember([]);
  await openAsTrainer(memberPath + path);
  await expect.element(notShared().first()).toBeVisible();
  expect(notShared().elements()).toHaveLength(notices);
  await expect.element(page.getByRole('main')).not.toHaveTextContent('52.5');
});

test('notices a removed scope at the click that needs it', async () => {
  const member = openTrainedMember();
  await openAsTrainer(`${memberPath}?view=loads`);
  await button('次回の重量を指定する').first().click();
  await page.getByLabelText('理由').fill('もう届きません。');
  member.share(['status']);
  await press('指定する');
  await expect.element(notShared()).toBeVisible();
  await expect.element(page.getByRole('main')).not.toHaveTextContent('チェストプレス');
});

test('the next click after the end of the link explains it, and removes all data', async () => {
  const member = openTrainedMember();
  answer(listTrainedMembers, { items: [], nextCursor: null });
  const { back } = await openAsTrainer(`${memberPath}?view=loads`);
  const card = loadCard('チェストプレス');
  await card.getByRole('button', { name: '次回の重量を指定する' }).click();
  await card.getByLabelText('理由').fill('もう届きません。');
  member.endLink();
  await card.getByRole('button', { name: '指定する', exact: true }).click();
  await expectEnded();
  await expectAccessible();
  expect(listCalls(setNextLoad)).toHaveLength(1);
  await page.getByRole('link', { name: '担当会員の一覧へ' }).click();
  await expect.element(page.getByText('担当会員はまだいません')).toBeVisible();
  back();
  await expectEnded();
});

test.each(['', '?view=history', '/workouts/4', '/training-history/1', '/training-sessions/new'])(
  'shows nothing of the member without a link: "%s"',
  async (path) => {
    openTrainedMember().endLink();
    await openAsTrainer(memberPath + path);
    await expectEnded();
  },
);

test('asks before the trainer ends a link', async () => {
  const member = openTrainedMember();
  answer(listTrainedMembers, { items: [], nextCursor: null });
  answer(unlinkMember, () => {
    member.endLink();
    return null;
  });
  const { address, go } = await openAsTrainer(memberPath);
  await press('連携を解除する');
  await expect.element(dialog()).toHaveTextContent('テツさんとの連携を解除しますか');
  await expectAccessible();
  await dialog().getByRole('button', { name: '解除しない' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(member.isLinked()).toBe(true);
  await press('連携を解除する');
  await dialog().getByRole('button', { name: '連携を解除する' }).click();
  await expect.element(toast('テツさんの担当から外れました')).toBeVisible();
  expect(address()).toBe('/trainer');
  await expect.element(page.getByText('担当会員はまだいません')).toBeVisible();
  expect(member.isLinked()).toBe(false);
  await go(memberPath);
  await expectEnded();
});

test('does not claim that a link has ended when the call was lost', async () => {
  openTrainedMember();
  answer(unlinkMember, lost);
  await openAsTrainer(memberPath);
  await press('連携を解除する');
  await dialog().getByRole('button', { name: '連携を解除する' }).click();
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(heading('テツさん')).toBeVisible();
  await expect.element(button('連携を解除する')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
});

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

test('chooses a load with a reason, and takes it back', async () => {
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
  await expect.element(card()).toHaveTextContent('理由：フォームを整えましょう。');
  await expect.element(act('指定を変更する')).toHaveFocus();
  expect(listCalls(setNextLoad)).toMatchObject([
    { body: { loadKg: 47.5, reason: 'フォームを整えましょう。' } },
  ]);
  await expectAccessible();
  await act('指定を解除する').click();
  await expect.element(toast('指定を解除しました')).toBeVisible();
  await expect.element(card()).not.toHaveTextContent('指定中');
  expect(listCalls(clearNextLoad)).toHaveLength(1);
});

test('never rounds typed loads: shows the range, or offers both neighbours', async () => {
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

test('asks again with both numbers before a load far above the recent best', async () => {
  await openForm();
  answer(setNextLoad, ({ body }) =>
    body.heavyConfirmed === true
      ? null
      : rejectWith(409, 'load_unusually_heavy', { heavy: { loadKg: 150, recentBest: 52.5 } }),
  );
  await load().fill('150');
  await reason().fill('試技です。');
  await act('指定する').click();
  await expect.element(dialog()).toHaveTextContent('チェストプレス 150kg（最近の最大重量 52.5kg）');
  await expectAccessible();
  await dialog().getByRole('button', { name: '入力に戻る' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(load()).toHaveValue('150');
  await act('指定する').click();
  await dialog().getByRole('button', { name: 'この重量にする' }).click();
  await expect.element(toast('チェストプレスを150kgにしました')).toBeVisible();
  expect(listCalls(setNextLoad)).toMatchObject(
    [false, false, true].map((heavyConfirmed) => ({ body: { heavyConfirmed } })),
  );
});

test('shows that a reason is too long before it is sent', async () => {
  await openForm();
  await reason().fill('あ'.repeat(201));
  await act('指定する').click();
  await expect.element(card().getByText('200文字以内で入力してください')).toBeVisible();
  expect(listCalls(setNextLoad)).toEqual([]);
});

test('keeps a choice in the form when the call was lost, and it can be left', async () => {
  await openForm();
  answer(setNextLoad, lost);
  await reason().fill('フォームを整えましょう。');
  await act('指定する').click();
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(reason()).toHaveValue('フォームを整えましょう。');
  await act('やめる').click();
  await expect.element(act('次回の重量を指定する')).toHaveFocus();
  await expect.element(card()).not.toHaveTextContent('指定中');
  ignoreConsoleErrors('NetworkError');
});

test('chooses a load for a type the member has never done, and takes it back', async () => {
  openTrainedMember();
  await openAsTrainer(`${memberPath}?view=loads`);
  const first = region('はじめての種目');
  const fly = first.getByRole('region', { name: 'ペクトラルフライ' });
  // Types that the member has done are listed above, with their last and best loads.
  await expect.element(fly).toBeVisible();
  await expect
    .element(first.getByRole('region', { name: 'チェストプレス' }))
    .not.toBeInTheDocument();
  await fly.getByRole('button', { name: '次回の重量を指定する' }).click();
  await expect.element(fly.getByRole('spinbutton', { name: '次回の重量' })).toHaveValue('5');
  await fly.getByRole('spinbutton', { name: '次回の重量' }).fill('20');
  await fly.getByLabelText('理由').fill('初めてなので、軽めから。');
  await expectAccessible();
  await fly.getByRole('button', { name: '指定する', exact: true }).click();
  await expect.element(toast('ペクトラルフライを20kgにしました')).toBeVisible();
  await expect.element(fly).toHaveTextContent('次回（指定中）20kg');
  await expect.element(fly).toHaveTextContent('理由：初めてなので、軽めから。');
  await expect.element(fly.getByRole('button', { name: '指定を変更する' })).toHaveFocus();
  expect(listCalls(setNextLoad)).toMatchObject([
    { path: `/trainer/members/${memberId}/next-loads/2`, body: { loadKg: 20 } },
  ]);
  await expectAccessible();
  await fly.getByRole('button', { name: '指定を解除する' }).click();
  await expect.element(toast('軽い重量から始める案内に戻りました')).toBeVisible();
  await expect.element(fly).not.toHaveTextContent('指定中');
});

test('chooses a first load of any type for a member without workouts', async () => {
  openTrainedMember();
  answer(listTrainedLoads, []);
  answer(listTrainedTypes, allWorkoutTypes());
  await openAsTrainer(`${memberPath}?view=loads`);
  await expect.element(page.getByText('テツさんの記録はまだありません')).toBeVisible();
  const cards = region('はじめての種目').getByRole('listitem');
  await expect.poll(() => cards.elements()).toHaveLength(16);
});

const chosen = sampleLoad({
  nextLoad: 45,
  nextLoadReason: 'trainer',
  nextLoadNote: { text: '肩をかばって、軽めでお願いします。', nickname: 'コウジ' },
});

test('the member reads the reason beside the loads and the history of the type', async () => {
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

test('the member reads load and reason for a type never done beside the loads', async () => {
  answer(listWorkoutTypes, typesWithFirstLoad(2, 20, '初めてなので、軽めから。'));
  await renderPage('/training-status');
  const fly = page.getByRole('link', { name: /ペクトラルフライ/ });
  await expect.element(fly).toHaveTextContent('20kg');
  await expect.element(fly).toHaveTextContent('コウジさんより：初めてなので、軽めから。');
  await expectAccessible();
});
