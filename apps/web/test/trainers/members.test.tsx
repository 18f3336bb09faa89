import {
  linkMember,
  listTrainedMembers,
  type TrainedMember,
} from '@tanren/contract/trainers/trainer-members';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { alert, heading, press, toast } from '#test/support/locators.ts';
import { memberCards, memberId, openAsTrainer, openTrainedMember } from './trained-member.ts';

const codeField = () => page.getByRole('textbox', { name: '連携コードを入力' });
const searchField = () => page.getByRole('searchbox', { name: '名前で探す' });

const daysAgo = (days: number) => `${addDays(toGymDay(new Date()), -days)}T03:00:00.000Z`;

function memberOf(id: number, change: Partial<TrainedMember> = {}): TrainedMember {
  return {
    memberId: id,
    nickname: `会員${id}`,
    linkedAt: '2026-03-01T09:00:00.000Z',
    scopes: ['history', 'profile', 'status'],
    lastWorkoutAt: null,
    lapsed: false,
    stalledWorkoutTypeIds: [],
    recentBestWorkoutTypeIds: [],
    menuWaitsSince: null,
    streakWeeks: 0,
    ...change,
  };
}

const { linkedAt, nickname, scopes } = memberOf(memberId, { nickname: 'テツ' });
const link = { memberId, linkedAt, nickname, scopes };

test('explains an invalid code before anything is sent', async () => {
  answer(listTrainedMembers, { items: [], nextCursor: null });
  await openAsTrainer('/trainer');
  await expect.element(page.getByText('担当会員はまだいません')).toBeVisible();
  await expectAccessible();
  await press('連携する');
  await expect.element(page.getByText('連携コードを入力してください')).toBeVisible();
  await expect.element(codeField()).toHaveFocus();
  await codeField().fill('ABCD-EFG0');
  await press('連携する');
  await expect.element(page.getByText('英数字8文字のコード')).toBeVisible();
  await expectAccessible();
  expect(listCalls(linkMember)).toEqual([]);
});

test('keeps an unknown code in its field', async () => {
  answer(listTrainedMembers, { items: [], nextCursor: null });
  answer(linkMember, rejectWith(404, 'trainer_code_unknown'));
  await openAsTrainer('/trainer');
  await codeField().fill('2222-2222');
  await press('連携する');
  await expect.element(alert()).toHaveTextContent('会員の方に新しいコード');
  await expect.element(codeField()).toHaveValue('2222-2222');
  await expectAccessible();
});

test.each([
  ["the trainer's own code", rejectWith(409, 'own_trainer_code'), 'ご自身が発行した'],
  ['one attempt too many', rejectWith(429, 'too_many_requests', { retryAfter: 600 }), '約10分後'],
  [
    'an attempt some seconds too early',
    rejectWith(429, 'too_many_requests', { retryAfter: 12 }),
    '約12秒後',
  ],
] as const)('a rejected code explains what to do: %s', async (_name, rejection, words) => {
  answer(listTrainedMembers, { items: [], nextCursor: null });
  answer(linkMember, rejection);
  await openAsTrainer('/trainer');
  await codeField().fill('2222-2222');
  await press('連携する');
  await expect.element(alert()).toHaveTextContent(words);
});

test('explains a lost answer, and keeps the code to send it again', async () => {
  answer(listTrainedMembers, { items: [], nextCursor: null });
  answer(linkMember, lost);
  await openAsTrainer('/trainer');
  await codeField().fill('2222-2222');
  await press('連携する');
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(codeField()).toHaveValue('2222-2222');
  ignoreConsoleErrors('NetworkError');
});

test('accepts a code in any notation, and opens its member', async () => {
  openTrainedMember();
  let members: TrainedMember[] = [];
  answer(listTrainedMembers, () => ({ items: members, nextCursor: null }));
  answer(linkMember, () => {
    members = [memberOf(memberId, { nickname: 'テツ' })];
    return link;
  });
  const { address } = await openAsTrainer('/trainer');
  // A Japanese keyboard produces full-width lower-case letters.
  await codeField().fill(' ａｂｃｄ２３４５');
  await expect.element(codeField()).toHaveValue('ABCD-2345');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('テツさんを担当会員に登録しました')).toBeVisible();
  await expect.element(heading('テツさん')).toBeVisible();
  expect(address()).toBe(`/trainer/members/${memberId}`);
  expect(listCalls(linkMember)).toMatchObject([{ body: { code: 'ABCD2345' } }]);
  await page.getByRole('link', { name: '担当会員', exact: true }).click();
  await expect.element(memberCards()).toHaveTextContent('まだ来ていません');
  // The form is behind its button once the trainer has a member.
  await expect.element(codeField()).not.toBeInTheDocument();
  await press('会員と連携する');
  await expect.element(codeField()).toHaveFocus();
  await expect.element(codeField()).toHaveValue('');
});

