import type { Page } from '@playwright/test';

/** A prerendered page looks ready before it is: React has to have taken over. */
export async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('app') ?? {}).some((key) =>
      key.startsWith('__reactContainer'),
    ),
  );
}

/**
 * Goes to a path the way a link inside the app would: through the history, without a new document.
 * The router listens to the history's events.
 */
export async function followInside(page: Page, path: string): Promise<void> {
  await waitForApp(page);
  await page.evaluate((target) => {
    history.pushState({}, '', target);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}
