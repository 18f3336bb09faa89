import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** Calls whose 404 means "none yet"; Chromium reports it all the same. */
const mayBeMissing = ['/api/userinfo', '/api/workouts/latest'];

/** Collects what a page complains about in the console. */
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

const source = axe.source;
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** `waiting`: for a page whose data does not come while it is judged. */
type PageState = 'settled' | 'waiting';

/** Dimmed while the next data comes, and fading: axe would measure colours nobody is meant to read. */
async function settle(page: Page, state: PageState): Promise<void> {
  await page.waitForFunction(
    (mayWait) => {
      const isMoving = document.getAnimations().some(({ effect, playState }) => {
        return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
      });
      const busy = document.querySelector('[aria-busy="true"]:not(button)');
      return !isMoving && (mayWait || busy === null);
    },
    state === 'waiting',
    { timeout: 30_000 },
  );
}

/** What axe finds against WCAG 2.2 AA, as readable lines. */
export async function checkAccessibility(
  page: Page,
  state: PageState = 'settled',
): Promise<string[]> {
  await settle(page, state);
  // Evaluated by the debugger, so the page's security policy stays as it is.
  await page.evaluate(source);
  return page.evaluate(async (values) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: 'tag', values },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    );
  }, tags);
}
