import type { Page } from '@playwright/test';
import { type Account, signInElsewhere } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import {
  callApi,
  expect,
  expectQuietConsole,
  heading,
  openAs,
  press,
  test as base,
  toast,
} from '#support/members/members.ts';
import { startMachine } from '#support/machines/machine.ts';
import { nameMember } from '#support/workouts/rankings.ts';
import { newWord } from '#support/menus/menus.ts';
import { createWorker } from '#support/trainers/trainers.ts';
import { readSub } from '#support/workouts/workouts.ts';

const test = base.extend<{ staff: Account }>({
  staff: async ({ embedded }, provide) => {
    await provide(await createWorker(embedded, 'staff', 'スタッフ佐藤'));
  },
});

test.use({ viewport: { width: 1180, height: 820 } });
expectQuietConsole(test);

/** Trains on a real machine: two bouts of アームカール, the second one far too heavy. */
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

test('corrects and removes a record: the member sees why, and the ranking changes', async ({
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
  await find(page, nickname.slice(0, 6));
  const found = page.getByRole('link', { name: new RegExp(nickname) });
  await expect(found).toContainText(member.email);
  await found.click();
  await expect(heading(page, nickname)).toBeVisible();
  await expect(page.getByText('2件', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: /アームカール.*最大重量70kg/ }).click();
  await expect(heading(page, 'アームカール')).toBeVisible();
  await press(page, '修正する');
  const form = page.getByRole('form', { name: '記録の修正' });
  const second = form.getByRole('group', { name: '2セット目' });
  await second.getByLabel('重量', { exact: true }).fill('30');
  await second.getByLabel('回数', { exact: true }).press('ArrowDown');
  await form.getByLabel('修正の理由').fill('重量の設定が誤っていたため');
  await form.getByRole('button', { name: '修正を保存する' }).click();
  await expect(toast(page, '記録を修正しました')).toBeVisible();
  await expect(
    page.getByText('にスタッフが修正しました。理由：重量の設定が誤っていたため'),
  ).toBeVisible();
  await expect(page.getByText('140kg', { exact: true })).toBeVisible();
  expect(await readRanking(embedded, staff, nickname)).toMatchObject({ value: 30 });
  const { json } = await callApi(embedded, member, 'GET', '/workouts/latest');
  expect(json).toMatchObject({
    max: 30,
    tfo: 140,
    correction: { reason: '重量の設定が誤っていたため' },
  });

  await press(page, '削除する');
  const dialog = page.getByRole('dialog', { name: 'この記録を削除しますか' });
  await dialog.getByLabel('理由').fill('ほかの方の記録だったため');
  await dialog.getByRole('button', { name: '削除する' }).click();
  await expect(toast(page, '記録を削除しました')).toBeVisible();
  await expect(heading(page, nickname)).toBeVisible();
  await expect(page.getByRole('link', { name: /アームカール/ })).toHaveCount(1);
  await expect(page.getByText('1件', { exact: true })).toBeVisible();
  expect(await readRanking(embedded, staff, nickname)).toMatchObject({ value: 20 });

  await page.goto('/staff/audit-log');
  const entries = page.getByRole('article').filter({ hasText: nickname });
  await expect(entries).toHaveCount(4);
  await expect(entries.nth(0)).toContainText('トレーニングの記録を削除');
  await expect(entries.nth(1)).toContainText('トレーニングの記録を修正');
  await expect(entries.nth(1)).toContainText('20kg×4、70kg×3');
  await expect(entries.nth(1)).toContainText('20kg×4、30kg×2');
  await expect(entries.nth(2)).toContainText('会員情報を閲覧');
  await expect(entries.nth(3)).toContainText('会員を検索');
});

test('erases a member on request, after the nickname is typed', async ({
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
  await dialog.getByLabel('理由').fill('ご本人の申し出');
  await dialog.getByLabel('ニックネーム').fill(nickname);
  await dialog.getByRole('button', { name: 'すべて削除する' }).click();
  await expect(toast(page, '会員データを削除しました')).toBeVisible();
  await expect(heading(page, '会員検索')).toBeVisible();
  await find(page, nickname);
  await expect(page.getByText('見つかりませんでした。')).toBeVisible();
  expect((await callApi(embedded, member, 'GET', '/userinfo')).status).toBe(401);
  await expect(signInElsewhere(member)).rejects.toThrow(/InitiateAuth/);
  await page.goto(`/staff/members/${sub}`);
  await expect(heading(page, 'Page not found')).toBeVisible();

  await page.goto('/staff/audit-log?action=member.delete');
  const entry = page.getByRole('article').filter({ hasText: 'ご本人の申し出' }).first();
  await expect(entry).toContainText('アカウントを削除した会員');
  await expect(page.getByText(nickname)).toHaveCount(0);
});
