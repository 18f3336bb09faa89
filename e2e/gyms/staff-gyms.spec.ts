import { runSql } from '#support/server/embedded-server.ts';
import { ensureGyms, makeGym } from '#support/gyms/gyms.ts';
import {
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
  test,
  toast,
} from '#support/members/members.ts';
import { dayAhead, reservationsAddress } from '#support/booking/reservations.ts';
import { openPage, sizes } from '#support/browser/shots.ts';
import { createWorker } from '#support/trainers/trainers.ts';

expectQuietConsole(test);
test.use({ viewport: sizes.tablet });

const weekdays = ['日', '月', '火', '水', '木', '金', '土'];
const weekdayOf = (day: string) => new Date(day).getUTCDay();

test('members see changed weekly hours and slots', async ({ page, browser, embedded, member }) => {
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

test('creates another gym, from its name to its plans', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const name = `TANREN 検見川${Date.now()}`;
  // The new gym would otherwise get the id that the machines of other tests use.
  await ensureGyms(embedded);
  await openAs(page, staff, '/staff/gyms/new');
  await page.getByLabel('店舗名').fill(name);
  await page.getByLabel('住所').fill('千葉県千葉市花見川区0-0');
  await page.getByLabel('1回の利用時間').fill('９０');
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
  const plans = theirs.getByRole('table', { name: 'プランの比較' }).locator('tbody tr');
  await expect(plans).toHaveText(['デイいつでも回数制限なし¥6,600/月']);
  await phone.close();
});
