import { signIn } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import { createReadyMember } from '#support/members/members.ts';
import { nameMember } from '#support/workouts/rankings.ts';
import { insertRun, itemOf, makeMenu, makeMenus, markFavorite } from '#support/menus/menus.ts';
import { hoursAgo, insertWorkouts } from '#support/workouts/workouts.ts';
import { createShots, openPage, sizes } from '#support/browser/shots.ts';

test.setTimeout(180_000);

const others = [
  {
    title: 'はじめての方へ：マシン6種でからだをひとまわり',
    tags: ['初心者', '全身', '30分'],
    items: [itemOf(1), itemOf(4), itemOf(11), itemOf(8), itemOf(12), itemOf(13)],
  },
  { title: '胸と肩を集中して鍛える', tags: ['胸', '肩'], items: [itemOf(1), itemOf(2), itemOf(3)] },
  {
    title: '脚の日',
    tags: ['脚', '週末'],
    items: [itemOf(11), itemOf(12), itemOf(13), itemOf(16)],
  },
  { title: '背中をほぐす15分', tags: ['背中', '肩こり'], items: [itemOf(5, { sets: 2 })] },
  { title: '体幹チャレンジ', tags: ['体幹', '全身'], items: [itemOf(8), itemOf(9), itemOf(10)] },
];

const description = `朝の出勤前に、30分で終わるメニューです。

1種目ごとにしっかり休んで、フォームを大切にしてください。
痛みがある日は、無理をせずに軽くしましょう。`;

/** Shows every state of the lists and of a session. */
for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'training-sessions', size, viewport });

    test(`a member with menus (${size})`, async ({ page, embedded }) => {
      const [me, haru] = [await createReadyMember(embedded), await createReadyMember(embedded)];
      await nameMember(embedded, haru, { nickname: 'ハル' });
      const theirs = await makeMenus(embedded, haru, others);
      await insertWorkouts(embedded, me, [
        { workoutTypeId: 1, startedAt: hoursAgo(50), sets: [{ loadKg: 40, reps: 12 }] },
        {
          workoutTypeId: 1,
          startedAt: hoursAgo(26),
          sets: [
            { loadKg: 42.5, reps: 12 },
            { loadKg: 42.5, reps: 10 },
          ],
        },
        { workoutTypeId: 11, startedAt: hoursAgo(25.7), sets: [{ loadKg: 90, reps: 9 }] },
      ]);
      const mine = await makeMenu(embedded, me, {
        title: '朝の全身30分',
        description,
        tags: ['全身', '朝トレ', '30分'],
        items: [itemOf(1), itemOf(11, { loadKg: 100, reps: 8 }), itemOf(8, { sets: 2 }), itemOf(4)],
      });
      await makeMenu(embedded, me, { title: '腕だけの日', visibility: 'private' });
      await insertRun(embedded, me, mine, hoursAgo(26.1));
      for (const id of theirs.slice(0, 3)) await markFavorite(embedded, me, id);
      await page.goto('/my-training-sessions');
      await signIn(page, me);
      await page.getByRole('heading', { name: 'マイメニュー' }).waitFor();
      await shoot(page, 'mine');
      await openPage(page, '/favorite-training-sessions');
      await shoot(page, 'favorites');
      await openPage(page, '/search-training-sessions');
      await shoot(page, 'search');
      await page.getByRole('searchbox').fill('ちぇすと');
      await page.waitForURL(/query=/);
      await page.locator('[aria-busy=false]').waitFor();
      await shoot(page, 'search-word', false);
      await openPage(page, '/search-training-sessions?query=xyz&tag=胸');
      await shoot(page, 'search-empty');
      await openPage(page, `/training-sessions/${mine}`);
      await shoot(page, 'detail', false);
      await shoot(page, 'detail-whole');
      await page.getByRole('button', { name: '削除する' }).click();
      await shoot(page, 'delete', false);
      await openPage(page, `/training-sessions/${theirs[0] ?? 0}`);
      await shoot(page, 'theirs');
      await page.getByRole('button', { name: '問題を報告する' }).click();
      await shoot(page, 'report', false);
      await page.getByRole('button', { name: '送信する' }).click();
      await shoot(page, 'report-incomplete', false);
      await page.getByText('危険な内容').click();
      await page.getByRole('button', { name: '送信する' }).click();
      await page.getByText('ご報告ありがとうございます').waitFor();
      await shoot(page, 'report-thanks', false);
    });

    test(`a member without menus (${size})`, async ({ page, embedded }) => {
      const account = await createReadyMember(embedded);
      await page.goto('/my-training-sessions');
      await signIn(page, account);
      await page.getByText('いつものメニューを登録すると').waitFor();
      await shoot(page, 'mine-empty');
      await openPage(page, '/favorite-training-sessions');
      await shoot(page, 'favorites-empty');
    });
  });
}
