import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { dayAhead, openGymBook, tomorrow } from './gym-book.ts';
import { openSlots, showMine } from './reservations-page.ts';

test('a reservation that the gym cancelled is told as long as it would be ahead', async () => {
  const book = openGymBook();
  const ended = { status: 'cancelled', gymCancelReason: '設備点検のため' } as const;
  const made = [book.reserve(10, dayAhead(-2)), book.reserve(10, tomorrow())];
  book.clear();
  book.past.push(...made.map((one) => ({ ...one, ...ended })));
  await openSlots();
  const notices = page.getByRole('region', { name: '店舗の都合でキャンセルされた予約' });
  await expect.element(notices).toHaveTextContent('理由：設備点検のため');
  expect(notices.getByText('キャンセルされました').elements()).toHaveLength(1);
  await expect.element(notices).toHaveTextContent('TANREN 神田');
  await expectAccessible();
  await showMine();
  await page.getByText('過去の予約', { exact: true }).click();
  const told = page.getByText('・店舗の都合でキャンセルされました（設備点検のため）');
  await expect.poll(() => told.elements()).toHaveLength(2);
});
