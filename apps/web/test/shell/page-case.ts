import type { PageLayout } from '#lib/route-guard.ts';
import type { staffSections } from '#features/staff/staff-sections.ts';
import { getGymCrowd } from '@tanren/contract/gyms/gym-crowd';
import { listMyMemberships } from '@tanren/contract/memberships/memberships';
import { getTrainedMenu } from '@tanren/contract/trainers/trainer-member-sessions';
import {
  getTrainedCalibration,
  getTrainedHistory,
  getTrainedMember,
  getTrainedStrength,
  getTrainedWorkout,
  listTrainedLoads,
  listTrainedTypes,
} from '@tanren/contract/trainers/trainer-members';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { answerGymPage } from '#test/gyms/gym-page.ts';
import { sampleCrowd } from '#test/samples/gyms.ts';
import { sampleTrainedMember } from '#test/samples/members.ts';
import { sampleTrainerMenu } from '#test/samples/menus.ts';
import { fullWorkout } from '#test/samples/workouts.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectSolidText,
} from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { readyProfile, type SessionState } from '#test/support/session.ts';

/** Answers all calls of a gym's page. */
export function answerShownGym(): void {
  answerGymPage();
  answer(getGymCrowd, sampleCrowd);
}

/** Answers all calls of a gym's page for a visitor without a membership. */
export function answerJoinPage(): void {
  answerShownGym();
  answer(listMyMemberships, { memberships: [], requests: [] });
}

/** Answers all calls of a trainer's pages about one member. */
export function answerTrainedMember(): void {
  answer(getTrainedMember, sampleTrainedMember);
  answer(listTrainedLoads, []);
  answer(listTrainedTypes, []);
  answer(getTrainedWorkout, ({ params }) => fullWorkout(params.workoutId));
  answer(getTrainedHistory, { points: [], bests: null, workoutCount: 0 });
  answer(getTrainedStrength, { days: [], change: null, changeSince: null });
  answer(getTrainedCalibration, { count: 0, expected: 0, reached: 0, groups: [], types: [] });
  answer(getTrainedMenu, ({ params }) => sampleTrainerMenu(params.trainingSessionId));
}

export const mainPlaces = () => page.getByRole('navigation', { name: 'メインメニュー' });
export const workLinks = () => page.getByRole('navigation', { name: '業務メニュー' });
export const workPlaces = () =>
  page.getByRole('navigation', { name: /^(トレーナー|スタッフ)メニュー$/ });
export const bell = () => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ });

export const wordsOf = (links: { elements(): Element[] }) =>
  links.elements().map(({ textContent }) => textContent);

/** Checks which item of the visible navigation is marked. */
export async function expectMarked(place: string | null): Promise<void> {
  const places = page
    .getByRole('navigation', { name: /^(メイン|業務|トレーナー|スタッフ)メニュー$/ })
    .getByRole('link');
  const marked = () =>
    places
      .elements()
      .filter((link) => link.hasAttribute('aria-current'))
      .map(({ textContent }) => textContent);
  await expect.poll(marked).toEqual(place === null ? [] : [place]);
}

/** Sections of trainers and staff. */
export type WorkPlace = '担当会員' | StaffPlace;
export type StaffPlace = (typeof staffSections)[number]['label'];

/** A page of the app: one of its addresses and a visitor who may see it. */
export interface PageCase {
  readonly path: string;
  readonly title: string;
  /** Heading, if it is not the title. */
  readonly heading?: string;
  /** Item that is marked in the navigation. `null` for a page without navigation. */
  readonly place: 'ホーム' | '履歴' | '接続' | '予約' | 'マイページ' | WorkPlace | null;
  /** Layout, if it does not follow from the place. */
  readonly layout?: PageLayout;
  /**
   * Session of the visitor. `null` when signed out. When absent, a member with a complete profile.
   */
  readonly session?: SessionState | null;
  /** Adds the answers that differ from those for a newly registered member. */
  readonly answerCalls?: () => void;
}

export const newcomer: SessionState = { profile: null };
export const undecided: SessionState = {
  profile: { ...readyProfile, agreedTermsAndConditionsVersion: 2 },
};
export const trainer: SessionState = { groups: ['trainer'] };
export const staff: SessionState = { groups: ['staff'] };

/**
 * Checks that the page has exactly one frame: the logo alone, the five sections of members, or the
 * navigation of trainers and staff.
 */
async function expectFrame(frame: 'simple' | 'member' | 'work'): Promise<void> {
  const frames = {
    simple: page.getByRole('banner').getByRole('link', { name: 'TANREN トップへ' }),
    member: mainPlaces(),
    work: workPlaces(),
  };
  await expect.element(frames[frame]).toBeVisible();
  for (const [name, other] of Object.entries(frames)) {
    if (name !== frame) await expect.element(other).not.toBeInTheDocument();
  }
  expect(page.getByRole('main').elements()).toHaveLength(1);
}

/**
 * Checks the requirements of every page: its title, its section, opaque text, and no findings of
 * axe.
 */
export async function expectPage(shown: PageCase, address: () => string): Promise<void> {
  await expect.element(heading(shown.heading ?? shown.title)).toBeVisible();
  await expect.poll(() => document.title).toBe(`${shown.title} | TANREN`);
  expect(address()).toBe(shown.path);
  await expectMarked(shown.place);
  const works = /^\/(trainer|staff)(\/|$)/.test(shown.path);
  await expectFrame(shown.place === null ? 'simple' : works ? 'work' : 'member');
  await expectAccessible();
  expectNoSidewaysScroll();
  expectSolidText();
}
