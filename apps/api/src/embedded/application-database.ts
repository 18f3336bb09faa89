import pg from 'pg';
import { connectionUrl } from './connection-url.ts';

export const applicationName = 'tanren';

/**
 * The program's own role and database. The role owns the database but is no superuser:
 * a hole in a query must not reach the server's files or programs.
 * Every step can be repeated, because any of them may be the last before a crash.
 */
export async function ensureApplicationDatabase(
  admin: pg.Client,
  password: string,
  port: number,
): Promise<string> {
  const secret = pg.escapeLiteral(password);
  const roles = await admin.query('select from pg_roles where rolname = $1', [applicationName]);
  if (roles.rowCount === 0)
    await admin.query(`create role ${applicationName} login password ${secret}`);
  const databases = await admin.query('select from pg_database where datname = $1', [
    applicationName,
  ]);
  if (databases.rowCount === 0)
    await admin.query(`create database ${applicationName} owner ${applicationName}`);
  return connectionUrl(applicationName, password, port, applicationName);
}
