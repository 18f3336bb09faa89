import axe from 'axe-core';
import { expect, vi } from 'vitest';
import { markNewLooks } from './contrast.ts';
import { endTapShields } from './pointer.ts';

const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns whether something fades or is dimmed while data loads. Axe would measure colours that are
 * only temporary.
 */
function isMoving(mayWait: boolean): boolean {
  endTapShields();
  const runs = document.getAnimations().some(({ effect, playState }) => {
    return playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
  });
  if (runs || mayWait) return runs;
  return document.querySelector('[aria-busy="true"]:not(button)') !== null;
}

/**
 * Checks that axe finds no violations of WCAG 2.2 AA. Use it once for each state of a page.
 * `waiting` is for a page whose data does not arrive during the check.
 */
export async function expectAccessible(state?: 'waiting'): Promise<void> {
  await vi.waitUntil(() => !isMoving(state === 'waiting'), { timeout: 10_000 });
  await expectNoViolations(document);
}

/**
 * Checks a part that has changed since its page was checked, because checking a long text takes
 * seconds.
 */
export async function expectPartAccessible(part: Element): Promise<void> {
  await vi.waitUntil(() => !isMoving(false), { timeout: 10_000 });
  await expectNoViolations(part);
}

/**
 * Frames and external stylesheets are skipped, because axe would wait for files that do not exist.
 */
const here = { iframes: false, preload: false } as const;

async function expectNoViolations(context: Document | Element): Promise<void> {
  const looks = markNewLooks(context);
  // One run shares its map of the page between the contrast and the size of targets.
  const { incomplete, violations } = await axe.run(context, {
    runOnly: { type: 'tag', values },
    resultTypes: ['incomplete', 'violations'],
    elementRef: true,
    ...here,
  });
  looks.finish([...incomplete, ...violations]);
  const lines: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { element, target, failureSummary = '' } of nodes) {
      if (id === 'target-size' && (await isLargeInView(element))) continue;
      lines.push(`${id}: ${target.join(' ')}: ${failureSummary}`);
    }
  }
  expect(lines).toEqual([]);
}

/** Returns whether a target that a bar covers is large enough once it is scrolled into view. */
async function isLargeInView(element: Element | undefined): Promise<boolean> {
  if (element === undefined) return false;
  element.scrollIntoView({ block: 'center' });
  const { violations } = await axe.run(element, { runOnly: ['target-size'], ...here });
  window.scrollTo(0, 0);
  return violations.length === 0;
}

/** Checks that the page does not scroll sideways. */
export function expectNoSidewaysScroll(): void {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

/** Checks that no line height is smaller than its font size, because lines would overlap. */
export function expectRoomyLines(): void {
  const tight: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
    const words = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    if (!words || !element.checkVisibility()) continue;
    const { fontSize, lineHeight } = getComputedStyle(element);
    if (Number.parseFloat(lineHeight) < Number.parseFloat(fontSize)) {
      tight.push(`${element.textContent}: ${fontSize} in lines of ${lineHeight}`);
    }
  }
  expect(tight).toEqual([]);
}

/** Checks that text is opaque. Less important text has another colour, never a lower opacity. */
export function expectSolidText(): void {
  const faded: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent, textContent } = node;
    const text = textContent?.trim() ?? '';
    if (parent === null || text === '' || !parent.checkVisibility()) continue;
    const { color, fill } = getComputedStyle(parent);
    const paint = parent instanceof SVGElement ? fill : color;
    if (!isSolid(paint) || measureOpacity(parent) < 1) faded.push(`${text}: ${paint}`);
  }
  for (const field of document.querySelectorAll('[placeholder]')) {
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    if (!isSolid(color) || opacity !== '1') faded.push(`${field.outerHTML}: ${color} ${opacity}`);
  }
  expect(faded).toEqual([]);
}

/**
 * Returns whether a computed colour is opaque. An alpha below 1 is written as `rgba` or with a
 * slash.
 */
const isSolid = (paint: string) => /^rgb\([\d, ]+\)$/.test(paint);

function measureOpacity(element: Element): number {
  const own = Number(getComputedStyle(element).opacity);
  return element.parentElement === null ? own : own * measureOpacity(element.parentElement);
}
