/** Visibilities of a training session, which is a menu that members follow on the machines. */

export const visibilities = ['private', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

export const menuLimits = {
  /** Words with which members search menus and tags. */
  query: 100,
  title: 60,
  description: 1000,
  tags: 5,
  tag: 20,
  items: 20,
  sets: 10,
  reps: 50,
  restSeconds: 600,
  /**
   * Maximum number of menus per member: enough for years, and a limit for the storage of one
   * account.
   */
  sessions: 200,
} as const;

/** One step of a menu: sets and reps on one kind of machine. */
export interface MenuItem {
  readonly workoutTypeId: number;
  readonly sets: number;
  readonly reps: number;
  /** `null` stands for おすすめ, the recommended next load of the member who trains. */
  readonly loadHg: number | null;
  /** Rest in seconds after each set except the last. */
  readonly restSeconds: number;
}

/** Returns each workout type once, in the order of the items. */
export function listMenuTypes(items: readonly Pick<MenuItem, 'workoutTypeId'>[]): number[] {
  return [...new Set(items.map(({ workoutTypeId }) => workoutTypeId))];
}

export function countMenuSets(items: readonly Pick<MenuItem, 'sets'>[]): number {
  return items.reduce((sum, { sets }) => sum + sets, 0);
}

/**
 * Returns the reps that a plan requires at a load of a type. Items without a load match any load.
 * Of several matches the fewest reps count; without a match, the fewest of the type. Returns `null`
 * when the type is not in the plan.
 */
export function findPlannedReps(
  items: readonly Pick<MenuItem, 'workoutTypeId' | 'reps' | 'loadHg'>[],
  workoutTypeId: number,
  loadHg: number,
): number | null {
  const ofType = items.filter((item) => item.workoutTypeId === workoutTypeId);
  const fitting = ofType.filter((item) => item.loadHg === null || item.loadHg === loadHg);
  const reps = (fitting.length > 0 ? fitting : ofType).map((item) => item.reps);
  return reps.length === 0 ? null : Math.min(...reps);
}

/** Returns whether a plan fixes this load for a type. */
export function isPlannedLoad(
  items: readonly Pick<MenuItem, 'workoutTypeId' | 'loadHg'>[],
  workoutTypeId: number,
  loadHg: number,
): boolean {
  return items.some((item) => item.workoutTypeId === workoutTypeId && item.loadHg === loadHg);
}

/** Duration of a rep: 2 s up and 2 s down, as explained to beginners. */
const repSeconds = 4;
/** Time to walk to the machine, adjust the seat and link it. */
const changeSeconds = 90;

type Timed = Pick<MenuItem, 'sets' | 'reps' | 'restSeconds'>;

/** Sets of a member without a plan. */
export const typicalItem = { sets: 3, reps: 10, restSeconds: 60 } as const satisfies Timed;

/** Returns the seconds of one set with the rest after it. */
export function estimateSetSeconds({ reps, restSeconds }: Omit<Timed, 'sets'>): number {
  return reps * repSeconds + restSeconds;
}

/** Returns the approximate duration of a menu in whole minutes. */
export function estimateMenuMinutes(items: readonly Timed[]): number {
  return toMinutes(items.map(itemSeconds));
}

/** Duration of a bout of the member from its beginning to its end, and its number of sets. */
export interface OwnPace {
  readonly seconds: number;
  readonly setCount: number;
}

/**
 * Returns the approximate duration for one member, who may be slower or faster than the rule. For a
 * type that the member has done, the bout with the median pace counts, so one long interruption has
 * no effect.
 */
export function estimateOwnMinutes(
  items: readonly (Timed & Pick<MenuItem, 'workoutTypeId'>)[],
  bouts: ReadonlyMap<number, readonly OwnPace[]>,
): number {
  return toMinutes(items.map((item) => ownItemSeconds(item, bouts)));
}

/**
 * Returns the minutes of one item from the way to the machine to the last rep, not rounded. An item
 * without sets takes no time.
 */
export function estimateItemMinutes(
  item: Timed & Pick<MenuItem, 'workoutTypeId'>,
  bouts: ReadonlyMap<number, readonly OwnPace[]>,
): number {
  return item.sets <= 0 ? 0 : (changeSeconds + ownItemSeconds(item, bouts)) / 60;
}

function ownItemSeconds(
  item: Timed & Pick<MenuItem, 'workoutTypeId'>,
  bouts: ReadonlyMap<number, readonly OwnPace[]>,
): number {
  const paces = (bouts.get(item.workoutTypeId) ?? [])
    .filter(({ seconds, setCount }) => seconds > 0 && setCount > 0)
    .map((bout) => ownSetSeconds(bout, item))
    .toSorted((a, b) => a - b);
  const pace = paces[Math.floor((paces.length - 1) / 2)];
  return pace === undefined
    ? itemSeconds(item)
    : item.sets * pace + (item.sets - 1) * item.restSeconds;
}

/**
 * Returns the seconds of a set without the rests, because their number depends on the number of
 * sets.
 */
function ownSetSeconds({ seconds, setCount }: OwnPace, { restSeconds }: Timed): number {
  return Math.max(0, seconds - (setCount - 1) * restSeconds) / setCount;
}

function toMinutes(seconds: readonly number[]): number {
  return Math.ceil(seconds.reduce((sum, each) => sum + changeSeconds + each, 0) / 60);
}

function itemSeconds({ sets, reps, restSeconds }: Timed): number {
  return sets * reps * repSeconds + (sets - 1) * restSeconds;
}

/** Formats a rest between two sets in Japanese: `90` → `1分30秒`. */
export function formatRest(restSeconds: number): string {
  const minutes = Math.floor(restSeconds / 60);
  const seconds = restSeconds % 60;
  if (minutes === 0) return `${seconds}秒`;
  return seconds === 0 ? `${minutes}分` : `${minutes}分${seconds}秒`;
}

/** Reasons for reporting a public menu. */
export const reportReasons = ['dangerous', 'offensive', 'personal', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportCommentLimit = 500;
/** Maximum number of reports per member and day. */
export const maxReportsPerDay = 20;
