import { updateUserInfo } from '@tanren/contract/members/userinfo';
import { getWorkoutRanking, type WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { rankingTypes } from '@tanren/domain/workouts/rankings';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile } from '#test/support/session.ts';
import { countDown, emptyRanking, makePlace, makeRanking, rankItems } from './rankings.ts';

const rows = page.getByRole('list', { name: '順位表' }).getByRole('listitem');
/** The member's own row. */
const own = rows.filter({ hasText: 'あなた' });
/** The region that replaces a missing own row. */
const absence = page.getByRole('region', { name: 'あなたの順位' });
const skeleton = () => document.querySelector('[data-skeleton]');

async function scrollPage(top: number): Promise<void> {
  scrollTo({ top, behavior: 'instant' });
  await expect
    .poll(() => scrollY === top || scrollY + innerHeight >= document.body.scrollHeight)
    .toBe(true);
}

/** Returns whether an element is completely on the screen and not covered. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const isOnScreen = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return isOnScreen && element.contains(top);
}

const others = [
  { nickname: '<b>首位</b>', value: 3000 },
  { nickname: 'ゴロー', value: 3000 },
  ...countDown(98, 2800, 10),
];
const wholeBoard = makeRanking(others, {
  total: 121,
  me: makePlace({ rank: 119, value: 1647.5, toNext: 2.5, nextRank: 118 }),
});

test('shows the first hundred, ties, and what is compared', async () => {
  answer(getWorkoutRanking, wholeBoard);
  await renderPage('/workout-ranking/2/tfo');
  await expect.element(heading('ランキング')).toBeVisible();
  // The own row follows the first hundred.
  await expect.poll(() => rows.elements()).toHaveLength(101);
  await expect.element(rows.nth(0)).toHaveTextContent(/^1位<b>首位<\/b>.*3,000kg$/);
  await expect.element(rows.nth(1)).toHaveTextContent(/^1位ゴロー/);
  await expect.element(rows.nth(2)).toHaveTextContent(/^3位ハル1.*2,800kg$/);
  await expect.element(page.getByText('上位100人')).toBeVisible();
  await expect.element(page.getByText('1回のトレーニングで挙げた重量の合計')).toBeVisible();
});

test.each([
  ['phone', 390, 844],
  ['desktop', 1280, 800],
])('keeps the own rank visible on a %s, at every scroll position', async (_, width, height) => {
  await page.viewport(width, height);
  answer(getWorkoutRanking, wholeBoard);
  await renderPage('/workout-ranking/2/tfo');
  await expect.element(own).toHaveTextContent('119位テツあなた118位まであと2.5kg1,647.5kg');
  expect(own.elements()).toHaveLength(1);
  await expect.element(rows.last()).toHaveTextContent('119位');
  for (const top of [0, 1500, document.documentElement.scrollHeight]) {
    await scrollPage(top);
    await expect.poll(() => isInSight(own.element())).toBe(true);
  }
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('keeps a rank in the middle of the list visible above and below it', async () => {
  const ranked = others.map((other, index) =>
    index === 49 ? { nickname: 'テツ', value: other.value, isMe: true } : other,
  );
  const me = makePlace({ rank: 50, value: 2330, toNext: 10, nextRank: 49 });
  answer(getWorkoutRanking, makeRanking(ranked, { me }));
  await renderPage('/workout-ranking/2/tfo');
  await expect.element(own).toHaveTextContent('50位テツあなた49位まであと10kg');
  await expect.element(rows.nth(49)).toHaveTextContent('あなた');
  for (const top of [0, 1500, 3000, 5500]) {
    await scrollPage(top);
    await expect.poll(() => isInSight(own.element())).toBe(true);
  }
});

test("shows the first rank on the first screen of a phone, and the member's own once", async () => {
  const ranked = [
    { nickname: 'ハル', value: 60 },
    { nickname: 'テツ', value: 57.5, isMe: true },
    { nickname: 'まめ', value: 57.5 },
    { nickname: 'しろくま', value: 50 },
  ];
  const me = makePlace({ rank: 2, value: 57.5, toNext: 2.5, nextRank: 1 });
  answer(getWorkoutRanking, makeRanking(ranked, { me }));
  const { address } = await renderPage('/workout-ranking/3/max');
  await expect.element(own).toHaveTextContent('2位テツあなた1位まであと2.5kg57.5kg');
  expect(isInSight(rows.nth(0).element())).toBe(true);
  expect(rows.elements()).toHaveLength(4);
  expect(own.elements()).toHaveLength(1);
  expect(getComputedStyle(own.element()).outline).toMatch(/rgb\(206, 23, 30\) solid 2px/);
  await expect.element(rows.last()).toHaveTextContent(/^4位しろくま.*50\.0kg$/);
  await page.getByRole('link', { name: 'この種目の推移' }).click();
  await expect.poll(address).toBe('/training-history/3');
});

test.each([
  [1, '今は、あなただけの記録です'],
  [2, 'トップの記録です'],
])('shows that the member is the first of %i', async (total, words) => {
  const items = rankItems([{ nickname: 'テツ', value: 100, isMe: true }]);
  answer(getWorkoutRanking, makeRanking([], { items, total, me: makePlace({}) }));
  await renderPage('/workout-ranking/3/max');
  await expect.element(own).toHaveTextContent(`1位テツあなた${words}`);
});

test('shows a placeholder first, without layout shifts', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer(getWorkoutRanking, async () => {
    await released;
    return makeRanking(countDown(3, 2000, 100));
  });
  await renderPage('/workout-ranking/5/tfo');
  await expect.poll(skeleton).not.toBeNull();
  await expectAccessible('waiting');
  const top = skeleton()?.getBoundingClientRect().y;
  release();
  await expect.poll(() => rows.elements()).toHaveLength(3);
  expect(skeleton()).toBeNull();
  const list = page.getByRole('heading', { name: '今月の順位' });
  expect(list.element().getBoundingClientRect().y).toBe(top);
});

test('explains a lost network in place with the time of the data, until it is back', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  vi.setSystemTime('2026-03-12T09:05:00Z');
  answer(getWorkoutRanking, makeRanking(countDown(3, 2000, 100)));
  await renderPage('/workout-ranking/5/tfo');
  await expect.poll(() => rows.elements()).toHaveLength(3);
  setOnline(false);
  // The page polls every 15 seconds, and retries once before it shows the notice.
  await vi.advanceTimersByTimeAsync(16_000);
  const notice = page.getByText(/通信できないため、18:05時点の順位/);
  await expect.element(notice).toBeVisible();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'ネットワークエラー' }))
    .not.toBeInTheDocument();
  expect(rows.elements()).toHaveLength(3);
  await expectAccessible();
  setOnline(true);
  await vi.advanceTimersByTimeAsync(16_000);
  await expect.element(notice).not.toBeInTheDocument();
});

test('updates by itself when others change', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  answer(getWorkoutRanking, makeRanking(countDown(1, 2000, 100)));
  await renderPage('/workout-ranking/5/tfo');
  await expect.element(absence).toHaveTextContent('あなたの今月の記録はまだありません');
  const link = absence.getByRole('link', { name: 'マシンと接続する' });
  await expect.element(link).toHaveAttribute('href', '/tanren-link');
  await expectAccessible();
  const ranked = [...countDown(1, 2000, 100), { nickname: 'テツ', value: 1900, isMe: true }];
  const me = makePlace({ rank: 2, value: 1900, toNext: 100, nextRank: 1 });
  answer(getWorkoutRanking, makeRanking(ranked, { me }));
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(rows.nth(1)).toHaveTextContent('2位テツあなた1位まであと100kg1,900kg');
  await expect.element(absence).not.toBeInTheDocument();
});

test.each(['17/tfo', '4/best', 'x/max'])('shows not found for %s', async (path) => {
  await renderPage(`/workout-ranking/${path}`);
  await expect.element(heading('Page not found')).toBeVisible();
  expect(listCalls(getWorkoutRanking)).toHaveLength(0);
});

test('shows not found for an unknown gym', async () => {
  answer(getWorkoutRanking, rejectWith(404, 'not_found'));
  await renderPage('/workout-ranking/4/max?gym=99');
  await expect.element(heading('Page not found')).toBeVisible();
});

const choice = (group: string) => (name: string) =>
  page.getByRole('navigation', { name: group }).getByRole('link', { name });
const tab = choice('記録の種類');
const scale = choice('比べ方');
const period = choice('期間');
const gym = page.getByLabelText('ジム');
const listed = page.getByRole('switch', { name: 'ランキングに掲載する' });
const filters = page.getByRole('button', { name: '絞り込み' });
const active = page.getByRole('list', { name: '絞り込み中' });

test('opens the other tab by a tap, and keeps all choices', async () => {
  let release = () => {};
  let blocked = Promise.resolve();
  const board = (nickname: string) => makeRanking([{ nickname, value: 700 }]);
  answer(getWorkoutRanking, async ({ params, querystring }) => {
    await blocked;
    if (params.rankingType === 'tfo') return board('ハル');
    if (querystring.gym === 2) return board('みなと');
    return board(querystring.period === 'last-month' ? 'RYO' : 'まめ');
  });
  const { address } = await renderPage('/workout-ranking/4/tfo');
  await expect.element(rows).toHaveTextContent('ハル');
  await expect.poll(() => listCalls(getWorkoutRanking)).toHaveLength(rankingTypes.length);

  // No further answer comes, so the next list must already be cached.
  blocked = new Promise((resolve) => {
    release = resolve;
  });
  tab('最大重量').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows).toHaveTextContent('まめ');
  await expect.poll(address).toBe('/workout-ranking/4/max');
  await expect.element(tab('最大重量')).toHaveAttribute('aria-current', 'page');
  expect(document.querySelector('[data-skeleton]')).toBeNull();

  // A list that is not cached: the choice is marked at once, and the old list stays, dimmed.
  await expect.element(period('先月')).not.toBeInTheDocument();
  await filters.click();
  await period('先月').click();
  await expect.element(period('先月')).toHaveAttribute('aria-current', 'page');
  const dimmed = () => document.querySelector('main [aria-busy=true]')?.textContent;
  await expect.poll(dimmed).toContain('まめ');
  expect(document.querySelector('[data-skeleton]')).toBeNull();
  release();
  await expect.element(rows).toHaveTextContent('RYO');
  await expect.poll(dimmed).toBeUndefined();

  await gym.selectOptions('TANREN 横浜');
  await expect.element(rows).toHaveTextContent('みなと');
  await expect.poll(address).toBe('/workout-ranking/4/max?period=last-month&gym=2');
  await tab('総発揮力').click();
  await expect.poll(address).toBe('/workout-ranking/4/tfo?period=last-month&gym=2');
  await page.getByLabelText('種目').selectOptions('レッグカール');
  await expect.poll(address).toBe('/workout-ranking/13/tfo?period=last-month&gym=2');
  await scale('伸び率').click();
  await expect.poll(address).toMatch(/\/13\/tfo\?.*scale=growth/);
  await expect.element(gym).not.toBeInTheDocument();
  await scale('記録').click();
  await expect.element(gym).toHaveValue('2');
});

test('both tabs show this month by default, and a choice applies to both', async () => {
  const { address, go, back } = await renderPage('/workout-ranking/4/max');
  await filters.click();
  await expect.element(period('今月')).toHaveAttribute('aria-current', 'page');
  await tab('総発揮力').click();
  await expect.element(period('今月')).toHaveAttribute('aria-current', 'page');
  await expect.poll(address).toBe('/workout-ranking/4/tfo');
  await period('全期間').click();
  await tab('最大重量').click();
  await expect.element(period('全期間')).toHaveAttribute('aria-current', 'page');
  await period('先月').click();
  await tab('総発揮力').click();
  await expect.poll(address).toBe('/workout-ranking/4/tfo?period=last-month');
  await go('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  back();
  await expect.poll(address).toBe('/workout-ranking/4/tfo?period=last-month');
  await filters.click();
  await expect.element(period('先月')).toHaveAttribute('aria-current', 'page');
});

test('an address with every choice opens with all of them', async () => {
  await renderPage('/workout-ranking/13/max?period=all&scale=growth&gym=2');
  await filters.click();
  await expect.element(scale('伸び率')).toHaveAttribute('aria-current', 'page');
  await expect.element(period('全期間')).toHaveAttribute('aria-current', 'page');
  await expect.element(tab('最大重量')).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByLabelText('種目')).toHaveValue('13');
  // The other scales include all gyms.
  expect(listCalls(getWorkoutRanking)[0]?.path).not.toContain('gym');
});

test('counts, names and removes the filters of the ranking', async () => {
  answer(getWorkoutRanking, makeRanking(countDown(3, 2000, 100)));
  const { address } = await renderPage('/workout-ranking/4/tfo?period=last-month&gym=2');
  await expect.element(filters).toHaveTextContent('絞り込み（2）');
  await expect.element(filters).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByRole('heading', { name: '先月の順位' })).toBeVisible();
  await active.getByRole('link', { name: 'TANREN 横浜の絞り込みを外す' }).click();
  await expect.poll(address).toBe('/workout-ranking/4/tfo?period=last-month');
  await expect.element(filters).toHaveTextContent('絞り込み（1）');
  await expectAccessible();
  await active.getByRole('link', { name: '先月の絞り込みを外す' }).click();
  await expect.poll(address).toBe('/workout-ranking/4/tfo');
  await expect.element(active).not.toBeInTheDocument();
  await filters.click();
  await expect.element(scale('体重あたり')).toBeVisible();
  await expectAccessible();
});

test('a wide screen always shows the filters', async () => {
  await page.viewport(1280, 800);
  await renderPage('/workout-ranking/4/tfo');
  await expect.element(scale('体重あたり')).toBeVisible();
  await expect.element(filters).not.toBeInTheDocument();
});

test('explains an empty month, and links to a machine or back to this month', async () => {
  answer(getWorkoutRanking, emptyRanking);
  const { address } = await renderPage('/workout-ranking/8/tfo');
  await expect.element(page.getByText('今月はまだ誰の記録もありません')).toBeVisible();
  const link = page.getByRole('main').getByRole('link', { name: 'マシンと接続する' });
  await expect.element(link).toHaveAttribute('href', '/tanren-link');
  await expectAccessible();
  await filters.click();
  await period('先月').click();
  await page.getByRole('link', { name: '今月のランキングを見る' }).click();
  await expect.poll(address).toBe('/workout-ranking/8/tfo?period=this-month');
});

/** Opens the ranking and switches to another scale, which is answered with this board. */
async function openScale(name: string, board: WorkoutRanking): Promise<void> {
  answer(getWorkoutRanking, ({ querystring }) =>
    querystring.scale === 'open' ? emptyRanking : board,
  );
  await renderPage('/workout-ranking/8/tfo');
  await filters.click();
  await scale(name).click();
}

