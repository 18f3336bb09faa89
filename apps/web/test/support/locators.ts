import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

export const heading = (name: string) => page.getByRole('heading', { level: 1, name });

export const button = (name: string) => page.getByRole('button', { name, exact: true });

export const press = (name: string) => button(name).click();

/**
 * Taps twice before any answer arrives. The pointer of the test runner is in another process, and
 * on a busy computer its second tap could come after the answer to the first.
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

/** Hovers over a toast with an undo button, which keeps it open. */
export async function pauseToast(text: string): Promise<void> {
  await userEvent.hover(toast(text).getByRole('button'));
}

const red = 'rgb(206, 23, 30)';

/**
 * Returns the texts of the red controls on the page. Only one of them may be in view. The
 * navigation is not included.
 */
export function listRedControls(): (string | null)[] {
  const controls = page.getByRole('main').element().querySelectorAll('a, button');
  const reds = Array.from(controls).filter((control) => {
    const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(control);
    return backgroundColor === red || (borderTopWidth !== '0px' && borderTopColor === red);
  });
  return reds.map(({ textContent }) => textContent);
}
