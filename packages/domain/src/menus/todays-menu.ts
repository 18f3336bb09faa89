import { daysBetween } from '#gyms/gym-time.ts';
import { type MuscleId, weeklySetGoal } from '#workouts/muscles.ts';
import { countMenuSets, type MenuItem } from './menus.ts';
import { countMuscleSets } from '#workouts/workout-types.ts';

/**
 * Parts of the body in everyday words. A reason names one of these instead of an anatomical part.
 */
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

/** Training of one muscle in the last seven days. */
export interface MuscleState {
  /** Number of sets. An indirect set counts 0.5. */
  readonly sets: number;
  readonly lastTrainedOn: string | null;
}

/** Origins of a menu. A menu made for the member counts more than one made for all members. */
export const menuSources = ['trainer', 'own', 'favorite', 'gym', 'public'] as const;
export type MenuSource = (typeof menuSources)[number];

export interface MenuCandidate {
  readonly trainingSessionId: number;
  readonly items: readonly Pick<MenuItem, 'workoutTypeId' | 'sets'>[];
  readonly from: MenuSource;
  /** Gym day of the last change. */
  readonly changedOn: string;
  /** Gym day on which the member last ran the menu. `null` before the first run. */
  readonly lastRunOn: string | null;
  readonly tags: readonly string[];
}

export interface TodaysMember {
  /** Number of gym days with a workout, counted up to `experiencedDays`. */
  readonly trainingDays: number;
  /** Number of runs of the beginners' menu, counted up to `beginnerRuns`. */
  readonly beginnerRuns: number;
  readonly muscles: ReadonlyMap<MuscleId, MuscleState>;
  /** Running menu. Its id is `null` when the menu was deleted in the meantime. */
  readonly running: { readonly trainingSessionId: number | null } | null;
  /** Menu of a reservation today that has not ended. `null` without one. */
  readonly reserved: number | null;
  /** Menu for a first visit. `null` when staff have hidden it. */
  readonly beginner: number | null;
  /**
   * All menus that the member may be offered, including the reserved one and the beginners' menu.
   */
  readonly candidates: readonly MenuCandidate[];
  /** Types whose machines in the gym are all under inspection. */
  readonly closedTypes: ReadonlySet<number>;
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
  /** `days` since any muscle of the part was trained. `null` when none ever was. */
  | { readonly kind: 'due'; readonly part: BodyPartId; readonly days: number | null };

export interface TodaysMenu {
  /** `null` for a running menu that was deleted in the meantime. */
  readonly trainingSessionId: number | null;
  readonly reason: TodaysReason;
}

/**
 * Returns the menu to offer today and the reason. Decisions of people come first: the member's
 * running or reserved menu, then the trainer's. Only then the rule looks at what the body needs.
 * Returns `null` when there is no menu at all.
 */
export function chooseTodaysMenu(member: TodaysMember, today: string): TodaysMenu | null {
  return rankTodaysMenus(member, today)[0] ?? null;
}

/** Returns the choice and its alternatives, best first, each menu once. */
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
  // A member who has done the reserved menu today is not offered it again for the same reservation.
  if (planned?.lastRunOn !== today) add(planned, { kind: 'reserved' });
  add(findNewest(candidates, today), { kind: 'trainer' });
  if (isBeginner(member, today)) add(find(beginner), { kind: 'beginner' });
  for (const candidate of rankByNeed(member, today)) {
    add(candidate, explainNeed(member, candidate, today));
  }
  return chosen;
}

/** Number of runs after which a member no longer needs the beginners' menu. */
export const beginnerRuns = 3;
/** Number of training days after which a member no longer needs the beginners' menu. */
const beginnerDays = 6;

/**
 * Returns whether to offer the beginners' menu. It is not offered twice a day, nor to members who
 * have chosen a menu themselves.
 */
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

/**
 * Number of training days, about two months, from which hard menus of other people are offered too.
 */
export const experiencedDays = 20;
const maxSetsOfNovice = 18;

/** Returns whether a menu of other people is too hard for a member with little training. */
function isTooHard({ trainingDays }: TodaysMember, menu: MenuCandidate): boolean {
  if (trainingDays >= experiencedDays || menu.lastRunOn !== null) return false;
  if (menu.from !== 'public' && menu.from !== 'gym') return false;
  const isAdvanced = menu.tags.some((tag) => tag.includes('上級'));
  return isAdvanced || countMenuSets(menu.items) > maxSetsOfNovice;
}

/**
 * Number of days for which a trainer's menu counts as new. Members are not reminded of it forever.
 */
const newForDays = 30;

/** Returns the trainer's most recently changed menu that was never run. */
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
 * A trained muscle needs two days of rest. After a week without training, more days make no
 * difference: otherwise a muscle that was never trained would outweigh every menu that the member
 * knows.
 */
const restDays = 2;
const longestDays = 7;

function daysSince(lastTrainedOn: string | null, today: string): number {
  if (lastTrainedOn === null) return longestDays;
  return Math.min(longestDays, Math.max(0, daysBetween(lastTrainedOn, today)));
}

/** Returns the need from 0 (trained enough, or resting) to 1 (nothing for a week). */
export function muscleNeed({ sets, lastTrainedOn }: MuscleState, today: string): number {
  const days = daysSince(lastTrainedOn, today);
  if (days < restDays) return 0;
  const missing = Math.max(0, weeklySetGoal.to - sets) / weeklySetGoal.to;
  return missing * (0.3 + (0.7 * days) / longestDays);
}

const untrained: MuscleState = { sets: 0, lastTrainedOn: null };

function countGiven(items: MenuCandidate['items']) {
  return countMuscleSets(
    items.map(({ workoutTypeId, sets }) => ({ workoutTypeId, setCount: sets })),
  );
}

/**
 * Returns for each muscle of the menu how many of the sets are useful and how much it needs them.
 * Sets on machines under inspection cannot be done.
 */
function listServed(member: TodaysMember, { items }: MenuCandidate, today: string) {
  const possible = items.filter(({ workoutTypeId }) => !member.closedTypes.has(workoutTypeId));
  return [...countGiven(possible)]
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
 * Returns how well a menu serves muscles that need training, as a share of all its sets, so that a
 * long menu gains nothing from its length. Menus that the member knows are preferred. A menu loses
 * the share of its sets that are on machines under inspection. Menus that were done today or are too
 * hard are the last choice.
 */
function scoreMenu(member: TodaysMember, candidate: MenuCandidate, today: string): number {
  const muscles = listServed(member, candidate, today);
  const all = [...countGiven(candidate.items).values()].reduce((sum, sets) => sum + sets, 0);
  if (all === 0 || candidate.lastRunOn === today || isTooHard(member, candidate)) return 0;
  const served = muscles.reduce((sum, { useful, need }) => sum + useful * need, 0);
  const known = candidate.lastRunOn === null ? 1 : 1.25;
  return (served / all) * known * preference[candidate.from];
}

/** Returns as the reason the part of the body that the menu trains and that needs it most. */
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

/**
 * Returns the days since any muscle of the part was trained, in this menu or not, so that the
 * reason is true for the whole part.
 */
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
