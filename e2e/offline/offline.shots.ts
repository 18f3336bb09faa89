import { ensureGyms } from '#support/gyms/gyms.ts';
import { press, test } from '#support/members/members.ts';
import { openAndStore, takePhone } from '#support/browser/phone.ts';
import { memberSizes, openPage, sizes, takeShot } from '#support/browser/shots.ts';
import { changeMenu, heart, makeMenu } from '#support/menus/menus.ts';
import { insertWorkouts, someWorkouts } from '#support/workouts/workouts.ts';

test.setTimeout(240_000);

/** Shows the app without a network, with unsent changes, and with rejected changes. */
for (const size of memberSizes) {
  test(`without a network (${size})`, async ({ embedded, member }) => {
    const shoot = async (name: string) => await takeShot(page, `offline-${name}`, size);
    await ensureGyms(embedded);
    await insertWorkouts(embedded, member, someWorkouts);
    const menu = await makeMenu(embedded, member, {
      title: '地下の日',
      visibility: 'private',
    });
    await makeMenu(embedded, member, { title: '好きな日' });
    const phone = await takePhone(embedded.url);
    const online = await phone.start();
    await openAndStore(online, member);

    const page = await phone.start({ offline: true });
    await page.setViewportSize(sizes[size]);
    for (const [name, path] of [
      ['home', '/'],
      ['workouts', '/workouts'],
      ['mine', '/reservations?view=mine'],
      ['gym', '/gyms/1'],
      ['link', '/tanren-link'],
      ['ranking', '/workout-ranking/1/tfo'],
      ['reservations', '/reservations'],
    ] as const) {
      await openPage(page, path);
      await shoot(name);
    }
    await openPage(page, '/my-training-sessions');
    await heart(page, '好きな日').click();
    await openPage(page, `/training-sessions/${menu}/edit`);
    await page.getByLabel('タイトル').fill('地下で変えた日');
    await press(page, '保存する');
    await page.getByText('この端末に保存しました').waitFor();
    await shoot('saved');
    await openPage(page, '/my-training-sessions');
    await shoot('menus');
    await openPage(page, '/settings/unsent');
    await shoot('unsent');
    await changeMenu(embedded, member, menu, { title: '上の階で変えた日' });
    await phone.context().setOffline(false);
    await page.getByText('内容を比べて選ぶ').waitFor({ timeout: 60_000 });
    await shoot('refused');
    await press(page, '破棄する');
    await shoot('give-up');
    await phone.throwAway();
  });
}
