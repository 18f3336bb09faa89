import type { Browser, Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { browserOptions } from './browser.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { expect, heading } from './identity-steps.ts';
import { callApi, openAs } from './member-steps.ts';
import { tabletSizes } from './shots.ts';

export const tablet = tabletSizes.tablet;

export const codeField = (page: Page) => page.getByRole('textbox', { name: '連携コードを入力' });
export const memberCards = (page: Page) =>
  page.getByRole('region', { name: '担当会員' }).getByRole('listitem').getByRole('link');
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '表示する内容' }).getByRole('link', { name });
export const notShared = (page: Page) => page.getByText('この情報は共有されていません。');
export const loadCard = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true });

/** On a tablet. What fades in would be too faint for a moment. */
export async function openTrainer(page: Page, trainer: Account, path = '/trainer'): Promise<void> {
  await page.setViewportSize(tablet);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, trainer, path);
}

export async function openMember(page: Page, trainer: Account, memberId: number): Promise<void> {
  await openTrainer(page, trainer, `/trainer/members/${memberId}`);
  await expect(heading(page, 'さん')).toBeVisible();
}

/** Somebody else with a device of their own. */
export async function openDevice(browser: Browser, baseURL: string): Promise<Page> {
  const { viewport = null, locale = 'ja-JP', timezoneId = 'Asia/Tokyo' } = browserOptions;
  const context = await browser.newContext({ viewport, locale, timezoneId, baseURL });
  return context.newPage();
}

/** By the member, elsewhere. */
export async function endLink(embedded: EmbeddedServer, member: Account): Promise<void> {
  const { status } = await callApi(embedded, member, 'DELETE', '/trainer-connection-code');
  expect(status).toBe(204);
}

/** By the member, elsewhere. */
export async function share(
  embedded: EmbeddedServer,
  member: Account,
  scopes: readonly string[],
): Promise<void> {
  const changed = await callApi(embedded, member, 'PATCH', '/trainer-connection-code', { scopes });
  expect(changed.status).toBe(200);
}

/** Where the member was, and nothing of them. */
export async function expectEnded(page: Page, nickname: string): Promise<void> {
  await expect(heading(page, '連携が終了しました')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(nickname);
}
