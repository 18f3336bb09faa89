import { is, Placeholder, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Queryable } from './database.ts';

/*
 * Frequent queries have a name: their text is built once, and each connection parses and plans it
 * once. Both would take longer than the query itself. Values are placeholders (`sql.placeholder`)
 * that each run fills in.
 */

interface Preparable<Prepared> {
  prepare(name: string): Prepared;
}

/** Prepares a query of the query builder once for a database, and again in each transaction. */
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

/**
 * A query object of its own class. `pg` would copy a plain object property by property at each run.
 */
class NamedQuery extends pg.Query {
  readonly name: string;

  constructor(name: string, text: string, values: unknown[]) {
    super(text, values);
    this.name = name;
  }
}

/**
 * Prepares a statement that is written in SQL. Rows are returned as `pg` reads them: times are
 * dates, and days must be selected as text.
 */
export function nameStatement<Row>(
  name: string,
  statement: SQL,
): (db: Queryable, values: Values) => Promise<readonly Row[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return async (db, values) => {
    const given = params.map((param) => (is(param, Placeholder) ? values[param.name] : param));
    try {
      return await run<Row>(findClient(db), new NamedQuery(name, text, given));
    } catch (error) {
      // The error was created in the socket's callback, so its stack would not show the caller.
      // `pg` does the same for its own promises.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  };
}

interface Client {
  query(query: pg.Query, done: (error: Error | undefined, result: pg.QueryResult) => void): void;
}

/** Returns the pool or the connection of a transaction. Drizzle has it but does not export it. */
export function findClient(db: Queryable): Client {
  return Reflect.get(db._.session, 'client') as Client;
}

function run<Row>(client: Client, query: pg.Query): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    client.query(query, (error, result) => {
      if (error) reject(error);
      else resolve(result.rows as Row[]);
    });
  });
}
