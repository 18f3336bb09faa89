import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { memberPages, openPages } from './member-pages.ts';
import { mainPlaces } from './navigation.ts';
import type { PageCase } from './page-case.ts';

/** Every word of the navigation is to be seen whole. */
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

async function expectFits({ path, title, heading: shown, session, place, answerCalls }: PageCase) {
  answerCalls?.();
  await renderPage(path, session === undefined ? {} : { session });
  await expect.element(heading(shown ?? title)).toBeVisible();
  expectNoSidewaysScroll();
  if (place !== null) expectWholePlaces();
}

const pages = [...openPages, ...memberPages];

describe('zoomed to 200 %', () => {
  test.each(pages)('$path fits a phone', async (shown) => {
    await page.viewport(195, 422);
    await expectFits(shown);
  });
});

describe('with letters of 200 %', () => {
  afterEach(() => {
    document.documentElement.style.fontSize = '';
  });

  test.each(pages)('$path fits a phone', async (shown) => {
    document.documentElement.style.fontSize = '200%';
    await expectFits(shown);
  });
});
