import type { Page } from '@playwright/test';
import { runSql } from '#support/server/embedded-server.ts';
import {
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  heading,
  openAs,
  press,
} from '#support/members/members.ts';
import { linkByCode } from '#support/machines/machine.ts';
import {
  currentSet,
  item,
  legs,
  makeMenu,
  readRun,
  session,
  start,
  test,
} from '#support/menus/menu-run.ts';

expectQuietConsole(test);

/** Makes the page fetch at once instead of within 15 seconds. */
const lookAt = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

test('neither a reload nor a lost network loses a set of a run', async ({
  page,
  context,
  machines,
  member,
  embedded,
}) => {
  await start(page, member, await makeMenu(embedded, member));
  await linkByCode(page, machines.chest, 'チェストプレス');
  await machines.chest.lift(3);
  machines.chest.say('end-set');
  await expect(session(page)).toContainText('1/3セット');
  await page.reload();
  await expect(currentSet(page)).toContainText('1/2セット終了');
  await expect(session(page)).toContainText('1/3セット');

  await context.setOffline(true);
  await expect(page.getByText('通信が途切れています')).toBeVisible();
  await machines.chest.lift(3);
  machines.chest.say('finish');
  await expect
    .poll(() => readRun(embedded, member))
    .toMatchObject({ items: [{ doneSets: 2 }, { doneSets: 0 }] });
  await expect(session(page)).toContainText('1/3セット');
  await context.setOffline(false);
  await expect(session(page)).toContainText('2/3セット');
  ignoreConsoleErrors('ERR_INTERNET_DISCONNECTED');
  ignoreConsoleErrors('NetworkError');
});

test('an open run is found at home and on another device, and ends on both', async ({
  page,
  browser,
  machines,
  member,
  embedded,
}) => {
  const id = await makeMenu(embedded, member);
  const legDay = { title: '脚の日', items: [item(legs, 1, 80)] };
  const otherId = await makeMenu(embedded, member, legDay);
  await start(page, member, id);
  await linkByCode(page, machines.chest, 'チェストプレス');
  await machines.chest.lift(3);
  machines.chest.say('finish');
  await expect(session(page)).toContainText('1/3セット');

  const elsewhere = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const tablet = await elsewhere.newPage();
  await openAs(tablet, member, '/');
  const today = tablet.getByRole('region', { name: '今日やること' });
  await expect(today).toContainText('トレーニング中');
  await expect(today).toContainText('上半身の日');
  await expect(today).toContainText('1/3セット');
  await today.getByRole('link', { name: '続ける' }).click();
  await expect(heading(tablet, 'チェストプレス')).toBeVisible();
  await expect(session(tablet)).toContainText('1/3セット');

  // The page of the running session continues it. Another one says what starting would do.
  await session(tablet).getByRole('link', { name: '上半身の日' }).click();
  await expect(tablet).toHaveURL(`/training-sessions/${id}`);
  await expect(tablet.getByRole('link', { name: '続ける' })).toBeVisible();
  await tablet.goto(`/training-sessions/${otherId}`);
  await expect(tablet.getByText('トレーニング中の「上半身の日」は終了します')).toBeVisible();
  await press(tablet, 'このメニューを始める');
  await expect(session(tablet)).toContainText('脚の日');
  expect(await machines.chest.waitFor('items')).toMatchObject({ items: [] });
  await lookAt(page);
  await expect(session(page)).toContainText('脚の日');
  await expect(session(page)).toContainText('含まれていません');

  await runSql(
    embedded.dataDir,
    `update training_session_runs set started_at = started_at - interval '5 hours',
     ends_by = ends_by - interval '5 hours' where training_session_id = $1`,
    [otherId],
  );
  await lookAt(page);
  await expect(session(page)).toHaveCount(0);
  await elsewhere.close();
});
