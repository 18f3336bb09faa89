import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** A statement on the embedded database of a running server, for states that no call can make or tell. */
export async function runSql(
  dataDir: string,
  sql: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const folder = path.join(dataDir, 'postgres');
  const password = await readFile(path.join(folder, 'password'), 'utf8');
  const postmaster = await readFile(path.join(folder, 'data', 'postmaster.pid'), 'utf8');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(postmaster.split('\n')[3]),
    user: 'postgres',
    password,
    database: 'tanren',
  });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql, values);
  await client.end();
  return rows;
}
