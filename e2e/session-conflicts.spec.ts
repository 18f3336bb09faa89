import {
  expect,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { callApi, createReadyMember, openAs } from './support/member-steps.ts';
import {
  expectClean,
  listMine,
  makeSample,
  openEdit,
  openSecondDevice,
  readMine,
  row,
  sample,
  storedDrafts,
} from './support/session-editor.ts';

expectQuietConsole(test);

test('changed on two devices at once: the difference is shown, and either may be kept', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  const second = await openSecondDevice(browser, embedded.url);
  await openEdit(second, member, id);
  await second.getByLabel('タイトル').fill('二台目の題');
  await row(second, 'ペクトラルフライ').click();
  await press(second, 'セットを増やす');
  await press(second, '保存する');
  await expect(toast(second, '保存しました')).toBeVisible();

  await page.getByLabel('タイトル').fill('一台目の題');
  await press(page, '保存する');
  const panel = page.getByRole('region', { name: 'ほかの端末で内容が変更されています' });
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('heading')).toBeFocused();
  await expect(panel).toContainText('二台目の題');
  await expect(panel).toContainText('一台目の題');
  await expect(panel.getByText('ペクトラルフライ 4×10 おすすめ 休憩90秒')).toBeVisible();
  await expect(panel.getByText('あなたの入力（変更なし）')).toBeVisible();
  await expectClean(page);
  // Nothing is lost by a reload: it is asked again.
  await page.reload();
  await expect(panel).toBeVisible();
  await press(page, '自分の内容で上書きする');
  await expect(toast(page, '一台目の題')).toBeVisible();
  expect((await readMine(embedded, member, id)).json).toMatchObject({
    title: '一台目の題',
    items: sample.items,
    version: 3,
  });

  // The second device goes on from what it saved; now it takes over what is there.
  await second.goto(`/training-sessions/${id}/edit`);
  await expect(second.getByLabel('タイトル')).toHaveValue('一台目の題');
  await second.getByLabel('タイトル').fill('二台目ふたたび');
  const changed = { ...sample, title: 'もう一度一台目', version: 3 };
  await callApi(embedded, member, 'PUT', `/my/training-sessions/${id}`, changed);
  await press(second, '保存する');
  await press(second, '最新の内容を読み込む');
  await expect(second.getByText('最新の内容を読み込みました。')).toBeVisible();
  await expect(second.getByLabel('タイトル')).toHaveValue('もう一度一台目');
  await press(second, '自分の入力に戻す');
  await expect(second.getByLabel('タイトル')).toHaveValue('二台目ふたたび');
  await press(second, '保存する');
  await press(second, '編集を続ける');
  await expect(second.getByLabel('タイトル')).toHaveValue('二台目ふたたび');
  await press(second, '保存する');
  await press(second, '最新の内容を読み込む');
  await second.getByLabel('タイトル').fill('最新から');
  await press(second, '保存する');
  await expect(toast(second, '最新から')).toBeVisible();
  expect((await readMine(embedded, member, id)).json).toMatchObject({
    title: '最新から',
    version: 5,
  });
  await second.context().close();
  forgiveComplaints('409');
});

test('deleted meanwhile: what was typed becomes a new session', async ({
  page,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  await page.getByLabel('タイトル').fill('消えても残る');
  await callApi(embedded, member, 'DELETE', `/my/training-sessions/${id}`);
  await press(page, '保存する');
  const panel = page.getByRole('region', { name: 'このセッションは削除されています' });
  await expect(panel).toBeVisible();
  await expectClean(page);
  await page.reload();
  await expect(panel).toBeVisible();
  await press(page, '新しいセッションとして保存');
  await expect(toast(page, '消えても残る')).toBeVisible();
  const mine = await listMine(embedded, member);
  expect(mine).toMatchObject([{ title: '消えても残る' }]);
  expect(mine[0]?.['trainingSessionId']).not.toBe(id);
  await expect.poll(() => storedDrafts(page)).toEqual([]);
});

test('there is no editing of what is not there, or somebody else’s', async ({
  page,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  const foreign = await makeSample(embedded, other, { visibility: 'public' });
  await openAs(page, member, `/training-sessions/${foreign}/edit`);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.goto('/training-sessions/2147483647/edit');
  await expect(heading(page, 'Page not found')).toBeVisible();
});

test('an edit begins with what is saved now, also when the page was seen before', async ({
  page,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  await page.getByLabel('タイトル').fill('一度目');
  await press(page, '保存する');
  await expect(toast(page, '一度目')).toBeVisible();
  await page.goBack();
  await page.goto(`/training-sessions/${id}`);
  await page.getByRole('link', { name: '編集' }).click();
  await expect(page.getByLabel('タイトル')).toHaveValue('一度目');
  await page.getByLabel('タイトル').fill('二度目');
  await press(page, '保存する');
  await expect(toast(page, '二度目')).toBeVisible();
  await page.getByRole('link', { name: '編集' }).click();
  await expect(page.getByLabel('タイトル')).toHaveValue('二度目');
  await page.getByLabel('タイトル').fill('三度目');
  await press(page, '保存する');
  await expect(toast(page, '三度目')).toBeVisible();
  expect((await readMine(embedded, member, id)).json).toMatchObject({ version: 4 });
});
