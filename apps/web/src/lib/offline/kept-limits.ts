/*
 * How much of a member's answers this device keeps, and for how long. Pure, so that the rules can be
 * tested without a browser.
 */

const dayMs = 24 * 60 * 60 * 1000;

/** Together; a phone lends a site far more, but nobody reads more than this in a cellar. */
export const mostBytes = 10 * 1024 * 1024;
/** One answer that is larger would push out many small ones. */
export const mostBytesOfOne = 1024 * 1024;
/** As long as the sign-in of a phone lasts. */
export const longestMs = 30 * dayMs;

/** What a text takes in the browser's database, where each letter takes two bytes. */
export function countBytes(text: string): number {
  return 2 * text.length;
}

/** The beginning of a key says whose answer it is, and of which build. */
export function makeKey(sub: string, build: string, queryHash: string): string {
  return `${sub}/${build}/${queryHash}`;
}

export function isOf(key: string, sub: string, build?: string): boolean {
  return key.startsWith(build === undefined ? `${sub}/` : makeKey(sub, build, ''));
}

export interface KeptSize {
  readonly key: string;
  readonly at: number;
  readonly bytes: number;
}

/** What has to go: whatever is too old, and the oldest until the rest fits. */
export function chooseToDrop(kept: readonly KeptSize[], now: number, limit = mostBytes): string[] {
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
 * The nouns that a member needs without a network, by what their queries' keys begin with: those of
 * the own records, menus, reservations and gyms. Never what staff and trainers see of others, nor
 * what is only true at the moment.
 */
const keptNouns: readonly unknown[] = [
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

/** Lists that follow what is typed. */
const searches: readonly unknown[] = ['search', 'tags'];

export function isWorthKeeping(queryKey: readonly unknown[]): boolean {
  return keptNouns.includes(queryKey[0]) && !queryKey.some((part) => searches.includes(part));
}
