import type { Browser, Page } from '@playwright/test';
import { type Account, deleteSharedTokens } from '#support/identity/accounts.ts';
import { browserOptions } from '#support/browser/browser.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { callApi, createReadyMember, expect, heading, openAs } from '#support/members/members.ts';
import { sizes } from '#support/browser/shots.ts';

/**
 * Creates an account with this group and nickname. The group is set in the database, because only
 * the operator appoints trainers and staff.
 */
export async function createWorker(
  embedded: EmbeddedServer,
  group: 'trainer' | 'staff',
  nickname: string,
): Promise<Account> {
  const account = { ...(await createReadyMember(embedded)), totpIn: embedded.dataDir };
  await runSql(
    embedded.dataDir,
    `update user_pool_users set groups = groups || array[$2::text], totp_enabled = true where email = $1`,
    [account.email, group],
  );
  deleteSharedTokens(account);
  await callApi(embedded, account, 'PATCH', '/userinfo', { nickname });
  return account;
}

/** Links both by requests from other devices. Returns the number of the link. */
export async function linkTrainer(
  embedded: EmbeddedServer,
  member: Account,
  trainer: Account,
  scopes: readonly string[] = ['history', 'profile', 'status'],
): Promise<number> {
  const issued = await callApi(embedded, member, 'POST', '/trainer-connection-code', { scopes });
  const code = issued.json['code'];
  const entered = await callApi(embedded, trainer, 'POST', '/trainer/members', { code });
  if (entered.status !== 201) throw new Error(`entering the code: ${entered.status}`);
  return Number(entered.json['memberId']);
}

export const tablet = sizes.tablet;

export const codeField = (page: Page) => page.getByRole('textbox', { name: '連携コードを入力' });
export const memberCards = (page: Page) =>
  page.getByRole('region', { name: '担当会員' }).getByRole('listitem').getByRole('link');
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '表示する内容' }).getByRole('link', { name });
export const loadCard = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true });

/**
 * Opens a page on a tablet. Reduced motion is set, because an element that fades in would have too
 * little contrast for a moment.
 */
export async function openTrainer(page: Page, trainer: Account, path = '/trainer'): Promise<void> {
  await page.setViewportSize(tablet);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, trainer, path);
}

export async function openMember(page: Page, trainer: Account, memberId: number): Promise<void> {
  await openTrainer(page, trainer, `/trainer/members/${memberId}`);
  await expect(heading(page, 'さん')).toBeVisible();
}

/** Opens a separate device for another person. */
export async function openDevice(browser: Browser, baseURL: string): Promise<Page> {
  const { viewport = null, locale = 'ja-JP', timezoneId = 'Asia/Tokyo' } = browserOptions;
  const context = await browser.newContext({ viewport, locale, timezoneId, baseURL });
  return context.newPage();
}

/** Expects that the page of a former member shows nothing about them. */
export async function expectEnded(page: Page, nickname: string): Promise<void> {
  await expect(heading(page, '連携が解除されました')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(nickname);
}
