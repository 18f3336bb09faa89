import path from 'node:path';
import type { Page } from '@playwright/test';
import { waitForApp } from './navigation.ts';

const folder = path.join(import.meta.dirname, '..', '..', '..', '.screenshots');

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
} as const;

export type Size = keyof typeof sizes;

/** Members use phones and computers. Trainers and staff also use tablets. */
export const memberSizes: readonly Size[] = ['phone', 'desktop'];

/** Takes a screenshot of the whole page after the network has become idle. */
export async function takeShot(page: Page, name: string, size: Size): Promise<void> {
  const viewport = sizes[size];
  await page.waitForLoadState('networkidle');
  // Without a network, a skeleton can stay.
  await page
    .locator('[data-skeleton]')
    .first()
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => undefined);
  // A dialog covers the window and not the page.
  if (!(await page.getByRole('dialog').or(page.getByRole('alertdialog')).isVisible())) {
    // The window gets the height of the page, so that elements fixed to the window's edges are at
    // the page's edges.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) });
  }
  await page.screenshot({
    path: path.join(folder, `${name}.${size}.png`),
    animations: 'disabled',
  });
  await page.setViewportSize(viewport);
}

export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForApp(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
