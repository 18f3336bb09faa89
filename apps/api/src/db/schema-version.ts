import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsFolder } from '#config/paths.ts';
import type { Database } from './database.ts';

interface DatabaseState {
  readonly isReadOnly: boolean;
  /** Whether the database lacks a migration that this program knows. */
  readonly isBehind: boolean;
}

let newest: number | null = null;

/** Reads, in one query, whether the connected server can be used by this program. */
export async function readDatabaseState(db: Database): Promise<DatabaseState> {
  newest ??= readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;
  const { rows } = await db.execute<{ readOnly: string; applied: string | null }>(sql`
    select current_setting('transaction_read_only') as "readOnly",
           (select max(created_at) from drizzle.__drizzle_migrations) as applied`);
  return {
    isReadOnly: rows[0]?.readOnly !== 'off',
    isBehind: Number(rows[0]?.applied ?? 0) < newest,
  };
}
