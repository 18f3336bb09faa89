import type { Page } from '@playwright/test';
import { runSql } from './support/database.ts';
import type { EmbeddedServer } from './support/embedded-server.ts';
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
import { openPage, tabletSizes } from './support/shots.ts';
import { createWorker } from './support/trainer-link.ts';

// Every test counts what is public: one after the other.
test.describe.configure({ mode: 'default' });
expectQuietConsole(test);
test.use({ viewport: tabletSizes.tablet });

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const preview = (page: Page) => page.getByRole('region', { name: 'プレビュー' });
const unread = (page: Page) => page.getByRole('link', { name: 'お知らせ（未読あり）' });
const read = (page: Page) => page.getByRole('link', { name: 'お知らせ', exact: true });

async function countPublic({ url }: EmbeddedServer): Promise<number> {
  const answer = await fetch(`${url}/api/informations`);
  return ((await answer.json()) as unknown[]).length;
}

/** Each test leaves only the announcements that were there at first. */
test.afterEach(async ({ embedded }) => {
  await runSql(embedded.dataDir, 'delete from informations where draft_id is not null', []);
});

test('written, seen as members will see it, published, noticed, and withdrawn', async ({
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

  await openAs(page, staff, '/staff');
  await page.getByRole('navigation', { name: 'スタッフメニュー' }).getByText('お知らせ').click();
  await page.getByRole('link', { name: 'お知らせを書く' }).click();
  await press(page, '公開する');
  await expect(page.getByLabel('本文')).toBeFocused();
  await expect(page.getByText('本文を入力してください')).toBeVisible();
  await page.getByLabel('本文').fill('新しいマシンが入りました  \n\n詳しくは /gyms/1 をどうぞ。\n');
  await expect(preview(page).getByRole('paragraph')).toHaveText(
    '新しいマシンが入りました\n\n詳しくは /gyms/1 をどうぞ。',
  );
  await expect(preview(page).getByRole('link', { name: '/gyms/1' })).toBeVisible();
  await expectClean(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/staff/informations')) {
      sent.push(request.url());
    }
  });
  await page.getByRole('button', { name: '公開する' }).dblclick();
  await expect(toast(page, 'お知らせを公開しました')).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect(page).toHaveURL('/staff/informations');
  await expect(rows(page).first()).toContainText('公開中');
  await expect(rows(page).first()).toContainText('新しいマシンが入りました');
  expect(await countPublic(embedded)).toBe(before + 1);

  await openPage(theirs, '/');
  await expect(unread(theirs)).toBeVisible();
  await expect(theirs.getByText('未読のお知らせ')).toBeVisible();
  await unread(theirs).click();
  const newest = theirs.getByRole('article').first();
  await expect(newest).toContainText('新着');
  await expect(newest).toContainText('新しいマシンが入りました');
  await expect(read(theirs)).toBeVisible();

  await rows(page).first().getByRole('link').click();
  await expect(heading(page, 'お知らせの編集')).toBeVisible();
  await page.getByText('公開をやめて下書きに戻す').click();
  await press(page, '下書きを保存する');
  await expect(toast(page, '公開をやめました')).toBeVisible();
  await expect(rows(page).first()).toContainText('下書き');
  await expectClean(page);
  await openPage(theirs, '/informations');
  await expect(theirs.getByRole('article')).toHaveCount(before);
  await expect(theirs.getByText('新しいマシンが入りました')).toHaveCount(0);
  expect(await countPublic(embedded)).toBe(before);

  await rows(page).first().getByRole('link').click();
  await press(page, '削除する');
  await press(page, '削除しない');
  await press(page, '削除する');
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await expect(toast(page, 'お知らせを削除しました')).toBeVisible();
  await expect(page.getByText('新しいマシンが入りました')).toHaveCount(0);
  await phone.close();
});

