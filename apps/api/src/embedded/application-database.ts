import pg from 'pg';
import { connectionUrl } from './connection-url.ts';

/** Of the database and of the role that owns it. */
export const applicationName = 'tanren';
/** What the program itself signs in as. */
export const programRole = 'tanren_program';

export interface ApplicationPasswords {
  readonly owner: string;
  readonly program: string;
}

export interface ApplicationUrls {
  /** For the migrations, which own the tables. */
  readonly owner: string;
  readonly program: string;
}

/**
 * The database, the role that owns it and that of the program. Neither is a superuser: a hole in
 * a query must not reach the server's files or programs, and that of the program not even the
 * tables themselves. Each has a password of its own, set anew at every start: the files may
 * have been lost, and a database of an earlier version had one for all.
 * Every step can be repeated, because any of them may be the last before a crash.
 */
export async function ensureApplicationDatabase(
  admin: pg.Client,
  passwords: ApplicationPasswords,
  port: number,
): Promise<ApplicationUrls> {
  await ensureRole(admin, applicationName, passwords.owner);
  await ensureRole(admin, programRole, passwords.program);
  const databases = await admin.query('select from pg_database where datname = $1', [
    applicationName,
  ]);
  if (databases.rowCount === 0)
    await admin.query(`create database ${applicationName} owner ${applicationName}`);
  return {
    owner: connectionUrl(applicationName, passwords.owner, port, applicationName),
    program: connectionUrl(programRole, passwords.program, port, applicationName),
  };
}

async function ensureRole(admin: pg.Client, name: string, password: string): Promise<void> {
  const roles = await admin.query('select from pg_roles where rolname = $1', [name]);
  const verb = roles.rowCount === 0 ? 'create' : 'alter';
  await admin.query(`${verb} role ${name} login password ${pg.escapeLiteral(password)}`);
}
