import { daysBetween } from './gym-time.ts';
import { type MuscleId, weeklySetGoal } from './muscles.ts';
import { countSessionSets, type SessionItem } from './training-sessions.ts';
import { countMuscleSets } from './workout-types.ts';

/** Muscles as members think of them: a reason names one of these, not an anatomical part. */
export const bodyParts = [
  { id: 'legs', name: '脚', muscles: ['quadriceps', 'hamstrings', 'adductors', 'calves'] },
  { id: 'glutes', name: 'お尻', muscles: ['gluteus-maximus', 'gluteus-medius'] },
  { id: 'chest', name: '胸', muscles: ['pectorals'] },
  { id: 'back', name: '背中', muscles: ['lats', 'trapezius', 'spinal-erectors'] },
  { id: 'shoulders', name: '肩', muscles: ['deltoids'] },
  { id: 'arms', name: '腕', muscles: ['biceps', 'triceps'] },
  { id: 'core', name: 'お腹', muscles: ['abdominals', 'obliques'] },
] as const satisfies readonly {
  readonly id: string;
  readonly name: string;
  readonly muscles: readonly MuscleId[];
}[];
export type BodyPartId = (typeof bodyParts)[number]['id'];

/** What the last seven days did for one muscle. */
export interface MuscleState {
  /** Indirect sets count 0.5. */
  readonly sets: number;
  readonly lastTrainedOn: string | null;
}

/** How a member comes to a menu: what somebody made for them counts more than what anybody made. */
export const menuSources = ['trainer', 'own', 'favorite', 'gym', 'public'] as const;
export type MenuSource = (typeof menuSources)[number];

export interface MenuCandidate {
  readonly trainingSessionId: number;
  readonly items: readonly Pick<SessionItem, 'workoutTypeId' | 'sets'>[];
  readonly from: MenuSource;
  /** The gym day of its last change. */
  readonly changedOn: string;
  /** The gym day on which the member last ran it; null: never. */
  readonly lastRunOn: string | null;
  readonly tags: readonly string[];
}

export interface TodaysMember {
  /** Gym days with a workout, counted up to `experiencedDays`. */
  readonly trainingDays: number;
  /** How often the member ran the menu for beginners, counted up to `beginnerRuns`. */
  readonly beginnerRuns: number;
  readonly muscles: ReadonlyMap<MuscleId, MuscleState>;
  /** What is under way; the id is null when the menu was deleted meanwhile. */
  readonly running: { readonly trainingSessionId: number | null } | null;
  /** The menu on a reservation of today that has not ended. */
  readonly reserved: number | null;
  /** The one for a first visit; null: staff have hidden it. */
  readonly beginner: number | null;
  /** Every menu the member may be offered, the reserved one and the one for beginners included. */
  readonly candidates: readonly MenuCandidate[];
}

export const todaysReasonKinds = [
  'running',
  'reserved',
  'trainer',
  'beginner',
  'due',
  'balanced',
] as const;

export type TodaysReason =
  | { readonly kind: Exclude<(typeof todaysReasonKinds)[number], 'due'> }
  /** `days` since any muscle of the part was trained; null: never. */
  | { readonly kind: 'due'; readonly part: BodyPartId; readonly days: number | null };

export interface TodaysMenu {
  /** null: of a running menu that was deleted meanwhile. */
  readonly trainingSessionId: number | null;
  readonly reason: TodaysReason;
}

/**
 * The menu that a member is offered today, and why. What somebody decided comes first: the member
 * by starting or reserving, then the trainer. Only then the rule looks for what the body needs.
 * null: there is no menu at all.
 */
export function chooseTodaysMenu(member: TodaysMember, today: string): TodaysMenu | null {
  return rankTodaysMenus(member, today)[0] ?? null;
}

/** The choice and what could be done instead, the best first, each menu once. */
export function rankTodaysMenus(member: TodaysMember, today: string): TodaysMenu[] {
  const { running, reserved, beginner, candidates } = member;
  const chosen: TodaysMenu[] =
    running === null ? [] : [{ ...running, reason: { kind: 'running' } }];
  const add = (menu: MenuCandidate | undefined, reason: TodaysReason) => {
    if (menu === undefined) return;
    const { trainingSessionId } = menu;
    if (chosen.some((known) => known.trainingSessionId === trainingSessionId)) return;
    chosen.push({ trainingSessionId, reason });
  };
  const find = (id: number | null) => candidates.find((menu) => menu.trainingSessionId === id);
  const planned = find(reserved);
  // Whoever has done it today is not sent through it again by the same reservation.
  if (planned?.lastRunOn !== today) add(planned, { kind: 'reserved' });
  add(findNewest(candidates, today), { kind: 'trainer' });
  if (isBeginner(member, today)) add(find(beginner), { kind: 'beginner' });
  for (const candidate of rankByNeed(member, today)) {
    add(candidate, explainNeed(member, candidate, today));
  }
  return chosen;
}

/** After so many runs a member knows the menu for beginners well enough to go on. */
export const beginnerRuns = 3;
/** A member who has come so often without the menu for beginners needs it no more. */
const beginnerDays = 6;

/** The menu for beginners is not offered twice a day, nor to members who have found a menu themselves. */
function isBeginner(member: TodaysMember, today: string): boolean {
  const { trainingDays, beginner, candidates } = member;
  if (trainingDays === 0) return true;
  if (trainingDays >= beginnerDays || member.beginnerRuns >= beginnerRuns) return false;
  return !candidates.some(({ trainingSessionId, from, lastRunOn }) =>
    trainingSessionId === beginner
      ? lastRunOn === today
      : lastRunOn !== null || from === 'own' || from === 'favorite',
  );
}

