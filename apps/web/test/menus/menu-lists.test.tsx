import {
  listFavoriteTrainingSessions,
  listMyTrainingSessions,
  listTrainingSessionTags,
  setFavoriteTrainingSession,
} from '@tanren/contract/menus/menus';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readWrites } from '#lib/offline/outbox-store.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { sampleItem } from '#test/samples/menus.ts';
import { cards, heart, listTab, openMenuShelf, titles } from './menus.ts';

/** Scrolls a button to the middle, where a click does not scroll. A missing button is ignored. */
const showButton = (name: string) => {
  button(name).elements()[0]?.scrollIntoView({ block: 'center', behavior: 'instant' });
};

/** Scrolls before each reading: the router may scroll a new page to its top. */
function scrollOn<T>(read: () => T): T {
  showButton('さらに表示する');
  return read();
}

test('each empty list explains what to do', async () => {
  const { address } = await renderPage('/my-training-sessions');
  await expect.element(heading('マイメニュー')).toBeVisible();
  const make = page.getByRole('link', { name: 'メニューを作成する' });
  await expect.element(make).toHaveAttribute('href', '/training-sessions/new');
  await expectAccessible();
  await listTab('お気に入り').click();
  await expect.element(heading('お気に入り')).toBeVisible();
  await expect
    .element(page.getByText('気になるメニューのハートを押すと、ここに並びます。'))
    .toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'メニューを探す' }).click();
  await expect.element(heading('メニューを探す')).toBeVisible();
  await expect.element(page.getByText('公開されているメニューはまだありません')).toBeVisible();
  await expect.element(listTab('探す')).toHaveAttribute('aria-current', 'page');
  await expectAccessible();
  await page.getByRole('link', { name: 'マイページに戻る' }).click();
  await page.getByRole('link', { name: 'マイメニュー' }).click();
  await expect.poll(address).toBe('/my-training-sessions');
});

test('cards describe a menu and link to it', async () => {
  const shelf = openMenuShelf();
  const one = [sampleItem(1, { sets: 1, reps: 15 })];
  shelf.put({ title: 'ひとりの日', visibility: 'private', items: one });
  const many = [1, 4, 11, 8, 1].map((type) => sampleItem(type));
  shelf.put({ title: 'みんなの日', tags: ['朝トレ', '全身'], items: many });
  await renderPage('/my-training-sessions');
  await expect.poll(titles).toEqual(['みんなの日', 'ひとりの日']);
  await expect.element(cards().first()).toHaveTextContent('15セット');
  await expect
    .element(cards().first())
    .toHaveTextContent('チェストプレス、ラットプルダウン、レッグプレス ほか1種目#朝トレ#全身公開');
  await expect.element(cards().nth(1)).toHaveTextContent('約3分1セットチェストプレス非公開');
  await expectAccessible();
  await page.viewport(1280, 800);
  await expectAccessible();
  expectNoSidewaysScroll();
  await cards()
    .first()
    .click({ position: { x: 20, y: 120 } });
  await expect.element(heading('みんなの日')).toBeVisible();
});

test('fetches a lost page again without jumps, and lists each menu once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const shelf = openMenuShelf();
  for (let number = 1; number <= 45; number += 1) shelf.put({ title: `日 ${number}` });
  const all = shelf.list();
  let isLost = true;
  answer(listMyTrainingSessions, ({ querystring: { cursor = '0' } }) => {
    const [start, end] = [Number(cursor), Number(cursor) + 20];
    if (isLost && start > 0) return lost;
    // Each page repeats the last item of the previous one, as after a new menu.
    const items = all.slice(Math.max(0, start - 1), end);
    return { items, nextCursor: end < all.length ? String(end) : null };
  });
  await renderPage('/my-training-sessions');
  await expect.poll(titles).toHaveLength(20);
  await expect.poll(() => scrollOn(() => listCalls(listMyTrainingSessions))).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  expect(titles()).toHaveLength(20);
  ignoreConsoleErrors('NetworkError');
  vi.useRealTimers();
  isLost = false;
  showButton('もう一度読み込む');
  const last = cards().nth(19).element();
  const before = last.getBoundingClientRect().top;
  await press('もう一度読み込む');
  await expect.poll(titles).toHaveLength(40);
  expect(last.getBoundingClientRect().top).toBe(before);
  await expect.poll(() => scrollOn(titles)).toEqual(all.map(({ title }) => title));
});

test('shows texts of others as text, and their tags link to a search', async () => {
  const shelf = openMenuShelf();
  const title = '<img src=x onerror=alert(1)>';
  shelf.put({
    title,
    description: '一行目\n<script>alert(2)</script>',
    tags: ['胸'],
    author: { nickname: '<b>ハル</b>', isMe: false },
  });
  answer(listTrainingSessionTags, [{ tag: '胸', count: 1 }]);
  const { address, main } = await renderPage('/search-training-sessions');
  await expect.poll(titles).toEqual([title]);
  await expect.element(cards()).toHaveTextContent('<b>ハル</b>');
  await cards().getByRole('link').click();
  await expect.element(heading(title)).toBeVisible();
  await expect.element(page.getByText('<script>alert(2)</script>')).toBeVisible();
  await expect.element(main).toHaveTextContent('<b>ハル</b>');
  expect(main.element().querySelectorAll('img, script, b')).toHaveLength(0);
  await expectAccessible();
  await page.getByRole('link', { name: '#胸' }).click();
  await expect.poll(address).toBe(`/search-training-sessions?tag=${encodeURIComponent('胸')}`);
  await expect.poll(titles).toEqual([title]);
});

