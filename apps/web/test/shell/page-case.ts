import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile, type SessionState } from '#test/support/session.ts';

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

/** A page of the app, by an address of it and by someone who may see it. */
export interface PageCase {
  readonly path: string;
  readonly title: string;
  /** Where it is not the title. */
  readonly heading?: string;
  /** What is marked in the navigation; null: a page without one. */
  readonly place:
    | 'ホーム'
    | '履歴'
    | '接続'
    | 'セッション'
    | 'メニュー'
    | 'トレーナー'
    | 'スタッフ'
    | null;
  /** null: nobody is signed in. Absent: a member with everything done. */
  readonly session?: SessionState | null;
  /** Gives the answers that a member who has just registered does not get. */
  readonly answerCalls?: () => void;
}

export const newcomer: SessionState = { profile: null };
export const undecided: SessionState = {
  profile: { ...readyProfile, agreedTermsAndConditionsVersion: 2 },
};
export const trainer: SessionState = { groups: ['trainer'] };
export const staff: SessionState = { groups: ['staff'] };

/** What is true of every page: its title, its place, and nothing for axe to find. */
export async function expectPage(shown: PageCase): Promise<void> {
  document.title = '';
  shown.answerCalls?.();
  const { session } = shown;
  const { address } = await renderPage(shown.path, session === undefined ? {} : { session });
  await expect.element(heading(shown.heading ?? shown.title)).toBeVisible();
  await expect.poll(() => document.title).toBe(`${shown.title} | TANREN`);
  expect(address()).toBe(shown.path);
  await expectMarked(shown.place);
  await expectAccessible();
  expectNoSidewaysScroll();
}
