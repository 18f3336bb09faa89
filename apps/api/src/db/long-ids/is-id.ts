import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/**
 * Compares a column with the id of a call (`LongId` in the contract). Until an operator runs
 * `npm run widen-ids` the column may have 32 bits. PostgreSQL would then reject a larger number
 * instead of finding no row.
 */
export function isId(column: AnyColumn, id: number): SQL {
  return sql`${column} = ${id}::bigint`;
}
