import {
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  openAs,
  test,
} from '#support/members/members.ts';
import {
  cards,
  countFavorites,
  heart,
  makeMenus,
  markFavorite,
  newWord,
  searchAddress,
  tab,
  titles,
} from '#support/menus/menus.ts';

expectQuietConsole(test);

test('a favourite survives a lost network, and the last choice is sent once', async ({
  page,
  context,
  embedded,
  member,
}) => {
  const word = newWord();
  const ids = await makeMenus(embedded, member, [
    { title: `${word} 一` },
    { title: `${word} 二` },
    { title: `${word} 三` },
  ]);
  const [first = 0, second = 0, third = 0] = ids;
  await markFavorite(embedded, member, third);
  await openAs(page, member, searchAddress({ query: word }));
  await expect(cards(page)).toHaveCount(3);
  await tab(page, 'お気に入り').click();
  await expect(titles(page)).toHaveText([`${word} 三`]);
  await page.goBack();
  await expect(cards(page)).toHaveCount(3);
  await context.setOffline(true);
  await heart(page, `${word} 一`).click();
  for (let tap = 0; tap < 4; tap += 1) await heart(page, `${word} 二`).click();
  await heart(page, `${word} 三`).click();
  await expect(heart(page, `${word} 一`)).toHaveText('1');
  await expect(heart(page, `${word} 二`)).toHaveAttribute('aria-pressed', 'false');
  // The list of favourites also shows them, although nothing can be fetched.
  await tab(page, 'お気に入り').click();
  await expect(titles(page)).toHaveText([`${word} 一`]);
  await expect(page.getByRole('alert').filter({ hasText: 'お気に入り' })).toHaveCount(0);
  expect(await countFavorites(embedded, first)).toEqual({ rows: 0, counter: 0 });
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (request.url().endsWith('/favorite-training-sessions') && body !== null) sent.push(body);
  });
  await context.setOffline(false);
  await expect.poll(() => countFavorites(embedded, first)).toEqual({ rows: 1, counter: 1 });
  await expect.poll(() => countFavorites(embedded, third)).toEqual({ rows: 0, counter: 0 });
  expect(await countFavorites(embedded, second)).toEqual({ rows: 0, counter: 0 });
  await expect(heart(page, `${word} 一`)).toHaveAttribute('aria-pressed', 'true');
  // Each favourite is sent once, with its final state.
  const wishes = [
    `${first},"favorite":true`,
    `${second},"favorite":false`,
    `${third},"favorite":false`,
  ];
  const expected = wishes.map((wish) => `{"trainingSessionId":${wish}}`).toSorted();
  await expect.poll(() => sent.toSorted()).toEqual(expected);
  ignoreConsoleErrors('net::ERR_INTERNET_DISCONNECTED');
  ignoreConsoleErrors('NetworkError');
  ignoreConsoleErrors('WebSocket');
});
