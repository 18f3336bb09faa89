import type { MenuSort } from '@tanren/contract/menus/menus';
import { foldForSearch, listSearchGrams } from '@tanren/domain/text';
import { listMenuTypes } from '@tanren/domain/menus/menus';
import { type SQL, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import type { TrainingSessionRow } from '#db/schema/menus.ts';
import { describeForSearch } from './menu-index.store.ts';

/** Position at which a page of menus ended. */
export interface MenuPosition {
  /**
   * The sort key as digits: the number of favourites, or the time of publication in microseconds
   * since 1970. A JavaScript date could not distinguish two menus of one millisecond.
   */
  readonly value: string;
  readonly id: number;
}

const letters = { new: 'n', favorites: 'f' } as const satisfies Record<MenuSort, string>;
const largestInteger = 2_147_483_647;
const largestValues = { new: 1e16 - 1, favorites: largestInteger };

/**
 * Encodes a cursor. It names its sort, because a position in one list is meaningless in another.
 */
export function encodeSearchCursor(sort: MenuSort, { value, id }: MenuPosition): string {
  return Buffer.from(`${letters[sort]}${value}.${id}`).toString('base64url');
}

/**
 * Decodes a cursor. Returns `null` for texts that `encodeSearchCursor` never made for this sort.
 */
export function decodeSearchCursor(sort: MenuSort, cursor: string): MenuPosition | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, letter, value, digits] = /^([nf])(\d{1,16})\.(\d{1,10})$/.exec(text) ?? [];
  if (letter !== letters[sort] || value === undefined || digits === undefined) return null;
  const position = { value, id: Number(digits) };
  if (position.id > largestInteger || Number(value) > largestValues[sort]) return null;
  return encodeSearchCursor(sort, position) === cursor ? position : null;
}

export interface MenuFilter {
  /** Folded words, which must all occur. */
  readonly words: readonly string[];
  /** Folded tag. `null` for any tag. */
  readonly tag: string | null;
  readonly workoutTypeId: number | null;
}

export interface MenuSearch extends MenuFilter {
  readonly sort: MenuSort;
  /** Position after which the page begins. `null` for the first page. */
  readonly after: MenuPosition | null;
  readonly limit: number;
}

/**
 * Returns a query that walks through the menus in order. The last menu of a long walk is returned
 * even if it does not match, to show where the walk ended.
 */
export function queryWalk(search: MenuSearch, longestWalk: number): SQL {
  const { by, value } = orders[search.sort];
  const inOrder = search.sort === 'new' ? walkNewest : walkFavorites;
  return sql`
    select id, ${value} as value, fits, step::int from (
      select *, ${fits(search)} as fits from (${inOrder(search, longestWalk)}) as walked
    ) as seen
    where fits or step = ${longestWalk} order by ${by} desc, id desc limit ${search.limit}`;
}

/**
 * Returns a query that finds all matching menus by the index. It is `materialized`, because the
 * planner might otherwise expect that walking in order finds them sooner. A text with all pairs of
 * characters of a word may not contain the word, so the query checks that too.
 */
export function queryLookup(search: MenuSearch): SQL {
  const { by, value } = orders[search.sort];
  const grams = [...new Set(search.words.flatMap(listSearchGrams))];
  const indexed =
    grams.length === 0 ? sql`true` : sql`search_grams(text) @> ${arrayLiteral(grams)}::text[]`;
  return sql`
    with found as materialized (
      select training_session_id as id, published_at, favorite_count from training_session_search
      where ${indexed} and ${fits(search)}
    )
    select id, ${value} as value from found
    where ${isBehind(search, sql`id`)} order by ${by} desc, id desc limit ${search.limit}`;
}

/**
 * Returns a query for the member's own private menus, by an index of authors: their number has a
 * limit. They have no row in the search table, which holds only public menus. Of their favourites
 * only the member's own counts, as everywhere with private menus.
 */
export function queryOwnPrivate(search: MenuSearch, sub: string): SQL {
  const { by, value } = orders[search.sort];
  return sql`
    select id, ${value} as value, title, description, tags, items from (
      select id, title, description, tags, items,
        coalesce(published_at, created_at) as published_at,
        (select count(*)::int from favorite_training_sessions f
          where f.sub = ${sub} and f.training_session_id = s.id) as favorite_count
      from training_sessions s
      where author_sub = ${sub} and for_sub is null and visibility = 'private'
    ) as own
    where ${isBehind(search, sql`id`)} order by ${by} desc, id desc`;
}