for (const timezoneId of ['America/New_York', 'Pacific/Kiritimati']) {
  test.describe(`on a tablet in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('planned on the clock of the gym, published when its time has come', async ({
      page,
      embedded,
    }) => {
      const before = await countPublic(embedded);
      const staff = await createWorker(embedded, 'staff', 'スタッフ');
      await openAs(page, staff, '/staff/informations/new');
      await page.getByLabel('本文').fill('来年の営業について');
      await page.getByText('日時を指定して公開する').click();
      await page.getByLabel('公開日').fill('2020-01-01');
      await press(page, '公開を予約する');
      await expect(page.getByText('これからの日時を入力してください')).toBeVisible();
      await expect(page.getByLabel('公開日')).toBeFocused();
      await page.getByLabel('公開日').fill('2031-01-01');
      await page.getByLabel('時刻').fill('00:30');
      await expect(preview(page)).toContainText('2031年1月01日(水)');
      await press(page, '公開を予約する');
      await expect(toast(page, '公開を予約しました')).toContainText('2031年1月01日(水) 0:30');
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
      // Its time comes.
      await runSql(
        embedded.dataDir,
        `update informations set publish_at = now() - interval '1 second' where draft_id is not null`,
        [],
      );
      expect(await countPublic(embedded)).toBe(before + 1);
      await openPage(page, '/');
      await expect(unread(page)).toBeVisible();
      await openPage(page, '/staff/informations');
      await expect(rows(page).first()).toContainText('公開中');
    });
  });
}

test('what is unsaved is not left by accident', async ({ page, embedded }) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, '/staff/informations/new');
  await page.getByLabel('本文').fill('書きかけ');
  await page.getByRole('link', { name: 'お知らせの管理' }).click();
  await press(page, '入力を続ける');
  await expect(page.getByLabel('本文')).toHaveValue('書きかけ');
  await page.getByText('下書きにする').click();
  await press(page, '下書きを保存する');
  await expect(page).toHaveURL('/staff/informations');
  await rows(page).first().getByRole('link').click();
  await expect(page.getByLabel('本文')).toHaveValue('書きかけ');
  // Nothing was changed: nothing is asked.
  await page.getByRole('link', { name: 'お知らせの管理' }).click();
  await expect(heading(page, 'お知らせの管理')).toBeVisible();
});

test('a colleague was faster: both are shown, and one is chosen', async ({ page, embedded }) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  const { json } = await callApi(embedded, staff, 'POST', '/staff/informations', {
    content: 'はじめの文',
    publishAt: null,
    draftId: crypto.randomUUID(),
  });
  const address = `/staff/informations/${String(json['id'])}`;
  const change = (content: string, version: number) =>
    callApi(embedded, staff, 'PUT', address, { content, publishAt: null, version });
  await openAs(page, staff, address);
  await page.getByLabel('本文').fill('自分の文');
  expect((await change('同僚の文', 1)).status).toBe(200);
  await press(page, '下書きを保存する');
  const panel = page.getByRole('region', { name: 'ほかのスタッフが内容を変更しています' });
  await expect(panel).toContainText('同僚の文');
  await expectClean(page);
  await press(page, '最新の内容を読み込む');
  await expect(page.getByLabel('本文')).toHaveValue('同僚の文');
  await page.getByLabel('本文').fill('自分の文');
  expect((await change('また同僚の文', 2)).status).toBe(200);
  await press(page, '下書きを保存する');
  await expect(panel).toContainText('また同僚の文');
  await press(page, '自分の内容で上書きする');
  await expect(rows(page).first()).toContainText('自分の文');

  await rows(page).first().getByRole('link').click();
  await page.getByLabel('本文').fill('消えたあとの文');
  await callApi(embedded, staff, 'DELETE', address);
  await press(page, '下書きを保存する');
  await expect(page.getByText('このお知らせは削除されています')).toBeVisible();
  await press(page, '新しいお知らせとして保存する');
  await expect(rows(page).first()).toContainText('消えたあとの文');
  forgiveComplaints('status of 409');
});

test('an answer that was lost makes no second announcement', async ({ page, embedded }) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, '/staff/informations/new');
  await page.getByLabel('本文').fill('一度だけ');
  await page.getByText('下書きにする').click();
  await page.route('**/api/staff/informations', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, '下書きを保存する');
  await expect(page.getByText('ネットワークに接続できないため')).toBeVisible();
  await page.unroute('**/api/staff/informations');
  await page.getByLabel('本文').fill('一度だけ、直して');
  await press(page, '下書きを保存する');
  await expect(rows(page).first()).toContainText('一度だけ、直して');
  const left = await runSql(
    embedded.dataDir,
    'select content from informations where draft_id is not null',
    [],
  );
  expect(left).toEqual([{ content: '一度だけ、直して' }]);
  forgiveComplaints('ERR_FAILED');
  forgiveComplaints('status of 409');
});

test('members get the 404 page, whatever the address', async ({ page, member }) => {
  await openAs(page, member, '/staff/informations');
  await expect(heading(page, 'Page not found')).toBeVisible();
  for (const path of ['/staff/informations/new', '/staff/informations/1', '/staff/gyms']) {
    await page.goto(path);
    await expect(heading(page, 'Page not found'), path).toBeVisible();
  }
});

test('an announcement that is not there', async ({ page, embedded }) => {
  const staff = await createWorker(embedded, 'staff', 'スタッフ');
  await openAs(page, staff, '/staff/informations/2147483647');
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.goto('/staff/nothing');
  await expect(heading(page, 'Page not found')).toBeVisible();
});
