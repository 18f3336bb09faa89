import { runMachine, startMachine, type TestMachine } from './support/machine.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
} from './support/identity-steps.ts';
import { runSql } from './support/database.ts';
import { test as base } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';
import { expectMissing } from './support/missing-page.ts';
import { readQrCode } from './support/read-qr-code.ts';
import { createWorker } from './support/trainer-link.ts';
import type { Account } from './support/accounts.ts';

const test = base.extend<{ staff: Account; machine: TestMachine }>({
  staff: async ({ embedded }, provide) => {
    await provide(await createWorker(embedded, 'staff', 'スタッフ佐藤'));
  },
  machine: async ({ embedded }, provide) => {
    const machine = await startMachine(embedded);
    await provide(machine);
    await machine.stop();
  },
});

test.use({ viewport: { width: 820, height: 1180 } });
expectQuietConsole(test);

test('a renewed secret is shown once, the old one is refused and the new one works', async ({
  page,
  embedded,
  staff,
  machine,
}) => {
  await openAs(page, staff, '/staff/machines');
  const card = page.getByRole('link', { name: new RegExp(`^${machine.id} ?チェストプレス`) });
  await expect(card).toContainText('接続中');
  await expect(card).toContainText('最終通信 たった今');
  await expectClean(page);
  await card.click();
  await expect(heading(page, `マシン ${machine.id}`)).toBeVisible();
  await expect(page.getByText('5〜150kg（2.5kgごと）')).toBeVisible();
  await expectClean(page);

  await press(page, 'シークレットを再発行');
  await expect(page.getByRole('alertdialog')).toContainText('すぐに使えなくなり');
  await expectClean(page);
  await press(page, 'やめる');
  await press(page, 'シークレットを再発行');
  await press(page, '再発行する');
  const line = page.getByLabel('マシンに入力する内容');
  await expect(line).toContainText(`--machine ${machine.id} --secret `);
  await expectClean(page);
  const secret = /--secret (\S+)/.exec((await line.textContent()) ?? '')?.[1] ?? '';
  const shown = await page.getByLabel('シークレット', { exact: true }).textContent();
  expect(shown?.replaceAll(' ', '')).toBe(secret);
  expect(secret).not.toBe(machine.secret);

  // Whoever runs on the old one is out at once, and does not come back with it.
  await machine.waitFor('disconnected');
  await machine.waitFor('refused');
  const renewed = await runMachine(embedded, { id: machine.id, secret });
  await renewed.waitFor('connected');
  await renewed.stop();

  await page.reload();
  await expect(heading(page, `マシン ${machine.id}`)).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.goto('/staff/audit-log?action=machine.secret');
  const entry = page.getByRole('article').filter({ hasText: `マシン${machine.id}（` });
  await expect(entry).toContainText('マシンのシークレットを再発行');
  await expect(entry).toContainText('担当 スタッフ佐藤');
  await expect(page.getByText(secret)).toHaveCount(0);
  await expectClean(page);
});

test('the label leads to the page that links this machine', async ({
  page,
  embedded,
  staff,
  machine,
  member,
  browser,
}) => {
  await openAs(page, staff, `/staff/machines/${machine.id}`);
  await page.getByRole('link', { name: 'ラベルを印刷' }).click();
  await expect(heading(page, 'ラベルを印刷')).toBeVisible();
  const name = `マシン ${machine.id} の接続ページのQRコード`;
  await expect(page.getByRole('img', { name })).toBeVisible();
  await expectClean(page);
  const address = `${embedded.url}/tanren-link?machine=${machine.id}`;
  expect(await readQrCode(page.getByRole('img', { name }))).toBe(address);
  await expect(page.getByText(address)).toBeVisible();

  // On paper there is the label and nothing else.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('heading')).toHaveCount(0);
  await expect(page.getByRole('paragraph')).toContainText('6桁の数字を入力して始めます');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect(Math.round((Number(width) * 25.4) / 72)).toBe(90);
  expect(Math.round((Number(height) * 25.4) / 72)).toBe(55);

  const context = await browser.newContext({ baseURL: embedded.url, locale: 'ja-JP' });
  const phone = await context.newPage();
  await openAs(phone, member, `/tanren-link?machine=${machine.id}`);
  const field = phone.getByRole('textbox', { name: '接続コード' });
  await expect(field).toHaveValue(`${machine.id}-`);
  await expect(field).toBeFocused();
  const code = await machine.code();
  await field.press('End');
  await field.pressSequentially(code.split('-')[1] ?? '');
  await press(phone, '接続する');
  await expect(heading(phone, 'チェストプレス')).toBeVisible();
  await context.close();
});

