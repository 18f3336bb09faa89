import { daysBetween } from './gym-time.ts';
import { type MuscleId, weeklySetGoal } from './muscles.ts';
import type { SessionItem } from './training-sessions.ts';
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

export interface MenuCandidate {
  readonly trainingSessionId: number;
  readonly items: readonly Pick<SessionItem, 'workoutTypeId' | 'sets'>[];
  readonly from: 'own' | 'favorite' | 'public';
  /** The gym day on which the member last ran it; null: never. */
  readonly lastRunOn: string | null;
}

export interface TodaysMember<Menu extends MenuCandidate = MenuCandidate> {
  readonly hasWorkouts: boolean;
  readonly muscles: ReadonlyMap<MuscleId, MuscleState>;
  /** The menu that is under way. */
  readonly running: number | null;
  /** The menu on a reservation of today that has not ended. */
  readonly reserved: number | null;
  /** Made by a trainer for this member, the newest first. */
  readonly fromTrainer: readonly {
    readonly trainingSessionId: number;
    readonly lastRunOn: string | null;
  }[];
  /** The one for a first visit; null: the gym has none. */
  readonly beginner: number | null;
  readonly candidates: readonly Menu[];
}

export type TodaysReason =
  | { readonly kind: 'running' | 'reserved' | 'trainer' | 'beginner' | 'balanced' }
  /** `days` since the part was trained; null: never, or too long ago to count. */
  | { readonly kind: 'due'; readonly part: BodyPartId; readonly days: number | null };

export interface TodaysMenu {
  readonly trainingSessionId: number;
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
  const chosen: TodaysMenu[] = [];
  const add = (trainingSessionId: number | null, reason: TodaysReason) => {
    if (trainingSessionId === null) return;
    if (chosen.some((menu) => menu.trainingSessionId === trainingSessionId)) return;
    chosen.push({ trainingSessionId, reason });
  };
  add(member.running, { kind: 'running' });
  add(member.reserved, { kind: 'reserved' });
  const undone = member.fromTrainer.find(({ lastRunOn }) => lastRunOn === null);
  add(undone?.trainingSessionId ?? null, { kind: 'trainer' });
  if (!member.hasWorkouts) add(member.beginner, { kind: 'beginner' });
  for (const { candidate } of rankByNeed(member, today)) {
    add(candidate.trainingSessionId, explainNeed(member, candidate, today));
  }
  add(member.beginner, { kind: 'beginner' });
  return chosen;
}

function rankByNeed(member: TodaysMember, today: string) {
  return member.candidates
    .map((candidate) => ({ candidate, score: scoreMenu(member, candidate, today) }))
    .toSorted(
      (a, b) => b.score - a.score || a.candidate.trainingSessionId - b.candidate.trainingSessionId,
    );
}

/** Two days of rest is what a trained muscle wants; two weeks without is as bad as it gets. */
const restDays = 2;
const longestDays = 14;

function daysSince(lastTrainedOn: string | null, today: string): number {
  if (lastTrainedOn === null) return longestDays;
  return Math.min(longestDays, Math.max(0, daysBetween(lastTrainedOn, today)));
}

/** From 0 (it had enough, or rests) to 1 (nothing for two weeks). */
export function muscleNeed({ sets, lastTrainedOn }: MuscleState, today: string): number {
  const days = daysSince(lastTrainedOn, today);
  if (days < restDays) return 0;
  const missing = Math.max(0, weeklySetGoal.to - sets) / weeklySetGoal.to;
  return missing * (0.3 + (0.7 * days) / longestDays);
}

const untrained: MuscleState = { sets: 0, lastTrainedOn: null };

/**
 * How well the sets of a menu go to muscles that are due, as a share of all its sets: a long menu
 * is no better than a short one for its length alone. What a member knows is preferred a little,
 * what was done today already is the last choice.
 */
function scoreMenu(member: TodaysMember, candidate: MenuCandidate, today: string): number {
  const given = countMuscleSets(
    candidate.items.map(({ workoutTypeId, sets }) => ({ workoutTypeId, setCount: sets })),
  );
  let served = 0;
  let all = 0;
  for (const [muscle, sets] of given) {
    const state = member.muscles.get(muscle) ?? untrained;
    const useful = Math.min(sets, Math.max(0, weeklySetGoal.to - state.sets));
    served += useful * muscleNeed(state, today);
    all += sets;
  }
  if (all === 0) return 0;
  const known = candidate.lastRunOn === null ? 1 : 1.2;
  const kind = { own: 1.15, favorite: 1.1, public: 1 }[candidate.from];
  const doneToday = candidate.lastRunOn === today ? 0 : 1;
  return (served / all) * known * kind * doneToday;
}

/** The part of the body that the menu trains and that needs it most. */
function explainNeed(member: TodaysMember, candidate: MenuCandidate, today: string): TodaysReason {
  const given = countMuscleSets(
    candidate.items.map(({ workoutTypeId, sets }) => ({ workoutTypeId, setCount: sets })),
  );
  const [most] = bodyParts
    .filter((part) => part.muscles.some((muscle) => (given.get(muscle) ?? 0) >= 1))
    .map((part) => {
      const states = part.muscles.map((muscle) => member.muscles.get(muscle) ?? untrained);
      const need = Math.max(...states.map((state) => muscleNeed(state, today)));
      const days = Math.min(...states.map((state) => daysSince(state.lastTrainedOn, today)));
      return { part: part.id, need, days };
    })
    .filter(({ need, days }) => need > 0 && days >= restDays)
    .toSorted((a, b) => b.need - a.need);
  if (most === undefined) return { kind: 'balanced' };
  return { kind: 'due', part: most.part, days: most.days >= longestDays ? null : most.days };
}
