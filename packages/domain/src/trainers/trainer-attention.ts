import { daysBetween, toGymDay } from '#gyms/gym-time.ts';
import { compareStrength, type StrengthState } from '#workouts/strength.ts';

/** Limits from which a trainer is notified. */
export const attentionRules = {
  /** Number of days without a workout. */
  awayDays: 10,
  /** Number of days that the trainer's menu has not been started. */
  waitingMenuDays: 5,
  /** Number of days for which a personal best counts as new. */
  recentBestDays: 7,
} as const;

interface DoneWorkout {
  readonly topLoadHg: number;
  /** Strength after the workout. */
  readonly strength: StrengthState;
}

/** Days between the oldest and the newest workout that are needed to speak of a stall. */
const stallDays = 14;
/** Number of workouts that are needed. */
const stallWorkouts = 4;

/**
 * Returns whether the last workouts of a type, newest first, brought no progress: neither a heavier
 * load nor a change of strength above the noise.
 */
export function hasStalled(newestFirst: readonly DoneWorkout[]): boolean {
  const [newest] = newestFirst;
  const oldest = newestFirst.at(-1);
  if (newest === undefined || oldest === undefined || newestFirst.length < stallWorkouts) {
    return false;
  }
  const days = daysBetween(toGymDay(oldest.strength.at), toGymDay(newest.strength.at));
  if (days < stallDays) return false;
  const topHg = Math.max(...newestFirst.map(({ topLoadHg }) => topLoadHg));
  if (topHg > oldest.topLoadHg) return false;
  return (compareStrength(oldest.strength, newest.strength) ?? 0) <= 0;
}

/** Facts about a member for the trainer. Facts that the member does not share are empty. */
export interface TrainedSigns {
  /** Whether the member shares the history. Without it an absence is unknown. */
  readonly sharesHistory: boolean;
  readonly linkedAt: Date;
  readonly lastWorkoutAt: Date | null;
  readonly stalledWorkoutTypeIds: readonly number[];
  /**
   * Time since which the trainer's newest menu has not been started. `null` without such a menu.
   */
  readonly menuWaitsSince: Date | null;
  readonly recentBestWorkoutTypeIds: readonly number[];
}

export type Attention =
  | { readonly kind: 'away'; readonly days: number }
  /** The member has not trained since the link began, this many days ago. */
  | { readonly kind: 'never-came'; readonly days: number }
  | { readonly kind: 'stalled'; readonly workoutTypeIds: readonly number[] }
  | { readonly kind: 'menu-waits'; readonly days: number }
  | { readonly kind: 'personal-best'; readonly workoutTypeIds: readonly number[] };

/** Order of urgency: members who may quit, then members who need advice, then members to praise. */
const order: readonly Attention['kind'][] = [
  'away',
  'never-came',
  'stalled',
  'menu-waits',
  'personal-best',
];

/** Returns why a trainer should look at a member, most urgent first. Empty when all is well. */
export function listAttention(signs: TrainedSigns, now: Date): Attention[] {
  const today = toGymDay(now);
  const daysSince = (at: Date) => Math.max(0, daysBetween(toGymDay(at), today));
  const reasons: Attention[] = [];
  if (signs.sharesHistory) {
    const kind = signs.lastWorkoutAt === null ? 'never-came' : 'away';
    const days = daysSince(signs.lastWorkoutAt ?? signs.linkedAt);
    if (days >= attentionRules.awayDays) reasons.push({ kind, days });
  }
  if (signs.stalledWorkoutTypeIds.length > 0) {
    reasons.push({ kind: 'stalled', workoutTypeIds: signs.stalledWorkoutTypeIds });
  }
  if (signs.menuWaitsSince !== null) {
    const days = daysSince(signs.menuWaitsSince);
    if (days >= attentionRules.waitingMenuDays) reasons.push({ kind: 'menu-waits', days });
  }
  if (signs.recentBestWorkoutTypeIds.length > 0) {
    reasons.push({ kind: 'personal-best', workoutTypeIds: signs.recentBestWorkoutTypeIds });
  }
  return reasons;
}

/**
 * Compares by the most urgent reason, then by its number. Members without a reason come last.
 * Returns 0 for equal ones, which keep their order.
 */
export function compareAttention(one: readonly Attention[], other: readonly Attention[]): number {
  return rank(one) - rank(other) || amount(other[0]) - amount(one[0]);
}

function rank([first]: readonly Attention[]): number {
  return first === undefined ? order.length : order.indexOf(first.kind);
}

function amount(reason: Attention | undefined): number {
  if (reason === undefined) return 0;
  return 'days' in reason ? reason.days : reason.workoutTypeIds.length;
}
