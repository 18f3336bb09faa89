import { page, userEvent } from 'vitest/browser';

export const heading = (name: string) => page.getByRole('heading', { level: 1, name });

export const button = (name: string) => page.getByRole('button', { name, exact: true });

export const press = (name: string) => button(name).click();

export const alert = () => page.getByRole('main').getByRole('alert');

export const toast = (text: string) => page.getByRole('alert').filter({ hasText: text });

/** A toast with an undo button stays as long as the pointer rests on it. */
export async function holdToast(text: string): Promise<void> {
  await userEvent.hover(toast(text).getByRole('button'));
}
