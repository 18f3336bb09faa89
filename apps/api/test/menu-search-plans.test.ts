import { randomUUID } from 'node:crypto';
import { menuSorts } from '@tanren/contract/menus/menus';
import type { SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  queryLookup,
  queryOwnPrivate,
  queryWalk,
  type MenuSearch,
} from '#modules/menus/menu-search.store.ts';
import { walks } from '#modules/menus/menu-search.service.ts';
import { queryTagLookup, queryTagWalk } from '#modules/menus/menu-tags.ts';
import { createTestDatabase, sql } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { explainQuery } from './support/database/query-plan.ts';

const { url } = await createTestDatabase();
const content = 'training_session_search_content';

/**
 * Adds sessions: a third contain チェスト, one in 500 ゴルフ, and one ヴァイオリン. A few have most of the
 * favourites. One workout type is in half of them, another in one of 40.
 */
async function addMenus(first: number, last: number): Promise<void> {
  const [index] = await sql<{ made: string }>(
    url,
    `select pg_get_indexdef('${content}'::regclass) as made`,
  );
  // Building the index from all rows at once takes a tenth of the time.
  await sql(
    url,
    `drop index ${content};
    insert into training_sessions (author_sub, title, description, tags, visibility, items,
      favorite_count, created_at, updated_at, published_at)
    select '${randomUUID()}', '', '', '{}', 'public', '[]', 20000 / n, now(), now(),
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(${first}, ${last}) n;
    insert into training_session_search (training_session_id, published_at, text, tags, workout_type_ids,
      favorite_count)
    select id, published_at, '胸の日 ' || substr(md5(id::text), 1, 8) || ' ゆっくりと下ろします'
      || case when id % 3 = 0 then ' ちぇすと' else '' end
      || case when id % 500 = 77 then ' ごるふ' else '' end
      || case when id = 40 then ' ゔぁいおりん' else '' end,
      array[case when id % 2 = 0 then '筋とれ' else 'た' || id % 1000 end],
      array[case when id % 2 = 1 then 1 else 2 end, case when id % 40 = 3 then 16 else 3 end],
      favorite_count
    from training_sessions where id between ${first} and ${last};
    insert into training_session_tags
    select 'た' || n, 'タ' || n, n % 50 from generate_series(${first}, ${last}) n;
    ${index?.made};
    analyze`,
  );
}

const explain = async (query: SQL) => await explainQuery(url, query);

const anything: MenuSearch = {
  words: [],
  tag: null,
  workoutTypeId: null,
  sort: 'new',
  after: null,
  limit: 21,
};
const middle = { new: String(Date.parse('2026-01-05T00:00:00Z') * 1000), favorites: '3' };
const orderIndexes = {
  new: ['training_session_search_new'],
  favorites: ['training_session_search_pkey', 'training_sessions_by_favorites'],
};

/** Each filter with the maximum number of sessions that it may find. */
const rareFilters: readonly (readonly [string, Partial<MenuSearch>, number])[] = [
  ['a rare word', { words: ['ゔぁいおりん'] }, 1],
  ['a word of one in 500', { words: ['ごるふ'] }, 60],
  ['a word that does not occur', { words: ['すかい'] }, 0],
  ['a rare character', { words: ['ゔ'] }, 1],
  ['frequent words that never occur together', { words: ['ちぇすと', 'ゔぁ'] }, 0],
  ['a rare tag', { tag: 'た33' }, 30],
  ['a frequent word with a rare tag', { words: ['ちぇすと'], tag: 'た33' }, 30],
  ['a rare word with a frequent type', { words: ['ごるふ'], workoutTypeId: 1 }, 60],
  ['word, tag and type', { words: ['胸'], tag: 'た3', workoutTypeId: 16 }, 30],
];

interface WalkFilter extends Partial<Omit<MenuSearch, 'after'>> {
  readonly after?: 'middle';
}

/** Each filter with the maximum number of rows that it may read. */
const walkedFilters: readonly (readonly [string, WalkFilter, number])[] = [
  ['everything', {}, 60],
  ['a frequent word', { words: ['ちぇすと'] }, 200],
  ['a frequent tag, from the middle on', { tag: '筋とれ', after: 'middle' }, 200],
  ['a rare word', { words: ['ゔぁいおりん'] }, 2 * walks.further],
];

describe.each([
  { first: 1, last: 500 },
  { first: 501, last: bySize(10_000, 20_000) },
])('among $last menus', ({ first, last }) => {
  beforeAll(async () => await addMenus(first, last));

  describe.each(menuSorts)('by %s', (sort) => {
    test.each(rareFilters)('a lookup of %s uses the index', async (_name, filter, max) => {
      const plan = await explain(queryLookup({ ...anything, sort, ...filter }));
      expect(plan.ways).toContain(content);
      expect(plan.ways).not.toContain('Seq Scan');
      expect(plan.rows).toBeLessThanOrEqual(max);
    });
  });

  test('a lookup of tags uses the index', async () => {
    const plan = await explain(queryTagLookup('た49', 20));
    expect(plan.ways).toEqual(['training_session_tags_text']);
  });
});

/** PostgreSQL may read 500 sessions in any order, so only the larger number is checked. */
describe('among the larger number of menus', () => {
  describe.each(menuSorts)('by %s', (sort) => {
    test.each(walkedFilters)('a scan for %s follows the sort order', async (_name, walk, max) => {
      const { after, ...filter } = walk;
      const from = after === 'middle' ? { value: middle[sort], id: 5000 } : null;
      const search = { ...anything, sort, ...filter, after: from };
      const plan = await explain(queryWalk(search, walks.further));
      expect(plan.ways).toEqual(orderIndexes[sort]);
      expect(plan.rows).toBeLessThanOrEqual(max);
    });
  });

  test.each(menuSorts)(
    "reads the member's own private menus by their author, by %s",
    async (sort) => {
      const owner = randomUUID();
      await sql(
        url,
        `insert into training_sessions (author_sub, title, description, tags, visibility, items,
        created_at, updated_at)
      select case when n % 10 = 0 then '${owner}'::uuid else gen_random_uuid() end, '', '', '{}',
        'private', '[]', now(), now() from generate_series(1, 2000) n;
      analyze training_sessions`,
      );
      const query = queryOwnPrivate({ ...anything, sort }, owner);
      const plan = await explainQuery(url, query, ['favorite_training_sessions']);
      // Both indexes begin with the author.
      expect(plan.ways.join()).toMatch(/^training_sessions_(of_author|draft)$/);
      expect(plan.rows + plan.removed).toBeLessThanOrEqual(200);
    },
  );

  test('a scan for tags follows their order', async () => {
    const plan = await explain(queryTagWalk('た', 20));
    expect(plan.ways).toEqual(['training_session_tags_used']);
    expect(plan.rows).toBeLessThanOrEqual(20);
  });
});
