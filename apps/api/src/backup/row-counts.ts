import type pg from 'pg';
import { BackupError } from './backup-error.ts';

export type RowCounts = Readonly<Record<string, number>>;

/** Lists all permanent tables, as quoted names for SQL. */
export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p'
       and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Counts the rows of each table. This reads every row, and so verifies the checksum of every page.
 */
export async function countRows(client: pg.Client): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const table of await listTables(client)) {
    const { rows } = await client
      .query<{ n: string }>(`select count(*) as n from ${table}`)
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new BackupError(`the table ${table} cannot be read: ${reason}`, { cause: error });
      });
    counts[table] = Number(rows[0]?.n);
  }
  return counts;
}

/** Describes tables whose numbers of rows differ. Returns `null` when there is none. */
export function describeDifference(expected: RowCounts, found: RowCounts): string | null {
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)]);
  const differing = [...tables].filter((table) => expected[table] !== found[table]);
  if (differing.length === 0) return null;
  return differing
    .slice(0, 5)
    .map(
      (table) =>
        `${table} has ${found[table] ?? 'no table'} instead of ${expected[table] ?? 'none'}`,
    )
    .join(', ');
}

export function sumRows(counts: RowCounts): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

/** Reads the newest applied migration, which shows whether a program supports the database. */
export async function readMigrations(
  client: pg.Client,
): Promise<{ count: number; newest: number }> {
  const journal = 'drizzle.__drizzle_migrations';
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('${journal}')::text as found`,
  );
  if (!rows[0]?.found) return { count: 0, newest: 0 };
  const applied = await client.query<{ count: string; newest: string | null }>(
    `select count(*) as count, max(created_at) as newest from ${journal}`,
  );
  return {
    count: Number(applied.rows[0]?.count ?? 0),
    newest: Number(applied.rows[0]?.newest ?? 0),
  };
}
