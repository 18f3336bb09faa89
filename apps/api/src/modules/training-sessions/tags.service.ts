import { foldForSearch } from '@tanren/domain/search-text';
import { normalizeTag } from '@tanren/domain/session-tags';
import type { Queryable } from '#db/database.ts';
import {
  type CountedTag,
  countPublicTags,
  findOwnTags,
  lookUpTags,
  walkTags,
} from './tags.store.ts';

/** As many as a list of suggestions can show. */
const mostTags = 20;

interface Tag {
  tag: string;
  count: number;
}

/** The most used of the gym, then those that only the member's own sessions carry. */
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
  const { found, isComplete } = await walkTags(db, part, mostTags);
  return isComplete ? found : await lookUpTags(db, part, mostTags);
}

/** By their folded spelling, as the member wrote them last. */
function listFitting(
  tags: readonly string[],
  part: string,
  known: ReadonlySet<string>,
): Map<string, string> {
  const fitting = new Map<string, string>();
  for (const tag of tags) {
    const folded = foldForSearch(tag);
    if (fitting.size === mostTags) break;
    if (!folded.includes(part) || known.has(folded) || fitting.has(folded)) continue;
    fitting.set(folded, tag);
  }
  return fitting;
}
