import type { Page } from '@playwright/test';

/** Paths whose 404 means "none yet". Chromium reports it as an error nevertheless. */
const mayBeMissing = ['/api/userinfo', '/api/workouts/latest'];

/** Collects the errors that a page logs in the console. */
export function collectConsoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    const expected = URL.canParse(url) && mayBeMissing.includes(new URL(url).pathname);
    if (message.type() === 'error' && !expected) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}