test('a machine is added with its secret, and retired for good', async ({
  page,
  embedded,
  staff,
  machine,
}) => {
  await openAs(page, staff, '/staff/machines');
  await page.getByRole('link', { name: 'マシンを追加する' }).click();
  await expect(heading(page, 'マシンを追加')).toBeVisible();
  await press(page, '追加する');
  await expect(page.getByText('店舗を選んでください。')).toBeVisible();
  await expectClean(page);
  await page.getByLabel('店舗').selectOption('TANREN 新宿');
  await page.getByLabel('種目').selectOption('レッグプレス');
  await page.getByLabel('最大の負荷').fill('５');
  await press(page, '追加する');
  await expect(page.getByText('最小の負荷より大きくしてください。')).toBeVisible();
  await page.getByLabel('最大の負荷').fill('２５０ｋｇ');
  await press(page, '追加する');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/マシン \d+ を追加しました/);
  await expectClean(page);
  const line = (await page.getByLabel('マシンに入力する内容').textContent()) ?? '';
  const [, id, secret = ''] = /--machine (\d+) --secret (\S+)/.exec(line) ?? [];
  const added = await runMachine(embedded, { id: Number(id), secret }, 11);
  await added.waitFor('connected');
  await page.goto(`/staff/machines/${id}`);
  await expect(page.getByText('10〜250kg（5kgごと）')).toBeVisible();
  await press(page, '撤去する');
  await expect(page.getByRole('alertdialog')).toContainText('元に戻せません');
  await page.getByRole('alertdialog').getByRole('button', { name: '撤去する' }).click();
  await added.waitFor('disconnected');
  await added.waitFor('refused');
  await added.stop();
  await expect(page.getByText('撤去済み')).toBeVisible();
  await expect(page.getByRole('button', { name: '撤去する' })).toHaveCount(0);
  await expectClean(page);
  await page.getByRole('navigation').getByRole('link', { name: 'マシン', exact: true }).click();
  await page.getByText(/撤去済みのマシン/).click();
  await expect(page.getByRole('link', { name: new RegExp(`^${id} ?レッグプレス`) })).toBeVisible();
  await expectMissing(page, `/staff/machines/${id}/label`);
  await expectMissing(page, '/staff/machines/2147483647');
  expect(machine.id).toBeLessThan(Number(id));
});

test('what machines sent and we refused is listed with its reason and its content', async ({
  page,
  embedded,
  staff,
  machine,
}) => {
  await runSql(
    embedded.dataDir,
    `insert into rejected_messages (machine_id, received_at, reason, byte_length, payload)
     select $1, now() - make_interval(mins => n),
       case n % 2 when 0 then 'not_json' else 'in_future' end, 40,
       '<img src=x onerror=alert(' || n || ')>'
     from generate_series(1, 45) n`,
    [machine.id],
  );
  await openAs(page, staff, `/staff/machines/${machine.id}`);
  await page.getByRole('link', { name: '45件' }).click();
  await expect(heading(page, '受信エラー')).toBeVisible();
  const cards = page.getByRole('article');
  await expect(cards.first()).toContainText('未来の記録');
  await expect(cards.first()).toContainText('マシンの時計をご確認ください。');
  await cards.first().getByText('受信した内容').click();
  await expect(cards.first().getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expectClean(page);
  // It goes on by itself.
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(40);
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(45);
  await page.getByLabel('理由').selectOption('データを読み取れない');
  await expect(page).toHaveURL(`/staff/rejected-messages?machineId=${machine.id}&reason=not_json`);
  await expect(cards.filter({ hasText: '未来の記録' })).toHaveCount(0);
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded();
    const unreadable = cards.filter({ hasText: 'データを読み取れない' });
    await expect(unreadable).toHaveCount(22, { timeout: 1000 });
  }).toPass();
  await page.getByLabel('理由').selectOption('古すぎる記録');
  await expect(page.getByText('この条件の受信エラーはありません。')).toBeVisible();
  await expectClean(page);
});

test('members get the 404 page wherever staff work', async ({ page, member, staff, browser }) => {
  await openAs(page, member, '/');
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
  for (const path of [
    '/staff/machines',
    '/staff/machines/new',
    '/staff/machines/1',
    '/staff/machines/1/label',
    '/staff/rejected-messages',
    '/staff/session-reports',
    '/staff/members',
    '/staff/members/00000000-0000-4000-8000-000000000000',
    '/staff/members/00000000-0000-4000-8000-000000000000/workouts/1',
    '/staff/audit-log',
  ]) {
    await expectMissing(page, path);
  }
  forgiveComplaints('403');
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await openAs(phone, staff, new URL('/staff/machines', page.url()).href);
  await expect(heading(phone, 'マシン')).toBeVisible();
  for (const path of ['/staff/members/x', '/staff/machines/x', '/staff/members/1/workouts/1']) {
    await expectMissing(phone, new URL(path, page.url()).href);
  }
  await context.close();
});
