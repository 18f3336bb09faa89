import { estimateSetSeconds, type OwnPace, typicalItem } from '#menus/menus.ts';
import { idleReleaseMs } from './machine-links.ts';

/** Bout of a linked member, as far as the server knows it. */
export interface RunningBout {
  /** Number of sets that have begun, with the running one. */
  readonly setCount: number;
  /** Number of sets of this bout in the member's plan. `null` without a plan. */
  readonly plannedSets: number | null;
  /**
   * Seconds of one set with the rest after it: the member's own (`findSetSeconds`), or those of the
   * plan (`estimateSetSeconds`). `null` when neither is known.
   */
  readonly paceSeconds: number | null;
  /** Time of the last rep, beginning or end of a set, or of the link when there was none. */
  readonly lastActiveAt: Date;
}

export interface ExpectedWait {
  readonly minutes: number;
  /** In two of three bouts the machine becomes free at most so much earlier or later. */
  readonly errorMinutes: number;
}

const typicalSetSeconds = estimateSetSeconds(typicalItem);
/** Records of interrupted bouts must not make a wait endless. */
const paceRange = { min: 30, max: 600 } as const;
/** Time to get up, wipe the seat and end the link. */
const leaveSeconds = 60;
/** Share of the present step that is left at least. A member who is late stays a little longer. */
const lateShare = 0.5;
/** Parts of the error: a base, a share of the rest, and a share of a set without a plan. */
const errors = { minSeconds: 25, shareOfRest: 0.3, withoutPlan: 0.5 } as const;

/**
 * Returns when the machine of a bout will probably be free. It is never a promise: people do more or
 * fewer sets, and rest as long as they like. The time of a machine that is used without a link is
 * unknown, which is not the same as free.
 */
export function expectFreeAfter(bout: RunningBout, now: Date): ExpectedWait {
  const pace = clamp(bout.paceSeconds ?? typicalSetSeconds, paceRange.min, paceRange.max);
  const idleSeconds = Math.max(0, (now.getTime() - bout.lastActiveAt.getTime()) / 1000);
  const setsLeft = Math.max(0, (bout.plannedSets ?? typicalItem.sets) - bout.setCount);
  const seconds =
    setsLeft === 0
      ? Math.min(
          secondsLeft(leaveSeconds, idleSeconds),
          Math.max(0, idleReleaseMs / 1000 - idleSeconds),
        )
      : secondsLeft(pace, idleSeconds) + (setsLeft - 1) * pace + leaveSeconds;
  const errorSeconds =
    errors.minSeconds +
    errors.shareOfRest * seconds +
    (bout.plannedSets === null ? errors.withoutPlan * pace : 0);
  return { minutes: seconds / 60, errorMinutes: errorSeconds / 60 };
}

/** Returns how much is left of a step that usually takes `usual` seconds, after `passed` seconds. */
function secondsLeft(usual: number, passed: number): number {
  return Math.max(usual - passed, lateShare * usual);
}

/**
 * Returns the seconds of one set with the rest after it from earlier bouts of a member. The median
 * counts, so one long interruption has no effect. Returns `null` without a bout.
 */
export function findSetSeconds(bouts: readonly OwnPace[]): number | null {
  const paces = bouts
    .filter(({ seconds, setCount }) => seconds > 0 && setCount > 0)
    // A bout ends with its last rep, so one rest fewer than sets is in it.
    .map(({ seconds, setCount }) => (seconds + typicalItem.restSeconds) / setCount)
    .toSorted((a, b) => a - b);
  return paces[Math.floor((paces.length - 1) / 2)] ?? null;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
