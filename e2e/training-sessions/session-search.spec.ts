import { expect, expectQuietConsole, heading, openAs, test } from '#support/members.ts';
import { scrollPage } from '#support/navigation.ts';
import {
  cards,
  field,
  itemOf,
  makeSession,
  makeSessions,
  markFavorite,
  newWord,
  searchAddress,
  tags,
  titles,
} from '#support/training-sessions.ts';

expectQuietConsole(test);

test('words are found however they are written, by tag, type and favourites too', async ({
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
  await field(page).fill(word);
  await expect(titles(page)).toHaveText([`${word} 腕`, `${word} 脚`, `${word} チェスト`]);
  // Kana of either kind, in either width, and the words of the machines.
  for (const chest of [`${word} ﾁｪｽﾄ`, `${word}　ちぇすと`, `${word} れっぐぷれす`]) {
    await field(page).fill(chest);
    await expect(titles(page)).toHaveText([`${word} チェスト`]);
  }
  await field(page).fill(word);
  await expect(titles(page)).toHaveCount(3);
  await page.getByRole('link', { name: '人気順' }).click();
  await expect(titles(page).first()).toHaveText(`${word} 脚`);
  await page.getByLabel('種目').selectOption('レッグプレス');
  await expect(titles(page)).toHaveText([`${word} チェスト`]);
  await page.reload();
  await expect(titles(page)).toHaveText([`${word} チェスト`]);
  await expect(field(page)).toHaveValue(word);
  await page.goto('/search-training-sessions');
  await field(page).fill(tag);
  await tags(page)
    .getByRole('link', { name: `#${tag}` })
    .click();
  await expect(titles(page)).toHaveText([`${word} 脚`, `${word} チェスト`]);
});

test('the list goes on while others make sessions, each once, and is there on return', async ({
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
  await scrollPage(page, 'end');
  await expect(cards(page)).toHaveCount(40);
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
