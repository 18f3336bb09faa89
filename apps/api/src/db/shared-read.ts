import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { currentRequest, type RequestContext, runInRequest } from '#http/log/request-context.ts';
import type { Queryable } from './database.ts';
import { findClient, nameStatement } from './named-statement.ts';

/*
 * Combines reads of the same kind into one statement when they begin in the same turn of the event
 * loop. A busy node takes several requests from its sockets in one turn, and a small read costs
 * mostly the sending of a statement and the receiving of an answer. The statement starts after all
 * of these requests, so each sees everything that was written before it. A single read is sent as
 * it is.
 */

/** Maximum number of reads in one statement. With more, the first one would wait for the others. */
const maxBatchSize = 8;
/** Maximum difference between the deadlines of requests that share a statement, in milliseconds. */
const maxDeadlineGapMs = 1000;

type ValueType = 'uuid' | 'bigint' | 'integer' | 'text' | 'date' | 'timestamptz';

/** Inserts a value into the statement. */
type PlaceValue = (name: string, type: ValueType) => SQL;

type Values = Readonly<Record<string, unknown>>;

interface PendingRead<Row> {
  readonly values: Values;
  readonly request: RequestContext | undefined;
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that reads rows. `build` writes the statement and inserts its values with
 * `place`.
 */
export function shareRead<Row extends object>(
  name: string,
  build: (place: PlaceValue) => SQL,
): (db: Queryable, values: Values) => Promise<readonly Row[]> {
  const types = new Map<string, ValueType>();
  const alone = nameStatement<Row>(
    name,
    build((value, type) => {
      types.set(value, type);
      return sql`${sql.placeholder(value)}::${sql.raw(type)}`;
    }),
  );
  const each = build((value) => sql`asked.${sql.identifier(value)}`);
  const together = nameStatement<Row & Numbered>(`${name}-shared`, joinPendingReads(types, each));

  const readAlone = (db: Queryable, { values, request, resolve, reject }: PendingRead<Row>) => {
    runInRequest(request, () => {
      alone(db, values).then(resolve, reject);
    });
  };

  const readTogether = async (db: Queryable, pendingReads: readonly PendingRead<Row>[]) => {
    try {
      const values = Object.fromEntries(
        [...types.keys()].map((value) => [
          value,
          pendingReads.map(({ values: given }) => given[value]),
        ]),
      );
      const found: Row[][] = pendingReads.map(() => []);
      for (const row of await together(db, values)) found[row.askedBy - 1]?.push(row);
      pendingReads.forEach(({ resolve }, at) => resolve(found[at] ?? []));
    } catch (error) {
      // An invalid value of one request must not fail the others, so each is read alone.
      if (isValueError(error)) for (const pending of pendingReads) readAlone(db, pending);
      else for (const { reject } of pendingReads) reject(error);
    }
  };

  const waiting = new WeakMap<Queryable, PendingRead<Row>[]>();
  const readForAll = (db: Queryable) => {
    const pendingReads = waiting.get(db) ?? [];
    waiting.delete(db);
    const latest = Math.max(...pendingReads.map(getDeadline));
    // A request whose deadline is near is read alone, so that it neither shortens the time of the
    // others nor waits as long as they may.
    const isHurried = (pending: PendingRead<Row>) =>
      getDeadline(pending) < latest - maxDeadlineGapMs;
    for (const pending of pendingReads.filter(isHurried)) readAlone(db, pending);
    const unhurried = pendingReads.filter((pending) => !isHurried(pending));
    for (let from = 0; from < unhurried.length; from += maxBatchSize) {
      const some = unhurried.slice(from, from + maxBatchSize);
      const [first] = some;
      if (first !== undefined && some.length === 1) readAlone(db, first);
      else runInRequest(first?.request, () => void readTogether(db, some));
    }
  };

  return (db, values) => {
    if (isWithinTransaction(db)) return alone(db, values);
    return new Promise((resolve, reject) => {
      const pending = { values, request: currentRequest(), resolve, reject };
      const pendingReads = waiting.get(db);
      if (pendingReads !== undefined) {
        pendingReads.push(pending);
        return;
      }
      waiting.set(db, [pending]);
      setImmediate(readForAll, db);
    });
  };
}

interface Numbered {
  /** Position of the request in the combined statement, counted from 1. */
  readonly askedBy: number;
}

/**
 * Joins the statement with the list of its values. The first `offset 0` hides the values from the
 * planner, which would otherwise make a new plan for each number of them. The second makes it run
 * the statement once per request, in the statement's order. Otherwise the planner could read a
 * whole table to find a few rows.
 */
function joinPendingReads(types: ReadonlyMap<string, ValueType>, each: SQL): SQL {
  const lists = [...types].map(
    ([value, type]) => sql`(select ${sql.placeholder(value)}::${sql.raw(type)}[] offset 0)`,
  );
  const names = [...types.keys(), 'asked_by'].map((value) => sql.identifier(value));
  const asked = sql`unnest(${sql.join(lists, sql`, `)}) with ordinality as asked(${sql.join(names, sql`, `)})`;
  return sql`
    select asked.asked_by::integer as "askedBy", found.*
    from ${asked} cross join lateral (select * from (${each}) as own offset 0) as found`;
}

/** Returns whether a read belongs to a transaction. Such a read must not be shared. */
function isWithinTransaction(db: Queryable): boolean {
  return !(findClient(db) instanceof pg.Pool);
}

/**
 * Returns whether PostgreSQL reports a "data exception", such as an impossible date or a number
 * that is too large.
 */
function isValueError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('22') === true;
}

/** Returns the deadline of the request. */
function getDeadline({ request }: Pick<PendingRead<never>, 'request'>): number {
  return request?.answerBy ?? Infinity;
}
