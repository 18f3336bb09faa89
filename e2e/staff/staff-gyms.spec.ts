import type { Page } from '@playwright/test';
import { type EmbeddedServer, runSql } from '#support/embedded-server.ts';
import { ensureGyms, makeGym } from '#support/gyms.ts';
import {
  expect,
  expectQuietConsole,
  ignoreConsoleErrors,
  heading,
  openAs,
  press,
  test,
  toast,
} from '#support/members.ts';
import {
  countTaken,
  dayAhead,
  insertReservation,
  reservationsAddress,
} from '#support/reservations.ts';
import { openPage, tabletSizes } from '#support/shots.ts';
import { createWorker } from '#support/trainers.ts';

expectQuietConsole(test);
test.use({ viewport: tabletSizes.tablet });

const weekdays = ['日', '月', '火', '水', '木', '金', '土'];
const weekdayOf = (day: string) => new Date(day).getUTCDay();
const dialog = (page: Page) => page.getByRole('alertdialog');
const panel = (page: Page) =>
  page.getByRole('region', { name: 'ほかのスタッフが内容を変更しています' });

async function readGym({ dataDir }: EmbeddedServer, id: number) {
  const [row] = await runSql(dataDir, 'select * from gyms where id = $1', [id]);
  return row;
}

test('hours of the week: members and slots follow', async ({ page, browser, embedded, member }) => {
  const gym = await makeGym(embedded, { members: [member] });
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const [changed, closed] = [dayAhead(1), dayAhead(2)];
  const [changedName, closedName] = [changed, closed].map((day) => weekdays[weekdayOf(day)]);
  await openAs(page, staff, `/staff/gyms/${gym.id}?tab=hours`);
  await page.getByLabel(`${changedName}曜日の開店（時）`).selectOption('9');
  await page.getByLabel(`${changedName}曜日の開店（分）`).selectOption('30');
  await page.getByLabel(`${changedName}曜日の閉店（時）`).selectOption('25');
  await page.getByRole('switch', { name: `${closedName}曜日に営業する` }).click();
  await press(page, '営業時間を保存する');
  await expect(toast(page, '営業時間を保存しました')).toBeVisible();

  const phone = await browser.newContext({ baseURL: embedded.url });
  const theirs = await phone.newPage();
  await openAs(theirs, member, `/gyms/${gym.id}`);
  const week = theirs.getByRole('table', { name: '曜日ごとの営業時間' });
  await expect(week.getByRole('cell')).toHaveText(
    weekdays.map((name) => {
      if (name === closedName) return '休館';
      return name === changedName ? '9:30〜翌1:00' : '6:00〜翌2:00';
    }),
  );
  await openPage(theirs, reservationsAddress(gym.id, changed));
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
  const at = { gymId: gym.id, day: dayAhead(2), hour: 10 };
  const kept = { gymId: gym.id, day: dayAhead(3), hour: 10 };
  await insertReservation(embedded, member, at);
  await insertReservation(embedded, member, kept);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, `/staff/gyms/${gym.id}?tab=hours`);
  await expect(page.getByText('これからの予約：2件')).toBeVisible();
  await press(page, '日付を追加する');
  await page.getByLabel('日付').fill(at.day);
  await page.getByLabel(/会員に表示する理由/).fill('設備点検のため');
  await press(page, 'この日を保存する');
  await expect(dialog(page)).toContainText('枠がなくなる予約が1件あります');
  expect(await countTaken(embedded, at)).toBe(1);
  await press(page, '予約をキャンセルして変更する');
  await expect(toast(page, '臨時休館日を設定しました')).toBeVisible();
  await expect(page.getByText('これからの予約：1件')).toBeVisible();
  expect(await countTaken(embedded, at)).toBe(0);
  expect(await countTaken(embedded, kept)).toBe(1);

  const phone = await browser.newContext({ baseURL: embedded.url });
  const theirs = await phone.newPage();
  await openAs(theirs, member, `/reservations?gym=${gym.id}`);
  await expect(theirs.getByRole('region', { name: 'キャンセルになった予約' })).toContainText(
    '設備点検のため',
  );
  await openPage(theirs, `/gyms/${gym.id}`);
  await expect(theirs.getByRole('definition').filter({ hasText: '設備点検のため' })).toContainText(
    '休館',
  );
  await phone.close();

  await page.getByRole('button', { name: /を通常に戻す$/ }).click();
  await expect(toast(page, '通常の営業時間に戻しました')).toBeVisible();
  const log = await runSql(
    embedded.dataDir,
    `select action from staff_audit_log where target like $1 order by id`,
    [`%${gym.name}%`],
  );
  const actions = log.map(({ action }) => action);
  expect(actions).toContain('gym.special-day');
  expect(actions).toContain('gym.special-day.delete');
  ignoreConsoleErrors('status of 409');
});

