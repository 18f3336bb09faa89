import {
  callApi,
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
  test,
  toast,
} from '#support/members/members.ts';
import { readQrCode } from '#support/browser/qr-codes.ts';
import { codeField, createWorker, openDevice, openTrainer } from '#support/trainers/trainers.ts';

expectQuietConsole(test);

test('a trainer scans the code, links by one tap, and ends the link', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await openAs(page, member, '/settings/trainer-connect');
  await press(page, '連携コードを発行する');
  const shownCode = page.getByRole('main').locator('code');
  await expect(shownCode).toHaveText(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  const code = (await shownCode.textContent()) ?? '';
  await page.reload();
  await expect(shownCode).toHaveText(code);
  const scanned = await readQrCode(page.getByRole('img', { name: /^連携コードのQRコード/ }));
  expect(scanned).toBe(`${embedded.url}/trainer?code=${code.replace('-', '')}`);

  const tablet = await openDevice(browser, embedded.url);
  await openTrainer(tablet, trainer, new URL(scanned).pathname + new URL(scanned).search);
  await expect(codeField(tablet)).toHaveValue(code);
  await expect(tablet).toHaveURL('/trainer');
  await press(tablet, '連携する');
  await expect(tablet).toHaveURL(/\/trainer\/members\/\d+$/);
  await expect(toast(page, 'コウジさんと連携しました')).toBeVisible();

  await expect(heading(tablet, 'テツさん')).toBeVisible();
  await press(tablet, '連携を解除する');
  const dialog = tablet.getByRole('alertdialog');
  await dialog.getByRole('button', { name: '連携を解除する' }).click();
  await expect(toast(tablet, 'テツさんの担当から外れました')).toBeVisible();
  await expect(tablet.getByText('担当会員はまだいません')).toBeVisible();
  const { json } = await callApi(embedded, member, 'GET', '/trainer-connection-code');
  expect(json).toEqual({ state: 'none' });
  await tablet.context().close();
});
