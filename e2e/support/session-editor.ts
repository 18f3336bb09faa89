import type { Browser, Locator, Page } from '@playwright/test';
import type { SessionContent } from '@tanren/contract/training-sessions';
import { checkAccessibility } from './accessibility.ts';
import type { Account } from './accounts.ts';
import { browserOptions } from './browser.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { expect, heading, press } from './identity-steps.ts';
import { callApi, openAs } from './member-steps.ts';
import { contentOf, itemOf, makeSession } from './training-sessions.ts';

export const item = itemOf(1);
export const sample = contentOf({
  title: '胸の日',
  tags: ['胸'],
  visibility: 'private',
  items: [item, itemOf(2), itemOf(4)],
});

export const makeSample = (
  embedded: EmbeddedServer,
  account: Account,
  change: Partial<SessionContent> = {},
) => makeSession(embedded, account, { ...sample, ...change });

export async function listMine(
  embedded: EmbeddedServer,
  account: Account,
): Promise<Record<string, unknown>[]> {
  const { json } = await callApi(embedded, account, 'GET', '/my/training-sessions');
  return json['items'] as Record<string, unknown>[];
}

export const readMine = (embedded: EmbeddedServer, account: Account, id: number) =>
  callApi(embedded, account, 'GET', `/my/training-sessions/${id}`);

export const rowNames = (page: Page) =>
  page.locator('[data-item]').locator('span > span:first-child');
export const row = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^\\d+\\. ${name}`) });
export const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name}を並べ替える` });
export const add = (page: Page, name: string) => press(page, `${name}を追加`);

export async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  await expect(rowNames(page)).toHaveText(names.map((name, index) => `${index + 1}. ${name}`));
}

export async function openNew(page: Page, account: Account): Promise<void> {
  await openAs(page, account, '/training-sessions/new');
  await expect(heading(page, 'セッションの作成')).toBeVisible();
}

export async function openEdit(page: Page, account: Account, id: number): Promise<void> {
  await openAs(page, account, `/training-sessions/${id}/edit`);
  await expect(heading(page, 'セッションの編集')).toBeVisible();
}

export async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Away from the edges, and at once, unlike by the wheel: what is measured next stays there. */
export async function scrollToRow(page: Page, name: string): Promise<void> {
  await handle(page, name).evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
}

/** What is told to those who do not see it. */
export const expectTold = (page: Page, words: string) =>
  expect(page.getByText(words)).toBeAttached();

/** The handle has the focus. */
export async function liftByKey(page: Page, name: string, place: number): Promise<void> {
  await page.keyboard.press('Space');
  await expectTold(page, `${name}を持ち上げました。現在3件中${place}番目です。`);
}

/** Rows are measured a moment after one is lifted, and a key before that does nothing. */
export async function lowerByKey(page: Page, name: string, place: number): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    const told = page.getByText(`${name}は3件中${place}番目です。`);
    await expect(told).toBeAttached({ timeout: 5000 });
  }).toPass();
}

export async function dragToEnd(page: Page, name: string, last: string): Promise<void> {
  const [start, end] = [await centre(handle(page, name)), await centre(handle(page, last))];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 10, { steps: 2 });
  await expectTold(page, `${name}を持ち上げました。`);
  await page.mouse.move(end.x, end.y + 10, { steps: 8 });
  await expectTold(page, `${name}は3件中3番目です。`);
  await page.mouse.up();
}

/** The whole page at once: what is only scrolled below the save bar is not too small. */
export async function expectClean(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height: Math.max(height, size.height) });
  expect(await checkAccessibility(page)).toEqual([]);
  await page.setViewportSize(size);
}

export const storedDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tanren:draft:')));
export async function openSecondDevice(browser: Browser, baseURL: string): Promise<Page> {
  const { viewport = null, locale = 'ja-JP', timezoneId = 'Asia/Tokyo' } = browserOptions;
  const context = await browser.newContext({ viewport, locale, timezoneId, baseURL });
  return context.newPage();
}
