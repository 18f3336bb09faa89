import { signIn } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import { createReadyMember } from '#support/members/members.ts';
import { insertWorkouts, liftForAYear } from '#support/workouts/workouts.ts';
import { createShots, openPage, sizes } from '#support/browser/shots.ts';

test.setTimeout(120_000);

/** Shows every state of the pages that show workouts. */
for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'workouts', size, viewport });

    test(`a member with a year of workouts (${size})`, async ({ page, embedded }) => {
      const account = await createReadyMember(embedded);
      await insertWorkouts(embedded, account, liftForAYear());
      await page.goto('/workouts');
      await signIn(page, account);
      await page.getByRole('heading', { name: 'トレーニング履歴' }).waitFor();
      await shoot(page, 'list', false);
      await page.mouse.wheel(0, 500);
      await shoot(page, 'list-scrolled', false);
      await page.getByRole('link', { name: 'ラットプルダウン', exact: true }).click();
      await page.waitForURL(/workoutType=4/);
      await page.locator('[aria-busy=false]').waitFor();
      await shoot(page, 'list-filtered', false);
      await page.locator('a[href^="/visits/"]').first().click();
      await page.getByText('画像を共有する').waitFor();
      await shoot(page, 'visit');
      await page.locator('main a[href^="/workouts/"]:visible').first().click();
      await page.getByText('1回にかけた時間').waitFor();
      await shoot(page, 'detail');
      await page.getByText('1回ごとの記録を表で見る').click();
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowLeft');
      await shoot(page, 'detail-table');
      await openPage(page, '/training-history/1');
      await shoot(page, 'history');
      await openPage(page, '/training-history/1?period=all');
      await page.getByRole('slider', { name: '最大重量' }).focus();
      for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowLeft');
      await page.getByText('グラフの数値を表で見る').click();
      await shoot(page, 'history-all', false);
      await openPage(page, '/training-history/2');
      await shoot(page, 'history-never');
      await openPage(page, '/training-status');
      await shoot(page, 'status');
      await page.locator('[data-muscle=pectorals]').first().click();
      await page.getByText('すべての部位を表で見る').click();
      await shoot(page, 'status-muscle');
      await openPage(page, '/');
      await shoot(page, 'home');
      await openPage(page, '/workouts/2147483647');
      await shoot(page, 'missing');
      await page.route('**/api/training-status', (route) => route.abort());
      await openPage(page, '/training-status');
      await shoot(page, 'error');
    });

    test(`a member without workouts (${size})`, async ({ page, embedded }) => {
      const account = await createReadyMember(embedded);
      await page.goto('/workouts');
      await signIn(page, account);
      await page.getByText('来館ごとの記録がここに').waitFor();
      await shoot(page, 'list-empty');
      await openPage(page, '/training-status');
      await shoot(page, 'status-empty');
      await openPage(page, '/');
      await shoot(page, 'home-empty');
    });
  });
}
