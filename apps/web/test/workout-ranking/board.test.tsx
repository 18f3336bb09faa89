import { getWorkoutRanking } from '@tanren/contract/workout-ranking';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, refuse, setOnline } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { countDown, makePlace, makeRanking, rankItems } from './rankings.ts';
import { renderPage } from '#test/support/render.tsx';

const rows = page.getByRole('list', { name: '順位表' }).getByRole('listitem');
const mine = page.getByRole('region', { name: 'あなたの順位' });
const skeleton = () => document.querySelector('[data-skeleton]');

async function scrollPage(top: number): Promise<void> {
  scrollTo({ top, behavior: 'instant' });
  await expect
    .poll(() => scrollY === top || scrollY + innerHeight >= document.body.scrollHeight)
    .toBe(true);
}

/** Wholly on the screen, and below nothing else. */
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

test('the hundred best, ties, and what is compared', async () => {
  answer(getWorkoutRanking, wholeBoard);
  await renderPage('/workout-ranking/2/tfo');
  await expect.element(heading('ランキング')).toBeVisible();
  await expect.poll(() => rows.elements()).toHaveLength(100);
  await expect.element(rows.nth(0)).toHaveTextContent(/^1位<b>首位<\/b>.*3,000kg$/);
  await expect.element(rows.nth(1)).toHaveTextContent(/^1位ゴロー/);
  await expect.element(rows.nth(2)).toHaveTextContent(/^3位ハル1.*2,800kg$/);
  await expect.element(page.getByText('上位100人')).toBeVisible();
  await expect.element(page.getByText('1回のトレーニングで挙げた重さの合計')).toBeVisible();
});

test.each([
  ['phone', 390, 844],
  ['desktop', 1280, 800],
])('the own place stays in sight on a %s, wherever the list is', async (_, width, height) => {
  await page.viewport(width, height);
  answer(getWorkoutRanking, wholeBoard);
  await renderPage('/workout-ranking/2/tfo');
  await expect.element(mine).toHaveTextContent('119位121人中テツあと2.5kgで118位1,647.5kg');
  const gap = mine.getByText('あと2.5kgで118位');
  for (const top of [0, 1500, document.documentElement.scrollHeight]) {
    await scrollPage(top);
    await expect.poll(() => isInSight(gap.element())).toBe(true);
  }
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('one of the best is marked in the list, and pinned as well', async () => {
  const ranked = [
    { nickname: 'ハル', value: 60 },
    { nickname: 'テツ', value: 57.5, isMe: true },
    { nickname: 'まめ', value: 57.5 },
    { nickname: 'しろくま', value: 50 },
  ];
  const me = makePlace({ rank: 2, value: 57.5, toNext: 2.5, nextRank: 1 });
  answer(getWorkoutRanking, makeRanking(ranked, { me }));
  const { address } = await renderPage('/workout-ranking/3/max');
  const own = rows.filter({ hasText: 'あなた' });
  await expect.element(own).toHaveTextContent(/^2位テツあなた.*57\.5kg$/);
  expect(own.elements()).toHaveLength(1);
  expect(getComputedStyle(own.element()).outline).toMatch(/rgb\(206, 23, 30\) solid 2px/);
  await expect.element(rows.last()).toHaveTextContent(/^4位しろくま.*50\.0kg$/);
  await expect.element(mine).toHaveTextContent('2位4人中テツあと2.5kgで1位57.5kg');
  await page.getByRole('link', { name: 'この種目の推移' }).click();
  await expect.poll(address).toBe('/training-history/3');
});

test.each([
  [1, 'いまは、あなただけの記録です'],
  [2, 'トップの記録です'],
])('the first of %i is told so', async (total, words) => {
  const items = rankItems([{ nickname: 'テツ', value: 100, isMe: true }]);
  answer(getWorkoutRanking, makeRanking([], { items, total, me: makePlace({}) }));
  await renderPage('/workout-ranking/3/max');
  await expect.element(mine).toHaveTextContent(`1位${total}人中テツ${words}`);
});

test('its shape comes first, and nothing jumps when it is there', async () => {
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
  const list = page.getByRole('heading', { name: '全員の順位' });
  expect(list.element().getBoundingClientRect().y).toBe(top);
});

test('a lost network is told in place with the time of what is shown, until it is back', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  vi.setSystemTime('2026-03-12T09:05:00Z');
  answer(getWorkoutRanking, makeRanking(countDown(3, 2000, 100)));
  await renderPage('/workout-ranking/5/tfo');
  await expect.poll(() => rows.elements()).toHaveLength(3);
  setOnline(false);
  // Asked every quarter of a minute, and once more before it is told.
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

test('what others do meanwhile comes by itself', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  answer(getWorkoutRanking, makeRanking(countDown(1, 2000, 100)));
  await renderPage('/workout-ranking/5/tfo');
  await expect.element(mine).toHaveTextContent('あなたの今月の記録はまだありません');
  const link = mine.getByRole('link', { name: 'マシンと接続する' });
  await expect.element(link).toHaveAttribute('href', '/tanren-link');
  await expectAccessible();
  const ranked = [...countDown(1, 2000, 100), { nickname: 'テツ', value: 1900, isMe: true }];
  const me = makePlace({ rank: 2, value: 1900, toNext: 100, nextRank: 1 });
  answer(getWorkoutRanking, makeRanking(ranked, { me }));
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(mine).toHaveTextContent('2位2人中テツあと100kgで1位1,900kg');
  await expect.element(rows.nth(1)).toHaveTextContent('2位テツあなた');
});

test.each(['17/tfo', '4/best', 'x/max'])('%s is not found', async (path) => {
  await renderPage(`/workout-ranking/${path}`);
  await expect.element(heading('Page not found')).toBeVisible();
  expect(listCalls(getWorkoutRanking)).toHaveLength(0);
});

test('a gym that there is not is not found', async () => {
  answer(getWorkoutRanking, refuse(404, 'not_found'));
  await renderPage('/workout-ranking/4/max?gym=99');
  await expect.element(heading('Page not found')).toBeVisible();
});

test('the home page leads to it', async () => {
  const { address } = await renderPage('/');
  await page.getByRole('link', { name: '今月のランキング' }).click();
  await expect.poll(address).toBe('/workout-ranking/1/tfo');
  await expect.element(heading('ランキング')).toBeVisible();
});
