import type { Page } from '@playwright/test';
import type { Account } from './support/accounts.ts';
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
import { startMachine } from './support/machine.ts';
import { test as base } from './support/member-server.ts';
import { callApi, openAs } from './support/member-steps.ts';
import { nameMember } from './support/rankings.ts';
import { newWord } from './support/session-pages.ts';
import { createWorker } from './support/trainer-link.ts';
import { readSub } from './support/workouts.ts';

const test = base.extend<{ staff: Account }>({
  staff: async ({ embedded }, provide) => {
    await provide(await createWorker(embedded, 'staff', 'スタッフ佐藤'));
  },
});

test.use({ viewport: { width: 1180, height: 820 } });
expectQuietConsole(test);

/** As a member would, on a real machine: two bouts of アームカール, the second one far too heavy. */
async function train(embedded: EmbeddedServer, member: Account): Promise<void> {
  const machine = await startMachine(embedded, 6);
  const { status } = await callApi(embedded, member, 'POST', '/tanren-connection', {
    code: await machine.code(),
  });
  if (status >= 300) throw new Error(`linking: ${status}`);
  await machine.waitFor('linked');
  for (const sets of [
    [[20, 5]],
    [
      [20, 4],
      [70, 3],
    ],
  ] as const) {
    for (const [loadKg, reps] of sets) {
      machine.say(`load ${loadKg}`);
      await machine.lift(reps);
      machine.say('end-set');
      await machine.waitFor('set-ended');
    }
    machine.say('finish');
    await machine.waitFor('acked');
  }
  await machine.stop();
}

async function find(page: Page, text: string): Promise<void> {
  await page.getByLabel('会員を探す').fill(text);
  await press(page, '検索する');
}

async function readRanking(embedded: EmbeddedServer, by: Account, nickname: string) {
  const { json } = await callApi(embedded, by, 'GET', '/workout-ranking/6/max');
  const items = json['items'] as { nickname: string; value: number }[];
  return items.find((row) => row.nickname === nickname);
}

test('a record is corrected and removed; the member sees why, and the ranking follows', async ({
  page,
  embedded,
  member,
  staff,
}) => {
  const nickname = `力${newWord()}`;
  await nameMember(embedded, member, { nickname });
  await train(embedded, member);
  expect(await readRanking(embedded, staff, nickname)).toMatchObject({ value: 70 });

  await openAs(page, staff, '/staff/members');
  await expect(heading(page, '会員検索')).toBeVisible();
  await expectClean(page);
  await press(page, '検索する');
  await expect(page.getByText('いずれかを入力してください。')).toBeVisible();
  await find(page, '誰もいない名前');
  await expect(
    page.getByText('「誰もいない名前」に当てはまる会員は見つかりませんでした。'),
  ).toBeVisible();
  await find(page, nickname.slice(0, 6));
  const found = page.getByRole('link', { name: new RegExp(nickname) });
  await expect(found).toContainText(member.email);
  await expectClean(page);
  // Neither in the address nor lost on the way back.
  await expect(page).toHaveURL('/staff/members');
  await found.click();
  await expect(heading(page, nickname)).toBeVisible();
  await page.goBack();
  await expect(found).toBeVisible();
  await find(page, member.email);
  await found.click();
  await expect(heading(page, nickname)).toBeVisible();
  await expect(page.getByText('2件', { exact: true })).toBeVisible();
  await expectClean(page);

  await page.getByRole('link', { name: /アームカール.*最大70kg/ }).click();
  await expect(heading(page, 'アームカール')).toBeVisible();
  await expectClean(page);
  await press(page, '修正する');
  const form = page.getByRole('form', { name: '記録の修正' });
  const second = form.getByRole('group', { name: '2セット目' });
  await second.getByLabel('負荷', { exact: true }).fill('30');
  await second.getByLabel('回数', { exact: true }).press('ArrowDown');
  const preview = form.getByRole('region', { name: '修正後の記録' });
  await expect(preview.getByRole('row', { name: '最大負荷' })).toContainText('70kg30kg');
  await expect(preview.getByRole('row', { name: '総発揮力' })).toContainText('290kg140kg');
  await expectClean(page);
  // A slip of the finger loses nothing.
  await page.getByRole('link', { name: '操作履歴' }).first().click();
  await expect(page.getByRole('alertdialog')).toContainText('まだ保存されていません');
  await press(page, '入力を続ける');
  await expect(second.getByLabel('負荷', { exact: true })).toHaveValue('30');
  await press(page, '修正を保存する');
  await expect(form.getByText('理由を入力してください。')).toBeVisible();
  await form.getByLabel('修正の理由').fill('重さの設定が誤っていたため');
  await form.getByRole('button', { name: '修正を保存する' }).dblclick();
  await expect(toast(page, '記録を修正しました')).toBeVisible();
  await expect(
    page.getByText('にスタッフが修正しました。理由：重さの設定が誤っていたため'),
  ).toBeVisible();
  await expect(page.getByText('140kg', { exact: true })).toBeVisible();
  await expectClean(page);
  expect(await readRanking(embedded, staff, nickname)).toMatchObject({ value: 30 });
  const { json } = await callApi(embedded, member, 'GET', '/workouts/latest');
  expect(json).toMatchObject({
    max: 30,
    tfo: 140,
    correction: { reason: '重さの設定が誤っていたため' },
  });

  // What the machine cannot be set to is told at its set.
  await press(page, '修正する');
  await second.getByLabel('負荷', { exact: true }).fill('31.3');
  await form.getByLabel('修正の理由').fill('試し');
  await press(page, '修正を保存する');
  await expect(
    form.getByText('2セット目の負荷は、このマシンでは設定できない値です。'),
  ).toBeVisible();
  await expectClean(page);
  await form.getByRole('button', { name: 'やめる' }).click();

  await press(page, '削除する');
  const dialog = page.getByRole('dialog', { name: 'この記録を削除しますか' });
  await expectClean(page);
  await dialog.getByLabel('理由').fill('ほかの方の記録だったため');
  await dialog.getByRole('button', { name: '削除する' }).dblclick();
  await expect(toast(page, '記録を削除しました')).toBeVisible();
  await expect(heading(page, nickname)).toBeVisible();
  await expect(page.getByRole('link', { name: /アームカール/ })).toHaveCount(1);
  await expect(page.getByText('1件', { exact: true })).toBeVisible();
  expect(await readRanking(embedded, staff, nickname)).toMatchObject({ value: 20 });

  await page.goto('/staff/audit-log');
  const entries = page.getByRole('article').filter({ hasText: nickname });
  await expect(entries).toHaveCount(3);
  await expect(entries.nth(0)).toContainText('トレーニングの記録を削除');
  await expect(entries.nth(1)).toContainText('トレーニングの記録を修正');
  await expect(entries.nth(1)).toContainText('20kg×4、70kg×3');
  await expect(entries.nth(1)).toContainText('20kg×4、30kg×2');
  await expect(entries.nth(2)).toContainText('会員情報を閲覧');
  await expectClean(page);
  await page.getByLabel('操作').selectOption('会員情報を閲覧');
  await expect(page).toHaveURL('/staff/audit-log?action=member.view');
  await expect(entries).toHaveCount(1);
});

