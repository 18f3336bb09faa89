import axe from 'axe-core';
import { expect, vi } from 'vitest';

const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fading, and dimmed while the next data comes: axe would measure colours nobody is to read. */
function isMoving(mayWait: boolean): boolean {
  const runs = document.getAnimations().some(({ effect, playState }) => {
    return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
  });
  if (runs || mayWait) return runs;
  return document.querySelector('[aria-busy="true"]:not(button)') !== null;
}

/**
 * axe finds nothing against WCAG 2.2 AA. Once for a page and a state of it: it takes 0.2 s.
 * `waiting`: for a page whose data does not come while it is judged.
 */
export async function expectAccessible(state?: 'waiting'): Promise<void> {
  await vi.waitUntil(() => !isMoving(state === 'waiting'), { timeout: 10_000 });
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values },
    resultTypes: ['violations'],
    // Neither frames nor stylesheets of elsewhere: axe would wait for what is not there.
    iframes: false,
    preload: false,
  });
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(lines).toEqual([]);
}

/** Nothing scrolls sideways. */
export function expectNoSidewaysScroll(): void {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}
