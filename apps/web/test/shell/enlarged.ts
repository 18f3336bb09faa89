import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSidewaysScroll, expectRoomyLines } from '#test/support/accessibility.ts';
import { mainPlaces, type PageCase } from './page-case.ts';

/** Checks that every word of the navigation is completely visible. */
function expectWholePlaces(): void {
  const links = mainPlaces().getByRole('link').elements();
  expect(links).toHaveLength(5);
  const { clientWidth, clientHeight } = document.documentElement;
  for (const link of links) {
    const words = document.createRange();
    words.selectNodeContents(link);
    const { left, right, top, bottom } = words.getBoundingClientRect();
    const frame = link.getBoundingClientRect();
    const name = link.textContent;
    expect([name, left >= 0 && right <= clientWidth + 0.5]).toEqual([name, true]);
    expect([name, top >= 0 && bottom <= clientHeight + 0.5]).toEqual([name, true]);
    const inFrame = left >= frame.left - 0.5 && right <= frame.right + 0.5;
    expect([name, inFrame && bottom <= frame.bottom + 0.5]).toEqual([name, true]);
  }
}

/** Waits until the page has drawn itself for its new size, also the parts that observe it. */
async function settle(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}

/**
 * Checks that the shown page fits a phone at a zoom of 200 %, and the smallest phone with a text
 * size of 32 px instead of 16, as a member with weak eyesight may set it in the browser.
 */
export async function expectFitsEnlarged({ place }: Pick<PageCase, 'place'>): Promise<void> {
  await page.viewport(195, 422);
  await settle();
  expectNoSidewaysScroll();
  if (place !== null) expectWholePlaces();

  onTestFinished(() => {
    document.documentElement.style.fontSize = '';
  });
  document.documentElement.style.fontSize = '200%';
  await page.viewport(320, 640);
  await settle();
  expectNoSidewaysScroll();
  if (place !== null) expectWholePlaces();
  expectRoomyLines();
}
