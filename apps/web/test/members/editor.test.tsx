import {
  createAnnouncement,
  deleteAnnouncement,
} from '@tanren/contract/members/staff-announcements';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { alertDialog, openAsStaff, staffMenu } from '#test/staff/staff-page.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { listCalls } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { button, heading, press, tapTwice, toast } from '#test/support/locators.ts';
import { openNoticeBoard } from './staff-announcements.ts';

const preview = () => page.getByRole('region', { name: 'プレビュー' });
const openList = () => page.getByRole('link', { name: 'お知らせの管理' }).click();

test('writes, previews and publishes an announcement once by a double click', async () => {
  const board = openNoticeBoard();
  const { address } = await openAsStaff('/staff/informations/new');
  await press('公開する');
  await expect.element(words()).toHaveFocus();
  await expect.element(page.getByText('タイトルを入力してください')).toBeVisible();
  await words().fill('新しいマシンが入りました  ');
  await text().fill('詳しくは /gyms/1 をどうぞ。\n');
  await expect.element(preview().getByRole('link', { name: '/gyms/1' })).toBeVisible();
  await expect
    .element(preview().getByRole('heading', { name: '新しいマシンが入りました' }))
    .toBeVisible();
  expect(preview().getByRole('paragraph').element().textContent).toBe(
    '詳しくは /gyms/1 をどうぞ。',
  );
  await expectAccessible();
  await tapTwice(button('公開する'));
  await expect.element(toast('お知らせを公開しました')).toBeVisible();
  expect(listCalls(createAnnouncement)).toHaveLength(1);
  expect(address()).toBe('/staff/informations');
  await expect.element(rows().first()).toHaveTextContent('公開中');
  await expect.element(rows().first()).toHaveTextContent('新しいマシンが入りました');
  expect(board.list()).toMatchObject([
    { published: true, content: '新しいマシンが入りました\n\n詳しくは /gyms/1 をどうぞ。' },
  ]);
  await expectAccessible();
});

test('shows text that looks like HTML as text, in the preview and in the list', async () => {
  const content = '</script><script>document.title="x"</script><b>太字</b>';
  openNoticeBoard();
  await openAsStaff('/staff/informations/new');
  await words().fill('太字');
  await text().fill(content);
  await expect.element(preview().getByRole('paragraph')).toHaveTextContent(content);
  expect(preview().element().querySelectorAll('a, script, b')).toHaveLength(0);
  await press('公開する');
  await expect.element(rows().first()).toHaveTextContent(content);
  await rows().first().getByRole('link').click();
  await expect.element(words()).toHaveValue('太字');
  await expect.element(text()).toHaveValue(content);
});

test('withdraws an announcement to a draft, and asks before deleting it', async () => {
  const board = openNoticeBoard();
  board.write('新しいマシンが入りました', new Date(0).toISOString());
  await openAsStaff('/staff/informations');
  await rows().first().getByRole('link').click();
  await expect.element(heading('お知らせの編集')).toBeVisible();
  await page.getByRole('radio', { name: '下書きに戻す' }).click();
  await press('下書きを保存する');
  await expect.element(toast('公開をやめました')).toBeVisible();
  await expect.element(rows().first()).toHaveTextContent('下書き');
  expect(board.list()).toMatchObject([{ publishAt: null, published: false }]);

  await rows().first().getByRole('link').click();
  await press('削除する');
  await expect.element(alertDialog()).toHaveTextContent('元に戻すことはできません');
  await press('削除しない');
  expect(listCalls(deleteAnnouncement)).toEqual([]);
  await press('削除する');
  await alertDialog().getByRole('button', { name: '削除する' }).click();
  await expect.element(toast('お知らせを削除しました')).toBeVisible();
  await expect.element(page.getByText('お知らせはまだありません。')).toBeVisible();
  expect(board.list()).toEqual([]);
});

