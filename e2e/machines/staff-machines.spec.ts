import { runMachine } from '#support/machines/machine.ts';
import {
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
  test as base,
} from '#support/members/members.ts';
import { ensureGyms } from '#support/gyms/gyms.ts';
import { readQrCode } from '#support/browser/qr-codes.ts';
import { createWorker } from '#support/trainers/trainers.ts';
import type { Account } from '#support/identity/accounts.ts';

const test = base.extend<{ staff: Account }>({
  staff: async ({ embedded }, provide) => {
    await provide(await createWorker(embedded, 'staff', 'スタッフ佐藤'));
  },
});

test.use({ viewport: { width: 820, height: 1180 } });
expectQuietConsole(test);

test('adds a machine, a member starts by its label, and it is retired permanently', async ({
  page,
  embedded,
  staff,
  member,
  browser,
}) => {
  await ensureGyms(embedded);
  await openAs(page, staff, '/staff/machines/new');
  await page.getByLabel('店舗').selectOption('TANREN 新宿');
  await page.getByLabel('種目').selectOption('レッグプレス');
  await page.getByLabel('最大の重量').fill('２５０ｋｇ');
  await press(page, '追加する');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/マシン \d+ を追加しました/);
  await page.getByText('コマンドで設定する場合').click();
  const line = (await page.getByLabel('マシンに入力する内容').textContent()) ?? '';
  const [, id, secret = ''] = /--machine (\d+) --secret (\S+)/.exec(line) ?? [];
  const machine = await runMachine(embedded, { id: Number(id), secret }, 11);
  await machine.waitFor('connected');

  // The printed page contains only the label.
  await page.getByRole('link', { name: 'ラベルを印刷する' }).click();
  await press(page, '入力したので移動する');
  const code = page.getByRole('img', { name: `マシン ${id} の接続ページのQRコード` });
  await expect(code).toBeVisible();
  expect(await readQrCode(code)).toBe(`${embedded.url}/tanren-link?machine=${id}`);
  await page.emulateMedia({ media: 'print' });
  await expect(code).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('heading')).toHaveCount(0);
  await expect(page.getByRole('paragraph')).toContainText('6桁の数字を入力して始めます');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect(Math.round((Number(width) * 25.4) / 72)).toBe(90);
  expect(Math.round((Number(height) * 25.4) / 72)).toBe(55);
  await page.emulateMedia({ media: 'screen' });

  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const phone = await context.newPage();
  await openAs(phone, member, `/tanren-link?machine=${id}`);
  const field = phone.getByRole('textbox', { name: '接続コード' });
  await expect(field).toHaveValue(`${id}-`);
  await expect(field).toBeFocused();
  const digits = (await machine.code()).split('-')[1] ?? '';
  await field.press('End');
  await field.pressSequentially(digits);
  await press(phone, '接続する');
  await expect(heading(phone, 'レッグプレス')).toBeVisible();

  await page.getByRole('link', { name: 'マシンの詳細に戻る' }).click();
  await expect(page.getByText('10〜250kg（5kgごと）')).toBeVisible();
  await press(page, '撤去する');
  await page.getByRole('alertdialog').getByRole('button', { name: '撤去する' }).click();
  await machine.waitFor('disconnected');
  await machine.waitFor('refused');
  await machine.stop();
  await expect(page.getByText('撤去済み')).toBeVisible();
  await expect(heading(phone, 'レッグプレス')).toHaveCount(0);
  await context.close();
});
