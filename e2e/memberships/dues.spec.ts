import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  callApi,
  createReadyMember,
  expect,
  expectQuietConsole,
  openAs,
  press,
  test,
  toast,
} from '#support/members/members.ts';
import { dayAhead, makeGym } from '#support/booking/reservations.ts';
import { openPage } from '#support/browser/shots.ts';
import { runSql } from '#support/server/embedded-server.ts';
import { createWorker } from '#support/trainers/trainers.ts';
import { readSub } from '#support/workouts/workouts.ts';

test.use({ viewport: { width: 1280, height: 800 } });
expectQuietConsole(test);

const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) });

/** Position of the bank's result in a record of a member, and of the customer's number. */
const resultAt = 111;
const customerAt = 91;

/** Answers the gym's file as a bank that could not withdraw from this membership (資金不足). */
function answerAsBank(request: string, failedId: number): string {
  const lines = request.split('\r\n').map((line) => {
    const isFailed = line.startsWith('2') && Number(line.slice(customerAt, resultAt)) === failedId;
    return isFailed ? `${line.slice(0, resultAt)}1${line.slice(resultAt + 1)}` : line;
  });
  const amountsOf = (result: string) =>
    lines
      .filter((line) => line.startsWith('2') && line[resultAt] === result)
      .map((line) => Number(line.slice(80, 90)));
  const write = (amounts: readonly number[]) => {
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    return `${String(amounts.length).padStart(6, '0')}${String(total).padStart(12, '0')}`;
  };
  const sums = write(amountsOf('0')) + write(amountsOf('1'));
  return lines
    .map((line) => (line.startsWith('8') ? line.slice(0, 19) + sums + line.slice(55) : line))
    .join('\r\n');
}

async function chooseFile(dialog: Locator, text: string): Promise<void> {
  const file = { name: 'kekka.txt', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1') };
  await dialog.getByLabel('振替結果のファイル').setInputFiles(file);
}

test('a month of dues is charged, withdrawn by the bank with a failure, and corrected', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  const gymId = await makeGym(embedded, [member, other]);
  await runSql(
    embedded.dataDir,
    `update memberships set name = '川端 透' where gym_id = $1 and sub = $2`,
    [gymId, await readSub(member)],
  );
  const staff = await createWorker(embedded, 'staff', 'スタッフ');

  await test.step('staff charge the month and set up the direct debit', async () => {
    await openAs(page, staff, `/staff/dues?gym=${gymId}`);
    await expect(row(page, '川端 透')).toContainText('未請求');
    await page.getByRole('button', { name: /^請求を作成する/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '作成する' }).click();
    await expect(toast(page, '請求を作成しました')).toContainText('2件・¥17,600');
    await expect(row(page, '川端 透')).toContainText('入金待ち');
    await press(page, '口座振替の設定');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('委託者コード').fill('1234567890');
    await dialog.getByLabel('委託者名（カナ）').fill('タンレンジム');
    await dialog.getByLabel('銀行コード').fill('0001');
    await dialog.getByLabel('支店コード').fill('002');
    await dialog.getByLabel('口座番号').fill('7654321');
    await dialog.getByRole('button', { name: '保存する' }).click();
    await expect(toast(page, '口座振替の設定を保存しました')).toBeVisible();
    for (const name of ['川端 透', '山田 太郎']) {
      await row(page, name).click();
      await press(page, '口座振替の口座を登録する');
      await dialog.getByLabel('銀行コード').fill('0005');
      await dialog.getByLabel('支店コード').fill('010');
      await dialog.getByLabel('口座番号').fill('1234567');
      await dialog.getByLabel('口座名義（カナ）').fill('カワバタ トオル');
      await dialog.getByRole('button', { name: '保存する' }).click();
      await expect(page.getByText('口座の登録あり')).toBeVisible();
      await openPage(page, `/staff/dues?gym=${gymId}`);
    }
  });

  const memberships = await callApi(
    embedded,
    staff,
    'GET',
    `/staff/gyms/${gymId}/memberships?query=${encodeURIComponent('川端')}`,
  );
  const [found] = memberships.json['items'] as { membershipId: number }[];
  const failedId = found?.membershipId ?? 0;
  let request = '';

  await test.step('staff make the file for the bank', async () => {
    await press(page, '口座振替のファイルを作成する');
    await page.getByLabel('振替日').fill(dayAhead(5));
    const saving = page.waitForEvent('download');
    await press(page, 'ファイルを作成する');
    request = await readFile(await (await saving).path(), 'latin1');
    await expect(toast(page, '口座振替のファイルを保存しました')).toContainText('2件・¥17,600');
    expect(
      request
        .split('\r\n')
        .filter((line) => line !== '')
        .map((line) => line.length),
    ).toEqual([120, 120, 120, 120, 120]);
  });

  await test.step('a broken file books nothing, and the results of the bank are booked', async () => {
    await press(page, '振替結果を取り込む');
    const dialog = page.getByRole('dialog');
    await chooseFile(dialog, request.slice(0, 130));
    await expect(dialog.getByRole('alert').last()).toContainText('2行目');
    const results = answerAsBank(request, failedId);
    await chooseFile(dialog, results);
    const preview = dialog.getByRole('region', { name: '取り込む内容' });
    await expect(preview).toContainText('川端 透');
    await expect(preview).toContainText('資金不足');
    await dialog.getByRole('button', { name: '取り込む', exact: true }).click();
    await expect(toast(page, '振替結果を取り込みました')).toContainText('振替不能1件・¥8,800');
    await expect(row(page, '川端 透')).toContainText('振替不能');
    await expect(row(page, '山田 太郎')).toContainText('入金済み');
    // The same file again books nothing.
    await press(page, '振替結果を取り込む');
    await chooseFile(dialog, results);
    await expect(dialog.getByText('すでに取り込まれています。')).toBeVisible();
    await press(page, '取り込まない');
  });

  const phone = await browser.newContext({
    baseURL: embedded.url,
    viewport: { width: 390, height: 844 },
  });
  const theirs = await phone.newPage();
  await test.step('the member reads about it in neutral words', async () => {
    await openAs(theirs, member, '/settings/membership');
    await expect(theirs.getByText(/¥8,800：お支払いを確認できていません。/)).toBeVisible();
  });

  await test.step('staff correct the amount and note the payment at the desk', async () => {
    await row(page, '川端 透').click();
    const dialog = page.getByRole('dialog');
    await press(page, '入金を確認する・訂正する');
    await dialog.getByRole('radio', { name: '減額', exact: true }).click();
    await dialog.getByLabel('金額').fill('3800');
    await dialog.getByLabel('理由').fill('けがで休んだため');
    await dialog.getByRole('button', { name: '記録する' }).click();
    await expect(toast(page, '請求を減額しました')).toBeVisible();
    await press(page, '入金を確認する・訂正する');
    await expect(dialog.getByLabel('金額')).toHaveValue('5000');
    await dialog.getByLabel('内容').fill('現金で受領');
    await dialog.getByRole('button', { name: '記録する' }).click();
    await expect(toast(page, '入金を記録しました')).toBeVisible();
    const card = page.getByRole('region', { name: '会費', exact: true });
    await expect(card).toContainText('残り¥0');
    await expect(card).toContainText('入金済み');
    await expect(page.getByRole('region', { name: '履歴' })).toContainText('現金で受領');
  });

  await theirs.reload();
  await expect(theirs.getByText('お支払い済み').first()).toBeVisible();
  await phone.close();
});