test("compares growth with the member's first month, which must be over", async () => {
  await openScale('伸び率', makeRanking([{ nickname: 'ハル', value: 12.5 }]));
  await expect.element(rows).toHaveTextContent(/ハル.*\+12\.5%$/);
  const words = '自分の最初の30日間の最高記録から何%伸びたか';
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(absence).toHaveTextContent('記録開始から30日後に表示されます');
  await expectAccessible();
});

test('shows no names of others by body weight', async () => {
  const ranked = [
    { nickname: null, value: 2.5 },
    { nickname: null, value: 1.2, isMe: true },
  ];
  const me = makePlace({ rank: 2, value: 1.2, toNext: 1.3, nextRank: 1 });
  await openScale('体重あたり', makeRanking(ranked, { me }));
  await expect.element(rows.nth(0)).toHaveTextContent(/^1位名前は非公開2\.50倍$/);
  await expect.element(rows.nth(1)).toHaveTextContent('2位テツあなた1位まであと1.30倍1.20倍');
  await expect.element(page.getByText('ほかの方の名前と日付は表示しません')).toBeVisible();
  await expectAccessible();
});

const bandOf1990 = { bornFrom: 1990, sex: 'female' } as const;

test('a band explains whom it compares', async () => {
  await openScale('同世代・同性', makeRanking(countDown(20, 2000, 10), { band: bandOf1990 }));
  await expect.poll(() => rows.elements()).toHaveLength(20);
  await expect.element(page.getByText('1990年代生まれの女性だけで比べます')).toBeVisible();
});

