import type { Page } from '@playwright/test';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import {
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
  test,
  toast,
} from '#support/members/members.ts';
import { openPage, sizes } from '#support/browser/shots.ts';
import { createWorker } from '#support/trainers/trainers.ts';

// The tests run one after the other, because each counts all public announcements.
test.describe.configure({ mode: 'default' });
expectQuietConsole(test);
test.use({ viewport: sizes.tablet });

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const preview = (page: Page) => page.getByRole('region', { name: 'プレビュー' });
const unread = (page: Page) => page.getByRole('link', { name: 'お知らせ（未読あり）' });
const read = (page: Page) => page.getByRole('link', { name: 'お知らせ', exact: true });

async function countPublic({ url }: EmbeddedServer): Promise<number> {
  const answer = await fetch(`${url}/api/informations`);
  return ((await answer.json()) as unknown[]).length;
}

/** Each test deletes the announcements that it has created. */
test.afterEach(async ({ embedded }) => {
  await runSql(embedded.dataDir, 'delete from informations where draft_id is not null', []);
});

test('writes, previews, publishes and withdraws an announcement that a member notices', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const before = await countPublic(embedded);
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const phone = await browser.newContext({
    baseURL: embedded.url,
    viewport: { width: 390, height: 844 },
  });
  const theirs = await phone.newPage();
  await openAs(theirs, member, '/informations');
  await expect(heading(theirs, 'お知らせ')).toBeVisible();
  await expect(read(theirs)).toBeVisible();

  await openAs(page, staff, '/staff/overview');
  await page.getByRole('navigation', { name: 'スタッフメニュー' }).getByText('お知らせ').click();
  await page.getByRole('link', { name: 'お知らせを書く' }).click();
  await page.getByLabel('タイトル').fill('新しいマシンが入りました');
  await press(page, '公開する');
  await expect(toast(page, 'お知らせを公開しました')).toBeVisible();
  await expect(rows(page).first()).toContainText('公開中');
  await expect(rows(page).first()).toContainText('新しいマシンが入りました');
  expect(await countPublic(embedded)).toBe(before + 1);

  await openPage(theirs, '/');
  await expect(unread(theirs)).toBeVisible();
  await expect(theirs.getByText('未読のお知らせ')).toBeVisible();
  await unread(theirs).click();
  const titles = theirs.getByRole('region', { name: 'お知らせの一覧' }).getByRole('listitem');
  await expect(titles.first()).toContainText('新着');
  await expect(titles.first()).toContainText('新しいマシンが入りました');
  await expect(read(theirs)).toBeVisible();

  await rows(page).first().getByRole('link').click();
  await expect(heading(page, 'お知らせの編集')).toBeVisible();
  await page.getByRole('radio', { name: '下書きに戻す' }).click();
  await press(page, '下書きを保存する');
  await expect(toast(page, '公開をやめました')).toBeVisible();
  await expect(rows(page).first()).toContainText('下書き');
  await openPage(theirs, '/informations');
  await expect(titles).toHaveCount(before);
  await expect(theirs.getByText('新しいマシンが入りました')).toHaveCount(0);
  expect(await countPublic(embedded)).toBe(before);

  await rows(page).first().getByRole('link').click();
  await press(page, '削除する');
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await expect(toast(page, 'お知らせを削除しました')).toBeVisible();
  await expect(page.getByText('新しいマシンが入りました')).toHaveCount(0);
  await phone.close();
});

test.describe('on a tablet in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('plans an announcement on the clock of the gym, and publishes it at its time', async ({
    page,
    embedded,
  }) => {
    const before = await countPublic(embedded);
    const staff = await createWorker(embedded, 'staff', 'スタッフ');
    await openAs(page, staff, '/staff/informations/new');
    await page.getByLabel('タイトル').fill('来年の営業について');
    await page.getByRole('radio', { name: '日時を指定' }).click();
    await page.getByLabel('公開日').fill('2031-01-01');
    await page.getByLabel('時刻').fill('00:30');
    await expect(preview(page)).toContainText('2031年1月1日(水)');
    await press(page, '公開を予約する');
    await expect(toast(page, '公開を予約しました')).toContainText('2031年1月1日(水) 0:30');
    await expect(rows(page).first()).toContainText('公開予定');
    const [row] = await runSql(
      embedded.dataDir,
      `select publish_at from informations where draft_id is not null`,
      [],
    );
    expect(row).toEqual({ publish_at: new Date('2030-12-31T15:30:00.000Z') });
    expect(await countPublic(embedded)).toBe(before);

    await rows(page).first().getByRole('link').click();
    await expect(page.getByLabel('公開日')).toHaveValue('2031-01-01');
    await expect(page.getByLabel('時刻')).toHaveValue('00:30');
    // The time of publication has come.
    await runSql(
      embedded.dataDir,
      `update informations set publish_at = now() - interval '1 second' where draft_id is not null`,
      [],
    );
    expect(await countPublic(embedded)).toBe(before + 1);
    await openPage(page, '/');
    await expect(unread(page)).toBeVisible();
  });
});
