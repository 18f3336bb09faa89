import {
  expect,
  expectQuietConsole,
  forgiveComplaints,
  press,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import {
  makeSample,
  openEdit,
  openSecondDevice,
  readMine,
  row,
  sample,
} from './support/session-editor.ts';

expectQuietConsole(test);

test('changed on two devices at once: the difference is shown, also after a reload, and one is kept', async ({
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
  await expect(panel).toContainText('二台目の題');
  await expect(panel).toContainText('一台目の題');
  await expect(panel.getByText('ペクトラルフライ 4×10 おすすめ 休憩90秒')).toBeVisible();
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
  await second.context().close();
  forgiveComplaints('409');
});
