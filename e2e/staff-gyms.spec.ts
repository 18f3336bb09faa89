import type { Page } from '@playwright/test';
import { runSql } from './support/database.ts';
import { makeGym } from './support/gyms.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { callApi, openAs } from './support/member-steps.ts';
import {
  countTaken,
  dayAhead,
  insertReservation,
  reservationsAddress,
} from './support/reservations.ts';
import { openPage, tabletSizes } from './support/shots.ts';
import { createWorker } from './support/trainer-link.ts';

expectQuietConsole(test);
test.use({ viewport: tabletSizes.tablet });

const weekdays = ['日', '月', '火', '水', '木', '金', '土'];
const dialog = (page: Page) => page.getByRole('alertdialog');
const save = (page: Page) => press(page, '営業時間を保存する');

test('hours of the week: members and slots follow', async ({ page, browser, embedded, member }) => {
  const gym = await makeGym(embedded);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, '/staff/gyms');
  await page.locator(`[href="/staff/gyms/${gym.id}"]`).click();
  await page.getByRole('link', { name: '営業時間', exact: true }).click();
  await expect(page.getByLabel('日曜日の閉店（時）')).toHaveValue('26');
  await expectClean(page);
  // A day may not reach into the opening of the next one.
  await page.getByLabel('土曜日の閉店（時）').selectOption('30');
  await page.getByLabel('土曜日の閉店（分）').selectOption('5');
  await save(page);
  await expect(page.getByText('日曜日の開店（6:00）と重なっています')).toBeVisible();
  await page.getByLabel('土曜日の閉店（時）').selectOption('5');
  await expect(page.getByText('閉店は、開店より後の時刻にしてください')).toBeVisible();
  await expectClean(page);
  for (const [index, day] of weekdays.entries()) {
    if (index === 3) await page.getByRole('switch', { name: `${day}曜日に営業する` }).click();
    else {
      await page.getByLabel(`${day}曜日の開店（時）`).selectOption('9');
      await page.getByLabel(`${day}曜日の開店（分）`).selectOption('30');
      await page.getByLabel(`${day}曜日の閉店（時）`).selectOption('25');
      await page.getByLabel(`${day}曜日の閉店（分）`).selectOption('0');
    }
  }
  // Leaving asks; so does another part of the page.
  await page.getByRole('link', { name: '料金プラン' }).click();
  await press(page, '入力を続ける');
  await save(page);
  await expect(toast(page, '営業時間を保存しました')).toBeVisible();
  await page.getByRole('link', { name: '料金プラン' }).click();
  await expect(dialog(page)).toHaveCount(0);

  const phone = await browser.newContext({ baseURL: embedded.url });
  const theirs = await phone.newPage();
  await openAs(theirs, member, `/gyms/${gym.id}`);
  const week = theirs.getByRole('table', { name: '曜日ごとの営業時間' });
  await expect(week.getByRole('cell')).toHaveText(
    weekdays.map((_, index) => (index === 3 ? '休館' : '9:30〜翌1:00')),
  );
  const open = [1, 2].map(dayAhead).find((day) => new Date(day).getUTCDay() !== 3) ?? '';
  await openPage(theirs, reservationsAddress(gym.id, open));
  await expect(theirs.getByRole('button', { name: '9:30〜10:30を予約する' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: '6:00〜7:00を予約する' })).toHaveCount(0);
  await phone.close();
});