const orders = {
  new: {
    by: sql`published_at`,
    value: sql`(extract(epoch from published_at) * 1000000)::bigint::text`,
  },
  favorites: { by: sql`favorite_count`, value: sql`favorite_count::text` },
} as const satisfies Record<MenuSort, { by: SQL; value: SQL }>;

function walkNewest(search: MenuSearch, longestWalk: number): SQL {
  const order = sql`published_at desc, training_session_id desc`;
  return sql`
    select training_session_id as id, published_at, text, tags, workout_type_ids,
      row_number() over (order by ${order}) as step
    from training_session_search where ${isBehind(search, sql`training_session_id`)}
    order by ${order} limit ${longestWalk}`;
}

/**
 * Returns a walk in the order of favourites, which comes from the index alone. `offset 0` keeps
 * that order, because the texts are read one by one.
 */
function walkFavorites(search: MenuSearch, longestWalk: number): SQL {
  const order = sql`favorite_count desc, id desc`;
  return sql`
    select * from (
      select id, favorite_count, row_number() over (order by ${order}) as step
      from training_sessions where visibility = 'public' and ${isBehind(search, sql`id`)}
      order by ${order} limit ${longestWalk}
    ) as walked, lateral (
      select text, tags, workout_type_ids from training_session_search
      where training_session_id = id offset 0
    ) as content`;
}

/**
 * Returns the condition for menus after the position. It compares a pair, because PostgreSQL then
 * finds the position in the index itself.
 */
function isBehind({ sort, after }: MenuSearch, id: SQL): SQL {
  if (after === null) return sql`true`;
  const value =
    sort === 'new'
      ? sql`timestamptz 'epoch' + ${after.value}::float8 * interval '1 microsecond'`
      : sql`${after.value}::integer`;
  return sql`(${orders[sort].by}, ${id}) < (${value}, ${after.id}::integer)`;
}

/**
 * Returns the condition for matching menus. It uses `strpos`, because `like` has wildcards that may
 * be in the text, and takes four times as long.
 */
function fits({ words, tag, workoutTypeId }: MenuFilter): SQL {
  const conditions = words.map((word) => sql`strpos(text, ${word}) > 0`);
  if (tag !== null) conditions.push(sql`tags @> ${arrayLiteral([tag])}::text[]`);
  if (workoutTypeId !== null) {
    conditions.push(sql`workout_type_ids @> ${arrayLiteral([workoutTypeId])}::smallint[]`);
  }
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Returns whether a menu matches whose texts have already been read. */
function fitsMenu({ words, tag, workoutTypeId }: MenuFilter, session: OwnRow): boolean {
  const text = describeForSearch(session);
  return (
    words.every((word) => text.includes(word)) &&
    (tag === null || session.tags.map(foldForSearch).includes(tag)) &&
    (workoutTypeId === null || listMenuTypes(session.items).includes(workoutTypeId))
  );
}

interface Walk {
  readonly found: readonly MenuPosition[];
  /** Position where the walk stopped. `null` if the page is full or there are no more menus. */
  readonly brokenOffAt: MenuPosition | null;
}

type FoundRow = { id: number; value: string };
type OwnRow = FoundRow & Pick<TrainingSessionRow, 'title' | 'description' | 'tags' | 'items'>;
type WalkedRow = FoundRow & { fits: boolean; step: number };

/** Visits one menu after the other in their order, which is fast for words that many menus have. */
export async function walkMenus(
  db: Queryable,
  search: MenuSearch,
  longestWalk: number,
): Promise<Walk> {
  const { rows } = await db.execute<WalkedRow>(queryWalk(search, longestWalk));
  const found = rows.filter((row) => row.fits).map(toPosition);
  const last = rows.at(-1);
  const brokenOff = last?.step === longestWalk && found.length < search.limit;
  return { found, brokenOffAt: brokenOff ? toPosition(last) : null };
}

/** Looks up all matches in the index, which is fast for words that few menus have. */
export async function lookUpMenus(db: Queryable, search: MenuSearch): Promise<MenuPosition[]> {
  const { rows } = await db.execute<FoundRow>(queryLookup(search));
  return rows.map(toPosition);
}

/** Finds the matching private menus of the member, in order. */
export async function findOwnPrivate(
  db: Queryable,
  search: MenuSearch,
  sub: string,
): Promise<MenuPosition[]> {
  const { rows } = await db.execute<OwnRow>(queryOwnPrivate(search, sub));
  return rows.filter((row) => fitsMenu(search, row)).map(toPosition);
}

const toPosition = ({ id, value }: FoundRow): MenuPosition => ({ id, value });
