import {
  getTrainedHistory,
  listTrainedMembers,
  setNextLoad,
  unlinkMember,
} from '@tanren/contract/trainer-members';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { forgiveComplaints } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import {
  expectEnded,
  loadCard,
  memberPath,
  notShared,
  openAsTrainer,
  openTrainedMember,
  viewTab,
} from './trained-member.ts';

const region = (name: string) => page.getByRole('region', { name });
const workoutCards = () => page.getByRole('main').getByRole('listitem').getByRole('link');
const dialog = () => page.getByRole('alertdialog');

test('the overview shows the profile and the week of the member', async () => {
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

test('from the loads the way leads to the course of a type, and to all of its workouts', async () => {
  openTrainedMember();
  const { address } = await openAsTrainer(memberPath);
  await viewTab('種目と重量').click();
  await expect.element(loadCard('チェストプレス')).toHaveTextContent('52.5kg');
  await expectAccessible();
  await page.getByRole('link', { name: 'チェストプレスの推移' }).click();
  await expect.element(heading('チェストプレス')).toBeVisible();
  await page.getByRole('link', { name: '全期間' }).click();
  await expect.poll(address).toContain('period=all');
  // Links that the pointer passed may have fetched other periods, too.
  const listAsked = () => listCalls(getTrainedHistory).map(({ path }) => path);
  await expect.poll(listAsked).toContainEqual(expect.stringContaining('/1?period=all'));
  await expect.element(region('自己ベスト')).toHaveTextContent('52.5');
  await expectAccessible();
  await page.getByRole('link', { name: 'すべての記録（3件）' }).click();
  await expect.poll(address).toContain('view=history&workoutType=1');
  await expect.poll(() => workoutCards().elements()).toHaveLength(3);
  await page.getByRole('link', { name: 'すべて', exact: true }).click();
  await expect.poll(() => workoutCards().elements()).toHaveLength(4);
  await expectAccessible();
});

test('a workout is shown down to a rep, and leads to the one before and back', async () => {
  openTrainedMember();
  const { address } = await openAsTrainer(`${memberPath}?view=history`);
  await workoutCards().filter({ hasText: 'チェストプレス' }).first().click();
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

test('a workout that is not there is a page that is not there', async () => {
  openTrainedMember();
  await openAsTrainer(`${memberPath}/workouts/2147483647`);
  await expect.element(heading('Page not found')).toBeVisible();
});

test('what the member takes back is not there at the next click', async () => {
  const member = openTrainedMember();
  await openAsTrainer(`${memberPath}?view=history`);
  await expect.poll(() => workoutCards().elements()).toHaveLength(4);
  await viewTab('種目と重量').click();
  await expect.element(loadCard('チェストプレス')).toBeVisible();
  member.share(['profile']);
  // The very view that was seen a moment ago.
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
])('whoever shares nothing shows nothing: "%s"', async (path, notices) => {
  openTrainedMember([]);
  await openAsTrainer(memberPath + path);
  await expect.element(notShared().first()).toBeVisible();
  expect(notShared().elements()).toHaveLength(notices);
  await expect.element(page.getByRole('main')).not.toHaveTextContent('52.5');
});

test('a scope that is gone in the middle of a click is noticed by that click', async () => {
  const member = openTrainedMember();
  await openAsTrainer(`${memberPath}?view=loads`);
  await button('次回の重量を指定する').first().click();
  await page.getByLabelText('理由').fill('もう届きません。');
  member.share(['status']);
  await press('指定する');
  await expect.element(notShared()).toBeVisible();
  await expect.element(page.getByRole('main')).not.toHaveTextContent('チェストプレス');
});

test('once the member has ended the link, the next click says so, and nothing stays', async () => {
  const member = openTrainedMember();
  answer(listTrainedMembers, []);
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
  'without a link there is nothing of the member: "%s"',
  async (path) => {
    openTrainedMember().endLink();
    await openAsTrainer(memberPath + path);
    await expectEnded();
  },
);

test('the trainer ends a link after a question', async () => {
  const member = openTrainedMember();
  answer(listTrainedMembers, []);
  answer(unlinkMember, () => {
    member.endLink();
    return null;
  });
  const { address, go } = await openAsTrainer(memberPath);
  await press('連携を解除する');
  await expect.element(dialog()).toHaveTextContent('テツさんとの連携を解除しますか');
  await expectAccessible();
  await dialog().getByRole('button', { name: '終了しない' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(member.isLinked()).toBe(true);
  await press('連携を解除する');
  await dialog().getByRole('button', { name: '連携を解除する' }).click();
  await expect.element(toast('テツさんの担当を終了しました')).toBeVisible();
  expect(address()).toBe('/trainer');
  await expect.element(page.getByText('担当会員はまだいません')).toBeVisible();
  expect(member.isLinked()).toBe(false);
  await go(memberPath);
  await expectEnded();
});

test('a link whose end got lost on the way is not said to be ended', async () => {
  openTrainedMember();
  answer(unlinkMember, lost);
  await openAsTrainer(memberPath);
  await press('連携を解除する');
  await dialog().getByRole('button', { name: '連携を解除する' }).click();
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(heading('テツさん')).toBeVisible();
  await expect.element(button('連携を解除する')).toBeVisible();
  forgiveComplaints('NetworkError');
});
