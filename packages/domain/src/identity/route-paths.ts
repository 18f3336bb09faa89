import { isGymDay } from '#gyms/gym-time.ts';
import { isRankingType } from '#workouts/rankings.ts';
import { isWorkoutTypeId } from '#workouts/workout-type-ids.ts';

/**
 * Returns whether there is a control character. Browsers drop tab and newline from URLs, which
 * turns `/\t/evil` into `//evil`.
 */
function hasControlCharacter(value: string): boolean {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  }
  return false;
}

function decodeOnce(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

function isPathOfThisApp(value: string): boolean {
  return (
    value.startsWith('/') &&
    !value.startsWith('//') &&
    // Browsers treat a backslash before the query as a slash.
    !value.includes('\\') &&
    !hasControlCharacter(value)
  );
}

const longestNext = 2000;
const deepestEncoding = 3;

/**
 * Returns the path to open after a guard, or `null` when it is not a path of this app. The value
 * may be decoded again on its way (a login page, a proxy), so each decoded form must also be a path
 * of this app.
 */
export function readNextPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestNext) return null;
  let form = value;
  for (let depth = 0; depth <= deepestEncoding; depth += 1) {
    // Only the path can change the origin. A query may contain any encoded text.
    const path = form.split(/[?#]/, 1)[0] ?? '';
    if (!isPathOfThisApp(path) || hasControlCharacter(form)) return null;
    const decoded = decodeOnce(path);
    if (decoded === null) return null;
    if (decoded === path) return value;
    form = decoded;
  }
  return null;
}

interface RedirectRule {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the target of a redirect for `path` (which may have a query and a hash), or `null`. A
 * rule names one path or, with `/**`, a path and everything below it. The exact rule wins, then the
 * longest. Query and hash are kept unless the target has its own. Targets are fixed texts: no part
 * of the requested path becomes part of one.
 */
export function findRedirect(rules: readonly RedirectRule[], path: string): string | null {
  const { pathname, search, hash } = splitPath(path);
  const wanted = withoutTrailingSlash(pathname);
  let best: RedirectRule | null = null;
  for (const rule of rules) {
    if (withoutTrailingSlash(rule.from) === wanted) return carryOver(rule.to, search, hash);
    if (covers(rule, wanted) && rule.from.length > (best?.from.length ?? 0)) best = rule;
  }
  return best === null ? null : carryOver(best.to, search, hash);
}

function covers(rule: RedirectRule, path: string): boolean {
  if (!rule.from.endsWith('/**')) return false;
  const base = rule.from.slice(0, -'/**'.length);
  return path === base || path.startsWith(`${base}/`);
}

function carryOver(target: string, search: string, hash: string): string {
  const own = splitPath(target);
  return own.pathname + (own.search || search) + (own.hash || hash);
}

function splitPath(path: string): { pathname: string; search: string; hash: string } {
  const hashAt = path.indexOf('#');
  const hash = hashAt === -1 ? '' : path.slice(hashAt);
  const rest = hashAt === -1 ? path : path.slice(0, hashAt);
  const searchAt = rest.indexOf('?');
  return searchAt === -1
    ? { pathname: rest, search: '', hash }
    : { pathname: rest.slice(0, searchAt), search: rest.slice(searchAt), hash };
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

/** The largest id that an integer column can hold. */
const largestId = 2_147_483_647;

/**
 * Parses an id in a URL: digits only, from 1, and small enough to exist. Returns `null` otherwise.
 */
export function parseRouteId(value: string): number | null {
  const id = parseLongId(value);
  return id !== null && id <= largestId ? id : null;
}

/** Parses the id of a workout or a reservation, of which a chain has more than an integer holds. */
export function parseLongId(value: string): number | null {
  if (!/^[0-9]{1,16}$/.test(value)) return null;
  const id = Number(value);
  return id >= 1 && Number.isSafeInteger(id) ? id : null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isId = (value: string) => parseRouteId(value) !== null;
const isLongId = (value: string) => parseLongId(value) !== null;
const isKnownType = (value: string) => isWorkoutTypeId(parseRouteId(value) ?? 0);

/** Checks by the name of the parameter in a page's path, such as `/workouts/$workoutId`. */
const routeParams: Readonly<Record<string, (value: string) => boolean>> = {
  workoutId: isLongId,
  trainingSessionId: isId,
  gymId: isId,
  reservationId: isLongId,
  memberId: isId,
  machineId: isId,
  informationId: isId,
  membershipId: isId,
  workoutTypeId: isKnownType,
  workoutType: isKnownType,
  rankingType: isRankingType,
  date: isGymDay,
  /** Id of an account, used on staff pages. */
  member: (value) => uuid.test(value),
};

/** Returns whether a page can exist for this value. Returns `null` for an unknown parameter. */
export function fitsRouteParam(name: string, value: string): boolean | null {
  return routeParams[name]?.(value) ?? null;
}
