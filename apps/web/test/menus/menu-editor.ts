import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { sampleItem } from '#test/samples/menus.ts';

/** The session with which most tests of the editor begin. */
export const chestDay = {
  title: '胸の日',
  tags: ['胸'],
  visibility: 'private' as const,
  items: [sampleItem(1), sampleItem(2), sampleItem(4)],
};

export const titleField = () => page.getByLabelText('タイトル');
/** Opens description, tags and visibility, which are folded at first. */
export const openDetails = () => page.getByText('説明・タグ・公開範囲').click();

export const add = (name: string) => press(`${name}を追加`);
export const row = (name: string) =>
  page.getByRole('button', { name: new RegExp(`^\\d+\\. ${name}`) });
export const handle = (name: string) => page.getByRole('button', { name: `${name}を並べ替える` });

export const rowNames = () =>
  [...document.querySelectorAll('[data-item] span > span:first-child')].map(
    ({ textContent }) => textContent,
  );

export async function expectRows(...names: string[]): Promise<void> {
  await expect.poll(rowNames).toEqual(names.map((name, index) => `${index + 1}. ${name}`));
}

/** Checks the toast and the page of the saved session. */
export async function expectSaved(title: string): Promise<void> {
  await expect.element(toast(`「${title}」を保存しました`)).toBeVisible();
  await expect.element(heading(title)).toBeVisible();
}

export const storedDrafts = () =>
  Object.keys(localStorage).filter((key) => key.startsWith('tanren:draft:'));

export async function openNew() {
  const shown = await renderPage('/training-sessions/new');
  await expect.element(heading('メニューの作成')).toBeVisible();
  return shown;
}

export async function openEdit(trainingSessionId: number) {
  const shown = await renderPage(`/training-sessions/${trainingSessionId}/edit`);
  await expect.element(heading('メニューの編集')).toBeVisible();
  return shown;
}

/** Checks the whole page at once: targets below the save bar would count as too small. */
export async function expectEditorAccessible(): Promise<void> {
  await page.viewport(390, Math.max(844, document.documentElement.scrollHeight));
  await expectAccessible();
  expectNoSidewaysScroll();
  await page.viewport(390, 844);
}
