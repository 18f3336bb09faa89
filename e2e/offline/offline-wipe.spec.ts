import type { Page } from '@playwright/test';
import {
  type Account,
  callPool,
  putTokens,
  readClaims,
  signInElsewhere,
} from '#support/identity/accounts.ts';
import { createReadyMember, expect, heading, press, test } from '#support/members/members.ts';
import {
  letTokensRunOut,
  openAndStore,
  type Phone,
  readEveryStore,
  takePhone,
} from '#support/browser/phone.ts';
import { makeMenu } from '#support/menus/menus.ts';
import { readSub } from '#support/workouts/workouts.ts';

let phone: Phone;

test.beforeEach(async ({ embedded }) => {
  phone = await takePhone(embedded.url);
});

test.afterEach(async () => {
  await phone.throwAway();
});

const title = '秘密の特訓';

/** Finds stored text that names the member or belongs to the member. */
async function findTraces(page: Page, account: Account): Promise<string[]> {
  const words = [await readSub(account), account.email, title, 'テツ'];
  const stores = await readEveryStore(page);
  return Object.entries(stores).flatMap(([store, lines]) =>
    lines
      .filter((line) => words.some((word) => line.includes(word)))
      .map((line) => `${store}: ${line.slice(0, 200)}`),
  );
}

async function expectNothingLeft(page: Page, account: Account): Promise<void> {
  await expect.poll(() => findTraces(page, account)).toEqual([]);
  const { indexedDb, sessionStorage, cookies = [] } = await readEveryStore(page);
  expect(indexedDb).toEqual([]);
  // The sign-in page may still explain that the session has ended.
  const ofMember = (line: string) => /^tanren:(?!session-ended )/.test(line);
  expect(sessionStorage?.filter(ofMember)).toEqual([]);
  expect(cookies.filter((line) => line.startsWith('signed-in'))).toEqual([]);
}

test('logging out leaves nothing of the member in any store of the browser', async ({
  embedded,
  member,
}) => {
  await makeMenu(embedded, member, { title, visibility: 'private' });
  const page = await phone.start();
  await openAndStore(page, member);
  // The search finds data before the sign-out, so it can detect leftovers.
  const picture = `localStorage: tanren:home-picture:${await readSub(member)}`;
  await expect
    .poll(async () => (await findTraces(page, member)).some((line) => line.startsWith(picture)))
    .toBe(true);
  const before = await findTraces(page, member);
  expect(before.some((line) => line.startsWith('indexedDb') && line.includes(title))).toBe(true);
  expect(before.some((line) => line.startsWith('localStorage'))).toBe(true);

  await page.goto('/settings');
  await press(page, 'ログアウト');
  await expect(heading(page, 'ログイン')).toBeVisible();
  await expectNothingLeft(page, member);
  // No page opens without a network either.
  await phone.context().setOffline(true);
  await page.goto('/my-training-sessions');
  await expect(heading(page, 'ログイン')).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test('another member on the device finds nothing of the earlier one, also after a sign-in that was ended elsewhere', async ({
  embedded,
  member,
}) => {
  await makeMenu(embedded, member, { title, visibility: 'private' });
  const page = await phone.start();
  await openAndStore(page, member);
  const other = await createReadyMember(embedded);
  const tokens = await signInElsewhere(other);
  const { sub } = readClaims(tokens.IdToken);
  await putTokens(page, tokens);
  await page.goto('/my-training-sessions');
  await expect(heading(page, 'マイメニュー')).toBeVisible();
  const words = [await readSub(member), title];
  await expect
    .poll(async () => {
      const { indexedDb = [], localStorage = [] } = await readEveryStore(page);
      const lines = [...indexedDb, ...localStorage.filter((line) => line.startsWith('tanren:'))];
      return lines.filter((line) => words.some((word) => line.includes(word)));
    })
    .toEqual([]);
  await expect
    .poll(async () => (await readEveryStore(page))['indexedDb']?.some((line) => line.includes(sub)))
    .toBe(true);

  // No app runs on this file, which would notice the sign-out and report it too early.
  await page.goto('/manifest.webmanifest');
  const { AccessToken } = await signInElsewhere(other);
  await callPool(embedded, 'GlobalSignOut', { AccessToken });
  await letTokensRunOut(page);
  await page.goto('/workouts');
  await expect(page.getByText('ログインし直してください')).toBeVisible();
  await expectNothingLeft(page, other);
});
