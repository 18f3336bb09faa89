import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
} from './support/identity-steps.ts';
import {
  addReservation,
  addSpecialDay,
  everyDay,
  gymClockAt,
  gymDayAt,
  makeGym,
  minutesFromNow,
  openFrom,
  weekdayAt,
} from './support/gyms.ts';
import { startMachine } from './support/machine.ts';
import { test } from './support/member-server.ts';
import { callApi, createReadyMember, openAs } from './support/member-steps.ts';
import { runSql } from './support/database.ts';
import { makeSession } from './support/training-sessions.ts';
import type { Page } from '@playwright/test';

expectQuietConsole(test);

const opening = (page: Page) => page.getByRole('region', { name: '本日の営業時間' });
const crowd = (page: Page) => page.getByRole('region', { name: '混雑状況' });
const soon = { timeout: 5000 };

/** The page asks every 15 s; one that waits for an answer just then does not. */
async function askAgain(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await check();
  }).toPass();
}

const weekdays = ['日', '月', '火', '水', '木', '金', '土'];

test('a gym with its hours, plans, rules and the way to it', async ({ page, embedded, member }) => {
  const gym = await makeGym(embedded);
  const closedDay = gymDayAt(minutesFromNow(3 * 24 * 60));
  const shortDay = gymDayAt(minutesFromNow(4 * 24 * 60));
  await addSpecialDay(embedded, gym, closedDay, null, '設備点検');
  await addSpecialDay(embedded, gym, shortDay, { opensMinute: 600, closesMinute: 1080 }, '');
  await openAs(page, member, `/gyms/${gym.id}`);
  await expect(heading(page, 'TANREN 神田')).toBeVisible();
  await expect(page).toHaveTitle('ジム | TANREN');
  const week = page.getByRole('table', { name: '曜日ごとの営業時間' });
  await expect(week.getByRole('rowheader')).toHaveText(weekdays.map((day) => `${day}曜日`));
  await expect(week.getByRole('cell').first()).toHaveText('6:00〜翌2:00');
  await expect(week.locator('[aria-current=date]')).toContainText(
    `${weekdays[weekdayAt(new Date())]}曜日`,
  );
  const hours = page.getByRole('region', { name: '営業時間', exact: true });
  await expect(hours.getByRole('definition')).toHaveText(['休館設備点検', '10:00〜18:00']);

  const plans = page.getByRole('region', { name: '料金プラン' }).getByRole('listitem');
  await expect(plans).toHaveText([
    'レギュラー¥8,800/月（税込）うち消費税¥800営業時間中、いつでもご利用いただけます。',
    '1回利用¥1,650/回（税込）うち消費税¥150',
  ]);
  await expect(page.getByRole('region', { name: '予約のルール' })).toContainText(
    '1枠の長さ60分定員12名',
  );
  await expect(page.getByText('開始の2時間前まで')).toBeVisible();

  const map = page.getByRole('link', { name: '地図を開く' });
  await expect(map).toHaveAttribute('target', '_blank');
  await expect(map).toHaveAttribute('rel', /noopener/);
  await expect(map).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&/);
  await expect(page.getByRole('link', { name: /03-0000-1234/ })).toHaveAttribute(
    'href',
    'tel:0300001234',
  );
  await expectClean(page);
  await page.getByRole('link', { name: '予約する' }).click();
  await expect(page).toHaveURL(`/reservations?gym=${gym.id}`);

  await page.goto('/settings');
  const menu = page.getByRole('region', { name: 'ジム・予約' });
  await expect(menu.getByRole('link', { name: '予約', exact: true })).toBeVisible();
  await menu.locator(`[href="/gyms/${gym.id}"]`).click();
  await expect(heading(page, 'TANREN 神田')).toBeVisible();
  for (const id of ['2147483647', '0', 'abc', '99999999999']) {
    await page.goto(`/gyms/${id}`);
    await expect(heading(page, 'Page not found'), id).toBeVisible();
  }
});

