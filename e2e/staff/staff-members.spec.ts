import type { Page } from '@playwright/test';
import { type Account, signInElsewhere } from '#support/identity/accounts.ts';
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

async function find(page: Page, text: string): Promise<void> {
  await page.getByLabel('会員を探す').fill(text);
  await press(page, '検索する');
}

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