test('a day is closed: reservations are cancelled only when told so, and the member reads why', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const gym = await makeGym(embedded);
  const day = dayAhead(2);
  const at = { gymId: gym.id, day, hour: 10 };
  const kept = { gymId: gym.id, day: dayAhead(3), hour: 10 };
  await insertReservation(embedded, member, at);
  await insertReservation(embedded, member, kept);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, `/staff/gyms/${gym.id}?tab=hours`);
  await expect(page.getByText('これからの予約：2件')).toBeVisible();
  await press(page, '日付を追加する');
  await press(page, 'この日を保存する');
  await expect(page.getByText('日付を入力してください')).toBeVisible();
  await page.getByLabel('日付').fill(dayAhead(-1));
  await expect(page.getByText('今日以降の日付を入力してください')).toBeVisible();
  await page.getByLabel('日付').fill(day);
  await page.getByLabel(/会員に表示する理由/).fill('設備点検のため');
  await press(page, 'この日を保存する');
  await expect(dialog(page)).toContainText('枠がなくなる予約が1件あります');
  await expectClean(page);
  await press(page, '変更しない');
  await expect(dialog(page)).toHaveCount(0);
  expect(await countTaken(embedded, at)).toBe(1);
  await press(page, 'この日を保存する');
  await dialog(page).getByRole('button', { name: '予約を取り消して変更する' }).dblclick();
  await expect(toast(page, '臨時休業日を設定しました')).toBeVisible();
  await expect(page.getByText('これからの予約：1件')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '設備点検のため' })).toContainText(
    '休館',
  );
  expect(await countTaken(embedded, at)).toBe(0);
  expect(await countTaken(embedded, kept)).toBe(1);

  const phone = await browser.newContext({ baseURL: embedded.url });
  const theirs = await phone.newPage();
  await openAs(theirs, member, `/reservations?gym=${gym.id}`);
  await expect(theirs.getByRole('region', { name: '店舗の都合で取り消された予約' })).toContainText(
    '設備点検のため',
  );
  await openPage(theirs, `/gyms/${gym.id}`);
  await expect(theirs.getByRole('definition').filter({ hasText: '設備点検のため' })).toContainText(
    '休館',
  );
  await phone.close();

  // Other hours instead, then as in every week.
  await page.getByRole('button', { name: /を変更する$/ }).click();
  await page.getByRole('switch', { name: 'この日に営業する' }).click();
  await page.getByLabel('この日の開店（時）').selectOption('12');
  await page.getByLabel('この日の閉店（時）').selectOption('34');
  await press(page, 'この日を保存する');
  await expect(page.getByText('翌日の開店と重なっています')).toBeVisible();
  await page.getByLabel('この日の閉店（時）').selectOption('20');
  await press(page, 'この日を保存する');
  await expect(toast(page, '臨時営業日を設定しました')).toBeVisible();
  await expect(page.getByText('12:00〜20:00')).toBeVisible();
  await page.getByRole('button', { name: /を通常に戻す$/ }).click();
  await expect(toast(page, '通常の営業時間に戻しました')).toBeVisible();
  await expect(page.getByText('今日以降の臨時営業日・休業日はありません。')).toBeVisible();
  const log = await runSql(
    embedded.dataDir,
    `select action from staff_audit_log where target like $1 order by id`,
    [`%${gym.name}%`],
  );
  expect(log.length).toBeGreaterThanOrEqual(3);
  forgiveComplaints('status of 409');
});