test("plans an announcement, and reads the time on the gym's clock", async () => {
  const board = openNoticeBoard();
  await openAsStaff('/staff/informations/new');
  await words().fill('来年の営業について');
  await page.getByRole('radio', { name: '日時を指定' }).click();
  await page.getByLabelText('公開日').fill('2020-01-01');
  await press('公開を予約する');
  await expect.element(page.getByText('これからの日時を入力してください')).toBeVisible();
  await expect.element(page.getByLabelText('公開日')).toHaveFocus();
  await expectAccessible();
  await page.getByLabelText('公開日').fill('2031-01-01');
  await page.getByLabelText('時刻').fill('00:30');
  await expect.element(preview()).toHaveTextContent('2031年1月1日(水)');
  await press('公開を予約する');
  await expect.element(toast('公開を予約しました')).toHaveTextContent('2031年1月1日(水) 0:30');
  await expect.element(rows().first()).toHaveTextContent('公開予定');
  expect(board.list()).toMatchObject([{ publishAt: '2030-12-31T15:30:00.000Z' }]);
  await rows().first().getByRole('link').click();
  await expect.element(page.getByLabelText('公開日')).toHaveValue('2031-01-01');
  await expect.element(page.getByLabelText('時刻')).toHaveValue('00:30');
});

test('asks before leaving unsaved input', async () => {
  openNoticeBoard();
  const { address } = await openAsStaff('/staff/informations/new');
  await words().fill('書きかけ');
  await openList();
  await expect.element(alertDialog()).toHaveTextContent('まだ保存されていません');
  await expectAccessible();
  await press('入力を続ける');
  await expect.element(words()).toHaveValue('書きかけ');
  await page.getByRole('radio', { name: '下書き' }).click();
  await press('下書きを保存する');
  await expect.poll(address).toBe('/staff/informations');
  await rows().first().getByRole('link').click();
  await expect.element(words()).toHaveValue('書きかけ');
  // The page does not ask when nothing was changed.
  await openList();
  await expect.element(heading('お知らせの管理')).toBeVisible();
});

test('a lost answer creates no second announcement', async () => {
  const board = openNoticeBoard();
  await openAsStaff('/staff/informations/new');
  await words().fill('一度だけ');
  await page.getByRole('radio', { name: '下書き' }).click();
  board.loseAnswers(true);
  await press('下書きを保存する');
  await expect.element(page.getByText('ネットワークエラー')).toBeVisible();
  ignoreConsoleErrors('NetworkError');
  board.loseAnswers(false);
  await words().fill('一度だけ、直して');
  await press('下書きを保存する');
  await expect.element(rows().first()).toHaveTextContent('一度だけ、直して');
  expect(board.contents()).toEqual(['一度だけ、直して']);
});

test('going back from the list does not open the editor that was just saved', async () => {
  openNoticeBoard();
  const { back } = await openAsStaff('/staff/overview');
  await staffMenu().getByRole('link', { name: 'お知らせ' }).click();
  await expect.element(heading('お知らせの管理')).toBeVisible();
  await page.getByRole('link', { name: 'お知らせを書く' }).click();
  await words().fill('【下書き】戻るボタン');
  await page.getByRole('radio', { name: '下書き' }).click();
  await press('下書きを保存する');
  await expect.element(heading('お知らせの管理')).toBeVisible();
  back();
  back();
  await expect.element(heading('業務一覧')).toBeVisible();
});

const rows = () => page.getByRole('main').getByRole('listitem');
const words = () => page.getByLabelText('タイトル');
const text = () => page.getByLabelText('本文（任意）');

test('saves an announcement that a colleague deleted as a new one', async () => {
  const board = openNoticeBoard();
  const { id } = board.write('はじめの文');
  await openAsStaff(`/staff/informations/${id}`);
  await words().fill('消えたあとの文');
  board.remove(id);
  await press('下書きを保存する');
  await expect.element(page.getByText('このお知らせは削除されています')).toBeVisible();
  await expectAccessible();
  await press('新しいお知らせとして保存する');
  await expect.element(rows().first()).toHaveTextContent('消えたあとの文');
  expect(board.contents()).toEqual(['消えたあとの文']);
});

test('shows not found for an unknown announcement', async () => {
  openNoticeBoard();
  await openAsStaff('/staff/informations/2147483647');
  await expect.element(heading('Page not found')).toBeVisible();
});
