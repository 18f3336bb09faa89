import { listCauses } from './database-failure.ts';

/** The error report of PostgreSQL when it rejected a statement. */
interface PostgresRejection {
  readonly message: string;
  /** The SQLSTATE. */
  readonly code: string;
  readonly detail: string | null;
  readonly hint: string | null;
}

/** Returns PostgreSQL's own error among the causes. Errors of Node have a code too, but no severity. */
export function findPostgresRejection(error: unknown): PostgresRejection | null {
  for (const cause of listCauses(error)) {
    const code = readText(cause, 'code') ?? '';
    if ('severity' in cause && /^[\dA-Z]{5}$/.test(code)) {
      const [detail, hint] = [readText(cause, 'detail'), readText(cause, 'hint')];
      return { message: cause.message, code, detail, hint };
    }
  }
  return null;
}

function readText(error: object, name: string): string | null {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Returns PostgreSQL's message in one line. Details of the classes 22 and 23 contain data of
 * members and are left out.
 */
export function quotePostgres({ message, code, detail, hint }: PostgresRejection): string {
  const containsRows = code.startsWith('22') || code.startsWith('23');
  const parts = [
    `${message} (SQLSTATE ${code})`,
    detail === null || containsRows ? null : `detail: ${detail}`,
    hint === null ? null : `hint: ${hint}`,
  ];
  const text = parts.filter((part) => part !== null).join('; ');
  return `PostgreSQL says: ${text.replaceAll(/\s+/g, ' ')}`;
}

/** Returns PostgreSQL's message and a remedy, or `null` when the error is not from PostgreSQL. */
export function describePostgresFailure(error: unknown): string[] | null {
  const rejection = findPostgresRejection(error);
  if (rejection === null) return null;
  const remedy = findRemedy(rejection);
  return remedy === null ? [quotePostgres(rejection)] : [quotePostgres(rejection), remedy];
}

const remedies: Readonly<Record<string, string>> = {
  '0A000': 'install the extensions that come with PostgreSQL (package postgresql-contrib)',
  '25006':
    'this server only reads, as a standby does: let DATABASE_URL lead to the one that is written to',
  '42P01':
    'the tables are not those of this program: run "npm run migrate", or name another database in DATABASE_URL',
  '42P07': 'the database has tables of another program: give this one a database of its own',
  '53100': 'the disk of the database is full: make room there, then start again',
  '53300':
    'the database has no connection to spare: raise its max_connections or start fewer nodes',
  '55P03':
    'a transaction has held a table for ten minutes: find it in pg_stat_activity, end it or wait for it, then start again',
};

function findRemedy(rejection: PostgresRejection): string | null {
  if (rejection.code === '42501') return findGrant(rejection.message);
  // PostgreSQL uses this code for all features that a server lacks, not only for extensions.
  if (rejection.code === '0A000' && !rejection.message.includes('extension')) return null;
  return remedies[rejection.code] ?? null;
}

const byOwner = 'run "npm run migrate" as the owner of the tables';

/**
 * Rights to grant by kind of object. `schema` and `database` are for a role that creates tables.
 */
const grants: Readonly<Record<string, string>> = {
  table: 'select, insert, update, delete',
  sequence: 'usage, select, update',
  function: 'execute',
  schema: 'usage',
  database: 'create',
};

function findGrant(message: string): string {
  const [, kind = '', name = ''] = /^permission denied for (\w+) (\S+)$/.exec(message) ?? [];
  const rights = grants[kind];
  if (message.includes('extension')) {
    return 'let a superuser run: create extension btree_gist, or grant create on the database to the role that migrates';
  }
  if (rights === undefined) return byOwner;
  const missing = `grant ${rights} on ${kind} ${name} to the role in DATABASE_URL`;
  return kind === 'database'
    ? `${missing}, or ${byOwner}`
    : `${byOwner}, which grants it: ${missing}`;
}
