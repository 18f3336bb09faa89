import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PoolQueryable } from './pool-context.ts';

interface Preparable<Prepared> {
  prepare(name: string): Prepared;
}

/**
 * What every sign-in asks has a name: its text is built once, and a connection parses and plans it
 * once. Values are placeholders, given at each run. In a transaction it is prepared anew.
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

/** The same for a statement that is written in SQL; the answer is how many rows it made. */
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
