import { updateUserInfo } from '@tanren/contract/members/userinfo';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { profileFieldNames } from '#features/members/profile-fields.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, countOpenCalls, listCalls, rejectWith } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile } from '#test/support/session.ts';

const nickname = () => page.getByLabelText('ニックネーム');
const question = () => page.getByRole('alertdialog', { name: '保存せずに移動しますか' });

async function openProfile() {
  const shown = await renderPage('/settings/userinfo');
  await expect.element(heading('プロフィールの編集')).toBeVisible();
  return shown;
}

test('asks about unsaved changes, and not about saved ones', async () => {
  answer(updateUserInfo, ({ body }) => ({
    ...readyProfile,
    nickname: body.nickname ?? readyProfile.nickname,
  }));
  const { address, go } = await openProfile();
  await expectAccessible();
  await nickname().fill('ハガネ');
  await page.getByRole('link', { name: '履歴' }).click();
  await expect.element(question()).toBeVisible();
  await expectAccessible();
  await press('入力を続ける');
  await expect.element(nickname()).toHaveValue('ハガネ');
  await press('保存する');
  await expect.element(toast('プロフィールを保存しました')).toBeVisible();
  await expect.element(heading('マイページ')).toBeVisible();
  await go('/');
  await expect.element(heading('ハガネさん')).toBeVisible();
  await go('/settings/userinfo');
  await nickname().fill('捨てる名前');
  await page.getByRole('link', { name: '履歴' }).click();
  await press('保存せずに移動する');
  await expect.poll(address).toBe('/workouts');
  expect(listCalls(updateUserInfo)).toHaveLength(1);
});

test('the form of the profile has an input for every field of its words', async () => {
  await openProfile();
  const { form } = nickname().element() as HTMLInputElement;
  const missing = profileFieldNames.filter((each) => !form?.elements.namedItem(each));
  expect(missing).toEqual([]);
});

const birth = (unit: '年' | '月' | '日') => page.getByLabelText(`生年月日（任意）の${unit}`);

test('a birthday is typed as three numbers, which are one field', async () => {
  answer(updateUserInfo, { ...readyProfile, birthDate: '1992-02-29' });
  await openProfile();
  await birth('年').fill('１９９２');
  await birth('日').fill('31');
  await press('保存する');
  await expect.element(page.getByText('年・月・日をすべて入力してください')).toBeVisible();
  await expect.element(birth('年')).toHaveFocus();
  await expectAccessible();
  await birth('月').fill('2');
  await press('保存する');
  await expect.element(page.getByText('生年月日は実在する日付で入力してください')).toBeVisible();
  await birth('日').fill('29');
  await press('保存する');
  await expect.element(toast('プロフィールを保存しました')).toBeVisible();
  expect(listCalls(updateUserInfo)).toMatchObject([{ body: { birthDate: '1992-02-29' } }]);
});

test('an error in one of two fields side by side keeps both aligned', async () => {
  await openProfile();
  const [height, weight] = [page.getByLabelText('身長'), page.getByLabelText('体重')];
  await weight.fill('999');
  await press('保存する');
  await expect.element(page.getByText('体重は20〜300kgの範囲で入力してください')).toBeVisible();
  const top = (field: typeof height) => field.element().getBoundingClientRect().top;
  await expect.poll(() => top(weight) - top(height)).toBe(0);
});

test('the profile links back to the settings, like the other account pages', async () => {
  const { address } = await openProfile();
  await page.getByRole('link', { name: 'マイページに戻る' }).click();
  await expect.element(heading('マイページ')).toBeVisible();
  expect(address()).toBe('/settings');
});

test('the ranking switch applies at once, and returns when the server rejects it', async () => {
  answer(updateUserInfo, { ...readyProfile, rankingVisible: false });
  await renderPage('/settings');
  const listed = page.getByRole('switch', { name: 'ランキングに掲載する' });
  await expect.element(listed).toBeChecked();
  await listed.click();
  await expect.element(listed).not.toBeChecked();
  await expect
    .poll(() => listCalls(updateUserInfo))
    .toMatchObject([{ body: { rankingVisible: false } }]);
  await expect.poll(countOpenCalls).toBe(0);
  answer(updateUserInfo, rejectWith(500, 'internal_error'));
  await listed.click();
  await expect.element(toast('システムエラー')).toBeVisible();
  await expect.element(listed).not.toBeChecked();
  ignoreConsoleErrors('ApiError');
});
