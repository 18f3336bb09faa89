import type { Locator, Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { expect } from './identity-steps.ts';
import { type Entry, insertEntries } from './rankings.ts';
import { readSub } from './workouts.ts';

export const rows = (page: Page) =>
  page.getByRole('list', { name: '順位表' }).getByRole('listitem');
export const myPlace = (page: Page) => page.getByRole('region', { name: 'あなたの順位' });
export const skeleton = (page: Page) => page.locator('[data-skeleton]');
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '記録の種類' }).getByRole('link', { name });
export const scale = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '比べ方' }).getByRole('link', { name });
export const period = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '期間' }).getByRole('link', { name });
export const hide = (page: Page) => page.getByRole('switch', { name: 'ランキングに掲載しない' });

export async function rankMember(
  embedded: EmbeddedServer,
  member: Account,
  board: number,
  others: readonly Entry[],
  value: number,
): Promise<void> {
  const sub = await readSub(member);
  await insertEntries(embedded, board, [...others, { nickname: 'テツ', sub, value }]);
}

/** No answer comes until the returned function is called. */
export async function holdRankings(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/workout-ranking/**', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export async function expectInSight(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  // Nor below anything else.
  const isOnTop = () =>
    part.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
}
