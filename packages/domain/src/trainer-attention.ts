import { daysBetween, toGymDay } from './gym-time.ts';

/** From when on a trainer is told. */
export const attentionRules = {
  /** Days without a workout. */
  awayDays: 10,
  /** Days that a menu made for the member has waited. */
  waitingMenuDays: 5,
  /** For so long a personal best is news. */
  recentBestDays: 7,
} as const;

/** What a trainer may know of a member; what is not shared is empty. */
export interface TrainedSigns {
  /** Whether the member lets the history be seen: without it nobody knows that somebody is away. */
  readonly sharesHistory: boolean;
  readonly linkedAt: Date;
  readonly lastWorkoutAt: Date | null;
  readonly stalledWorkoutTypeIds: readonly number[];
  /** Since when the trainer's newest menu has been waiting for its first time. */
  readonly menuWaitsSince: Date | null;
  readonly recentBestWorkoutTypeIds: readonly number[];
}

export type Attention =
  | { readonly kind: 'away'; readonly days: number }
  /** Not once since the link began, that many days ago. */
  | { readonly kind: 'never-came'; readonly days: number }
  | { readonly kind: 'stalled'; readonly workoutTypeIds: readonly number[] }
  | { readonly kind: 'menu-waits'; readonly days: number }
  | { readonly kind: 'personal-best'; readonly workoutTypeIds: readonly number[] };

/** Who may be lost comes before who needs advice, and that before who has earned praise. */
const order: readonly Attention['kind'][] = [
  'away',
  'never-came',
  'stalled',
  'menu-waits',
  'personal-best',
];

/** Why a trainer should look at a member, the most urgent reason first; none: all is well. */
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

/** By the most urgent reason, then by its number; 0: as they were, and those without one last. */
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
