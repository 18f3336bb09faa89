import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PoolQueryable } from './pool-context.ts';

interface Preparable<Prepared> {
  prepare(name: string): Prepared;
}

/**
 * Names a query that every sign-in runs. Its text is built once, and each connection parses and
 * plans it once. Values are placeholders that each run fills in. Inside a transaction it is
 * prepared again.
 */
export function nameQuery<Prepared>(
  name: string,
  build: (db: PoolQueryable) => Preparable<Prepared>,
): (db: PoolQueryable) => Prepared {
  const known = new WeakMap<PoolQueryable, Prepared>();
  return (db) => {
    const found = known.get(db);
    if (found !== undefined) return found;
    const prepared = build(db).prepare(`pool-${name}`);
    known.set(db, prepared);
    return prepared;
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Names a statement that is written in SQL. It returns the number of affected rows. */
export function nameStatement(
  name: string,
  statement: SQL,
): (db: PoolQueryable, values: Values) => Promise<number> {
  const query = new PgDialect().sqlToQuery(statement);
  return async (db, values) => {
    const prepared = db._.session.prepareQuery(query, undefined, `pool-${name}`, false);
    const { rowCount } = (await prepared.execute({ ...values })) as { rowCount: number | null };
    return rowCount ?? 0;
  };
}