/** From so many training days on, about two months, menus of others may be as hard as they like. */
export const experiencedDays = 20;
const maxSetsOfNovice = 18;

/** Whether a menu that others made is too hard for a member who has trained for a short time only. */
function isTooHard({ trainingDays }: TodaysMember, menu: MenuCandidate): boolean {
  if (trainingDays >= experiencedDays || menu.lastRunOn !== null) return false;
  if (menu.from !== 'public' && menu.from !== 'gym') return false;
  const isAdvanced = menu.tags.some((tag) => tag.includes('上級'));
  return isAdvanced || countSessionSets(menu.items) > maxSetsOfNovice;
}

/** What has waited for longer is no news: whoever does not want it is not reminded for ever. */
const newForDays = 30;

/** The trainer's last changed one that was never run. */
function findNewest(
  candidates: readonly MenuCandidate[],
  today: string,
): MenuCandidate | undefined {
  return candidates
    .filter(
      ({ from, lastRunOn, changedOn }) =>
        from === 'trainer' && lastRunOn === null && daysBetween(changedOn, today) <= newForDays,
    )
    .toSorted(
      (a, b) => daysBetween(a.changedOn, b.changedOn) || b.trainingSessionId - a.trainingSessionId,
    )[0];
}

function rankByNeed(member: TodaysMember, today: string): MenuCandidate[] {
  return member.candidates
    .map((candidate) => ({ candidate, score: scoreMenu(member, candidate, today) }))
    .toSorted(
      (a, b) => b.score - a.score || a.candidate.trainingSessionId - b.candidate.trainingSessionId,
    )
    .map(({ candidate }) => candidate);
}

/**
 * Two days of rest is what a trained muscle wants. After a week without, more days make no
 * difference: else a muscle that was never trained would beat every menu the member knows.
 */
const restDays = 2;
const longestDays = 7;

function daysSince(lastTrainedOn: string | null, today: string): number {
  if (lastTrainedOn === null) return longestDays;
  return Math.min(longestDays, Math.max(0, daysBetween(lastTrainedOn, today)));
}

/** From 0 (it had enough, or rests) to 1 (nothing for a week). */
export function muscleNeed({ sets, lastTrainedOn }: MuscleState, today: string): number {
  const days = daysSince(lastTrainedOn, today);
  if (days < restDays) return 0;
  const missing = Math.max(0, weeklySetGoal.to - sets) / weeklySetGoal.to;
  return missing * (0.3 + (0.7 * days) / longestDays);
}

const untrained: MuscleState = { sets: 0, lastTrainedOn: null };

/** For each muscle that the menu trains: how many of its sets are of use, and how much it needs them. */
function listServed(member: TodaysMember, { items }: MenuCandidate, today: string) {
  const given = countMuscleSets(
    items.map(({ workoutTypeId, sets }) => ({ workoutTypeId, setCount: sets })),
  );
  return [...given]
    .filter(([, sets]) => sets > 0)
    .map(([muscle, sets]) => {
      const state = member.muscles.get(muscle) ?? untrained;
      const useful = Math.min(sets, Math.max(0, weeklySetGoal.to - state.sets));
      return { muscle, sets, useful, need: muscleNeed(state, today) };
    });
}

const preference: Record<MenuSource, number> = {
  trainer: 1.15,
  own: 1.15,
  favorite: 1.1,
  gym: 1,
  public: 1,
};

/**
 * How well the sets of a menu go to muscles that are due, as a share of all its sets: a long menu
 * is no better than a short one for its length alone. What a member knows is preferred. What was
 * done today already, and what is too hard for the member, is the last choice.
 */
function scoreMenu(member: TodaysMember, candidate: MenuCandidate, today: string): number {
  const muscles = listServed(member, candidate, today);
  const all = muscles.reduce((sum, { sets }) => sum + sets, 0);
  if (all === 0 || candidate.lastRunOn === today || isTooHard(member, candidate)) return 0;
  const served = muscles.reduce((sum, { useful, need }) => sum + useful * need, 0);
  const known = candidate.lastRunOn === null ? 1 : 1.25;
  return (served / all) * known * preference[candidate.from];
}

/** The part of the body that the menu trains and that needs it most. */
function explainNeed(member: TodaysMember, candidate: MenuCandidate, today: string): TodaysReason {
  const muscles = listServed(member, candidate, today);
  const [most] = bodyParts
    .map((part) => {
      const own: readonly MuscleId[] = part.muscles;
      const served = muscles.filter(({ muscle, sets }) => own.includes(muscle) && sets >= 1);
      const need = Math.max(0, ...served.map((muscle) => muscle.need));
      const useful = served.reduce((sum, muscle) => sum + muscle.useful, 0);
      return { part: part.id, need, useful, days: daysOfPart(member, own, today) };
    })
    .filter(({ need, days }) => need > 0 && (days === null || days >= restDays))
    .toSorted((a, b) => b.need - a.need || b.useful - a.useful);
  if (most === undefined) return { kind: 'balanced' };
  return { kind: 'due', part: most.part, days: most.days };
}

/** Since any muscle of the part was trained, in this menu or not: a reason must be true as a whole. */
function daysOfPart(
  member: TodaysMember,
  muscles: readonly MuscleId[],
  today: string,
): number | null {
  const days = muscles
    .map((muscle) => member.muscles.get(muscle)?.lastTrainedOn ?? null)
    .filter((day) => day !== null)
    .map((day) => Math.max(0, daysBetween(day, today)));
  return days.length === 0 ? null : Math.min(...days);
}
