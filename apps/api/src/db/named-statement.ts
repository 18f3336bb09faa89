import { type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';

/*
 * What most calls ask has a name: its text is built once, and a connection parses and plans it once.
 * Both take longer than to run it. Values are placeholders (`sql.placeholder`), given at each run.
 */

interface Preparable<Prepared> {
  prepare(name: string): Prepared;
}

/** A query of the builder, prepared once for a database, and anew in each transaction. */
export function nameQuery<Prepared>(
  name: string,
  build: (db: Queryable) => Preparable<Prepared>,
): (db: Queryable) => Prepared {
  const known = new WeakMap<Queryable, Prepared>();
  return (db) => {
    const found = known.get(db);
    if (found !== undefined) return found;
    const prepared = build(db).prepare(name);
    known.set(db, prepared);
    return prepared;
  };
}

type Values = Readonly<Record<string, unknown>>;

/** The same for a statement that is written in SQL; rows come as `pg` reads them, times as text. */
export function nameStatement<Row>(
  name: string,
  statement: SQL,
): (db: Queryable, values: Values) => Promise<readonly Row[]> {
  const query = new PgDialect().sqlToQuery(statement);
  return async (db, values) => {
    const prepared = db._.session.prepareQuery(query, undefined, name, false);
    const { rows } = (await prepared.execute({ ...values })) as { rows: Row[] };
    return rows;
  };
}
