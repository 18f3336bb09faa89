import { expect } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { heading } from '#test/support/locators.ts';
import { expectMarked } from './navigation.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile, type SessionState } from '#test/support/session.ts';

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
export async function expectPage(page: PageCase): Promise<void> {
  document.title = '';
  page.answerCalls?.();
  const { session } = page;
  const { address } = await renderPage(page.path, session === undefined ? {} : { session });
  await expect.element(heading(page.heading ?? page.title)).toBeVisible();
  await expect.poll(() => document.title).toBe(`${page.title} | TANREN`);
  expect(address()).toBe(page.path);
  await expectMarked(page.place);
  await expectAccessible();
  expectNoSidewaysScroll();
}
