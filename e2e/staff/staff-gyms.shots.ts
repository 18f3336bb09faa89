import { signIn } from '#support/accounts.ts';
import { test } from '#support/embedded-server.ts';
import { addSpecialDay, makeGym } from '#support/gyms.ts';
import { dayAhead, fillPlaces } from '#support/reservations.ts';
import { createShots, openPage, tabletSizes } from '#support/shots.ts';
import { createWorker } from '#support/trainers.ts';

test.setTimeout(120_000);

/** Every part of a gym's settings, and what is wrong or costs reservations. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'staff', size, viewport });

    test(`gyms (${size})`, async ({ page, embedded }) => {
      const staff = await createWorker(embedded, 'staff', 'スタッフ');
      const gym = await makeGym(embedded);
      await makeGym(embedded, { name: 'TANREN 中目黒' });
      await addSpecialDay(embedded, gym, dayAhead(5), null, '設備点検のため');
      const short = { opensMinute: 600, closesMinute: 1080 };
      await addSpecialDay(embedded, gym, dayAhead(20), short, '年末年始');
      await fillPlaces(embedded, { gymId: gym.id, day: dayAhead(3), hour: 24 }, 4);
      await page.goto('/');
      await signIn(page, staff);
      await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
      await openPage(page, '/staff/gyms');
      await shoot(page, 'gyms');
      await openPage(page, '/staff/gyms/new');
      await page.getByRole('button', { name: '店舗を追加する' }).click();
      await shoot(page, 'gym-new-faults');
      await page.getByLabel('店舗名').fill('');
      await openPage(page, `/staff/gyms/${gym.id}`);
      await shoot(page, 'gym-basic');
      await openPage(page, `/staff/gyms/${gym.id}?tab=hours`);
      await shoot(page, 'gym-hours');
      await page.getByLabel('日曜日の閉店（時）').selectOption('31');
      await page.getByRole('switch', { name: '火曜日に営業する' }).click();
      await page.getByRole('button', { name: '営業時間を保存する' }).click();
      await page.getByRole('button', { name: '日付を追加する' }).click();
      await shoot(page, 'gym-hours-faults');
      await page.getByRole('button', { name: 'やめる' }).click();
      for (const day of ['日', '月', '火', '水', '木', '金', '土']) {
        const close = page.getByLabel(`${day}曜日の閉店（時）`);
        if (await close.isVisible()) await close.selectOption('23');
      }
      await page.getByRole('button', { name: '営業時間を保存する' }).click();
      await page.getByText('取り消しになる予約があります').waitFor();
      await shoot(page, 'gym-affected', false);
      await page.getByRole('button', { name: '予約を取り消して変更する' }).click();
      await page.getByText('営業時間を保存しました').waitFor();
      await openPage(page, `/staff/gyms/${gym.id}?tab=plans`);
      await page.getByRole('button', { name: 'プランを追加する' }).click();
      await page.getByRole('button', { name: '料金プランを保存する' }).click();
      await shoot(page, 'gym-plans');
    });
  });
}
