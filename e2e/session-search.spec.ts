import {
  expect,
  expectClean,
  forgiveComplaints,
  heading,
  press,
  toast,
  expectQuietConsole,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { scrollPage } from './support/navigation.ts';
import { cards, field, newWord, searchAddress, tags, titles } from './support/session-pages.ts';
import { itemOf, makeSession, makeSessions, markFavorite } from './support/training-sessions.ts';

expectQuietConsole(test);

test('search: words, tag, type and order are in the address, and 戻る undoes them', async ({
  page,
  embedded,
  member,
}) => {
  const word = newWord();
  const tag = newWord();
  const [, popular] = await makeSessions(embedded, member, [
    { title: `${word} チェスト`, tags: [tag] },
    { title: `${word} 脚`, tags: [tag], items: [itemOf(12)] },
    { title: `${word} 腕`, items: [itemOf(6)] },
  ]);
  await markFavorite(embedded, member, popular ?? 0);
  await openAs(page, member, '/search-training-sessions');
  await expect(heading(page, 'セッションを探す')).toBeVisible();
  await field(page).pressSequentially(word, { delay: 20 });
  await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe(word);
  await expect(titles(page)).toHaveText([`${word} 腕`, `${word} 脚`, `${word} チェスト`]);
  await expect(page.getByText('3件', { exact: true })).toBeVisible();

  // Kana of either kind, in either width, and the words of the machines.
  await field(page).fill(`${word} ﾁｪｽﾄ`);
  await expect(titles(page)).toHaveText([`${word} チェスト`]);
  await field(page).fill(`${word}　ちぇすと`);
  await expect(titles(page)).toHaveText([`${word} チェスト`]);
  await field(page).fill(word);
  await expect(titles(page)).toHaveCount(3);

  await page.getByRole('link', { name: 'お気に入りが多い順' }).click();
  await expect(titles(page).first()).toHaveText(`${word} 脚`);
  const sorts = page.getByRole('navigation', { name: '並べ替え' });
  await expect(sorts.locator('[aria-current]')).toHaveText('お気に入りが多い順');
  await page.getByLabel('種目').selectOption('レッグプレス');
  await expect(titles(page)).toHaveText([`${word} チェスト`]);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    query: word,
    sort: 'favorites',
    workoutType: '11',
  });
  await expectClean(page);

  await page.reload();
  await expect(titles(page)).toHaveText([`${word} チェスト`]);
  await expect(field(page)).toHaveValue(word);
  await page.goBack();
  await expect(titles(page)).toHaveCount(3);
  await expect(page.getByLabel('種目').locator('option:checked')).toHaveText('すべての種目');
  await page.goBack();
  await expect(titles(page).first()).toHaveText(`${word} 腕`);
  // All the typing was one step.
  await page.goBack();
  await expect(page).toHaveURL('/search-training-sessions');
  await expect(field(page)).toHaveValue('');

  // A tag by its name, which then takes the word's place.
  await field(page).fill(tag);
  await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe(tag);
  await tags(page)
    .getByRole('link', { name: `#${tag}` })
    .click();
  await expect(titles(page)).toHaveText([`${word} 脚`, `${word} チェスト`]);
  await expect(field(page)).toHaveValue('');
  await expect(tags(page).locator('[aria-current]')).toHaveText(`#${tag}`);
  await tags(page).getByRole('link', { name: 'すべて' }).click();
  await expect(page).toHaveURL('/search-training-sessions');

  await field(page).fill(`${word} そんなものはない`);
  await expect(page.getByText('見つかりませんでした')).toBeVisible();
  await expectClean(page);
  await page.getByRole('link', { name: '条件をクリア' }).click();
  await expect(page).toHaveURL('/search-training-sessions');
  await expect(field(page)).toHaveValue('');
});

test('a word is searched when it is finished, not while kana are converted', async ({
  page,
  embedded,
  member,
}) => {
  const word = newWord();
  await makeSession(embedded, member, { title: `${word}の日` });
  await openAs(page, member, '/search-training-sessions');
  await expect(heading(page, 'セッションを探す')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/training-sessions') asked.push(searchParams.get('query') ?? '');
  });
  await field(page).focus();
  const keyboard = await page.context().newCDPSession(page);
  for (const text of ['む', 'むn', 'むね']) {
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: 2, selectionEnd: 2 });
    await page.waitForTimeout(400);
  }
  expect(asked).toEqual([]);
  await keyboard.send('Input.insertText', { text: `${word}の` });
  await expect.poll(() => asked).toEqual([`${word}の`]);
  await expect(titles(page)).toHaveText([`${word}の日`]);
  // The last key wins over what is still on its way, and the field is never written over.
  await field(page).fill('');
  await field(page).pressSequentially(`${word}の日`, { delay: 90 });
  await expect(titles(page)).toHaveText([`${word}の日`]);
  await expect(field(page)).toHaveValue(`${word}の日`);
  await page.keyboard.press('Enter');
  await expect(field(page)).not.toBeFocused();
});

test('the list goes on without a jump, each session once, and is there on return', async ({
  page,
  embedded,
  member,
}) => {
  const word = newWord();
  const names = Array.from({ length: 45 }, (_, index) => ({ title: `${word} ${100 + index}` }));
  await makeSessions(embedded, member, names);
  await openAs(page, member, searchAddress({ query: word }));
  await expect(cards(page)).toHaveCount(20);
  // Made meanwhile: the pages of the server move, those already read do not.
  await makeSession(embedded, member, { title: `${word} 999` });
  await page.route('**/api/training-sessions?*cursor=*', (route) => route.abort());
  await page.getByRole('button', { name: 'さらに表示する' }).scrollIntoViewIfNeeded();
  await expect(toast(page, 'ネットワークエラー')).toBeVisible();
  await expect(cards(page)).toHaveCount(20);
  await page.unroute('**/api/training-sessions?*cursor=*');
  forgiveComplaints('net::ERR_FAILED');
  forgiveComplaints('NetworkError');
  // In the middle, where a click has nothing to scroll.
  await page.getByRole('button', { name: 'もう一度読み込む' }).evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
  });
  const before = await cards(page).nth(19).boundingBox();
  await press(page, 'もう一度読み込む');
  await expect(cards(page)).toHaveCount(40);
  expect((await cards(page).nth(19).boundingBox())?.y).toBe(before?.y);
  await scrollPage(page, 'end');
  await expect(cards(page)).toHaveCount(45);
  const expected = names.map(({ title }) => title).toReversed();
  await expect(titles(page)).toHaveText(expected);
  await scrollPage(page, 'end');
  const scrolled = await page.evaluate(() => scrollY);
  await titles(page).last().click();
  await expect(heading(page, `${word} 100`)).toBeVisible();
  await page.goBack();
  await expect(titles(page).last()).toHaveText(`${word} 100`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 400);
});

test('a search that fails keeps the words, and is tried again', async ({ page, member }) => {
  await openAs(page, member, '/search-training-sessions');
  await expect(heading(page, 'セッションを探す')).toBeVisible();
  await page.route('**/api/training-sessions?*', (route) => route.abort());
  await field(page).fill(newWord());
  await expect(page.getByText('セッションを読み込めませんでした')).toBeVisible();
  await expectClean(page);
  await page.unroute('**/api/training-sessions?*');
  await press(page, 'もう一度読み込む');
  await expect(page.getByText('見つかりませんでした')).toBeVisible();
  await expect(field(page)).not.toHaveValue('');
  forgiveComplaints('net::ERR_FAILED');
  forgiveComplaints('NetworkError');
});
