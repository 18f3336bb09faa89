import {
  expect,
  expectClean,
  expectQuietConsole,
  heading,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { createReadyMember, openAs } from './support/member-steps.ts';
import { expectMissing } from './support/missing-page.ts';
import { nameMember } from './support/rankings.ts';
import {
  cards,
  heart,
  newWord,
  searchAddress,
  tab,
  tags,
  titles,
} from './support/session-pages.ts';
import {
  changeSession,
  insertRun,
  itemOf,
  makeSession,
  makeSessions,
  markFavorite,
} from './support/training-sessions.ts';
import { hoursAgo, insertWorkouts } from './support/workouts.ts';

expectQuietConsole(test);

test('without a session each list says what to do', async ({ page, member }) => {
  await openAs(page, member, '/my-training-sessions');
  await expect(heading(page, 'マイセッション')).toBeVisible();
  const make = page.getByRole('link', { name: 'セッションを作成する' });
  await expect(make).toHaveAttribute('href', '/training-sessions/new');
  await expectClean(page);
  await tab(page, 'お気に入り').click();
  await expect(heading(page, 'お気に入りセッション')).toBeVisible();
  await expectClean(page);
  await page.getByRole('link', { name: 'セッションを探す' }).click();
  await expect(heading(page, 'セッションを探す')).toBeVisible();
  await expect(tab(page, '探す')).toHaveAttribute('aria-current', 'page');
  const navigation = page.getByRole('navigation', { name: 'メインメニュー' });
  await expect(navigation.locator('[aria-current]')).toHaveText('セッション');
  await navigation.getByRole('link', { name: 'セッション' }).click();
  await expect(page).toHaveURL('/my-training-sessions');
});

test('cards say what a session is, and lead to it', async ({ page, embedded, member }) => {
  await makeSessions(embedded, member, [
    { title: 'ひとりの日', visibility: 'private', items: [itemOf(1, { sets: 1, reps: 15 })] },
    {
      title: 'みんなの日',
      tags: ['朝トレ', '全身'],
      items: [1, 4, 11, 8, 1].map((type) => itemOf(type)),
    },
  ]);
  await openAs(page, member, '/my-training-sessions');
  await expect(titles(page)).toHaveText(['みんなの日', 'ひとりの日']);
  await expect(cards(page).first()).toContainText('15セット');
  await expect(cards(page).first()).toContainText(
    'チェストプレス、ラットプルダウン、レッグプレス ほか1種目#朝トレ#全身公開',
  );
  await expect(cards(page).nth(1)).toContainText('約3分1セットチェストプレス非公開');
  await expectClean(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectClean(page);
  await cards(page)
    .first()
    .click({ position: { x: 20, y: 120 } });
  await expect(heading(page, 'みんなの日')).toBeVisible();
});

test('what becomes private is gone for others at once, and comes back', async ({
  page,
  embedded,
  member,
}) => {
  const word = newWord();
  const haru = await createReadyMember(embedded);
  await nameMember(embedded, haru, { nickname: '<b>ハル</b>' });
  const content = {
    title: `${word} <img src=x onerror=alert(1)>`,
    description: '一行目\n<script>alert(2)</script>',
    tags: [word],
  };
  const id = await makeSession(embedded, haru, content);
  await markFavorite(embedded, member, id);
  await openAs(page, member, searchAddress({ query: word }));
  await expect(titles(page)).toHaveText([content.title]);
  await expect(cards(page)).toContainText('<b>ハル</b>');
  await titles(page).getByRole('link').click();
  await expect(heading(page, content.title)).toBeVisible();
  await expect(page.getByText('<script>alert(2)</script>')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('<b>ハル</b>');
  await expect(page.getByRole('main').locator('img, script, b')).toHaveCount(0);
  await expect(page.getByRole('link', { name: '編集する' })).toHaveCount(0);
  await expectClean(page);
  // Its tags lead to the others that carry them.
  await page.getByRole('link', { name: `#${word}` }).click();
  await expect(titles(page)).toHaveText([content.title]);

  await changeSession(embedded, haru, id, { visibility: 'private' });
  // Both at once: by a refusal the card goes away.
  await heart(page, content.title).dblclick();
  await expect(toast(page, 'お気に入りを変更できませんでした')).toBeVisible();
  await expect(page.getByText('見つかりませんでした')).toBeVisible();
  await expectMissing(page, `/training-sessions/${id}`);
  await page.goto('/favorite-training-sessions');
  await expect(page.getByText('お気に入りのセッションはまだありません')).toBeVisible();
  await page.goto(searchAddress({ query: word }));
  await expect(page.getByText('見つかりませんでした')).toBeVisible();
  await expect(tags(page).getByRole('link', { name: `#${word}` })).toHaveCount(0);

  await changeSession(embedded, haru, id, { visibility: 'public' });
  await page.goto(searchAddress({ tag: word }));
  await expect(titles(page)).toHaveText([content.title]);
  await expectMissing(page, '/training-sessions/2147483647');
});

test('one that vanishes while it is open becomes a missing page', async ({
  page,
  embedded,
  member,
}) => {
  const haru = await createReadyMember(embedded);
  const title = newWord();
  const id = await makeSession(embedded, haru, { title });
  await openAs(page, member, `/training-sessions/${id}`);
  await expect(heading(page, title)).toBeVisible();
  await changeSession(embedded, haru, id, { visibility: 'private' });
  await expect(async () => {
    // Somebody comes back to the page.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(heading(page, 'Page not found')).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a session: what is to be done, with the own loads, and what was done', async ({
  page,
  embedded,
  member,
}) => {
  await insertWorkouts(embedded, member, [
    { workoutTypeId: 1, startedAt: hoursAgo(26), sets: [{ loadKg: 40, reps: 12 }] },
    { workoutTypeId: 11, startedAt: hoursAgo(25.8), sets: [{ loadKg: 90, reps: 9 }] },
  ]);
  const id = await makeSession(embedded, member, {
    title: '朝の全身',
    description: '一行目\n\n三行目',
    items: [
      itemOf(1),
      itemOf(11, { loadKg: 100, reps: 8, restSeconds: 120 }),
      itemOf(8, { sets: 1 }),
      itemOf(3, { loadKg: 20 }),
    ],
  });
  await insertRun(embedded, member, id, hoursAgo(26.1));
  await openAs(page, member, `/training-sessions/${id}`);
  await expect(heading(page, '朝の全身')).toBeVisible();
  await expect(page.getByText('一行目')).toHaveCSS('white-space', 'pre-wrap');
  const items = page.getByRole('region', { name: 'メニュー' }).getByRole('listitem');
  await expect(items).toHaveText([
    /チェストプレス3セット×10回おすすめ42\.5kg前回 40kg×12回セット間の休憩 1分30秒$/,
    /レッグプレス3セット×8回100kg前回 90kg×9回・次回の目安 90kgセット間の休憩 2分$/,
    /アブドミナル1セット×10回おすすめまだ記録がないため、重さは当日マシンで確認しましょう。$/,
    /ショルダープレス3セット×10回20kgこの種目の記録はまだありません。/,
  ]);
  await expect(page.getByRole('button', { name: 'このセッションを始める' })).toBeInViewport();
  const done = page.getByRole('region', { name: '実施の記録' }).getByRole('link');
  await expect(done).toHaveText([/チェストプレス1セット 12回・最大 40kg/, /レッグプレス/]);
  await expectClean(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectClean(page);
  const book = page.getByRole('link', { name: /予約する（約\d+分）/ });
  await expect(book).toHaveAttribute('href', `/reservations?trainingSessionId=${id}`);
  await done.first().click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: '編集する' }).click();
  await expect(page).toHaveURL(`/training-sessions/${id}/edit`);
});
