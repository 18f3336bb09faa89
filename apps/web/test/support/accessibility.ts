import axe from 'axe-core';
import { expect, vi } from 'vitest';
import { findPaleTexts } from './contrast.ts';

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
 * axe finds nothing against WCAG 2.2 AA. Once for a page and a state of it.
 * `waiting`: for a page whose data does not come while it is judged.
 */
export async function expectAccessible(state?: 'waiting'): Promise<void> {
  await vi.waitUntil(() => !isMoving(state === 'waiting'), { timeout: 10_000 });
  await expectNoViolations(document);
}

/** The same of a part that has changed since its page was judged: a long text takes seconds. */
export async function expectPartAccessible(part: Element): Promise<void> {
  await vi.waitUntil(() => !isMoving(false), { timeout: 10_000 });
  await expectNoViolations(part);
}

/** Neither frames nor stylesheets of elsewhere: axe would wait for what is not there. */
const here = { iframes: false, preload: false } as const;

async function expectNoViolations(context: Document | Element): Promise<void> {
  const { violations } = await axe.run(context, {
    runOnly: { type: 'tag', values },
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
    ...here,
  });
  const lines: string[] = [];
  for (const { id, nodes } of [...violations, ...(await findPaleTexts(context))]) {
    for (const { target, failureSummary = '' } of nodes) {
      if (id === 'target-size' && (await isLargeInView(target))) continue;
      lines.push(`${id}: ${target.join(' ')}: ${failureSummary}`);
    }
  }
  expect(lines).toEqual([]);
}

/** A target that a bar lies over for now is as large as it is once it has been scrolled to. */
async function isLargeInView(target: axe.UnlabelledFrameSelector): Promise<boolean> {
  const element = document.querySelector(target.join(' '));
  if (element === null) return false;
  element.scrollIntoView({ block: 'center' });
  const { violations } = await axe.run(element, { runOnly: ['target-size'], ...here });
  window.scrollTo(0, 0);
  return violations.length === 0;
}

/** Nothing scrolls sideways. */
export function expectNoSidewaysScroll(): void {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

/** No line of text is lower than its letters: it would overlap the next one. */
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

/** Quieter text is a colour of its own, never a see-through one: emphasis is 1. */
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

/** Computed colours with an alpha below 1 are written as `rgba` or with a slash. */
const isSolid = (paint: string) => /^rgb\([\d, ]+\)$/.test(paint);

function measureOpacity(element: Element): number {
  const own = Number(getComputedStyle(element).opacity);
  return element.parentElement === null ? own : own * measureOpacity(element.parentElement);
}
