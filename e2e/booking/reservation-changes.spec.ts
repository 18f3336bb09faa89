import { readFile } from 'node:fs/promises';
import {
  expect,
  expectQuietConsole,
  pauseToast,
  openAs,
  test,
  toast,
} from '#support/members/members.ts';
import {
  button,
  cards,
  countTaken,
  makeGym,
  showMine,
  slot,
  tomorrow,
} from '#support/booking/reservations.ts';
import { makeMenu } from '#support/menus/menus.ts';

expectQuietConsole(test);

test('downloads a reservation with its menu as a calendar file, cancels it, and restores it by the toast', async ({
  page,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded, { name: 'TANREN 神田', members: [member] });
  const session = await makeMenu(embedded, member, { title: '脚の日' });
  await openAs(page, member, `/training-sessions/${session}`);
  await page.getByRole('link', { name: /予約する/ }).click();
  await page.getByRole('combobox', { name: 'ジム' }).selectOption(String(gymId));
  await expect(page).toHaveURL(new RegExp(`gym=${gymId}`));
  // The address names the day, because late in the evening the page already opens on it.
  await page.goto(`${page.url()}&date=${tomorrow()}`);
  await button(page, '9:00〜10:00を予約する').click();
  await expect(slot(page, '9:00〜10:00')).toContainText('予約済み');
  await showMine(page);
  await expect(cards(page).getByRole('link', { name: '脚の日' })).toBeVisible();

  const download = page.waitForEvent('download');
  await cards(page)
    .getByRole('button', { name: /カレンダーに追加/ })
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^tanren-reservation-\d+\.ics$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('BEGIN:VEVENT');
  expect(text).toContain(`DTSTART:${tomorrow().replaceAll('-', '')}T000000Z`);

  await cards(page)
    .getByRole('button', { name: /キャンセルする/ })
    .click();
  await pauseToast(page, '予約をキャンセルしました');
  await expect(page.getByText('予約はまだありません')).toBeVisible();
  await toast(page, '予約をキャンセルしました').getByRole('button', { name: '元に戻す' }).click();
  await expect(cards(page).getByRole('link', { name: '脚の日' })).toBeVisible();
  // The page shows the reservation before the server has answered.
  await expect.poll(() => countTaken(embedded, { gymId, day: tomorrow(), hour: 9 })).toBe(1);
  await page.getByText('過去の予約').click();
  await expect(page.getByText('・キャンセルしました')).toBeVisible();
});