/**
 * Opens the search for a new member, because the app keeps a member's favourites until another one
 * signs in.
 */
function openSearch(sub = crypto.randomUUID()) {
  return renderPage('/search-training-sessions', { session: { sub } });
}

const sentWishes = () => listCalls(setFavoriteTrainingSession).map(({ body }) => body);

test('shows a favourite at once everywhere, by finger and keyboard', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '一' });
  shelf.put({ title: '二' });
  const { back } = await openSearch();
  await heart('一').click();
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(heart('一')).toHaveTextContent('1');
  heart('二').element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(sentWishes).toHaveLength(2);
  await listTab('お気に入り').click();
  await expect.poll(titles).toEqual(['二', '一']);
  await expectAccessible();

  // A removed favourite stays in the list until the page is left, so that it can be restored.
  await heart('一').click();
  await expect.element(heart('一')).toHaveTextContent('0');
  expect(titles()).toEqual(['二', '一']);
  await page.getByRole('link', { name: '二', exact: true }).click();
  await expect.element(heading('二')).toBeVisible();
  await expect.element(heart()).toHaveAttribute('aria-pressed', 'true');
  back();
  await expect.poll(titles).toEqual(['二']);
  await expect.poll(() => shelf.list().map(({ favoriteCount }) => favoriteCount)).toEqual([1, 0]);
});

test('shows the chosen favourite without a network, and sends the last choice later', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '一' });
  shelf.put({ title: '二' });
  shelf.put({ title: '三', favorite: true, favoriteCount: 1 });
  await openSearch();
  await listTab('お気に入り').click();
  await expect.poll(titles).toEqual(['三']);
  await listTab('探す').click();
  await expect.poll(titles).toHaveLength(3);
  setOnline(false);
  await heart('一').click();
  for (let tap = 0; tap < 4; tap += 1) await heart('二').click();
  await heart('三').click();
  await expect.element(heart('一')).toHaveTextContent('1');
  await expect.element(heart('二')).toHaveAttribute('aria-pressed', 'false');
  await expect.element(heart('三')).toHaveTextContent('0');
  await listTab('お気に入り').click();
  await expect.poll(titles).toEqual(['一']);
  await expect.element(toast('お気に入りを変更できませんでした')).not.toBeInTheDocument();
  const before = sentWishes().length;
  setOnline(true);
  await expect
    .poll(() => shelf.list().map(({ favorite }) => favorite))
    .toEqual([false, false, true]);
  await expect.poll(() => sentWishes().slice(before)).toHaveLength(3);
  expect(sentWishes().slice(before)).toEqual(
    expect.arrayContaining([
      { trainingSessionId: 1, favorite: true },
      { trainingSessionId: 2, favorite: false },
      { trainingSessionId: 3, favorite: false },
    ]),
  );
  ignoreConsoleErrors('NetworkError');
});

test('quick taps never show an older choice again', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '一' });
  await openSearch();
  await expect.element(heart('一')).toBeVisible();
  setOnline(false);
  const isPressed = () => heart('一').element().getAttribute('aria-pressed');
  for (let tap = 0; tap < 24; tap += 1) {
    (heart('一').element() as HTMLElement).click();
    for (let look = 0; look < tap % 4; look += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      expect(isPressed()).toBe(String(tap % 2 === 0));
    }
    await Promise.resolve();
  }
  await expect.poll(isPressed).toBe('false');
  ignoreConsoleErrors('NetworkError');
});

test('shows and sends a favourite of the last visit', async () => {
  const sub = crypto.randomUUID();
  const shelf = openMenuShelf();
  shelf.put({ title: '一' });
  localStorage.setItem(`tanren:favorite-wishes:${sub}`, '[[1,true]]');
  await openSearch(sub);
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => shelf.find(1)?.favorite).toBe(true);
  await expect.poll(() => localStorage.getItem(`tanren:favorite-wishes:${sub}`)).toBeNull();
});

test('repeats a favourite after a lost answer, also after a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sub = crypto.randomUUID();
  const shelf = openMenuShelf();
  shelf.put({ title: '一' });
  await openSearch(sub);
  let isLost = true;
  answer(setFavoriteTrainingSession, ({ body }) =>
    isLost ? lost : { ...body, favoriteCount: Number(body.favorite) },
  );
  await heart('一').click();
  await expect.poll(sentWishes).toHaveLength(1);
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => readWrites(sub)).toMatchObject([{ tried: true }]);
  await expect.element(cards().first()).toHaveTextContent('未送信');
  isLost = false;
  await vi.advanceTimersByTimeAsync(6000);
  await expect.poll(sentWishes).toHaveLength(2);
  await expect.poll(() => readWrites(sub)).toEqual([]);
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(cards().first()).not.toHaveTextContent('未送信');
});

test('explains that a menu became private, and removes its card', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '一', author: { nickname: 'ハル', isMe: false } });
  await openSearch();
  await expect.element(heart('一')).toBeVisible();
  shelf.change(1, { visibility: 'private' });
  await heart('一').click();
  await expect.element(toast('お気に入りを変更できませんでした')).toBeVisible();
  await expect.poll(titles).toEqual([]);
});

test('removes a favourite of a deleted menu without a message', async () => {
  const shelf = openMenuShelf();
  shelf.put({ title: '一', favorite: true, favoriteCount: 1 });
  await openSearch();
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
  shelf.remove(1);
  await heart('一').click();
  await expect.poll(titles).toEqual([]);
  expect(listCalls(listFavoriteTrainingSessions)).toEqual([]);
  await expect.element(toast('お気に入りを変更できませんでした')).not.toBeInTheDocument();
});
