import type { Page } from '@playwright/test';

/**
 * Waits until the app can be used. A prerendered page looks ready earlier, but the router listens
 * only after React has taken over.
 */
export async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = window as {
      __TSR_ROUTER__?: { history: { subscribers: ReadonlySet<unknown> } };
    };
    return router !== undefined && router.history.subscribers.size > 0;
  });
}

/**
 * Navigates like a link inside the app: through the history, without loading a new document. The
 * router listens to the history's events.
 */
export async function openInApp(page: Page, path: string): Promise<void> {
  await waitForApp(page);
  await page.evaluate((target) => {
    history.pushState({}, '', target);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}
