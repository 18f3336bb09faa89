import { listTrainingSessionTags, searchTrainingSessions } from '@tanren/contract/menus/menus';
import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading, press } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { sampleItem } from '#test/samples/menus.ts';
import { openMenuShelf, titles } from './menus.ts';

const field = () => page.getByRole('searchbox', { name: 'キーワード' });
const types = () => page.getByLabelText('種目');
const tags = () => page.getByRole('navigation', { name: 'タグで絞り込む' });
const sorts = () => page.getByRole('navigation', { name: '並べ替え' });

/** Lists the search words in the order of the calls. */
const listQueries = () =>
  listCalls(searchTrainingSessions).map(
    ({ path }) => new URL(path, location.origin).searchParams.get('query') ?? '',
  );

async function openSearch() {
  const shown = await renderPage('/search-training-sessions');
  await expect.element(heading('メニューを探す')).toBeVisible();
  const readSearch = () =>
    Object.fromEntries(new URL(shown.address(), location.origin).searchParams);
  return { ...shown, readSearch };
}

function putThree(): void {
  const shelf = openMenuShelf();
  shelf.put({ title: '夜 チェスト', tags: ['夜'] });
  shelf.put({ title: '夜 脚', tags: ['夜'], items: [sampleItem(12)], favoriteCount: 1 });
  shelf.put({ title: '夜 腕', items: [sampleItem(6)] });
  shelf.put({ title: '朝' });
  answer(listTrainingSessionTags, ({ querystring: { query = '夜' } }) =>
    query === '夜' ? [{ tag: '夜', count: 2 }] : [],
  );
}

test('words, order and type are in the address, and 戻る undoes them one by one', async () => {
  putThree();
  const { readSearch, back, address } = await openSearch();
  await field().click();
  await userEvent.keyboard('夜');
  await expect.poll(titles).toEqual(['夜 腕', '夜 脚', '夜 チェスト']);
  expect(readSearch()).toEqual({ query: '夜' });
  await expect.element(page.getByText('3件', { exact: true })).toBeVisible();
  // Typing counts as one search until the field loses focus.
  await userEvent.keyboard(' 腕');
  await expect.poll(titles).toEqual(['夜 腕']);
  await field().fill('夜');
  await expect.poll(titles).toHaveLength(3);

  await page.getByRole('link', { name: '人気順' }).click();
  await expect.poll(titles).toEqual(['夜 脚', '夜 腕', '夜 チェスト']);
  await expect
    .element(sorts().getByRole('link', { name: '人気順' }))
    .toHaveAttribute('aria-current');
  await expect
    .element(sorts().getByRole('link', { name: '新着順' }))
    .not.toHaveAttribute('aria-current');
  await types().selectOptions('レッグプレス');
  await expect.poll(titles).toEqual(['夜 チェスト']);
  expect(readSearch()).toEqual({ query: '夜', sort: 'favorites', workoutType: '11' });
  await expectAccessible();

  back();
  await expect.poll(titles).toHaveLength(3);
  await expect.element(types()).toHaveDisplayValue('すべての種目');
  back();
  await expect.poll(() => titles()[0]).toBe('夜 腕');
  back();
  await expect.poll(address).toBe('/search-training-sessions');
  await expect.element(field()).toHaveValue('');
  await expect.poll(titles).toHaveLength(4);
});

test('an address with a search shows its results', async () => {
  putThree();
  const query = encodeURIComponent('夜');
  await renderPage(`/search-training-sessions?query=${query}&sort=favorites&workoutType=11`);
  await expect.poll(titles).toEqual(['夜 チェスト']);
  await expect.element(field()).toHaveValue('夜');
  await expect.element(types()).toHaveDisplayValue('レッグプレス');
});

test('a tag replaces its name, and all choices are cleared at once', async () => {
  putThree();
  const { address } = await openSearch();
  await field().fill('夜');
  await expect.poll(titles).toHaveLength(3);
  const tag = tags().getByRole('link', { name: '#夜' });
  await tag.click();
  await expect.poll(titles).toEqual(['夜 脚', '夜 チェスト']);
  await expect.element(field()).toHaveValue('');
  await expect.element(tag).toHaveAttribute('aria-current');
  await tags().getByRole('link', { name: 'すべて' }).click();
  await expect.poll(address).toBe('/search-training-sessions');
  await field().fill('そんなものはない');
  await expect.element(page.getByText('見つかりませんでした')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: '条件をクリア' }).click();
  await expect.poll(address).toBe('/search-training-sessions');
  await expect.element(field()).toHaveValue('');
  await expect.poll(titles).toHaveLength(4);
});

test('searches for a finished word, not while kana are converted', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const shelf = openMenuShelf();
  shelf.put({ title: '胸の日' });
  await openSearch();
  await expect.poll(titles).toEqual(['胸の日']);
  const before = listQueries().length;
  const searched = () => listQueries().slice(before);
  await field().click();
  for (const text of ['む', 'むn', 'むね']) {
    await cdp().send('Input.imeSetComposition', { text, selectionStart: 2, selectionEnd: 2 });
    await vi.advanceTimersByTimeAsync(400);
  }
  await expect.element(field()).toHaveValue('むね');
  expect(searched()).toEqual([]);
  await cdp().send('Input.insertText', { text: '胸の' });
  await expect.poll(searched).toEqual(['胸の']);
  await expect.element(field()).toHaveValue('胸の');
});

test('the last input wins over earlier answers, and the field is never overwritten', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const shelf = openMenuShelf();
  const found = shelf.put({ title: '胸の日' });
  const answers: (() => void)[] = [];
  await openSearch();
  await expect.poll(titles).toEqual(['胸の日']);
  answer(searchTrainingSessions, async ({ querystring: { query } }) => {
    await new Promise<void>((resolve) => void answers.push(resolve));
    return { items: query === '胸の日' ? [found] : [], nextCursor: null };
  });
  await field().fill('胸');
  await vi.advanceTimersByTimeAsync(400);
  await expect.poll(() => answers).toHaveLength(1);
  await field().fill('胸の日');
  await vi.advanceTimersByTimeAsync(400);
  await expect.poll(() => answers).toHaveLength(2);
  // The answers arrive in the wrong order.
  for (const arrive of answers.toReversed()) arrive();
  await expect.element(page.getByText('1件', { exact: true })).toBeVisible();
  expect(titles()).toEqual(['胸の日']);
  await expect.element(field()).toHaveValue('胸の日');
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).not.toHaveFocus();
});

test('a failed search keeps the words, and can be retried', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openSearch();
  answer(searchTrainingSessions, lost);
  await field().fill('胸');
  await vi.advanceTimersByTimeAsync(400);
  await expect.poll(listQueries).toContain('胸');
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(page.getByText('ネットワーク接続を確認して')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  await expectAccessible();
  answer(searchTrainingSessions, { items: [], nextCursor: null });
  await press('もう一度読み込む');
  await expect.element(page.getByText('見つかりませんでした')).toBeVisible();
  await expect.element(field()).toHaveValue('胸');
});
