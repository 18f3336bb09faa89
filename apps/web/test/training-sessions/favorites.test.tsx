import {
  listFavoriteTrainingSessions,
  setFavoriteTrainingSession,
} from '@tanren/contract/training-sessions';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, setOnline } from '#test/support/answers.ts';
import { forgiveComplaints } from '#test/support/console.ts';
import { heading, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { heart, listTab, openSessionShelf, titles } from './training-sessions.ts';

/** The app keeps a member's wishes as long as nobody else signs in: each test has a member. */
function openSearch(sub = crypto.randomUUID()) {
  return renderPage('/search-training-sessions', { session: { sub } });
}

const sentWishes = () => listCalls(setFavoriteTrainingSession).map(({ body }) => body);

test('a favourite shows at once everywhere, by finger and by keyboard', async () => {
  const shelf = openSessionShelf();
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

  // What is unmarked here stays for a second thought, until the page is left.
  await heart('一').click();
  await expect.element(heart('一')).toHaveTextContent('0');
  expect(titles()).toEqual(['二', '一']);
  await page.getByRole('link', { name: '二', exact: true }).click();
  await expect.element(heading('二')).toBeVisible();
  await expect.element(heart()).toHaveAttribute('aria-pressed', 'true');
  back();
  await expect.poll(titles).toEqual(['二']);
  expect(shelf.list().map(({ favoriteCount }) => favoriteCount)).toEqual([1, 0]);
});

test('without a connection it shows as wished, and the last wish is sent once there is one', async () => {
  const shelf = openSessionShelf();
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
  forgiveComplaints('NetworkError');
});

test('a favourite of the last visit is shown as wished, and sent', async () => {
  const sub = crypto.randomUUID();
  const shelf = openSessionShelf();
  shelf.put({ title: '一' });
  localStorage.setItem(`tanren:favorite-wishes:${sub}`, '[[1,true]]');
  await openSearch(sub);
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => shelf.find(1)?.favorite).toBe(true);
  await expect.poll(() => localStorage.getItem(`tanren:favorite-wishes:${sub}`)).toBeNull();
});

test('an answer that is lost is asked for again by itself, and outlasts the visit meanwhile', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sub = crypto.randomUUID();
  const shelf = openSessionShelf();
  shelf.put({ title: '一' });
  await openSearch(sub);
  let isLost = true;
  answer(setFavoriteTrainingSession, ({ body }) =>
    isLost ? lost : { ...body, favoriteCount: Number(body.favorite) },
  );
  await heart('一').click();
  await expect.poll(sentWishes).toHaveLength(1);
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
  expect(localStorage.getItem(`tanren:favorite-wishes:${sub}`)).toBe('[[1,true]]');
  isLost = false;
  await vi.advanceTimersByTimeAsync(6000);
  await expect.poll(sentWishes).toHaveLength(2);
  await expect.poll(() => localStorage.getItem(`tanren:favorite-wishes:${sub}`)).toBeNull();
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
});

test('what has become private meanwhile is told, and its card goes away', async () => {
  const shelf = openSessionShelf();
  shelf.put({ title: '一', author: { nickname: 'ハル', isMe: false } });
  await openSearch();
  await expect.element(heart('一')).toBeVisible();
  shelf.change(1, { visibility: 'private' });
  await heart('一').click();
  await expect.element(toast('お気に入りを変更できませんでした')).toBeVisible();
  await expect.poll(titles).toEqual([]);
});

test('giving up what is gone needs no words', async () => {
  const shelf = openSessionShelf();
  shelf.put({ title: '一', favorite: true, favoriteCount: 1 });
  await openSearch();
  await expect.element(heart('一')).toHaveAttribute('aria-pressed', 'true');
  shelf.remove(1);
  await heart('一').click();
  await expect.poll(titles).toEqual([]);
  expect(listCalls(listFavoriteTrainingSessions)).toEqual([]);
  await expect.element(toast('お気に入りを変更できませんでした')).not.toBeInTheDocument();
});
