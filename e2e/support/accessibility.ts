import type { Page } from '@playwright/test';
import axe from 'axe-core';

const source = axe.source;
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Dimmed while the next data comes, and fading: axe would measure colours nobody is meant to read. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const isMoving = document.getAnimations().some(({ effect, playState }) => {
        return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
      });
      return !isMoving && document.querySelector('[aria-busy="true"]:not(button)') === null;
    },
    undefined,
    { timeout: 15_000 },
  );
}

/** What axe finds against WCAG 2.2 AA, as readable lines. */
export async function checkAccessibility(page: Page): Promise<string[]> {
  await settle(page);
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
