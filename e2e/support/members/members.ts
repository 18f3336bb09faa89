import { expect as baseExpect, type Page, type TestType } from '@playwright/test';
import { collectConsoleErrors } from '#support/browser/page-checks.ts';
import {
  type Account,
  createAccount,
  putTokens,
  readSharedTokens,
  signInElsewhere,
} from '#support/identity/accounts.ts';
import { type EmbeddedServer, test as base } from '#support/server/embedded-server.ts';

/** A sign-in is expensive for both sides, so the timeout is long. */
export const expect = baseExpect.configure({ timeout: 30_000 });

/**
 * Matches the errors that Chromium reports for rejected requests, which these tests cause on
 * purpose.
 */
const rejectedCall = /Failed to load resource: the server responded with a status of 40[04]/;

let consoleErrors: string[] = [];

/** Ignores errors that the test itself has caused. */
export function ignoreConsoleErrors(word: string): void {
  consoleErrors = consoleErrors.filter((line) => !line.includes(word));
}

/** Requires that every test of the file ends without an error in the console. */
export function expectQuietConsole(
  test: Pick<TestType<{ page: Page }, object>, 'beforeEach' | 'afterEach'>,
): void {
  test.beforeEach(({ page }) => {
    consoleErrors = collectConsoleErrors(page);
  });
  test.afterEach(() => {
    expect(consoleErrors.filter((line) => !rejectedCall.test(line))).toEqual([]);
  });
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

export const alert = (page: Page) => page.getByRole('main').getByRole('alert');

export const toast = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text });

export async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await press(page, 'ログアウト');
  await expect(heading(page, 'ログイン')).toBeVisible();
  // A request that was on its way when the session ended is rejected.
  ignoreConsoleErrors('status of 401');
  ignoreConsoleErrors('status code 401');
}

/** Fills both steps of a new profile. The second one is not sent. */
export async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('ニックネーム').fill('テツ');
  await page.getByLabel('身長').fill('１７０．５ｃｍ');
  await page.getByLabel('体重').fill('65kg');
  await press(page, '次へ');
  await page.getByText('週2〜3回').click();
  await page.getByText('筋力向上').click();
  await page.getByText('健康維持').click();
}

/** Makes the same requests as a member's pages, from outside of them. */
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

export async function createReadyMember(
  embedded: EmbeddedServer,
  changes: Partial<typeof profile> = {},
): Promise<Account> {
  const account = await createAccount(embedded);
  await callApi(embedded, account, 'POST', '/userinfo', { ...profile, ...changes });
  await callApi(embedded, account, 'POST', '/my/terms-and-conditions-agreements', { version: 3 });
  return account;
}

/** Opens a page as a user who is signed in on this device. */
export async function openAs(page: Page, account: Account, path: string): Promise<void> {
  await putTokens(page, await signInElsewhere(account));
  await page.goto(path);
}

/** Provides tests with a separate member, who has a profile and nothing else. */
export const test = base.extend<{ member: Account }>({
  member: async ({ embedded }, provide) => {
    await provide(await createReadyMember(embedded));
  },
});
