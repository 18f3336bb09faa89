import type { Page } from '@playwright/test';
import type { Account } from './support/accounts.ts';
import { runSql } from './support/database.ts';
import type { EmbeddedServer } from './support/embedded-server.ts';
import { makeGym, type TestGym } from './support/gyms.ts';
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
import { countTaken, dayAhead, insertReservation } from './support/reservations.ts';
import { tabletSizes } from './support/shots.ts';
import { createWorker } from './support/trainer-link.ts';

expectQuietConsole(test);
test.use({ viewport: tabletSizes.tablet });

const panel = (page: Page) =>
  page.getByRole('region', { name: 'ほかのスタッフが内容を変更しています' });
const dialog = (page: Page) => page.getByRole('alertdialog');
const lateOn = (page: Page, day: string) => page.getByLabel(`${day}曜日の閉店（時）`);

/** By a colleague, elsewhere, who has the gym as it is now. */
async function changeGym(
  embedded: EmbeddedServer,
  staff: Account,
  { id }: TestGym,
  path: string,
  change: (gym: Record<string, unknown>) => object,
): Promise<void> {
  const { json } = await callApi(embedded, staff, 'GET', `/staff/gyms/${id}`);
  const body = { ...change(json), version: json['version'] };
  const { status } = await callApi(embedded, staff, 'PUT', `/staff/gyms/${id}${path}`, body);
  expect(status).toBe(200);
}

async function readGym({ dataDir }: EmbeddedServer, { id }: TestGym) {
  const [row] = await runSql(dataDir, 'select * from gyms where id = $1', [id]);
  return row;
}

const basicOf = (gym: Record<string, unknown>) => ({
  name: gym['name'],
  address: gym['address'],
  access: gym['access'],
  phone: gym['phone'],
  slotMinutes: gym['slotMinutes'],
  capacity: gym['capacity'],
  cancelDeadlineMinutes: gym['cancelDeadlineMinutes'],
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
  await page.getByLabel('アクセス').fill('北口から徒歩5分');
  await theirs.getByLabel('定員').fill('20');
  await theirs.getByLabel('電話番号').fill('03-0000-9999');
  await press(theirs, '変更を保存する');
  await expect(toast(theirs, '店舗の情報を保存しました')).toBeVisible();

  await press(page, '変更を保存する');
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByRole('definition')).toHaveText([
    '最新の内容03-0000-9999',
    'あなたの入力最新の内容を反映しました',
    '最新の内容20名',
    'あなたの入力15名',
  ]);
  // What was typed is still there; what was left alone is theirs.
  await expect(page.getByLabel('定員')).toHaveValue('15');
  await expect(page.getByLabel('アクセス')).toHaveValue('北口から徒歩5分');
  await expect(page.getByLabel('電話番号')).toHaveValue('03-0000-9999');
  await expectClean(page);
  expect(await readGym(embedded, gym)).toMatchObject({ capacity: 20, version: 2 });
  await press(page, 'この内容で保存する');
  await expect(toast(page, '店舗の情報を保存しました')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  expect(await readGym(embedded, gym)).toMatchObject({
    capacity: 15,
    access: '北口から徒歩5分',
    phone: '03-0000-9999',
    version: 3,
  });

  // Now the other one is late, and takes what is there.
  await theirs.getByLabel('定員').fill('30');
  await press(theirs, '変更を保存する');
  await expect(panel(theirs)).toContainText('15名');
  await press(theirs, '最新の内容を読み込む');
  await expect(panel(theirs)).toHaveCount(0);
  await expect(theirs.getByLabel('定員')).toHaveValue('15');
  await expect(theirs.getByLabel('アクセス')).toHaveValue('北口から徒歩5分');
  // Nothing is left to save: nothing is asked.
  await theirs.getByRole('link', { name: '料金プラン' }).click();
  await expect(theirs.getByLabel('プラン名').first()).toHaveValue('レギュラー');
  expect(await readGym(embedded, gym)).toMatchObject({ capacity: 15, version: 3 });
  await other.close();
  forgiveComplaints('status of 409');
});

test('changes of other parts do not stand in the way', async ({ page, embedded }) => {
  const gym = await makeGym(embedded);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, `/staff/gyms/${gym.id}?tab=plans`);
  await page.getByLabel('プラン名').first().fill('レギュラー改');
  await changeGym(embedded, staff, gym, '', (now) => ({ ...basicOf(now), capacity: 20 }));
  await press(page, '料金プランを保存する');
  await expect(toast(page, '料金プランを保存しました')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  expect(await readGym(embedded, gym)).toMatchObject({ capacity: 20, version: 3 });
  // The whole page has become the latest one.
  await page.getByRole('link', { name: '基本情報' }).click();
  await expect(page.getByLabel('定員')).toHaveValue('20');
  forgiveComplaints('status of 409');
});

