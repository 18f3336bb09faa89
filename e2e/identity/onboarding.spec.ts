import { newEmail, password } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import { expect, fillProfile, heading, press } from '#support/members/members.ts';
import { applyForPlan, offerPlan } from '#support/memberships/memberships.ts';
import { waitForApp } from '#support/browser/navigation.ts';
import {
  button,
  countTaken,
  makeGym,
  reservationsAddress,
  slot,
  tomorrow,
} from '#support/booking/reservations.ts';

test('register, code, profile, terms, home, a plan and the first slot: keeps next all the way', async ({
  page,
  embedded,
}) => {
  const email = newEmail();
  const gymId = await makeGym(embedded);
  await offerPlan(embedded, gymId, 'open');
  await page.goto('/informations');
  await waitForApp(page);
  await page.getByRole('link', { name: 'アプリをはじめて使う方' }).click();
  await expect(heading(page, 'アプリの新規登録')).toBeVisible();
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await press(page, '登録する');
  await page.getByLabel('確認コード').fill(await embedded.readCode(email));
  await press(page, '確認する');

  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await fillProfile(page);
  await press(page, '登録する');
  await expect(heading(page, '利用規約への同意')).toBeVisible();
  await expect(page).toHaveURL('/confirm-agreement?next=%2Finformations');
  await press(page, '同意して続ける');
  await expect(page).toHaveURL('/informations');
  await expect(heading(page, 'お知らせ')).toBeVisible();
  await page.goto('/');
  await expect(heading(page, 'テツさん')).toBeVisible();

  // From the slots it takes a plan, the application, the welcome, and the slot itself.
  await page.goto(reservationsAddress(gymId, tomorrow()));
  await expect(page.getByText('予約と入館にはプランが必要です。')).toBeVisible();
  await applyForPlan(page, '佐藤 哲');
  await expect(page.getByRole('region', { name: '会員証' })).toContainText(/会員番号\d{8}佐藤 哲/);
  await page.getByRole('link', { name: '最初の予約をとる' }).click();
  await expect(page).toHaveURL(reservationsAddress(gymId, tomorrow()));
  await button(page, '19:00〜20:00を予約する').click();
  await expect(slot(page, '19:00〜20:00')).toContainText('予約済み');
  expect(await countTaken(embedded, { gymId, day: tomorrow(), hour: 19 })).toBe(1);
});