test('a member who asked for it is erased, after the nickname is typed', async ({
  page,
  embedded,
  member,
  staff,
}) => {
  const nickname = `去${newWord()}`;
  await nameMember(embedded, member, { nickname });
  const sub = await readSub(member);
  await openAs(page, staff, '/staff/members');
  await find(page, sub.toUpperCase());
  await page.getByRole('link', { name: new RegExp(nickname) }).click();
  await press(page, '会員データを削除する');
  const dialog = page.getByRole('dialog', { name: '会員データを削除しますか' });
  await expect(dialog).toContainText('元に戻せません。');
  await expect(dialog).toContainText('サインイン用のアカウント');
  await expectClean(page);
  await dialog.getByLabel('理由').fill('ご本人の申し出');
  await dialog.getByLabel('ニックネーム').fill('ほかの人');
  await dialog.getByRole('button', { name: 'すべて削除する' }).click();
  await expect(dialog.getByText('会員のニックネームと一致しません。')).toBeVisible();
  await expectClean(page);
  await dialog.getByLabel('ニックネーム').fill(nickname);
  await dialog.getByRole('button', { name: 'すべて削除する' }).dblclick();
  await expect(toast(page, '会員データを削除しました')).toBeVisible();
  await expect(heading(page, '会員検索')).toBeVisible();
  await find(page, nickname);
  await expect(page.getByText('見つかりませんでした。')).toBeVisible();
  await expect(callApi(embedded, member, 'GET', '/userinfo')).rejects.toThrow(/InitiateAuth/);
  await page.goto(`/staff/members/${sub}`);
  await expect(heading(page, 'Page not found')).toBeVisible();

  await page.goto('/staff/audit-log?action=member.delete');
  const entry = page.getByRole('article').filter({ hasText: 'ご本人の申し出' }).first();
  await expect(entry).toContainText('退会した会員');
  await expect(page.getByText(nickname)).toHaveCount(0);
});

test('nobody erases the own account here', async ({ page, staff }) => {
  await openAs(page, staff, `/staff/members/${await readSub(staff)}`);
  await press(page, '会員データを削除する');
  const dialog = page.getByRole('dialog', { name: '会員データを削除しますか' });
  await dialog.getByLabel('理由').fill('試し');
  await dialog.getByLabel('ニックネーム').fill('スタッフ佐藤');
  await dialog.getByRole('button', { name: 'すべて削除する' }).click();
  await expect(dialog.getByText('ご自身のアカウントには行えません。')).toBeVisible();
  forgiveComplaints('409');
});
