import type { MenuSort, TrainingSessionSummary } from '@tanren/contract/menus/menus';
import { foldForSearch, splitSearchWords } from '@tanren/domain/text';
import { normalizeTag } from '@tanren/domain/menus/menu-texts';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import {
  decodeSearchCursor,
  encodeSearchCursor,
  findOwnPrivate,
  lookUpMenus,
  type MenuPosition,
  type MenuSearch,
  walkMenus,
} from './menu-search.store.ts';
import { listSummaries } from './menu-summaries.ts';

interface SearchRequest {
  readonly query: string;
  readonly tag: string;
  readonly workoutType: number | null;
  readonly sort: MenuSort;
  readonly cursor: string | null;
  readonly limit: number;
}

interface FoundPage {
  items: TrainingSessionSummary[];
  nextCursor: string | null;
}

/** Searches all public menus and the member's own private ones. */
export async function searchMenus(
  db: Queryable,
  sub: string,
  { query, tag, workoutType, sort, cursor, limit }: SearchRequest,
): Promise<FoundPage> {
  const after = cursor === null ? null : requirePosition(sort, cursor);
  if (workoutType !== null && !isWorkoutTypeId(workoutType)) return { items: [], nextCursor: null };
  const search: MenuSearch = {
    words: splitSearchWords(query),
    tag: foldForSearch(normalizeTag(tag)) || null,
    workoutTypeId: workoutType,
    sort,
    after,
    // One more than the page holds shows whether there is another page.
    limit: limit + 1,
  };
  const found = [
    ...(await findMenus(db, search)),
    ...(await findOwnPrivate(db, search, sub)),
  ].toSorted((one, other) => Number(other.value) - Number(one.value) || other.id - one.id);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const ids = page.map(({ id }) => id);
  return {
    items: await listSummaries(db, ids, sub),
    nextCursor: found.length > limit && last !== undefined ? encodeSearchCursor(sort, last) : null,
  };
}

/**
 * Number of menus that a walk may visit. If one in p matches, a page of 21 takes a walk of 21·p
 * steps, or a lookup that reads all n/p of them. Both are equal, and at their worst, with 2,000
 * steps among 200,000 menus. The first 600 steps show how near the rest of the page is. If it seems
 * near, the walk continues well beyond, because stopping just before the end would cost both.
 */
export const walks = { first: 600, near: 1000, further: 1500 };

/**
 * Finds menus by a walk, and the rest by the index. A walk soon finds the matches of a frequent
 * word, and the index lists the few matches of a rare word.
 */
export async function findMenus(
  db: Queryable,
  search: MenuSearch,
  { first, near, further } = walks,
): Promise<readonly MenuPosition[]> {
  const { found, brokenOffAt } = await walkMenus(db, search, first);
  if (brokenOffAt === null) return found;
  const missing = search.limit - found.length;
  const behind = { ...search, after: brokenOffAt, limit: missing };
  const isNear = missing * first <= found.length * near;
  const more = isNear
    ? await findMenus(db, behind, { first: further, near, further })
    : await lookUpMenus(db, behind);
  return [...found, ...more];
}

function requirePosition(sort: MenuSort, cursor: string): MenuPosition {
  const position = decodeSearchCursor(sort, cursor);
  if (position !== null) return position;
  throw new AppError('invalid_request', {
    fields: [{ path: '/cursor', in: 'querystring', message: 'is not a cursor of this list' }],
  });
}
