import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NetworkError, showAppError } from '#lib/errors.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { setOnline } from '#test/support/answers.ts';
import { forgiveComplaints } from '#test/support/console.ts';
import { heading } from '#test/support/locators.ts';
import { mainPlaces, staff } from './page-case.ts';
import { renderPage } from '#test/support/render.tsx';
import { answerStaffLists } from './work-page-cases.ts';

const staffSections = () => page.getByRole('navigation', { name: 'スタッフメニュー' });

function forgiveLostNetwork(): void {
  for (const word of ['NetworkError', 'Failed to fetch']) forgiveComplaints(word);
}

test('a page that was asked for without a network comes by itself when there is one', async () => {
  const { address } = await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  setOnline(false);
  await mainPlaces().getByRole('link', { name: '履歴' }).click();
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  expect(address()).toBe('/workouts');
  // The way to what is at hand stays.
  await expect.element(mainPlaces()).toBeVisible();
  expect(page.getByRole('main').elements()).toHaveLength(1);
  await expectAccessible();
  setOnline(true);
  await expect.element(heading('トレーニング履歴')).toBeVisible();
  expect(address()).toBe('/workouts');
  forgiveLostNetwork();
});

test('a page that failed for want of a network is back with it', async () => {
  await renderPage('/settings');
  await expect.element(heading('マイページ')).toBeVisible();
  setOnline(false);
  showAppError(new NetworkError('Network Error'));
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  setOnline(true);
  await expect.element(heading('マイページ')).toBeVisible();
  forgiveLostNetwork();
});

test('for staff too: a page without a network leaves their frame in place', async () => {
  answerStaffLists();
  await renderPage('/staff', { session: staff });
  await expect.element(page.getByRole('link', { name: '未対応の報告' })).toHaveTextContent('0件');
  setOnline(false);
  await staffSections().getByRole('link', { name: 'お知らせ' }).click();
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  expect(page.getByRole('main').elements()).toHaveLength(1);
  await expect.element(staffSections()).toBeVisible();
  setOnline(true);
  await expect.element(heading('お知らせの管理')).toBeVisible();
  await expect.element(staffSections()).toBeVisible();
  forgiveLostNetwork();
});
