import { getTableColumns, type InferSelectModel, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#db/database.ts';

/** Large enough to amortise a statement, small enough to be on its way at once. */
const batchRows = 1000;

/**
 * Inserts many rows, ids included. As JSON: one parameter instead of one for each value, of
 * which a statement may have 65,535.
 */
export async function insertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly InferSelectModel<T>[],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const typed = sql.join(
    columns.map(
      ([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`,
    ),
    sql`, `,
  );
  // The next batch is written down while the database is busy with the last one.
  let running: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows).map((row) => {
      const values: Record<string, unknown> = row;
      return Object.fromEntries(columns.map(([key, { name }]) => [name, toJson(values[key])]));
    });
    const text = JSON.stringify(batch);
    await running;
    running = tx.execute(sql`
      insert into ${table} (${names}) overriding system value
      select ${names} from json_to_recordset(${text}::json) as row (${typed})`);
  }
  await running;
}

/** Lists of numbers in PostgreSQL's own words, which it reads faster than JSON's. */
function toJson(value: unknown): unknown {
  return Array.isArray(value) ? `{${value.join(',')}}` : value;
}