test('hours and plans that both change are shown side by side', async ({ page, embedded }) => {
  const gym = await makeGym(embedded);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, `/staff/gyms/${gym.id}?tab=hours`);
  await lateOn(page, '月').selectOption('24');
  await lateOn(page, '火').selectOption('23');
  await changeGym(embedded, staff, gym, '/weekly-hours', ({ weekly }) => ({
    weekly: (weekly as unknown[]).map((day, at) =>
      at === 1 || at === 5 ? { opensMinute: 600, closesMinute: 1200 } : day,
    ),
  }));
  await press(page, '営業時間を保存する');
  await expect(panel(page).getByRole('definition')).toHaveText([
    '最新の内容10:00〜20:00',
    'あなたの入力6:00〜24:00',
    '最新の内容10:00〜20:00',
    'あなたの入力最新の内容を反映しました',
  ]);
  await expect(lateOn(page, '月')).toHaveValue('24');
  await expect(lateOn(page, '火')).toHaveValue('23');
  await expect(lateOn(page, '金')).toHaveValue('20');
  await expectClean(page);
  await press(page, '営業時間を保存する');
  await expect(toast(page, '営業時間を保存しました')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);

  await page.getByRole('link', { name: '料金プラン' }).click();
  await page.getByLabel('プラン名').first().fill('自分のプラン');
  const plan = { name: '同僚のプラン', description: '', price: 100, taxRate: 10, per: 'visit' };
  await changeGym(embedded, staff, gym, '/plans', () => ({ plans: [plan] }));
  await press(page, '料金プランを保存する');
  await expect(panel(page)).toContainText('同僚のプラン');
  await expect(panel(page)).toContainText('自分のプラン');
  await expect(page.getByLabel('プラン名').first()).toHaveValue('自分のプラン');
  await press(page, '最新の内容を読み込む');
  await expect(page.getByLabel('プラン名')).toHaveCount(1);
  await expect(page.getByLabel('プラン名')).toHaveValue('同僚のプラン');
  forgiveComplaints('status of 409');
});

test('a day that a colleague has taken away or changed', async ({ page, embedded }) => {
  const gym = await makeGym(embedded);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const day = dayAhead(5);
  const address = `/staff/gyms/${gym.id}/special-days/${day}`;
  const closeDay = (note: string) =>
    changeGym(embedded, staff, gym, `/special-days/${day}`, () => ({ hours: null, note }));
  await closeDay('点検');
  await openAs(page, staff, `/staff/gyms/${gym.id}?tab=hours`);
  await page.getByRole('button', { name: /を変更する$/ }).click();
  await page.getByLabel(/会員に表示する理由/).fill('自分の理由');
  await callApi(embedded, staff, 'DELETE', `${address}?version=2`);
  await press(page, 'この日を保存する');
  await expect(panel(page)).toContainText('通常の営業時間');
  await expect(page.getByLabel(/会員に表示する理由/)).toHaveValue('自分の理由');
  await expectClean(page);
  await press(page, 'この内容で保存する');
  await expect(toast(page, '臨時休業日を設定しました')).toBeVisible();
  await expect(page.getByText('自分の理由')).toBeVisible();

  await closeDay('同僚の理由');
  await page.getByRole('button', { name: /を通常に戻す$/ }).click();
  await expect(page.getByText('この日はほかのスタッフが変更しています')).toBeVisible();
  await expect(page.getByText('同僚の理由')).toBeVisible();
  await page.getByRole('button', { name: /を通常に戻す$/ }).click();
  await expect(toast(page, '通常の営業時間に戻しました')).toBeVisible();
  forgiveComplaints('status of 409');
});

test('what was confirmed of another gym cancels nobody, and is asked again', async ({
  page,
  embedded,
  member,
}) => {
  const gym = await makeGym(embedded);
  const at = { gymId: gym.id, day: dayAhead(2), hour: 10 };
  const later = { ...at, hour: 12 };
  await insertReservation(embedded, member, at);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, `/staff/gyms/${gym.id}?tab=hours`);
  await press(page, '日付を追加する');
  await page.getByLabel('日付').fill(at.day);
  await press(page, 'この日を保存する');
  await expect(dialog(page)).toContainText('予約が1件あります');
  await insertReservation(embedded, member, later);
  await changeGym(embedded, staff, gym, '', (now) => ({ ...basicOf(now), capacity: 20 }));
  await press(page, '予約を取り消して変更する');
  await expect(dialog(page)).toContainText('もう一度ご確認ください');
  await expect(dialog(page)).toContainText('予約が2件あります');
  await expectClean(page);
  expect([await countTaken(embedded, at), await countTaken(embedded, later)]).toEqual([1, 1]);
  await press(page, '予約を取り消して変更する');
  await expect(toast(page, '臨時休業日を設定しました')).toBeVisible();
  expect([await countTaken(embedded, at), await countTaken(embedded, later)]).toEqual([0, 0]);
  forgiveComplaints('status of 409');
});

test('answers that were lost: one gym, with what was typed last', async ({ page, embedded }) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const name = `TANREN 蘇我${Date.now()}`;
  await openAs(page, staff, '/staff/gyms/new');
  await page.getByLabel('店舗名').fill(name);
  await page.getByLabel('住所').fill('千葉県千葉市中央区0-0');
  await page.route('**/api/staff/gyms', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const failure = page.getByText('ネットワークに接続できないため');
  await press(page, '店舗を追加する');
  await expect(failure).toBeVisible();
  const made = () => runSql(embedded.dataDir, 'select * from gyms where name = $1', [name]);
  expect(await made()).toHaveLength(1);
  await page.getByLabel('定員').fill('33');
  await page.unroute('**/api/staff/gyms');
  await press(page, '店舗を追加する');
  await expect(heading(page, name)).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/gyms\/\d+\?tab=hours$/);
  expect(await made()).toMatchObject([{ capacity: 33, version: 2 }]);

  // A change is repeated as harmlessly.
  await page.getByRole('link', { name: '基本情報' }).click();
  await page.getByLabel('定員').fill('44');
  const address = /\/api\/staff\/gyms\/\d+$/;
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, '変更を保存する');
  await expect(failure).toBeVisible();
  await page.unroute(address);
  await press(page, '変更を保存する');
  await expect(toast(page, '店舗の情報を保存しました')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  expect(await made()).toMatchObject([{ capacity: 44, version: 3 }]);
  const log = await runSql(
    embedded.dataDir,
    'select action from staff_audit_log where target = $1 order by id',
    [name],
  );
  expect(log.map(({ action }) => action)).toEqual(['gym.create', 'gym.update', 'gym.update']);
  forgiveComplaints('ERR_FAILED');
});
