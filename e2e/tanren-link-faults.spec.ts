import { runSql } from './support/database.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
} from './support/identity-steps.ts';
import { channel, counter } from './support/link-page.ts';
import { linkMachine, open, test } from './support/tanren-link.ts';

expectQuietConsole(test);

test('a machine that is cut off is told, and what was counted stays', async ({
  page,
  machine,
  member,
}) => {
  await open(page, member);
  await linkMachine(page, machine);
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await machine.cut();
  // Asked again within half a minute.
  await expect(page.getByText('マシンからの通信が届いていません')).toBeVisible({ timeout: 45_000 });
  await expect(counter(page)).toHaveText('3回');
  await expectClean(page);
});

test('a reload in the middle of a set goes on where it was', async ({ page, machine, member }) => {
  await open(page, member);
  await linkMachine(page, machine);
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await page.reload();
  // Before anything has come from the machine again.
  await expect(counter(page)).toHaveText('3回');
  await expect(channel(page)).toHaveText('接続中');
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('4回');
  // Nothing that could open the channel is left in the tab.
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(kept).toContain('workoutUuid');
  expect(kept).not.toMatch(/password|ticket/i);
  await page.goto('/settings');
  await press(page, 'サインアウト');
  await expect(heading(page, 'サインイン')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('tanren_live'))).toBeNull();
});

test('a lost network in the middle of a set loses nothing', async ({
  page,
  context,
  machine,
  member,
}) => {
  await open(page, member);
  await linkMachine(page, machine);
  await machine.lift(2);
  await expect(counter(page)).toHaveText('2回');
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(channel(page)).toHaveText('再接続中');
  await expect(page.getByText('通信が途切れています')).toBeVisible();
  await expectClean(page);
  machine.say('rep 300');
  machine.say('rep 300');
  await context.setOffline(false);
  await expect(channel(page)).toHaveText('接続中');
  machine.say('rep 300');
  await expect(counter(page)).toHaveText('5回');
  forgiveComplaints('ERR_INTERNET_DISCONNECTED');
});

test('two devices of a member show the same set', async ({
  page,
  browser,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await linkMachine(page, machine);
  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const tablet = await context.newPage();
  await open(tablet, member);
  await expect(heading(tablet, 'チェストプレス')).toBeVisible();
  await expect(channel(tablet)).toHaveText('接続中');
  await machine.lift(3);
  await expect(counter(page)).toHaveText('3回');
  await expect(counter(tablet)).toHaveText('3回');
  await press(tablet, '接続を解除する');
  await press(tablet, '解除する');
  await expect(heading(page, 'マシンと接続')).toBeVisible();
  await expect(page.getByText('接続を解除しました。')).toBeVisible();
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  await context.close();
});

test('a link that was idle for ten minutes is released, and says so', async ({
  page,
  machine,
  member,
  embedded,
}) => {
  await open(page, member);
  await linkMachine(page, machine);
  const ago = (minutes: number) =>
    runSql(
      embedded.dataDir,
      `update tanren_connections set linked_at = now() - interval '15 minutes',
       last_active_at = now() - make_interval(secs => $1) where machine_id = $2`,
      [minutes * 60, machine.id],
    );
  await ago(9);
  await page.reload();
  await expect(page.getByText(/あと\d+秒トレーニングがないと/)).toBeVisible();
  await expectClean(page);
  await ago(10);
  await expect(page.getByText('10分間トレーニングがなかったため')).toBeVisible({ timeout: 45_000 });
  await machine.waitFor('unlinked');
});
