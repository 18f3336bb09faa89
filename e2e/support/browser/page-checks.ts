import type { Page } from '@playwright/test';
import axe from 'axe-core';

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

const source = axe.source;
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** `waiting` is for a page whose data does not arrive during the check. */
type PageState = 'settled' | 'waiting';

/** Waits until nothing is dimmed or fading. Otherwise axe would measure colours of a transition. */
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

/** Returns the violations of WCAG 2.2 AA that axe finds, as readable lines. */
export async function checkAccessibility(
  page: Page,
  state: PageState = 'settled',
): Promise<string[]> {
  await settle(page, state);
  // The script is evaluated by the debugger, so the page's security policy stays unchanged.
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
