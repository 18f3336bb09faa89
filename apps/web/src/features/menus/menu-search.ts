import type { SessionSort } from '@tanren/contract/menus/menus';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import { isWorkoutTypeId, type WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';

/** The search parameters of the address; each may be absent. */
export interface SessionSearch {
  readonly query?: string;
  readonly tag?: string;
  readonly workoutType?: WorkoutTypeId;
  readonly sort?: Exclude<SessionSort, 'new'>;
}

/** As much as the server takes. */
export const longestWords = 100;

/** The router reads `?query=10` as a number. */
function readWords(value: unknown): string {
  const isText = ['string', 'number', 'boolean'].includes(typeof value);
  return isText ? String(value).trim().slice(0, longestWords) : '';
}

export function readSessionSearch(search: Record<string, unknown>): SessionSearch {
  const query = readWords(search['query']);
  const tag = readWords(search['tag']);
  const workoutType = parseRouteId(String(search['workoutType']));
  return {
    ...(query === '' ? {} : { query }),
    ...(tag === '' ? {} : { tag }),
    ...(workoutType !== null && isWorkoutTypeId(workoutType) ? { workoutType } : {}),
    ...(search['sort'] === 'favorites' ? { sort: 'favorites' } : {}),
  };
}

/** Whether it leaves anything out; the order does not. */
export function narrowsDown({ query, tag, workoutType }: SessionSearch): boolean {
  return query !== undefined || tag !== undefined || workoutType !== undefined;
}
