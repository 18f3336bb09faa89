import type { Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import type { EmbeddedServer } from '#support/server/embedded-server.ts';
import { callApi } from '#support/members/members.ts';

export async function nameMember(
  embedded: EmbeddedServer,
  account: Account,
  changes: Record<string, unknown>,
): Promise<void> {
  await callApi(embedded, account, 'PATCH', '/userinfo', changes);
}

export const rows = (page: Page) =>
  page.getByRole('list', { name: '順位表' }).getByRole('listitem');
/** Finds the member's own row. */
export const ownRow = (page: Page) => rows(page).filter({ hasText: 'あなた' });
