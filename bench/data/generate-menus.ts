import { describeForSearch } from '@tanren/api/src/modules/menus/menu-index.store.ts';
import { foldForSearch } from '@tanren/domain/text';
import { listMenuTypes } from '@tanren/domain/menus/menus';
import { normalizeTags } from '@tanren/domain/menus/menu-texts';
import pg from 'pg';
import { inventMenu, type InventedMenu, seedRandom } from './invent-menus.ts';

const batch = 5000;
const filledTables = [
  'training_sessions',
  'training_session_search',
  'training_session_tags',
  'user_infos',
];

/** Returns SQL for the id of the member with a number, the same id as `nameMember` makes. */
const memberSql = (number: string) => `md5('member ' || ${number})::uuid`;

const insertAuthors = `
  insert into user_infos (sub, nickname, created_at, updated_at)
  select ${memberSql('n')}, 'メンバー' || n, now(), now() from generate_series(1, $1::int) n`;

/** Inserts ten menus by each author, published over some years. */
const insertMenus = `
  with given as (
    select *, timestamptz '2024-01-01' + n * interval '10 minutes' as at
    from json_to_recordset($1) as given
      (n int, title text, description text, tags text[], items jsonb, favorites int,
       search text, folded text[], types smallint[])
  ), made as (
    insert into training_sessions (id, author_sub, title, description, tags, visibility, items,
      favorite_count, created_at, updated_at, published_at)
    overriding system value
    select n, ${memberSql('(1 + n / 10)')}, title, description, tags, 'public', items, favorites,
      at, at, at from given
  )
  insert into training_session_search
  select n, at, search, folded, types, favorites from given`;

const insertTags = `
  insert into training_session_tags (folded, tag, session_count)
  select folded, min(tag), count(*) from training_session_search s
  join training_sessions t on t.id = s.training_session_id,
    unnest(s.tags, t.tags) as u (folded, tag) group by folded
  on conflict (folded) do update set session_count = excluded.session_count`;

/** Fills a gym with public menus, the same each time. The text indexes are made at the end. */
export async function generateMenus(adminUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`set maintenance_work_mem = '1GB'`);
    const restoreIndexes = await dropTextIndexes(client);
    await client.query(insertAuthors, [Math.ceil(count / 10) + 1]);
    const random = seedRandom(7);
    // The program itself inserts a menu for beginners.
    const { rows: present } = await client.query<{ last: number }>(
      'select coalesce(max(id), 0) as last from training_sessions',
    );
    const last = present[0]?.last ?? 0;
    for (let made = 0; made < count; made += batch) {
      const numbers = Array.from(
        { length: Math.min(batch, count - made) },
        (_, n) => last + made + n + 1,
      );
      const rows = numbers.map((n) => ({ n, ...toRow(inventMenu(random)) }));
      await client.query(insertMenus, [JSON.stringify(rows)]);
    }
    await client.query(insertTags);
    await client.query(
      `select setval('training_sessions_id_seq', (select max(id) from training_sessions))`,
    );
    await restoreIndexes();
    for (const table of filledTables) await client.query(`vacuum (analyze) ${table}`);
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Returns the stored form of a menu, made by the product's own rules. */
function toRow({ tags: typed, ...menu }: InventedMenu) {
  const tags = normalizeTags(typed);
  const search = describeForSearch({ ...menu, tags });
  const types = listMenuTypes(menu.items);
  return { ...menu, tags, search, folded: tags.map(foldForSearch), types };
}

async function dropTextIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'training_session_search' and indexdef like '%USING gin%'`,
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}
