import {
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  openAs,
  test,
  toast,
} from '#support/members/members.ts';
import { applyForPlan, fillBirthDate, offerPlan } from '#support/memberships/memberships.ts';
import { runSql } from '#support/server/embedded-server.ts';
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

test('an adult sees the whole contract before joining, finds it again later, and leaves as easily', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const gymId = await makeGym(embedded);
  await offerPlan(embedded, gymId, 'open');
  await openAs(page, member, `/gyms/${gymId}/join`);
  await page.getByRole('link', { name: '「フルタイム」に申し込む' }).click();
  await page.getByLabel('氏名').fill('高橋 未来');
  await fillBirthDate(page, [1990, 4, 1]);
  await button(page, '確認画面へ進む').click();
  await expect(page.getByRole('heading', { name: '最終確認' })).toBeFocused();
  await expect(page.getByText('会費：1か月あたり9,900円')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('氏名')).toHaveValue('高橋 未来');
  await button(page, '確認画面へ進む').click();
  await expect(page.getByText('会費：1か月あたり9,900円')).toBeVisible();
  // The price changes while the member reads.
  await runSql(embedded.dataDir, 'update subscription_plans set price = 11000 where gym_id = $1', [
    gymId,
  ]);
  await button(page, '申し込む').click();
  await expect(page.getByText(/お申し込みの内容が変わりました。/)).toBeVisible();
  await expect(page.getByText('会費：1か月あたり11,000円')).toBeVisible();
  await button(page, '申し込む').click();
  await expect(page.getByRole('region', { name: '会員証' })).toContainText('高橋 未来');
  ignoreConsoleErrors('409');

  await openPage(page, '/settings/membership');
  await page.getByText('お申し込み時の確認内容').click();
  await expect(page.getByText('会費：1か月あたり11,000円')).toBeVisible();

  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const [row] = await runSql(embedded.dataDir, 'select id from memberships where gym_id = $1', [
    gymId,
  ]);
  const desk = await browser.newContext({ baseURL: embedded.url, viewport: sizes.tablet });
  const theirs = await desk.newPage();
  await openAs(theirs, staff, `/staff/memberships/${String(row?.['id'])}`);
  await theirs.getByText('お申し込み時の確認内容').click();
  await expect(theirs.getByText('会費：1か月あたり11,000円')).toBeVisible();
  await desk.close();

  // Leaving takes two taps from the same page, and nobody has to agree.
  await button(page, '退会する').click();
  await page.getByRole('dialog').getByRole('button', { name: '退会する' }).click();
  await expect(toast(page, '退会の手続きが完了しました')).toBeVisible();
  await expect(button(page, '退会を取りやめる')).toBeVisible();
});