test('another gym, from its name to its plans', async ({ page, browser, embedded, member }) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const name = `TANREN 検見川${Date.now()}`;
  await openAs(page, staff, '/staff/gyms/new');
  await press(page, '店舗を追加する');
  await expect(page.getByLabel('店舗名')).toBeFocused();
  await expect(page.getByText('住所を入力してください')).toBeVisible();
  await expectClean(page);
  await page.getByLabel('店舗名').fill(name);
  await page.getByLabel('住所').fill('千葉県千葉市花見川区0-0');
  await page.getByLabel('電話番号').fill('０４３−０００−００００');
  await page.getByLabel('1枠の長さ').fill('0');
  await press(page, '店舗を追加する');
  await expect(page.getByText('5〜1,440分で入力してください')).toBeVisible();
  await page.getByLabel('1枠の長さ').fill('９０');
  await page.getByRole('button', { name: '店舗を追加する' }).dblclick();
  await expect(heading(page, name)).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/gyms\/\d+\?tab=hours$/);
  const made = await runSql(embedded.dataDir, 'select * from gyms where name = $1', [name]);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ slot_minutes: 90, phone: '043-000-0000' });

  await page.getByRole('link', { name: '料金プラン' }).click();
  await press(page, 'プランを追加する');
  await press(page, '料金プランを保存する');
  await expect(page.getByLabel('プラン名')).toBeFocused();
  const plan = (number: number) => page.getByRole('listitem', { name: `プラン${number}` });
  await plan(1).getByLabel('プラン名').fill('デイ');
  await plan(1).getByLabel('料金（税込）').fill('６，６００');
  await expect(plan(1)).toContainText('うち消費税 ¥600');
  await press(page, 'プランを追加する');
  await plan(2).getByLabel('プラン名').fill('1回利用');
  await plan(2).getByLabel('料金（税込）').fill('1100');
  await plan(2).getByRole('radio', { name: '1回ごと' }).check();
  await press(page, 'プラン2を上へ移動する');
  await press(page, 'プランを追加する');
  await press(page, 'プラン3を外す');
  await toast(page, 'プランを外しました').getByRole('button', { name: '元に戻す' }).click();
  await expect(plan(3)).toBeVisible();
  await press(page, 'プラン3を外す');
  await expectClean(page);
  await press(page, '料金プランを保存する');
  await expect(toast(page, '料金プランを保存しました')).toBeVisible();

  const gymId = String(made[0]?.['id']);
  const phone = await browser.newContext({ baseURL: embedded.url });
  const theirs = await phone.newPage();
  await openAs(theirs, member, `/gyms/${gymId}`);
  await expect(theirs.getByRole('region', { name: '料金プラン' }).getByRole('listitem')).toHaveText(
    ['1回利用¥1,100/回（税込）うち消費税¥100', 'デイ¥6,600/月（税込）うち消費税¥600'],
  );
  await phone.close();

  await page.getByRole('link', { name: '基本情報' }).click();
  await page.getByLabel('定員').fill('20');
  await press(page, '変更を保存する');
  await expect(toast(page, '店舗の情報を保存しました')).toBeVisible();
  const { json } = await callApi(embedded, member, 'GET', `/gyms/${gymId}`);
  expect(json).toMatchObject({ capacity: 20, slotMinutes: 90 });
  await page.goto('/staff/gyms/2147483647');
  await expect(heading(page, 'Page not found')).toBeVisible();
});

test('a smaller gym: who has no place any more is asked about first', async ({
  page,
  embedded,
  member,
}) => {
  const gym = await makeGym(embedded);
  const at = { gymId: gym.id, day: dayAhead(2), hour: 10 };
  await insertReservation(embedded, await createWorker(embedded, 'trainer', '先客'), at);
  await insertReservation(embedded, member, at);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, `/staff/gyms/${gym.id}`);
  await page.getByLabel('定員').fill('1');
  await press(page, '変更を保存する');
  await expect(dialog(page)).toBeVisible();
  await press(page, '予約を取り消して変更する');
  await expect(toast(page, '店舗の情報を保存しました')).toBeVisible();
  expect(await countTaken(embedded, at)).toBe(1);
  forgiveComplaints('status of 409');
});

for (const [size, viewport] of Object.entries(tabletSizes)) {
  test(`nothing is wider than the screen (${size})`, async ({ page, embedded }) => {
    await page.setViewportSize(viewport);
    const gym = await makeGym(embedded);
    const staff = await createWorker(embedded, 'staff', 'スタッフ');
    await openAs(page, staff, '/staff');
    await expect(heading(page, 'スタッフ')).toBeVisible();
    const gymPages = ['', '?tab=hours', '?tab=plans'].map((tab) => `/staff/gyms/${gym.id}${tab}`);
    const others = ['/staff', '/staff/gyms', '/staff/informations', '/staff/informations/new'];
    for (const path of [...others, ...gymPages]) {
      await openPage(page, path);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBe(0);
      await expectClean(page);
    }
  });
}
