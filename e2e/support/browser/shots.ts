import path from 'node:path';
import type { Page, ViewportSize } from '@playwright/test';
import { waitForApp } from './navigation.ts';

const folder = path.join(import.meta.dirname, '..', '..', '..', '.screenshots');

/** Screen sizes of members. */
export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/** Screen sizes of trainers and staff, who also use tablets. */
export const tabletSizes = {
  tablet: { width: 820, height: 1180 },
  'tablet-wide': { width: 1180, height: 820 },
  ...sizes,
} as const;

/** Screen sizes for the pages of all users. */
export const peopleSizes = {
  phone: sizes.phone,
  tablet: tabletSizes.tablet,
  desktop: sizes.desktop,
} as const;

export function shotPath(name: string, size: string): string {
  return path.join(folder, `${name}.${size}.png`);
}

interface Shots {
  /** Beginning of all picture names of a file. */
  readonly prefix: string;
  readonly size: string;
  readonly viewport: ViewportSize;
}

type Shoot = (page: Page, name: string, wholePage?: boolean) => Promise<void>;

/** Takes screenshots after the network has become idle. */
export function createShots({ prefix, size, viewport }: Shots): Shoot {
  return async (page, name, wholePage = true) => {
    await page.waitForLoadState('networkidle');
    // The window gets the height of the page, so that elements fixed to the window's edges are at
    // the page's edges.
    if (wholePage) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) });
    }
    await page.screenshot({ path: shotPath(`${prefix}-${name}`, size), animations: 'disabled' });
    await page.setViewportSize(viewport);
  };
}

export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForApp(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
