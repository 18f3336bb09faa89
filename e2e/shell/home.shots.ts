import { openAs, test } from '#support/members/members.ts';
import { createShots, openPage, tabletSizes } from '#support/browser/shots.ts';
import { createWorker, linkTrainer, makeMenuFor } from '#support/trainers/trainers.ts';
import { itemOf } from '#support/menus/menus.ts';
import { insertWorkouts, someWorkouts } from '#support/workouts/workouts.ts';

test.setTimeout(240_000);

/** Shows the first page of members, trainers and staff. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'home', size, viewport });

    test(`a trainer's new menu (${size})`, async ({ page, embedded, member }) => {
      const trainer = await createWorker(embedded, 'trainer', 'コウジ');
      const id = await linkTrainer(embedded, member, trainer);
      await insertWorkouts(embedded, member, someWorkouts);
      const items = [itemOf(1), itemOf(4), itemOf(11)];
      await makeMenuFor(embedded, trainer, id, { title: '肩の立て直し（軽め）', items });
      await openAs(page, member, '/my-trainer');
      await page.getByRole('region', { name: '連携中のトレーナー' }).waitFor();
      await openPage(page, '/');
      await page.getByText('トレーナーからの新しいメニュー').waitFor();
      await shoot(page, 'trainer-session', false);
    });

    test(`the navigation of trainers and staff (${size})`, async ({ page, embedded }) => {
      const staff = await createWorker(embedded, 'staff', 'ミキ');
      await openAs(page, staff, '/staff');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('link', { name: '店舗管理', exact: true }).waitFor();
      await shoot(page, 'staff', false);
    });
  });
}