for (const timezoneId of ['Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati']) {
  test.describe(`on a phone in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('open now, closed today, and open since yesterday', async ({ page, embedded, member }) => {
      const now = new Date();
      const opensAt = minutesFromNow(-30);
      const closesAt = new Date(opensAt.getTime() + 300 * 60_000);
      const open = await makeGym(embedded, { weekly: openFrom(opensAt, 300) });
      await openAs(page, member, `/gyms/${open.id}`);
      await expect(opening(page)).toContainText(`営業中・${gymClockAt(closesAt)}まで`);
      await expect(opening(page)).toContainText(`${gymClockAt(opensAt)}〜`);

      const weekly = everyDay(420, 1380).map((day, index) =>
        index === weekdayAt(now) ? null : day,
      );
      const shut = await makeGym(embedded, { weekly });
      await page.goto(`/gyms/${shut.id}`);
      await expect(opening(page)).toHaveText('営業時間外本日休館');
      await expect(page.locator('[aria-current=date]')).toHaveText(
        `${weekdays[weekdayAt(now)]}曜日休館`,
      );

      const yesterday = weekdayAt(minutesFromNow(-24 * 60));
      const late = await makeGym(embedded, {
        weekly: everyDay(0, 1).map((_, index) =>
          index === yesterday ? { opensMinute: 360, closesMinute: 2880 } : null,
        ),
      });
      await page.goto(`/gyms/${late.id}`);
      await expect(opening(page)).toHaveText('営業中・0:00まで昨日から6:00〜翌24:00');

      const special = await makeGym(embedded);
      await addSpecialDay(embedded, special, gymDayAt(now), null, '年末年始');
      await addSpecialDay(embedded, special, gymDayAt(minutesFromNow(-24 * 60)), null, '');
      await page.goto(`/gyms/${special.id}`);
      await expect(opening(page)).toHaveText('営業時間外本日休館年末年始');
    });
  });
}

test('how full it is: people of the slots, and machines as they are linked', async ({
  page,
  embedded,
  member,
}) => {
  const opensAt = Math.floor(minutesFromNow(-30).getTime() / 60_000) * 60_000;
  const gym = await makeGym(embedded, { weekly: openFrom(new Date(opensAt), 180) });
  const slot = (index: number) => new Date(opensAt + index * 3_600_000);
  const sessionId = await makeSession(embedded, member);
  const reserved = [3, 12, 0];
  for (const [index, people] of reserved.entries()) {
    for (let person = 0; person < people; person += 1) {
      const wishes = { startsAt: slot(index), gymDay: gymDayAt(slot(0)) };
      const attached = index === 0 && person < 2 ? { trainingSessionId: sessionId } : {};
      await addReservation(embedded, gym, null, { ...wishes, ...attached });
    }
  }
  const machine = await startMachine(embedded);
  await runSql(embedded.dataDir, 'update machines set gym_id = $1 where id = $2', [
    gym.id,
    machine.id,
  ]);
  await page.clock.install();
  await openAs(page, member, `/gyms/${gym.id}`);
  await expect(
    crowd(page).getByRole('list', { name: '予約の人数' }).getByRole('listitem'),
  ).toHaveText(
    reserved.map(
      (people, index) =>
        `${gymClockAt(slot(index))}〜${gymClockAt(slot(index + 1))}${index === 0 ? 'いま' : ''}${people < 12 ? '予約' : '満席'} ${people}/12名`,
    ),
  );
  await expect(crowd(page)).toContainText('使用中のマシン0/1台');
  await crowd(page).getByText('種目ごとに見る').click();
  const row = page.getByRole('table', { name: '種目ごとの混雑状況' }).getByRole('row').nth(1);
  await expect(row).toHaveText('チェストプレス0/1台2人');
  await expectClean(page);

  const other = await createReadyMember(embedded);
  const linked = await callApi(embedded, other, 'POST', '/tanren-connection', {
    code: await machine.code(),
  });
  expect(linked.status).toBe(201);
  const before = await crowd(page)
    .getByText(/更新$/)
    .textContent();
  await askAgain(page, async () => {
    await expect(crowd(page)).toContainText('使用中のマシン1/1台', soon);
  });
  await expect(row).toHaveText('チェストプレス1/1台2人');
  expect(
    await crowd(page)
      .getByText(/更新$/)
      .textContent(),
  ).not.toBe(before);
  await callApi(embedded, other, 'DELETE', '/tanren-connection');
  await askAgain(page, async () => {
    await expect(crowd(page)).toContainText('使用中のマシン0/1台', soon);
  });

  await page.route('**/crowd', (route) => route.fulfill({ status: 500, json: {} }));
  await askAgain(page, async () => {
    await expect(crowd(page)).toContainText('通信できないため、最新ではありません', soon);
  });
  await expect(crowd(page)).toContainText('使用中のマシン0/1台');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/crowd');
  await askAgain(page, async () => {
    await expect(crowd(page)).not.toContainText('最新ではありません', soon);
  });
  await machine.stop();
  forgiveComplaints('status of 500');
});
