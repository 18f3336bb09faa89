import { expect, expectQuietConsole, heading, openAs, test } from '#support/members/members.ts';
import { scrollPage } from '#support/browser/navigation.ts';
import {
  cards,
  makeMenu,
  makeMenus,
  newWord,
  searchAddress,
  titles,
} from '#support/menus/menus.ts';

expectQuietConsole(test);

test('loads more while others create menus, each once, and restores the list on return', async ({
  page,
  embedded,
  member,
}) => {
  const word = newWord();
  const names = Array.from({ length: 45 }, (_, index) => ({ title: `${word} ${100 + index}` }));
  await makeMenus(embedded, member, names);
  await openAs(page, member, searchAddress({ query: word }));
  await expect(cards(page)).toHaveCount(20);
  // A new menu shifts the pages of the server, but not those already read.
  await makeMenu(embedded, member, { title: `${word} 999` });
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
