import { sql } from './sql.ts';

/** Every table there is, ours and our tools', of today and of later. */
export async function listTables(url: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    url,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
     from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     order by 1`,
  );
  return tables.map(({ name }) => name);
}

/** The tables in which any row shows any of these words, in any column, bytes included. */
export async function findTraces(url: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await listTables(url)) {
    const rows = await sql(
      url,
      // A row as text shows every column: documents as JSON, bytes as hexadecimal digits.
      `select 1 from ${table} as t
       where exists (select 1 from unnest($1::text[]) word where position(word in lower(t::text)) > 0)
       limit 1`,
      [words.flatMap(spell)],
    );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

function spell(word: string): string[] {
  const lower = word.toLowerCase();
  const asBytes = [Buffer.from(word), Buffer.from(lower)].map((bytes) => bytes.toString('hex'));
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(lower);
  return [lower, ...asBytes, ...(isUuid ? [lower.replaceAll('-', '')] : [])];
}
