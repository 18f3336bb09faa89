import { is, Placeholder, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
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

/** `pg` would copy a query that is given as an object, property by property, at each run. */
class NamedQuery extends pg.Query {
  readonly name: string;

  constructor(name: string, text: string, values: unknown[]) {
    super(text, values);
    this.name = name;
  }
}

/**
 * The same for a statement that is written in SQL. Rows come as `pg` reads them: times as dates, and
 * days have to be selected as text.
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
      // As `pg` does itself: from the socket it came by, nobody finds who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  };
}

interface Client {
  query(query: pg.Query, done: (error: Error | undefined, result: pg.QueryResult) => void): void;
}

/** The pool, or the connection of a transaction: Drizzle has it, and does not show it. */
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