test('another gym, from its name to its plans', async ({ page, browser, embedded, member }) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const name = `TANREN 検見川${Date.now()}`;
  // Or it would take the number of the gym where the machines of other tests stand.
  await ensureGyms(embedded);
  await openAs(page, staff, '/staff/gyms/new');
  await page.getByLabel('店舗名').fill(name);
  await page.getByLabel('住所').fill('千葉県千葉市花見川区0-0');
  await page.getByLabel('1枠の長さ').fill('９０');
  await press(page, '店舗を追加する');
  await expect(heading(page, name)).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/gyms\/\d+\?tab=hours$/);
  const made = await runSql(embedded.dataDir, 'select * from gyms where name = $1', [name]);
  expect(made).toMatchObject([{ slot_minutes: 90, version: 1 }]);

  await page.getByRole('link', { name: '料金プラン' }).click();
  await press(page, 'プランを追加する');
  await page.getByLabel('プラン名').fill('デイ');
  await page.getByLabel('料金（税込）').fill('６，６００');
  await press(page, '料金プランを保存する');
  await expect(toast(page, '料金プランを保存しました')).toBeVisible();
  await page.getByRole('link', { name: '基本情報' }).click();
  await page.getByLabel('アクセス').fill('検見川駅から徒歩3分');
  await press(page, '変更を保存する');
  await expect(toast(page, '店舗の情報を保存しました')).toBeVisible();

  const phone = await browser.newContext({ baseURL: embedded.url });
  const theirs = await phone.newPage();
  await openAs(theirs, member, `/gyms/${String(made[0]?.['id'])}`);
  await expect(heading(theirs, name)).toBeVisible();
  await expect(theirs.getByText('検見川駅から徒歩3分')).toBeVisible();
  await expect(theirs.getByRole('region', { name: '料金プラン' }).getByRole('listitem')).toHaveText(
    ['デイ¥6,600/月（税込）うち消費税¥600営業時間中いつでも回数の制限なしこの店舗のみ申し込む'],
  );
  await phone.close();
});

test('two browsers on one gym: the second one is told, keeps its words and decides', async ({
  page,
  browser,
  embedded,
}) => {
  const gym = await makeGym(embedded);
  const [first, second] = [
    await createWorker(embedded, 'staff', '早番'),
    await createWorker(embedded, 'staff', '遅番'),
  ];
  const other = await browser.newContext({ baseURL: embedded.url, viewport: tabletSizes.tablet });
  const theirs = await other.newPage();
  for (const [tab, account] of [
    [theirs, first],
    [page, second],
  ] as const) {
    await openAs(tab, account, `/staff/gyms/${gym.id}`);
    await expect(tab.getByLabel('定員')).toHaveValue('12');
  }
  await page.getByLabel('定員').fill('15');
  await theirs.getByLabel('定員').fill('20');
  await theirs.getByLabel('電話番号').fill('03-0000-9999');
  await press(theirs, '変更を保存する');
  await expect(toast(theirs, '店舗の情報を保存しました')).toBeVisible();

  await press(page, '変更を保存する');
  await expect(panel(page)).toContainText('03-0000-9999');
  await expect(page.getByLabel('定員')).toHaveValue('15');
  expect(await readGym(embedded, gym.id)).toMatchObject({ capacity: 20, version: 2 });
  await press(page, 'この内容で保存する');
  await expect(toast(page, '店舗の情報を保存しました')).toBeVisible();
  const saved = { capacity: 15, phone: '03-0000-9999', version: 3 };
  expect(await readGym(embedded, gym.id)).toMatchObject(saved);

  // Now the other one is late, and takes what is there.
  await theirs.getByLabel('定員').fill('30');
  await press(theirs, '変更を保存する');
  await expect(panel(theirs)).toContainText('15名');
  await press(theirs, '最新の内容を読み込む');
  await expect(theirs.getByLabel('定員')).toHaveValue('15');
  expect(await readGym(embedded, gym.id)).toMatchObject(saved);
  await other.close();
  ignoreConsoleErrors('status of 409');
});
