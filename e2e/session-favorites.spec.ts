import {
  expect,
  expectClean,
  forgiveComplaints,
  heading,
  expectQuietConsole,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { cards, heart, newWord, searchAddress, tab, titles } from './support/session-pages.ts';
import {
  countFavorites,
  makeSession,
  makeSessions,
  markFavorite,
} from './support/training-sessions.ts';

expectQuietConsole(test);

test('a favourite shows at once everywhere, by finger and by keyboard', async ({
  page,
  embedded,
  member,
}) => {
  const word = newWord();
  const [first = 0, second = 0] = await makeSessions(embedded, member, [
    { title: `${word} 一` },
    { title: `${word} 二` },
  ]);
  await openAs(page, member, searchAddress({ query: word }));
  await heart(page, `${word} 一`).click();
  await expect(heart(page, `${word} 一`)).toHaveAttribute('aria-pressed', 'true');
  await expect(heart(page, `${word} 一`)).toHaveText('1');
  await heart(page, `${word} 二`).focus();
  await page.keyboard.press('Space');
  await tab(page, 'お気に入り').click();
  await expect(titles(page)).toHaveText([`${word} 二`, `${word} 一`]);
  await expectClean(page);

  // What is unmarked here stays for a second thought, until the page is left.
  await heart(page, `${word} 一`).click();
  await expect(heart(page, `${word} 一`)).toHaveText('0');
  await expect(titles(page)).toHaveCount(2);
  await titles(page).first().getByRole('link').click();
  await expect(heading(page, `${word} 二`)).toBeVisible();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(titles(page)).toHaveText([`${word} 二`]);
  await expect.poll(() => countFavorites(embedded, first)).toEqual({ rows: 0, kept: 0 });
  await expect.poll(() => countFavorites(embedded, second)).toEqual({ rows: 1, kept: 1 });
  await tab(page, '探す').click();
  await page.goto(searchAddress({ query: word, sort: 'favorites' }));
  await expect(titles(page)).toHaveText([`${word} 二`, `${word} 一`]);
});

test('a favourite outlasts a lost network: the last wish counts, once', async ({
  page,
  context,
  embedded,
  member,
}) => {
  const word = newWord();
  const ids = await makeSessions(embedded, member, [
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
  // Also where there is no connection to ask for anything else.
  await tab(page, 'お気に入り').click();
  await expect(titles(page)).toHaveText([`${word} 一`]);
  await expect(page.getByRole('alert').filter({ hasText: 'お気に入り' })).toHaveCount(0);
  expect(await countFavorites(embedded, first)).toEqual({ rows: 0, kept: 0 });
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (request.url().endsWith('/favorite-training-sessions') && body !== null) sent.push(body);
  });
  await context.setOffline(false);
  await expect.poll(() => countFavorites(embedded, first)).toEqual({ rows: 1, kept: 1 });
  await expect.poll(() => countFavorites(embedded, third)).toEqual({ rows: 0, kept: 0 });
  expect(await countFavorites(embedded, second)).toEqual({ rows: 0, kept: 0 });
  await expect(heart(page, `${word} 一`)).toHaveAttribute('aria-pressed', 'true');
  // Each is told once, and only where it ended up.
  const wishes = [
    `${first},"favorite":true`,
    `${second},"favorite":false`,
    `${third},"favorite":false`,
  ];
  const told = wishes.map((wish) => `{"trainingSessionId":${wish}}`).toSorted();
  await expect.poll(() => sent.toSorted()).toEqual(told);
  forgiveComplaints('net::ERR_INTERNET_DISCONNECTED');
  forgiveComplaints('NetworkError');
  forgiveComplaints('WebSocket');
});

test('a favourite of the last visit is sent, however the app was left', async ({
  page,
  embedded,
  member,
}) => {
  const word = newWord();
  const id = await makeSession(embedded, member, { title: word });
  await openAs(page, member, searchAddress({ query: word }));
  const call = '**/api/my/favorite-training-sessions';
  await page.route(call, (route) => route.abort());
  await heart(page, word).click();
  await expect(heart(page, word)).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/settings');
  await expect(heading(page, '設定')).toBeVisible();
  expect(await countFavorites(embedded, id)).toEqual({ rows: 0, kept: 0 });
  await page.unroute(call);
  await page.goto(searchAddress({ query: word }));
  await expect(heart(page, word)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => countFavorites(embedded, id)).toEqual({ rows: 1, kept: 1 });
  forgiveComplaints('net::ERR_FAILED');
});
