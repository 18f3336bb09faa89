import {
  settableAbove,
  settableAtLeast,
  settableAtMost,
  settableBelow,
  type SettableLoads,
} from './loads.ts';

/** Why the rule says what it says. */
const ruleReasons = ['raise', 'keep', 'lower', 'stalled', 'after-break'] as const;
export type RuleReason = (typeof ruleReasons)[number];

/** Why the next load is what it is; `trainer`: the member's trainer chose it. */
export const nextLoadReasons = [...ruleReasons, 'trainer'] as const;
export type NextLoadReason = (typeof nextLoadReasons)[number];

export interface NextLoad {
  readonly loadHg: number;
  readonly reason: RuleReason;
}

/** A workout of the type, as far as it bears on the next one. */
export interface RecentWorkout {
  readonly topLoadHg: number;
  readonly topReps: number;
  readonly oneRepMaxHg: number | null;
  readonly startedAt: Date;
  /** What the member's session asked for; null: lifted freely. */
  readonly plannedReps: number | null;
}

/** How many workouts the choice looks at. */
export const recentWorkouts = 4;

/** The target without a plan; eight to twelve is the band that builds muscle (ACSM 2009). */
const usualReps = 10;
/** Two reps more than the target raise the load, more than two fewer lower it. */
const repsBeside = 2;

export function raiseFromReps(plannedReps: number | null): number {
  return (plannedReps ?? usualReps) + repsBeside;
}

export function lowerBelowReps(plannedReps: number | null): number {
  return Math.max(1, (plannedReps ?? usualReps) - repsBeside);
}
/** Most effects of training fade after about this long. */
const breakMs = 28 * 24 * 60 * 60 * 1000;
/** Less than this is within the error of the estimate. */
const stallGrowth = 1.005;

/**
 * The load to set next time; null without any workout. What comes first decides:
 * a break, because it says more than what was possible before it; then the reps that earn a
 * raise, because an estimate that stood still at twelve reps shows that the load is too small;
 * then a plan that was done; then the stall, which asks for more relief than a set that merely ended early.
 */
export function chooseNextLoad({
  recent,
  range,
  now,
}: {
  readonly recent: readonly RecentWorkout[];
  readonly range: SettableLoads;
  readonly now: Date;
}): NextLoad | null {
  const newestFirst = recent
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
    .slice(0, recentWorkouts);
  const last = newestFirst[0];
  if (last === undefined) return null;
  const { topLoadHg } = last;
  if (now.getTime() - last.startedAt.getTime() > breakMs) {
    return relieve('after-break', lessTenPercent(range, topLoadHg));
  }
  if (last.topReps >= raiseFromReps(last.plannedReps)) {
    const loadHg = raise(range, topLoadHg);
    return { loadHg, reason: loadHg > topLoadHg ? 'raise' : 'keep' };
  }
  // A member who follows the plan has neither failed nor stalled: the plan decides the pace.
  if (last.plannedReps !== null && last.topReps >= last.plannedReps) return keep();
  if (hasStalled(newestFirst)) return relieve('stalled', lessTenPercent(range, topLoadHg));
  if (last.topReps < lowerBelowReps(last.plannedReps)) {
    return relieve('lower', lessFivePercent(range, topLoadHg));
  }
  return keep();

  function keep(): NextLoad {
    return { loadHg: settableAtMost(range, topLoadHg), reason: 'keep' };
  }

  /** At the lowest load of the machine nothing can be taken off, so the load stays. */
  function relieve(reason: RuleReason, loadHg: number): NextLoad {
    return { loadHg, reason: loadHg < topLoadHg ? reason : 'keep' };
  }
}

/**
 * As near to 5 % as the machine can, within 2–10 %; else one step, so that progress is never
 * rounded away.
 */
function raise(range: SettableLoads, loadHg: number): number {
  const targetHg = Math.round(loadHg * 1.05);
  const [nearest = 0] = [settableAtMost(range, targetHg), settableAtLeast(range, targetHg)]
    .filter((hg) => hg >= loadHg * 1.02 && hg <= loadHg * 1.1)
    .toSorted((a, b) => Math.abs(a - targetHg) - Math.abs(b - targetHg));
  return Math.max(nearest, settableAbove(range, loadHg));
}

function lessFivePercent(range: SettableLoads, loadHg: number): number {
  return Math.min(settableBelow(range, loadHg), settableAtMost(range, loadHg * 0.95));
}

function lessTenPercent(range: SettableLoads, loadHg: number): number {
  return Math.min(settableBelow(range, loadHg), settableAtMost(range, loadHg * 0.9));
}

/**
 * Three workouts without a better estimate than the one before them. A member who lifts less than
 * in one of the four has taken the relief already: offering it again would lead down step by step.
 */
function hasStalled(newestFirst: readonly RecentWorkout[]): boolean {
  const estimates = newestFirst.map(({ oneRepMaxHg }) => oneRepMaxHg);
  const [last, , , before] = newestFirst;
  if (last === undefined || before === undefined || before.oneRepMaxHg === null) return false;
  const newest = estimates.slice(0, recentWorkouts - 1).filter((hg) => hg !== null);
  if (newest.length < recentWorkouts - 1) return false;
  if (newestFirst.some(({ topLoadHg }) => topLoadHg > last.topLoadHg)) return false;
  return Math.max(...newest) <= before.oneRepMaxHg * stallGrowth;
}
