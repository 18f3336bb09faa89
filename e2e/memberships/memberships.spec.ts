import { expect, expectQuietConsole, openAs, test, toast } from '#support/members/members.ts';
import { applyForPlan, offerPlan } from '#support/memberships/memberships.ts';
import {
  button,
  makeGym,
  openSlots,
  reservationsAddress,
  slot,
  tomorrow,
} from '#support/booking/reservations.ts';
import { openPage, sizes } from '#support/browser/shots.ts';
import { createWorker } from '#support/trainers/trainers.ts';

expectQuietConsole(test);

test('in a gym that checks members an application is approved at the desk, and then the member reserves', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded);
  await offerPlan(embedded, gymId, 'approval');
  await openSlots(page, member, gymId);
  await applyForPlan(page, '高橋 未来');
  await expect(toast(page, '申し込みました')).toContainText('ジムの確認が済むと');
  await expect(page).toHaveURL('/settings/membership');
  await expect(page.getByText('「フルタイム」への入会')).toBeVisible();
  await openPage(page, reservationsAddress(gymId, tomorrow()));
  const rejected = page.getByRole('region', { name: '予約できない理由' });
  await expect(rejected).toContainText('確認しています');

  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const desk = await browser.newContext({ baseURL: embedded.url, viewport: sizes.tablet });
  const theirs = await desk.newPage();
  await openAs(theirs, staff, `/staff/memberships?gym=${gymId}`);
  const request = theirs.getByRole('article', { name: '高橋 未来さんの入会' });
  await request.getByRole('button', { name: '承認する' }).click();
  const dialog = theirs.getByRole('alertdialog');
  await expect(dialog).toContainText('ご本人確認');
  await dialog.getByRole('button', { name: '承認する' }).click();
  await expect(toast(theirs, '入会を承認しました')).toBeVisible();
  await expect(request).toHaveCount(0);
  await desk.close();

  await page.reload();
  await button(page, '19:00〜20:00を予約する').click();
  await expect(slot(page, '19:00〜20:00')).toContainText('予約済み');
  await openPage(page, '/settings/membership');
  await expect(page.getByText(/会員番号/).first()).toBeVisible();
  await expect(page.getByText('高橋 未来')).toBeVisible();
});
