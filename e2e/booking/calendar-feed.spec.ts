import type { Page } from '@playwright/test';
import {
  expect,
  expectQuietConsole,
  openAs,
  press,
  test,
  toast,
} from '#support/members/members.ts';
import type { Account } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { dayAhead, insertReservation, makeGym, showMine } from '#support/booking/reservations.ts';

expectQuietConsole(test);

const section = (page: Page) => page.getByRole('region', { name: 'カレンダーと連携' });
const address = (page: Page) => section(page).getByLabel('カレンダー用URL', { exact: true });

async function openSection(page: Page, member: Account): Promise<void> {
  await openAs(page, member, '/reservations');
  await showMine(page);
  await expect(section(page)).toBeVisible();
}

async function issue(page: Page): Promise<string> {
  await press(page, 'カレンダー用URLを作る');
  await expect(address(page)).toBeVisible();
  return (await address(page).textContent()) ?? '';
}

/** Fetches a calendar address from the server of the test, whose port is not the configured one. */
async function readCalendar(
  embedded: EmbeddedServer,
  url: string,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL(new URL(url).pathname, embedded.url));
  return { status: answer.status, text: await answer.text() };
}

test('a calendar address is shown once, and calendars read the reservations until it is replaced or stopped', async ({
  page,
  embedded,
  member,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const gymId = await makeGym(embedded, { name: 'TANREN 神田' });
  await insertReservation(embedded, member, { gymId, day: dayAhead(1), hour: 25 });
  await openSection(page, member);
  const first = await issue(page);
  await section(page).getByRole('button', { name: 'コピーする' }).click();
  await expect(section(page).getByRole('button', { name: 'コピーしました' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  const { status, text } = await readCalendar(embedded, first);
  expect(status).toBe(200);
  expect(text).toContain('SUMMARY:トレーニング（TANREN 神田）');

  await page.reload();
  await expect(section(page).getByText('に作ったURLで連携しています')).toBeVisible();
  await expect(address(page)).toBeHidden();
  await press(page, 'URLを作り直す');
  await press(page, '作り直す');
  await expect(address(page)).not.toHaveText(first);
  const second = (await address(page).textContent()) ?? '';
  expect((await readCalendar(embedded, first)).status).toBe(404);
  expect((await readCalendar(embedded, second)).status).toBe(200);

  await press(page, '連携を停止する');
  await press(page, '停止する');
  await expect(toast(page, '連携を停止しました')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'カレンダー用URLを作る' })).toBeVisible();
  expect((await readCalendar(embedded, second)).status).toBe(404);
});
