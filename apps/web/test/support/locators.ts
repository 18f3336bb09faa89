import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

export const heading = (name: string) => page.getByRole('heading', { level: 1, name });

export const button = (name: string) => page.getByRole('button', { name, exact: true });

export const press = (name: string) => button(name).click();

/**
 * A double tap, both before any answer has come. The pointer of the test runner would come from
 * another process, and on a busy computer later than the answer to its first tap.
 */
export async function tapTwice(target: Locator): Promise<void> {
  await expect.element(target).toBeEnabled();
  const element = target.element();
  if (!(element instanceof HTMLElement)) throw new Error('only an element can be tapped');
  element.click();
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  element.click();
}

export const alert = () => page.getByRole('main').getByRole('alert');

export const toast = (text: string) => page.getByRole('alert').filter({ hasText: text });

/** A toast with an undo button stays as long as the pointer rests on it. */
export async function holdToast(text: string): Promise<void> {
  await userEvent.hover(toast(text).getByRole('button'));
}

const red = 'rgb(206, 23, 30)';

/** What the red controls of the page say, of which one may be in view; the navigation has its own. */
export function listRedControls(): (string | null)[] {
  const controls = page.getByRole('main').element().querySelectorAll('a, button');
  const reds = Array.from(controls).filter((control) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(control);
    return backgroundColor === red || (borderTopWidth !== '0px' && borderTopColor === red);
  });
  return reds.map(({ textContent }) => textContent);
}
