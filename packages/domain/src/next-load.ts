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
  /** The training day that the choice rests on; not always the newest one. */
  readonly from: RecentWorkout;
}

/** A workout of the type, as far as it bears on the next one. */
export interface RecentWorkout {
  readonly topLoadHg: number;
  readonly topReps: number;
  readonly oneRepMaxHg: number | null;
  readonly startedAt: Date;
  readonly gymDay: string;
  /** The reps that the member's menu asked for; `null` when lifted freely. */
  readonly plannedReps: number | null;
  /** Whether the member's menu asked for exactly `topLoadHg`. */
  readonly isPlannedLoad: boolean;
}

/** How many training days the choice looks at. */
const recentDays = 4;
/** How many workouts are read for them: a member may leave a machine and come back on one day. */
export const recentWorkouts = 3 * recentDays;

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

/** A day below this share of the strength shown on the days before was light. */
const lightShare = 0.8;
/** A set of fewer reps than this share of the target was broken off, by the machine or the member. */
const brokenOffShare = 0.5;

/**
 * Returns the load to set next time, or `null` without any workout. A newest day that says nothing
 * about what is too hard never lowers the load: then the days before it decide, if they ask for more.
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
  return chooseFromDays(mergeDays(recent), range, now);
}

function chooseFromDays(
  days: readonly RecentWorkout[],
  range: SettableLoads,
  now: Date,
): NextLoad | null {
  const [newest, ...older] = days;
  if (newest === undefined) return null;
  const telling = days.filter((day, at) =>
    saysWhatIsHard(day, days.slice(at + 1, at + recentDays)),
  );
  if (telling[0] === newest) {
    return judge({ last: newest, days: telling.slice(0, recentDays), range, now });
  }
  const earlier = chooseFromDays(older, range, now);
  if (earlier !== null && earlier.loadHg > newest.topLoadHg) return earlier;
  return { loadHg: settableAtMost(range, newest.topLoadHg), reason: 'keep', from: newest };
}

/** Joins the workouts of each gym day into one, newest day first. The heaviest set stands for the day. */
function mergeDays(recent: readonly RecentWorkout[]): RecentWorkout[] {
  const days = new Map<string, RecentWorkout>();
  for (const workout of recent.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())) {
    const day = days.get(workout.gymDay) ?? workout;
    const isBetter =
      workout.topLoadHg > day.topLoadHg ||
      (workout.topLoadHg === day.topLoadHg && workout.topReps > day.topReps);
    const estimates = [day.oneRepMaxHg, workout.oneRepMaxHg].filter((hg) => hg !== null);
    days.set(workout.gymDay, {
      ...(isBetter ? workout : day),
      startedAt: day.startedAt,
      oneRepMaxHg: estimates.length === 0 ? null : Math.max(...estimates),
    });
  }
  return [...days.values()];
}

/**
 * Whether a day tells that a load was too hard, or right. It does not when its menu planned a lighter
 * load, when its best set was broken off for the first time, or when it lies far below the days before.
 */
function saysWhatIsHard(day: RecentWorkout, before: readonly RecentWorkout[]): boolean {
  const heavier = before.filter(({ topLoadHg }) => topLoadHg > day.topLoadHg);
  const isPlanDone = day.plannedReps !== null && day.topReps >= day.plannedReps;
  if (day.isPlannedLoad && isPlanDone && heavier.length > 0) return false;
  const isLight = cutAtBreak(day, before).some(
    (other) => heavier.includes(other) && showStrength(day) < showStrength(other) * lightShare,
  );
  const [previous] = before;
  if (isLight || !isBrokenOff(day)) return !isLight;
  return previous !== undefined && isBrokenOff(previous);
}

function isBrokenOff({ topReps, plannedReps }: RecentWorkout): boolean {
  return topReps < (plannedReps ?? usualReps) * brokenOffShare;
}

/** Whoever begins anew after a break may begin far lighter: the days before the break do not count. */
function cutAtBreak(day: RecentWorkout, before: readonly RecentWorkout[]): RecentWorkout[] {
  const all = [day, ...before];
  const at = before.findIndex(
    ({ startedAt }, older) =>
      (all[older]?.startedAt.getTime() ?? 0) - startedAt.getTime() > breakMs,
  );
  return before.slice(0, at === -1 ? before.length : at);
}

/** Compares sets of different loads and reps; unlike an estimate for the screen, also above 12 reps. */
function showStrength({ topLoadHg, topReps }: RecentWorkout): number {
  return topLoadHg * (1 + Math.min(topReps, 30) / 30);
}

/**
 * Returns what the last of the days asks for. The first match decides: a break, because it says more
 * than what was possible before it; then the reps that earn a raise, because an estimate that stood
 * still at twelve reps shows that the load is too small; then a plan that was done; then the stall,
 * which asks for more relief than a set that merely ended early.
 */
function judge({
  last,
  days,
  range,
  now,
}: {
  readonly last: RecentWorkout;
  readonly days: readonly RecentWorkout[];
  readonly range: SettableLoads;
  readonly now: Date;
}): NextLoad {
  const { topLoadHg } = last;
  if (now.getTime() - last.startedAt.getTime() > breakMs) {
    return relieve('after-break', lessTenPercent(range, topLoadHg));
  }
  if (last.topReps >= raiseFromReps(last.plannedReps)) {
    const loadHg = raise(range, topLoadHg);
    return { loadHg, reason: loadHg > topLoadHg ? 'raise' : 'keep', from: last };
  }
  // A member who follows the plan has neither failed nor stalled: the plan decides the pace.
  if (last.plannedReps !== null && last.topReps >= last.plannedReps) return keep();
  if (hasStalled(days)) return relieve('stalled', lessTenPercent(range, topLoadHg));
  if (last.topReps < lowerBelowReps(last.plannedReps)) {
    return relieve('lower', lessFivePercent(range, topLoadHg));
  }
  return keep();

  function keep(): NextLoad {
    return { loadHg: settableAtMost(range, topLoadHg), reason: 'keep', from: last };
  }

  /** At the lowest load of the machine nothing can be taken off, so the load stays. */
  function relieve(reason: RuleReason, loadHg: number): NextLoad {
    return { loadHg, reason: loadHg < topLoadHg ? reason : 'keep', from: last };
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
 * Three days without a better estimate than the one before them. A member who lifts less than
 * in one of the four has taken the relief already: offering it again would lead down step by step.
 */
function hasStalled(newestFirst: readonly RecentWorkout[]): boolean {
  const estimates = newestFirst.map(({ oneRepMaxHg }) => oneRepMaxHg);
  const [last, , , before] = newestFirst;
  if (last === undefined || before === undefined || before.oneRepMaxHg === null) return false;
  const newest = estimates.slice(0, recentDays - 1).filter((hg) => hg !== null);
  if (newest.length < recentDays - 1) return false;
  if (newestFirst.some(({ topLoadHg }) => topLoadHg > last.topLoadHg)) return false;
  return Math.max(...newest) <= before.oneRepMaxHg * stallGrowth;
}
