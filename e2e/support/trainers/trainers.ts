import type { Browser, Page } from '@playwright/test';
import type { MenuContent } from '@tanren/contract/menus/menus';
import { type Account, deleteSharedTokens } from '#support/identity/accounts.ts';
import { browserOptions } from '#support/browser/browser.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { callApi, createReadyMember, expect, heading, openAs } from '#support/members/members.ts';
import { sizes } from '#support/browser/shots.ts';
import { contentOf } from '#support/menus/menus.ts';

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

/**
 * Enters the code like the trainer on another device. Returns the status and the number of the
 * link.
 */
export async function enterCode(
  embedded: EmbeddedServer,
  trainer: Account,
  code: string,
): Promise<{ status: number; memberId: number }> {
  const { status, json } = await callApi(embedded, trainer, 'POST', '/trainer/members', { code });
  return { status, memberId: Number(json['memberId']) };
}

/** Links both by requests from other devices. Returns the number of the link. */
export async function linkTrainer(
  embedded: EmbeddedServer,
  member: Account,
  trainer: Account,
  scopes: readonly string[] = ['history', 'profile', 'status'],
): Promise<number> {
  const { json } = await callApi(embedded, member, 'POST', '/trainer-connection-code', { scopes });
  const { status, memberId } = await enterCode(embedded, trainer, String(json['code']));
  if (status !== 201) throw new Error(`entering the code: ${status}`);
  return memberId;
}

/** Makes a menu like the trainer on another device. Returns its id. */
export async function makeMenuFor(
  embedded: EmbeddedServer,
  trainer: Account,
  memberId: number,
  content: Partial<MenuContent>,
): Promise<number> {
  const path = `/trainer/members/${memberId}/training-sessions`;
  const body = contentOf({ visibility: 'private', ...content });
  const { status, json } = await callApi(embedded, trainer, 'POST', path, body);
  if (status !== 201) throw new Error(`making a session: ${status} ${JSON.stringify(json)}`);
  return Number(json['trainingSessionId']);
}

/** Inserts views by the trainer at these times. */
export async function insertViews(
  { dataDir }: EmbeddedServer,
  linkId: number,
  views: readonly { readonly seen: string; readonly seenAt: Date }[],
): Promise<void> {
  await runSql(
    dataDir,
    `insert into trainer_views (link_id, member_sub, trainer_sub, seen, seen_at)
     select l.id, l.member_sub, l.trainer_sub, v->>'seen', (v->>'seenAt')::timestamptz
     from trainer_links l, jsonb_array_elements($2::jsonb) v where l.id = $1`,
    [linkId, JSON.stringify(views)],
  );
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

/** Ends the link like the member on another device. */
export async function endLink(embedded: EmbeddedServer, member: Account): Promise<void> {
  const { status } = await callApi(embedded, member, 'DELETE', '/trainer-connection-code');
  expect(status).toBe(204);
}

/** Changes the shared data like the member on another device. */
export async function share(
  embedded: EmbeddedServer,
  member: Account,
  scopes: readonly string[],
): Promise<void> {
  const changed = await callApi(embedded, member, 'PATCH', '/trainer-connection-code', { scopes });
  expect(changed.status).toBe(200);
}

/** Expects that the page of a former member shows nothing about them. */
export async function expectEnded(page: Page, nickname: string): Promise<void> {
  await expect(heading(page, '連携が解除されました')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(nickname);
}
