import { type RankingType, isRankingType } from '@tanren/domain/workouts/rankings';
import {
  fitsRouteParam,
  parseLongId,
  parseRouteId,
  readNextPath,
} from '@tanren/domain/identity/route-paths';
import { type WorkoutTypeId, isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';

/**
 * Declares a path parameter that must be an id. A route does not match any other value, which
 * results in 404.
 */
export function idParam<const N extends string>(name: N, parse = parseRouteId) {
  return {
    parse: (raw: Record<N, string>): Record<N, number> | false => {
      const id = parse(raw[name]);
      return id === null ? false : ({ [name]: id } as Record<N, number>);
    },
    stringify: (params: Record<N, number>): Record<N, string> =>
      ({ [name]: String(params[name]) }) as Record<N, string>,
  };
}

/** Declares a path parameter that must be the id of a known workout type. */
export const workoutTypeIdParam = {
  parse: (raw: { workoutTypeId: string }): { workoutTypeId: WorkoutTypeId } | false => {
    const workoutTypeId = parseRouteId(raw.workoutTypeId);
    return workoutTypeId !== null && isWorkoutTypeId(workoutTypeId) ? { workoutTypeId } : false;
  },
  stringify: ({ workoutTypeId }: { workoutTypeId: WorkoutTypeId }) => ({
    workoutTypeId: String(workoutTypeId),
  }),
};

interface RankingParams {
  readonly workoutType: WorkoutTypeId;
  readonly rankingType: RankingType;
}

export function parseRankingParams(raw: {
  workoutType: string;
  rankingType: string;
}): RankingParams | false {
  const workoutType = parseRouteId(raw.workoutType);
  const { rankingType } = raw;
  if (workoutType === null || !isWorkoutTypeId(workoutType) || !isRankingType(rankingType)) {
    return false;
  }
  return { workoutType, rankingType };
}

export function stringifyRankingParams(params: RankingParams) {
  return { workoutType: String(params.workoutType), rankingType: params.rankingType };
}

/**
 * Returns a reader that keeps only the search parameters a page uses. The router merges the result
 * with the whole address, so rejected parameters must be set to `undefined`.
 */
export function onlySearch<T extends object>(read: (search: Record<string, unknown>) => T) {
  return (search: Record<string, unknown>): T => {
    const rejected = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...rejected, ...read(search) };
  };
}

/** Reads the optional filter of the workout list. The page decides whether it exists. */
export function readWorkoutTypeSearch(search: Record<string, unknown>): {
  workoutType?: string | number;
} {
  const { workoutType } = search;
  if (workoutType === undefined) return {};
  const isName = typeof workoutType === 'number' || typeof workoutType === 'string';
  return { workoutType: isName ? workoutType : '' };
}

/** Reads the page to return to, which must be a path of this app. */
export function readNextSearch(search: Record<string, unknown>): { next?: string } {
  const next = readNextPath(search['next']);
  return next === null ? {} : { next };
}

function readMember(text: string): string | null {
  return fitsRouteParam('member', text) ? text.toLowerCase() : null;
}

/**
 * Declares the path parameter by which staff name a member: the account's id. A route does not
 * match any other value, which results in 404.
 */
export const memberParam = {
  parse: (raw: { member: string }): { member: string } | false => {
    const member = readMember(raw.member);
    return member === null ? false : { member };
  },
  stringify: (params: { member: string }) => params,
};

export const memberWorkoutParams = {
  parse: (raw: {
    member: string;
    workoutId: string;
  }): { member: string; workoutId: number } | false => {
    const member = readMember(raw.member);
    const workoutId = parseLongId(raw.workoutId);
    return member === null || workoutId === null ? false : { member, workoutId };
  },
  stringify: ({ member, workoutId }: { member: string; workoutId: number }) => ({
    member,
    workoutId: String(workoutId),
  }),
};
