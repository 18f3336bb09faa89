import type { Locator, Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { callApi, expect, heading, openAs, press } from '#support/members/members.ts';
import { itemOf, makeMenu } from './menus.ts';

export const makeSample = (embedded: EmbeddedServer, account: Account) =>
  makeMenu(embedded, account, {
    title: '胸の日',
    visibility: 'private',
    items: [itemOf(1), itemOf(2), itemOf(4)],
  });

export const readMine = (embedded: EmbeddedServer, account: Account, id: number) =>
  callApi(embedded, account, 'GET', `/my/training-sessions/${id}`);

const rowNames = (page: Page) => page.locator('[data-item]').locator('span > span:first-child');
export const row = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^\\d+\\. ${name}`) });
export const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name}を並べ替える` });
export const add = (page: Page, name: string) => press(page, `${name}を追加`);

export async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  await expect(rowNames(page)).toHaveText(names.map((name, index) => `${index + 1}. ${name}`));
}

export async function openEdit(page: Page, account: Account, id: number): Promise<void> {
  await openAs(page, account, `/training-sessions/${id}/edit`);
  await expect(heading(page, 'メニューの編集')).toBeVisible();
}

export async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Scrolls a row to the middle, away from the edges. It is instant, unlike the wheel, so that later
 * measurements are stable.
 */
export async function scrollToRow(page: Page, name: string): Promise<void> {
  await handle(page, name).evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
}

/** Expects an announcement for screen readers. */
export const expectAnnounced = (page: Page, words: string) =>
  expect(page.getByText(words)).toBeAttached();
