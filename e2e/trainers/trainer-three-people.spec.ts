import {
  callApi,
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
  toast,
} from '#support/members/members.ts';
import { linkByCode } from '#support/machines/machine.ts';
import { readQrCode } from '#support/browser/qr-codes.ts';
import { add, row } from '#support/menus/menu-editor.ts';
import { session, target, test } from '#support/menus/menu-run.ts';
import {
  codeField,
  createWorker,
  expectEnded,
  memberCards,
  openDevice,
  openTrainer,
  tab,
} from '#support/trainers/trainers.ts';

expectQuietConsole(test);

test('a member, a trainer and a stranger: from the code to the end of the link', async ({
  page,
  browser,
  embedded,
  member,
  machines,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const other = await createWorker(embedded, 'trainer', 'ほかの人');
  const trainerPage = await openDevice(browser, embedded.url);
  const otherPage = await openDevice(browser, embedded.url);

  await openAs(page, member, '/settings/trainer-connect');
  await press(page, '連携コードを発行する');
  const shownCode = page.getByRole('main').locator('code');
  await expect(shownCode).toHaveText(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  const code = (await shownCode.textContent()) ?? '';
  await page.reload();
  await expect(shownCode).toHaveText(code);
  const scanned = await readQrCode(page.getByRole('img', { name: /^連携コードのQRコード/ }));
  expect(scanned).toBe(`${embedded.url}/trainer?code=${code.replace('-', '')}`);
  await openTrainer(trainerPage, trainer, scanned.slice(embedded.url.length));
  await expect(codeField(trainerPage)).toHaveValue(code);
  await expect(trainerPage).toHaveURL('/trainer');
  await press(trainerPage, '連携する');
  await expect(heading(trainerPage, 'テツさん')).toBeVisible();
  // The member's page updates by itself, and a second trainer cannot use the code.
  await expect(toast(page, 'コウジさんと連携しました')).toBeVisible();
  await expect(page.getByRole('region', { name: '連携中のトレーナー' })).toContainText('コウジ');
  await openTrainer(otherPage, other);
  await codeField(otherPage).fill(code);
  await press(otherPage, '連携する');
  await expect(otherPage.getByRole('main').getByRole('alert')).toContainText('新しいコード');
  const link = new URL(trainerPage.url()).pathname;
  await otherPage.goto(link);
  await expectEnded(otherPage, 'テツ');

  await tab(trainerPage, 'メニュー').click();
  await trainerPage.getByRole('link', { name: '新しく作る' }).click();
  await expect(heading(trainerPage, 'メニューの作成')).toBeVisible();
  await expect(trainerPage.getByText('公開範囲')).toHaveCount(0);
  await trainerPage.getByLabel('タイトル').fill('胸の立て直し');
  await add(trainerPage, 'チェストプレス');
  await row(trainerPage, 'チェストプレス').click();
  await trainerPage.getByRole('radio', { name: '重量を指定' }).check();
  await trainerPage.getByRole('spinbutton', { name: '重量' }).fill('40');
  await trainerPage.getByRole('spinbutton', { name: 'セット' }).fill('1');
  await trainerPage.getByRole('spinbutton', { name: '回数' }).fill('3');
  await press(trainerPage, '保存する');
  await expect(trainerPage.getByRole('link', { name: '胸の立て直し' })).toBeVisible();

  await page.goto('/my-trainer');
  await page.getByRole('link', { name: '胸の立て直し' }).click();
  await press(page, 'このメニューを始める');
  await expect(session(page)).toContainText('胸の立て直し');
  await linkByCode(page, machines.chest, 'チェストプレス');
  await expect(target(page)).toContainText('3回40kg');
  await machines.chest.lift(3);
  machines.chest.say('finish');
  await expect(page.getByText('記録を保存しました')).toBeVisible();
  await press(page, 'トレーニングを終える');

  await tab(trainerPage, '履歴').click();
  const workout = trainerPage.getByRole('link', { name: /チェストプレス.*40/ });
  await workout.click();
  await expect(trainerPage.getByText('メニュー「胸の立て直し」')).toBeVisible();
  await expect(trainerPage.getByRole('row', { name: '1 40.0 3 40.0 120.0' })).toBeVisible();
  const { json: views } = await callApi(embedded, member, 'GET', '/my/trainer-views');
  expect(views['items']).toContainEqual(
    expect.objectContaining({ seen: 'history', nickname: 'コウジ' }),
  );

  await trainerPage.getByRole('link', { name: 'テツさん' }).click();
  await tab(trainerPage, 'メニュー').click();
  await trainerPage.getByRole('link', { name: '胸の立て直し' }).click();
  await trainerPage.getByLabel('タイトル').fill('胸の立て直し 2');
  await page.goto('/my-trainer');
  await press(page, '連携を解除する');
  await press(page, '解除する');
  await expect(toast(page, '連携を解除しました')).toBeVisible();
  // The link ends during an edit: saving fails, and no data of the member is left.
  await press(trainerPage, '保存する');
  await expectEnded(trainerPage, 'テツ');
  await expect(trainerPage.getByRole('main')).not.toContainText('胸の立て直し');
  await expect
    .poll(() => trainerPage.evaluate(() => JSON.stringify(Object.entries(localStorage))))
    .not.toContain('立て直し');
  for (const path of ['', '/workouts', '/training-sessions', '/workout-loads']) {
    const { status } = await callApi(
      embedded,
      trainer,
      'GET',
      `/trainer/members/${link.split('/').at(-1) ?? ''}${path}`,
    );
    expect(status).toBe(404);
  }
  await trainerPage.getByRole('link', { name: '担当会員の一覧へ' }).click();
  await expect(memberCards(trainerPage)).toHaveCount(0);

  // The menu stays with the member, who may delete it.
  await page.getByRole('link', { name: '胸の立て直し' }).click();
  await press(page, '削除する');
  await page.getByRole('alertdialog').getByRole('button', { name: '削除する' }).click();
  await expect(page).toHaveURL('/my-trainer');
  const { json: made } = await callApi(embedded, member, 'GET', '/trainer-training-sessions');
  expect(made['items']).toEqual([]);
  await Promise.all([trainerPage.context().close(), otherPage.context().close()]);
});
