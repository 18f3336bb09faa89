import { expect, expectQuietConsole, heading, press } from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { openAs } from './support/member-steps.ts';

expectQuietConsole(test);

/** Signing in is hard work; what comes after it is not. */
const afterSignIn = { timeout: 60_000 };

test('a mistake in one of two fields side by side leaves both in line', async ({
  page,
  member,
}) => {
  await openAs(page, member, '/settings/userinfo');
  await expect(heading(page, 'プロフィールの編集')).toBeVisible(afterSignIn);
  await page.getByLabel('体重').fill('999');
  await press(page, '保存する');
  await expect(page.getByText('体重は20〜300kgの範囲で入力してください')).toBeVisible();
  await expect
    .poll(async () => {
      const height = await page.getByLabel('身長').boundingBox();
      const weight = await page.getByLabel('体重').boundingBox();
      return height === null || weight === null ? null : weight.y - height.y;
    })
    .toBe(0);
});

test('the profile leads back to the settings, as the other pages of the account do', async ({
  page,
  member,
}) => {
  await openAs(page, member, '/settings/userinfo');
  await expect(heading(page, 'プロフィールの編集')).toBeVisible(afterSignIn);
  await page.getByRole('link', { name: '設定に戻る' }).click();
  await expect(heading(page, '設定')).toBeVisible();
  await expect(page).toHaveURL('/settings');
});
