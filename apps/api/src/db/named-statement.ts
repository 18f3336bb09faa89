import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Transaction } from './database.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Names a statement of the ingest, which every batch runs. Its text is built once, and each
 * connection parses and plans it once: planning took a tenth of PostgreSQL's time there. Values are
 * placeholders (`sql.placeholder`). Rows are returned as Drizzle reads them, with times as text.
 */
export function nameStatement<Row>(
  name: string,
  statement: SQL,
): (tx: Transaction, values: Values) => Promise<readonly Row[]> {
  const query = new PgDialect().sqlToQuery(statement);
  return async (tx, values) => {
    const prepared = tx._.session.prepareQuery(query, undefined, name, false);
    const { rows } = (await prepared.execute({ ...values })) as { rows: readonly Row[] };
    return rows;
  };
}