test.each(['ABCD2345', '22223333'])(
  'a scanned code asks first, and leaves the address: %s',
  async (code) => {
    answer(listTrainedMembers, { items: [], nextCursor: null });
    const { address } = await openAsTrainer(`/trainer?code=${code}`);
    await expect.element(codeField()).toHaveValue(`${code.slice(0, 4)}-${code.slice(4)}`);
    await expect.poll(address).toBe('/trainer');
    expect(listCalls(linkMember)).toEqual([]);
  },
);

test('lists members who need the trainer first, with the number that explains it', async () => {
  const stalledWorkoutTypeIds = [1, 11, 4];
  const items = [
    memberOf(3, { scopes: ['profile'], streakWeeks: null }),
    memberOf(4, { lastWorkoutAt: daysAgo(1) }),
    memberOf(5, { lastWorkoutAt: daysAgo(1), recentBestWorkoutTypeIds: [6] }),
    memberOf(6, { lastWorkoutAt: daysAgo(2), menuWaitsSince: daysAgo(8) }),
    memberOf(2, { lastWorkoutAt: daysAgo(1), stalledWorkoutTypeIds, streakWeeks: 6 }),
    memberOf(1, { lastWorkoutAt: daysAgo(40), lapsed: true }),
  ];
  answer(listTrainedMembers, { items, nextCursor: null });
  await openAsTrainer('/trainer');
  await expect
    .element(page.getByRole('heading', { name: '声をかけたい会員' }))
    .toHaveTextContent('4人');
  const cards = memberCards()
    .elements()
    .map(({ textContent }) => textContent);
  expect(cards.map((text) => text.slice(0, 3))).toEqual([
    '会員1',
    '会員2',
    '会員6',
    '会員5',
    '会員3',
    '会員4',
  ]);
  const [away, still, waiting, best, silent] = cards;
  expect(away).toContain('40日来ていません');
  // What is shared is shown only where something is missing.
  expect(away).not.toContain('共有');
  // The absence is shown only once, and a streak of zero not at all.
  expect(away).not.toContain('最後のトレーニング');
  expect(away).not.toContain('週連続');
  expect(still).toContain('伸びが止まっています（チェストプレス、レッグプレス ほか1種目）');
  expect(still).toContain('最後のトレーニング 昨日');
  expect(still).toContain('6週連続');
  expect(waiting).toContain('作ったメニューが8日使われていません');
  expect(best).toContain('自己ベストを更新しました（アームカール）');
  expect(silent).toContain('共有なし');
  expect(silent).toContain('共有：プロフィール');
  expect(silent).not.toContain('記録なし');
  expect(page.getByRole('searchbox').elements()).toHaveLength(0);
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('keeps the list beside the open member on a desktop', async () => {
  openTrainedMember();
  const items = [
    memberOf(memberId, { nickname: 'テツ', lastWorkoutAt: daysAgo(1) }),
    memberOf(8, { nickname: 'ハナ', lastWorkoutAt: daysAgo(12) }),
  ];
  answer(listTrainedMembers, { items, nextCursor: null });
  await openAsTrainer(`/trainer/members/${memberId}`);
  await expect.element(heading('テツさん')).toBeVisible();
  const column = page.getByRole('navigation', { name: '担当会員' });
  // A tablet has no room for the column, and does not fetch it.
  await expect.element(column).not.toBeInTheDocument();
  expect(listCalls(listTrainedMembers)).toEqual([]);
  await page.viewport(1280, 800);
  await expect.element(column.getByRole('link').first()).toHaveTextContent('12日来ていません');
  await expect
    .element(column.getByRole('link', { name: 'テツ' }))
    .toHaveAttribute('aria-current', 'page');
  const [list, member] = [column, heading('テツさん')].map((part) =>
    part.element().getBoundingClientRect(),
  );
  expect(list?.right).toBeLessThan(member?.left ?? 0);
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('finds more than ten members by name, over all pages', async () => {
  const others = Array.from({ length: 11 }, (_, index) => memberOf(index + 20));
  // One member trained between the two pages and is listed again.
  answer(listTrainedMembers, ({ querystring: { cursor } }) =>
    cursor === undefined
      ? { items: others, nextCursor: 'next' }
      : {
          items: [...others.slice(0, 1), memberOf(memberId, { nickname: 'テツ' })],
          nextCursor: null,
        },
  );
  await openAsTrainer('/trainer');
  await expect.element(page.getByText('12人')).toBeVisible();
  expect(memberCards().elements()).toHaveLength(12);
  await searchField().fill('てつ');
  await expect.element(memberCards()).toHaveTextContent('テツ');
  await expect.element(page.getByText('1人', { exact: true }).first()).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
  await searchField().fill('いない人');
  await expect.element(page.getByText('その名前の担当会員は見つかりません')).toBeVisible();
});
