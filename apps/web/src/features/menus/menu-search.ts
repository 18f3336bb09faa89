import type { MenuSort } from '@tanren/contract/menus/menus';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import { menuLimits } from '@tanren/domain/menus/menus';
import { isWorkoutTypeId, type WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';

/** Search parameters of the address. Each may be absent. */
export interface MenuSearch {
  readonly query?: string;
  readonly tag?: string;
  readonly workoutType?: WorkoutTypeId;
  readonly sort?: Exclude<MenuSort, 'new'>;
}

/** Maximum length of the search text, which is the server's limit. */
export const longestWords = menuLimits.query;

/** Returns a parameter as text. The router parses `?query=10` as a number. */
function readWords(value: unknown): string {
  const isText = ['string', 'number', 'boolean'].includes(typeof value);
  return isText ? String(value).trim().slice(0, longestWords) : '';
}

export function readMenuSearch(search: Record<string, unknown>): MenuSearch {
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

/** Returns whether the search filters the list. Sorting does not. */
export function narrowsDown({ query, tag, workoutType }: MenuSearch): boolean {
  return query !== undefined || tag !== undefined || workoutType !== undefined;
}
