import type { Page } from '@playwright/test';
import { expect, heading } from './identity-steps.ts';

export async function expectMissing(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(heading(page, 'Page not found'), path).toBeVisible();
}
