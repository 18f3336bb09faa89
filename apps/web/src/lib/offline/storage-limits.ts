/*
 * Rules for how many of a member's answers this device stores, and for how long. They are pure, so
 * that they can be tested without a browser.
 */

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Maximum total size in bytes. A browser allows a site far more, but members do not read more
 * offline.
 */
export const maxBytes = 10 * 1024 * 1024;
/** Maximum size of one answer in bytes. A larger one would displace many small ones. */
export const maxBytesPerAnswer = 1024 * 1024;
/** Maximum age in milliseconds: the lifetime of a sign-in on a phone. */
export const longestMs = 30 * dayMs;

/**
 * Returns the size of a text in the browser's database, which uses two bytes for each character.
 */
export function countBytes(text: string): number {
  return 2 * text.length;
}

/** Builds a key that begins with the member and the build. */
export function makeKey(sub: string, build: string, queryHash: string): string {
  return `${sub}/${build}/${queryHash}`;
}

export function isOf(key: string, sub: string, build?: string): boolean {
  return key.startsWith(build === undefined ? `${sub}/` : makeKey(sub, build, ''));
}

export interface StoredSize {
  readonly key: string;
  readonly at: number;
  readonly bytes: number;
}

/**
 * Returns the answers to delete: those that are too old, and the oldest ones until the rest fits.
 */
export function chooseToRemove(
  kept: readonly StoredSize[],
  now: number,
  limit = maxBytes,
): string[] {
  let left = limit;
  const newestFirst = kept.toSorted((a, b) => b.at - a.at);
  return newestFirst
    .filter(({ at, bytes }) => {
      if (now - at > longestMs) return true;
      left -= bytes;
      return left < 0;
    })
    .map(({ key }) => key);
}

/**
 * First parts of the keys of all queries that a member needs without a network: own records, menus,
 * reservations and gyms. They never include data of other members that staff and trainers see, or
 * data that is only valid at the moment.
 */
const storedNouns: readonly unknown[] = [
  'informations',
  'workouts',
  'workout-types',
  'workout-loads',
  'workout-history',
  'visits',
  'training-status',
  'training-sessions',
  'training-session-run',
  'training-session-runs',
  'training-reservations',
  'memberships',
  'gyms',
  'gym-door',
];

/** Key parts of lists that depend on typed text. */
const searches: readonly unknown[] = ['search', 'tags'];

export function isWorthStoring(queryKey: readonly unknown[]): boolean {
  return storedNouns.includes(queryKey[0]) && !queryKey.some((part) => searches.includes(part));
}
