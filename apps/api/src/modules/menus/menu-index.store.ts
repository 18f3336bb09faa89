import { listMenuTypes } from '@tanren/domain/menus/menus';
import { foldForSearch } from '@tanren/domain/text';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { eq, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Transaction } from '#db/database.ts';
import {
  trainingSessionSearch,
  type TrainingSessionRow,
  trainingSessionTags,
} from '#db/schema/menus.ts';

/*
 * The search index of public menus. It is written in the transaction that changes the menu and has
 * locked its row, so that a search never finds a menu that the member may not see.
 */

type Indexed = Pick<
  TrainingSessionRow,
  'id' | 'title' | 'description' | 'tags' | 'visibility' | 'items' | 'publishedAt' | 'favoriteCount'
>;

/**
 * Updates the search index with the present words of the menu, or removes the menu when it is
 * private.
 */
export async function indexMenu(tx: Transaction, session: Indexed): Promise<void> {
  const { id, publishedAt } = session;
  if (session.visibility === 'private' || publishedAt === null) {
    await tx.delete(trainingSessionSearch).where(eq(trainingSessionSearch.trainingSessionId, id));
    return;
  }
  const found = {
    publishedAt,
    text: describeForSearch(session),
    tags: session.tags.map(foldForSearch),
    workoutTypeIds: listMenuTypes(session.items),
    favoriteCount: session.favoriteCount,
  };
  await tx
    .insert(trainingSessionSearch)
    .values({ trainingSessionId: id, ...found })
    .onConflictDoUpdate({ target: trainingSessionSearch.trainingSessionId, set: found });
}

export function describeForSearch({
  title,
  description,
  tags,
  items,
}: Pick<Indexed, 'title' | 'description' | 'tags' | 'items'>): string {
  const names = listMenuTypes(items).map(
    (type) => workoutTypes.find(({ id }) => id === type)?.name ?? '',
  );
  return foldForSearch([title, description, ...tags, ...names].join(' '));
}

type Tagged = Pick<TrainingSessionRow, 'tags' | 'visibility'>;

interface TagChange {
  readonly tag: string;
  readonly change: number;
}

/**
 * Updates the counts of tags from the previous tags of public menus to the present ones. Many
 * members share a tag: every transaction locks the rows in the order of their keys, so that there
 * are no deadlocks.
 */
export async function countTags(
  tx: Transaction,
  before: readonly Tagged[],
  after: readonly Tagged[],
): Promise<void> {
  const changes = listTagChanges(before, after);
  if (changes.length === 0) return;
  const folded = arrayLiteral(changes.map(([key]) => key));
  await tx.execute(sql`
    insert into ${trainingSessionTags} as known (folded, tag, session_count)
    select folded, tag, change
    from unnest(
      ${folded}::text[],
      ${arrayLiteral(changes.map(([, { tag }]) => tag))}::text[],
      ${arrayLiteral(changes.map(([, { change }]) => change))}::int[]
    ) with ordinality as changes (folded, tag, change, position)
    order by position
    on conflict (folded) do update set session_count = known.session_count + excluded.session_count`);
  await tx.execute(sql`
    delete from ${trainingSessionTags} where folded = any(${folded}::text[]) and session_count <= 0`);
}

function listTagChanges(before: readonly Tagged[], after: readonly Tagged[]) {
  const changes = new Map<string, TagChange>();
  const count = (sessions: readonly Tagged[], by: number) => {
    for (const tag of sessions.flatMap(listPublicTags)) {
      const key = foldForSearch(tag);
      const known = changes.get(key);
      changes.set(key, { tag: known?.tag ?? tag, change: (known?.change ?? 0) + by });
    }
  };
  // The new tags come first, because a new row takes its spelling from them.
  count(after, 1);
  count(before, -1);
  return [...changes]
    .filter(([, { change }]) => change !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function listPublicTags({ tags, visibility }: Tagged): readonly string[] {
  return visibility === 'public' ? tags : [];
}
