import {
  deleteCalendarFeed,
  getCalendarFeed,
  renewCalendarFeed,
} from '@tanren/contract/booking/calendar-feed';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost, rejectWith, setOnline } from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { openGymBook, openMine } from './gym-book.ts';
import { press, tapTwice, toast } from '#test/support/locators.ts';

const section = () => page.getByRole('region', { name: 'カレンダーと連携' });
const address = () => section().getByLabelText('カレンダー用URL', { exact: true });
const issueButton = () => section().getByRole('button', { name: 'カレンダー用URLを作る' });
const addressOf = (count: number) => `http://tanren.example/api/calendar-feeds/${count}.ics`;

/** Answers the calls about one member's calendar address. Each new address has the next number. */
function serveFeed({ exists = false } = {}): void {
  let count = 0;
  let createdAt = exists ? '2025-11-14T16:00:00.000Z' : null;
  answer(getCalendarFeed, () => ({ createdAt }));
  answer(renewCalendarFeed, () => {
    count += 1;
    createdAt = new Date().toISOString();
    return { url: addressOf(count) };
  });
  answer(deleteCalendarFeed, () => {
    createdAt = null;
    return null;
  });
}

async function openSection(options: { exists?: boolean } = {}): Promise<void> {
  openGymBook();
  serveFeed(options);
  await openMine();
  await expect.element(section()).toBeVisible();
}

async function issue(): Promise<void> {
  await press('カレンダー用URLを作る');
  await expect.element(address()).toHaveTextContent(addressOf(1));
}

function replaceClipboard(clipboard: unknown): void {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard);
}

test('shows a new calendar address to copy and to open', async () => {
  const copied: string[] = [];
  replaceClipboard({ writeText: async (text: string) => void copied.push(text) });
  await openSection();
  await expectAccessible();
  await issue();
  await expect.element(address()).toHaveFocus();
  await expectAccessible();
  await press('コピーする');
  await expect.element(section().getByRole('button', { name: 'コピーしました' })).toBeVisible();
  expect(copied).toEqual([addressOf(1)]);
  const link = section().getByRole('link', { name: 'カレンダーアプリで開く' });
  await expect.element(link).toHaveAttribute('href', addressOf(1).replace('http:', 'webcal:'));
});

test('shows only the date of an existing address', async () => {
  await openSection({ exists: true });
  const words = section().getByText('2025年11月15日(土)に作ったURLで連携しています');
  await expect.element(words).toBeVisible();
  await expect.element(address()).not.toBeInTheDocument();
  await expect.element(issueButton()).not.toBeInTheDocument();
  await expectAccessible();
});

test('asks before renewing, and shows the new address', async () => {
  await openSection();
  await issue();
  await press('URLを作り直す');
  await expectAccessible();
  await press('作り直さない');
  await expect.element(address()).toHaveTextContent(addressOf(1));
  expect(listCalls(renewCalendarFeed)).toHaveLength(1);
  await press('URLを作り直す');
  await press('作り直す');
  await expect.element(address()).toHaveTextContent(addressOf(2));
  await expect.element(address()).toHaveFocus();
});

test('asks before stopping, and removes the shown address', async () => {
  await openSection();
  await issue();
  await press('連携を停止する');
  const question = page.getByRole('alertdialog');
  await expect.element(question).toBeVisible();
  expect(question.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect(listCalls(deleteCalendarFeed)).toHaveLength(0);
  await press('連携を停止する');
  await press('停止する');
  await expect.element(toast('連携を停止しました')).toBeVisible();
  await expect.element(address()).not.toBeInTheDocument();
  await expect.element(issueButton()).toBeVisible();
});

test('shows the last created address after two quick taps', async () => {
  await openSection();
  await tapTwice(issueButton());
  await expect.element(section().getByRole('button', { name: '連携を停止する' })).toBeVisible();
  const newest = () => addressOf(listCalls(renewCalendarFeed).length);
  await expect.poll(() => address().query()?.textContent === newest()).toBe(true);
});

test('selects the address with a hint when copying is forbidden', async () => {
  replaceClipboard(undefined);
  await openSection();
  await issue();
  await press('コピーする');
  await expect.element(section().getByText('コピーできませんでした')).toBeVisible();
  expect(getSelection()?.toString()).toBe(addressOf(1));
});

test('shows no success without a network, and can be tried again', async () => {
  await openSection();
  await expect.element(issueButton()).toBeVisible();
  setOnline(false);
  await press('カレンダー用URLを作る');
  await expect.element(toast('ネットワークエラー').first()).toBeVisible();
  await expect.element(address()).not.toBeInTheDocument();
  setOnline(true);
  await issue();
  ignoreConsoleErrors('NetworkError');
});

test('reads the state again after a lost answer', async () => {
  await openSection();
  await expect.element(issueButton()).toBeVisible();
  answer(renewCalendarFeed, () => {
    answer(getCalendarFeed, { createdAt: '2025-11-14T16:00:00.000Z' });
    return lost;
  });
  await press('カレンダー用URLを作る');
  await expect.element(section().getByText(/に作ったURLで連携しています/)).toBeVisible();
  await expect.element(address()).not.toBeInTheDocument();
  ignoreConsoleErrors('NetworkError');
});

test('offers a retry when the state cannot be read', async () => {
  openGymBook();
  answer(getCalendarFeed, rejectWith(500, 'internal_error'));
  await openMine();
  const words = section().getByText('連携の状態を確認できませんでした。');
  await expect.element(words).toBeVisible();
  serveFeed();
  await section().getByRole('button', { name: 'もう一度試す' }).click();
  await expect.element(issueButton()).toBeVisible();
});