test('explains a band with too few members, and links to all members', async () => {
  const board: WorkoutRanking = { ...emptyRanking, unavailable: 'too_few', band: bandOf1990 };
  await openScale('同世代・同性', board);
  const words = '1990年代生まれの女性の記録が20人分になると';
  await expect.element(page.getByText(words)).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: '全員のランキングを見る' }).click();
  await expect.element(scale('記録')).toHaveAttribute('aria-current', 'page');
});

test('leads a member without age and sex to the profile', async () => {
  await openScale('同世代・同性', { ...emptyRanking, unavailable: 'profile_incomplete' });
  const edit = page.getByRole('link', { name: 'プロフィールを編集する' });
  await expect.element(edit).toHaveAttribute('href', '/settings/userinfo');
  await expectAccessible();
});

test('hides the member at once, and shows them again by a tap', async () => {
  let visible = true;
  const board = () =>
    visible
      ? makeRanking(
          [
            { nickname: 'ゴロー', value: 30 },
            { nickname: 'テツ', value: 20, isMe: true },
          ],
          { me: makePlace({ rank: 2, value: 20, toNext: 10, nextRank: 1 }) },
        )
      : makeRanking([{ nickname: 'ゴロー', value: 30 }]);
  answer(getWorkoutRanking, board);
  answer(updateUserInfo, ({ body }) => {
    visible = body.rankingVisible ?? visible;
    return { ...readyProfile, rankingVisible: visible };
  });
  await renderPage('/workout-ranking/9/max');
  await expect.element(own).toHaveTextContent('2位テツあなた1位まであと10kg');
  await expect.element(listed).toBeChecked();
  listed.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(listed).not.toBeChecked();
  await expect.element(listed).toHaveFocus();
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.element(absence).toHaveTextContent('ランキングに掲載しない設定です');
  await expectAccessible();
  await press('掲載する');
  await expect.element(own).toHaveTextContent('2位テツ');
  await expect.element(listed).toBeChecked();
});

test('restores a switch that could not be saved, with an explanation', async () => {
  answer(updateUserInfo, rejectWith(503, 'not_ready'));
  await renderPage('/workout-ranking/9/max');
  await listed.click();
  await expect.element(toast('システムエラー')).toBeVisible();
  await expect.element(listed).toBeChecked();
  ignoreConsoleErrors('ApiError');
});

test('keeps a switch without an answer as chosen, marked as unsent', async () => {
  answer(updateUserInfo, lost);
  await renderPage('/workout-ranking/9/max');
  await listed.click();
  await expect.element(listed).not.toBeChecked();
  await expect.element(listed).toHaveTextContent('未送信');
});
