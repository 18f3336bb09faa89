import type { Page } from '@playwright/test';

/** A prerendered page looks ready before it is: the router listens once React has taken over. */
export async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = window as {
      __TSR_ROUTER__?: { history: { subscribers: ReadonlySet<unknown> } };
    };
    return router !== undefined && router.history.subscribers.size > 0;
  });
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

/** At once, unlike by the wheel, whose way may not be over when something is measured. */
export async function scrollPage(page: Page, to: 'top' | 'end' | number): Promise<void> {
  await page.evaluate((target) => {
    const { scrollHeight } = document.documentElement;
    const top = target === 'end' ? scrollHeight : target === 'top' ? 0 : target;
    window.scrollTo({ top, behavior: 'instant' });
  }, to);
}
