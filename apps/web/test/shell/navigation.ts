import { expect } from 'vitest';
import { page } from 'vitest/browser';

export const mainPlaces = () => page.getByRole('navigation', { name: 'メインメニュー' });
export const workPlaces = () => page.getByRole('navigation', { name: '業務メニュー' });
export const bell = () => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ });

export const wordsOf = (links: { elements(): Element[] }) =>
  links.elements().map(({ textContent }) => textContent);

/** Of the places that can be seen, wherever they stand. */
export async function expectMarked(place: string | null): Promise<void> {
  const places = page
    .getByRole('navigation', { name: /^(メイン|業務)メニュー$/ })
    .getByRole('link');
  const marked = () =>
    places
      .elements()
      .filter((link) => link.hasAttribute('aria-current'))
      .map(({ textContent }) => textContent);
  await expect.poll(marked).toEqual(place === null ? [] : [place]);
}
