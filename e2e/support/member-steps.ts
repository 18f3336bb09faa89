import type { Page } from '@playwright/test';
import {
  type Account,
  createAccount,
  putTokens,
  readSharedTokens,
  signInElsewhere,
} from './accounts.ts';
import type { EmbeddedServer } from './embedded-server.ts';

export async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('ニックネーム').fill('テツ');
  await page.getByLabel('身長').fill('１７０．５ｃｍ');
  await page.getByLabel('体重').fill('65kg');
  await page.getByText('週2〜3回').click();
  await page.getByText('筋力向上').click();
  await page.getByText('健康維持').click();
}

/** The calls a member's pages make, from outside of them. */
export async function callApi(
  embedded: EmbeddedServer,
  account: Account,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const { IdToken } = await readSharedTokens(account);
  const answer = await fetch(`${embedded.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${IdToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  };
}

export const profile = {
  nickname: 'テツ',
  height: 170.5,
  weight: 65,
  exerciseHabit: 'weekly-2-3',
  trainingPurposes: ['health', 'strength'],
};

export async function createReadyMember(embedded: EmbeddedServer): Promise<Account> {
  const account = await createAccount(embedded);
  await callApi(embedded, account, 'POST', '/userinfo', profile);
  await callApi(embedded, account, 'POST', '/my/terms-and-conditions-agreements', { version: 3 });
  return account;
}

/** Opens a page as somebody who is signed in on this device. */
export async function openAs(page: Page, account: Account, path: string): Promise<void> {
  await putTokens(page, await signInElsewhere(account));
  await page.goto(path);
}
