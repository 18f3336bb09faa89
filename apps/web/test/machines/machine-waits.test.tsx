import { getGymWaits } from '@tanren/contract/machines/machine-waits';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleGymWaits } from '#test/samples/machine-waits.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';

async function openWaits(changes: Parameters<typeof sampleGymWaits>[0] = {}): Promise<void> {
  answer(getGymWaits, sampleGymWaits(changes));
  await openAsStaff('/staff/gyms/1/waits');
  await expect.element(heading('TANREN 神田')).toBeVisible();
}

const shown = (text: string) => page.getByText(text, { exact: true });
const saving = (text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });
const cellsOf = (type: string) =>
  page
    .getByRole('row', { name: new RegExp(`^${type}`) })
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent);

test('names the longest queue and what one machine more saves', async () => {
  await openWaits();
  await expect.element(shown('火曜 20時台')).toBeVisible();
  await expect.element(shown('レッグプレスは平均7分待ち')).toBeVisible();
  await expect.element(shown('20人に1人は22分以上・稼働率56%')).toBeVisible();
  await expect.element(saving('約42時間減る（1回あたり2.1分）')).toBeVisible();
  expect(saving('シーテッドロー').elements()).toEqual([]);
  await page.getByText('ほかの1種目').click();
  await expect.element(saving('シーテッドロー')).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('shows the mean waits by hour for the chosen part of the week', async () => {
  await openWaits();
  await expect.poll(() => cellsOf('レッグプレス')).toHaveLength(11);
  expect(cellsOf('レッグプレス')).toEqual(['', '', '', '', '', '', '', '', '3', '', '7']);
  await page.getByRole('link', { name: '土日' }).click();
  await expect
    .poll(() => cellsOf('レッグプレス'))
    .toEqual(['1', '', '', '', '', '', '', '', '', '', '']);
});

test('says that there is no queue', async () => {
  await openWaits({ queues: [] });
  const none = '平均1分以上の待ち時間は、どの時間帯にもありません。';
  await expect.element(page.getByRole('main').getByText(none)).toBeVisible();
});

test('explains how many days are missing in a gym with few bouts', async () => {
  await openWaits({ days: 13 });
  await expect.element(page.getByText('先月の記録がまだ足りません。')).toBeVisible();
  await expect.element(page.getByText('（現在13日分）')).toBeVisible();
  expect(page.getByRole('table').elements()).toEqual([]);
  expect(page.getByRole('button', { name: '印刷' }).elements()).toEqual([]);
});
