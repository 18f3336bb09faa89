/** A training session is a menu that members follow on the machines. */

export const visibilities = ['private', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

export const sessionLimits = {
  title: 60,
  description: 1000,
  tags: 5,
  tag: 20,
  items: 20,
  sets: 10,
  reps: 50,
  restSeconds: 600,
  /** Per member: enough for years, and a bound for what one account can fill. */
  sessions: 200,
} as const;

/** One step of a session: so many sets of so many reps on one kind of machine. */
export interface SessionItem {
  readonly workoutTypeId: number;
  readonly sets: number;
  readonly reps: number;
  /** null: おすすめ, the recommended next load of the member who trains. */
  readonly loadHg: number | null;
  /** After each set but the last. */
  readonly restSeconds: number;
}

/** In the order of the items, each type once. */
export function listSessionTypes(items: readonly Pick<SessionItem, 'workoutTypeId'>[]): number[] {
  return [...new Set(items.map(({ workoutTypeId }) => workoutTypeId))];
}

export function countSessionSets(items: readonly Pick<SessionItem, 'sets'>[]): number {
  return items.reduce((sum, { sets }) => sum + sets, 0);
}

/**
 * The reps that a plan requires at a load of a type. Items without a load match any load. Of
 * several matches the fewest reps count; without a match, the fewest of the type. null: the type is
 * not in the plan.
 */
export function findPlannedReps(
  items: readonly Pick<SessionItem, 'workoutTypeId' | 'reps' | 'loadHg'>[],
  workoutTypeId: number,
  loadHg: number,
): number | null {
  const ofType = items.filter((item) => item.workoutTypeId === workoutTypeId);
  const fitting = ofType.filter((item) => item.loadHg === null || item.loadHg === loadHg);
  const reps = (fitting.length > 0 ? fitting : ofType).map((item) => item.reps);
  return reps.length === 0 ? null : Math.min(...reps);
}

/** Whether a plan fixes this load for a type. */
export function isPlannedLoad(
  items: readonly Pick<SessionItem, 'workoutTypeId' | 'loadHg'>[],
  workoutTypeId: number,
  loadHg: number,
): boolean {
  return items.some((item) => item.workoutTypeId === workoutTypeId && item.loadHg === loadHg);
}

/** A rep of 2 s up and 2 s down, as machines are explained to beginners. */
const repSeconds = 4;
/** To walk to the machine, set the seat and link it. */
const changeSeconds = 90;

type Timed = Pick<SessionItem, 'sets' | 'reps' | 'restSeconds'>;

/** About how long a session takes, in whole minutes. */
export function estimateSessionMinutes(items: readonly Timed[]): number {
  return toMinutes(items.map(itemSeconds));
}

/** How long a bout of the member took, from its beginning to its end, and with how many sets. */
export interface OwnPace {
  readonly seconds: number;
  readonly setCount: number;
}

/**
 * The same for one member, who may be slower or quicker than the rule. Of a type with bouts of
 * their own the one with the middle pace counts: one forgotten telephone call changes nothing.
 */
export function estimateOwnMinutes(
  items: readonly (Timed & Pick<SessionItem, 'workoutTypeId'>)[],
  bouts: ReadonlyMap<number, readonly OwnPace[]>,
): number {
  return toMinutes(
    items.map((item) => {
      const paces = (bouts.get(item.workoutTypeId) ?? [])
        .filter(({ seconds, setCount }) => seconds > 0 && setCount > 0)
        .map((bout) => ownSetSeconds(bout, item))
        .toSorted((a, b) => a - b);
      const pace = paces[Math.floor((paces.length - 1) / 2)];
      return pace === undefined
        ? itemSeconds(item)
        : item.sets * pace + (item.sets - 1) * item.restSeconds;
    }),
  );
}

/** A set without the rests between: another number of sets has another number of rests. */
function ownSetSeconds({ seconds, setCount }: OwnPace, { restSeconds }: Timed): number {
  return Math.max(0, seconds - (setCount - 1) * restSeconds) / setCount;
}

function toMinutes(seconds: readonly number[]): number {
  return Math.ceil(seconds.reduce((sum, each) => sum + changeSeconds + each, 0) / 60);
}

function itemSeconds({ sets, reps, restSeconds }: Timed): number {
  return sets * reps * repSeconds + (sets - 1) * restSeconds;
}

/** The time between two sets as people say it: `90` → `1分30秒`. */
export function formatRest(restSeconds: number): string {
  const minutes = Math.floor(restSeconds / 60);
  const seconds = restSeconds % 60;
  if (minutes === 0) return `${seconds}秒`;
  return seconds === 0 ? `${minutes}分` : `${minutes}分${seconds}秒`;
}

/** Why a member reports a public session. */
export const reportReasons = ['dangerous', 'offensive', 'personal', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportCommentLimit = 500;
/** Reports of one member a day: enough for honest reports. */
export const mostReportsADay = 20;
