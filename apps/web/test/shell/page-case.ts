import type { staffSections } from '#features/staff/staff-sections.ts';
import { getGymCrowd } from '@tanren/contract/gym-crowd';
import { listMyMemberships } from '@tanren/contract/memberships';
import { getTrainedSession } from '@tanren/contract/trainer-member-sessions';
import {
  getTrainedHistory,
  getTrainedMember,
  getTrainedWorkout,
  listTrainedLoads,
} from '@tanren/contract/trainer-members';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { answerGymPage } from '#test/gyms/gym-page.ts';
import { sampleCrowd } from '#test/samples/gyms.ts';
import { sampleTrainedMember } from '#test/samples/members.ts';
import { sampleTrainerSession } from '#test/samples/training-sessions.ts';
import { fullWorkout } from '#test/samples/workouts.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectSolidText,
} from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile, type SessionState } from '#test/support/session.ts';

/** Everything a gym's page asks for. */
export function answerShownGym(): void {
  answerGymPage();
  answer(getGymCrowd, sampleCrowd);
}

/** The same for who is no member of it yet. */
export function answerJoinPage(): void {
  answerShownGym();
  answer(listMyMemberships, { memberships: [], requests: [] });
}

/** Everything the pages about one member ask a trainer's calls for. */
export function answerTrainedMember(): void {
  answer(getTrainedMember, sampleTrainedMember);
  answer(listTrainedLoads, []);
  answer(getTrainedWorkout, ({ params }) => fullWorkout(params.workoutId));
  answer(getTrainedHistory, { points: [], bests: null, workoutCount: 0 });
  answer(getTrainedSession, ({ params }) => sampleTrainerSession(params.trainingSessionId));
}

export const mainPlaces = () => page.getByRole('navigation', { name: 'メインメニュー' });
export const workLinks = () => page.getByRole('navigation', { name: '業務メニュー' });
export const workPlaces = () =>
  page.getByRole('navigation', { name: /^(トレーナー|スタッフ)メニュー$/ });
export const bell = () => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ });

export const wordsOf = (links: { elements(): Element[] }) =>
  links.elements().map(({ textContent }) => textContent);

/** Of the places that can be seen, wherever they stand. */
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

/** Where trainers and staff work. */
export type WorkPlace = '担当会員' | StaffPlace;
export type StaffPlace = (typeof staffSections)[number]['label'];

/** A page of the app, by an address of it and by someone who may see it. */
export interface PageCase {
  readonly path: string;
  readonly title: string;
  /** Where it is not the title. */
  readonly heading?: string;
  /** What is marked in the navigation; null: a page without one. */
  readonly place: 'ホーム' | '履歴' | '接続' | '予約' | 'マイページ' | WorkPlace | null;
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

/** One way in leads to the top only; members have five places, trainers and staff their own. */
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

/** What is true of every page: its title, its place, solid text, and nothing for axe to find. */
export async function expectPage(shown: PageCase): Promise<void> {
  document.title = '';
  shown.answerCalls?.();
  const { session } = shown;
  const { address } = await renderPage(shown.path, session === undefined ? {} : { session });
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
