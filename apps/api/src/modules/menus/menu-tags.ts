import { foldForSearch, listSearchGrams } from '@tanren/domain/text';
import { normalizeTag } from '@tanren/domain/menus/menu-texts';
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable } from '#db/database.ts';
import { trainingSessions, trainingSessionTags } from '#db/schema/menus.ts';

type CountedTag = { folded: string; tag: string; count: number };

/**
 * Maximum number of tags that a walk visits. Members type any tag: there are many, and few are used
 * often.
 */
const longestWalk = 500;

interface TagWalk {
  readonly found: CountedTag[];
  /** Whether no better match can exist elsewhere. */
  readonly isComplete: boolean;
}

/** Searches the most used tags, which are enough for a member who has typed little. */
async function walkTags(db: Queryable, part: string, limit: number): Promise<TagWalk> {
  const { rows } = await db.execute<CountedTag & { matches: boolean; step: number }>(
    queryTagWalk(part, limit),
  );
  const found = rows
    .filter(({ matches }) => matches)
    .map(({ folded, tag, count }) => ({ folded, tag, count }));
  return { found, isComplete: found.length === limit || rows.at(-1)?.step !== longestWalk };
}

/**
 * Returns a query that walks through the most used tags. The row where the walk stops is returned
 * too, to show that it stopped.
 */
export function queryTagWalk(part: string, limit: number): SQL {
  const order = sql`session_count desc, folded desc`;
  return sql`
    select folded, tag, session_count as count, matches, step::int from (
      select *, strpos(folded, ${part}) > 0 as matches from (
        select folded, tag, session_count, row_number() over (order by ${order}) as step
        from ${trainingSessionTags} order by ${order} limit ${longestWalk}
      ) as walked
    ) as seen
    where matches or step = ${longestWalk} order by ${order} limit ${limit}`;
}

/** Looks up tags in the index. Tags that are not among the most used ones have few matches. */
async function lookUpTags(db: Queryable, part: string, limit: number): Promise<CountedTag[]> {
  const { rows } = await db.execute<CountedTag>(queryTagLookup(part, limit));
  return rows;
}

export function queryTagLookup(part: string, limit: number): SQL {
  return sql`
    with found as materialized (
      select folded, tag, session_count from ${trainingSessionTags}
      where search_grams(folded) @> ${arrayLiteral(listSearchGrams(part))}::text[]
        and strpos(folded, ${part}) > 0
    )
    select folded, tag, session_count as count from found
    order by session_count desc, folded desc limit ${limit}`;
}

/**
 * Lists the tags of the member's public and private menus, last changed first, with repetitions.
 */
async function findOwnTags(db: Queryable, sub: string): Promise<string[]> {
  const { tags, authorSub, forSub, updatedAt, id } = trainingSessions;
  const rows = await db
    .select({ tags })
    .from(trainingSessions)
    .where(and(eq(authorSub, sub), isNull(forSub)))
    .orderBy(desc(updatedAt), desc(id));
  return rows.flatMap((row) => row.tags);
}

async function countPublicTags(
  db: Queryable,
  folded: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (folded.length === 0) return new Map();
  const rows = await db
    .select({ folded: trainingSessionTags.folded, count: trainingSessionTags.sessionCount })
    .from(trainingSessionTags)
    .where(inArray(trainingSessionTags.folded, [...folded]));
  return new Map(rows.map((row) => [row.folded, row.count]));
}

/** Maximum number of tags that a list of suggestions can show. */
const maxTags = 20;

interface Tag {
  tag: string;
  count: number;
}

/**
 * Lists the most used tags of all public menus, then those that only the member's own menus have.
 */
export async function listTags(db: Queryable, sub: string, query: string): Promise<Tag[]> {
  const part = foldForSearch(normalizeTag(query));
  const used = await findUsedTags(db, part);
  const known = new Set(used.map(({ folded }) => folded));
  const own = listFitting(await findOwnTags(db, sub), part, known);
  const counts = await countPublicTags(db, [...own.keys()]);
  return [
    ...used.map(({ tag, count }) => ({ tag, count })),
    ...[...own].map(([folded, tag]) => ({ tag, count: counts.get(folded) ?? 0 })),
  ];
}

async function findUsedTags(db: Queryable, part: string): Promise<CountedTag[]> {
  const { found, isComplete } = await walkTags(db, part, maxTags);
  return isComplete ? found : await lookUpTags(db, part, maxTags);
}

/** Returns the matching tags by their folded spelling, with the spelling the member used last. */
function listFitting(
  tags: readonly string[],
  part: string,
  known: ReadonlySet<string>,
): Map<string, string> {
  const fitting = new Map<string, string>();
  for (const tag of tags) {
    const folded = foldForSearch(tag);
    if (fitting.size === maxTags) break;
    if (!folded.includes(part) || known.has(folded) || fitting.has(folded)) continue;
    fitting.set(folded, tag);
  }
  return fitting;
}
