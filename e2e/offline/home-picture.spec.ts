import type { Page } from '@playwright/test';
import { ensureGyms } from '#support/gyms/gyms.ts';
import { expect, expectHome, test } from '#support/members/members.ts';
import { letTokensRunOut, openAndStore, type Phone, takePhone } from '#support/browser/phone.ts';
import { makeMenu } from '#support/menus/menus.ts';
import { insertWorkouts, readSub, someWorkouts } from '#support/workouts/workouts.ts';

let phone: Phone;

test.beforeEach(async ({ embedded }) => {
  phone = await takePhone(embedded.url);
});

test.afterEach(async () => {
  await phone.throwAway();
});

/** One frame of the start of the app. */
interface Frame {
  /** Whether React has drawn the menu. */
  readonly isApp: boolean;
  /** Edges of the title and of the button of today's menu, and of the navigation. */
  readonly edges: string;
}

declare global {
  interface Window {
    menuFrames?: Frame[];
  }
}

/** Records every frame that shows today's menu. It runs in the page. */
function recordFrames(): void {
  const frames: Frame[] = (window.menuFrames = []);
  const look = () => {
    const shown = ['[aria-label="今日やること"] h2', '[aria-label="今日やること"] button', 'nav'];
    const parts = shown.flatMap((selector) => document.querySelector(selector) ?? []);
    const [title] = parts;
    if (title && parts.length === shown.length) {
      const edges = parts.map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return [left, top, width, height].map(Math.round).join(' ');
      });
      const isApp = Object.keys(title).some((key) => key.startsWith('__reactProps$'));
      frames.push({ isApp, edges: edges.join(', ') });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function waitForPicture(page: Page, sub: string): Promise<void> {
  const key = `tanren:home-picture:${sub}`;
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).not.toBeNull();
}

test("the app opens with the picture of today's menu, and then moves nothing", async ({
  embedded,
  member,
}) => {
  await ensureGyms(embedded);
  await insertWorkouts(embedded, member, someWorkouts);
  await makeMenu(embedded, member, { title: '朝の日', visibility: 'private' });
  const sub = await readSub(member);
  const before = await phone.start();
  await openAndStore(before, member);
  await waitForPicture(before, sub);
  await letTokensRunOut(before);

  const page = await phone.start();
  await page.addInitScript(recordFrames);
  await page.goto('/');
  await expectHome(page);
  await expect.poll(() => page.evaluate(() => window.menuFrames?.at(-1)?.isApp)).toBe(true);
  await page.waitForLoadState('networkidle');
  const frames = (await page.evaluate(() => window.menuFrames)) ?? [];
  expect(frames[0]?.isApp).toBe(false);
  expect([...new Set(frames.map(({ edges }) => edges))]).toHaveLength(1);
});
