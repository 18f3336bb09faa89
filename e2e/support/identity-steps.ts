import { expect as baseExpect, type Page, type TestType } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { collectConsoleErrors } from './console.ts';

/** A sign-in is hard work for both sides: patience, wherever these tests run. */
export const expect = baseExpect.configure({ timeout: 30_000 });

/** Chromium reports every refused call; the refusals are what these tests are about. */
const refusedCall = /Failed to load resource: the server responded with a status of 40[04]/;

let complaints: string[] = [];

/** What a test itself has brought about is no complaint. */
export function forgiveComplaints(word: string): void {
  complaints = complaints.filter((line) => !line.includes(word));
}

/** Every test of the file ends without a complaint in the console. */
export function expectQuietConsole(
  test: Pick<TestType<{ page: Page }, object>, 'beforeEach' | 'afterEach'>,
): void {
  test.beforeEach(({ page }) => {
    complaints = collectConsoleErrors(page);
  });
  test.afterEach(() => {
    expect(complaints.filter((line) => !refusedCall.test(line))).toEqual([]);
  });
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

export const alert = (page: Page) => page.getByRole('main').getByRole('alert');

export const toast = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text });

/** One with a way back stays as long as the pointer rests on it. */
export async function holdToast(page: Page, text: string): Promise<void> {
  await toast(page, text).getByRole('button').hover();
}

export async function expectHome(page: Page): Promise<void> {
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible();
}

export async function expectClean(page: Page): Promise<void> {
  expect(await checkAccessibility(page)).toEqual([]);
}

export async function signOut(page: Page): Promise<void> {
  await press(page, 'ログアウト');
  await expect(heading(page, 'サインイン')).toBeVisible();
}
