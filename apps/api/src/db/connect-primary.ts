import pg from 'pg';
import { readDatabaseAddress } from '#config/database-address.ts';
import type { DatabaseSettings } from '#config/database-settings.ts';
import { StartupError } from '#config/startup-error.ts';
import { describeConnectionFailure } from './connection-failure.ts';
import { prepareSession } from './database-client.ts';
import { describeAddress } from './database.ts';

const connectMs = 10_000;

type Addresses = Pick<DatabaseSettings, 'databaseUrl' | 'databaseMigrationUrl'>;

/**
 * Returns the address for the owner of the tables in a form that `pg` and PostgreSQL's own programs
 * understand. `null` without DATABASE_URL.
 */
export function readOwnersServer(settings: Addresses): string | null {
  const url = settings.databaseMigrationUrl ?? settings.databaseUrl;
  return url === null ? null : readServer(url);
}

function readServer(url: string): string {
  const address = readDatabaseAddress(url);
  if ('reason' in address) throw new StartupError(`the address of the database ${address.reason}`);
  return address.server;
}

/**
 * Connects to the server that takes writes. A failure names the setting that holds `url`. Rejects a
 * pooler that does not keep sessions.
 */
export async function connectPrimary(
  url: string,
  setting: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const config = {
    ...options,
    connectionString: readServer(url),
    connectionTimeoutMillis: connectMs,
  };
  try {
    const client = await connect(config);
    const isKept = await keepsSession(client, config).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    if (isKept) return client;
    await client.end();
  } catch (error) {
    throw new StartupError(describeConnectionFailure(error, url, setting), { cause: error });
  }
  throw new StartupError(
    `cannot use the database at ${describeAddress(url)}: a pooler there gives each transaction another connection, but nodes listen and lock in sessions: set pool_mode = session there, or name PostgreSQL itself (${setting})`,
  );
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  // The constructor already reads the TLS files that the URL names.
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  await prepareSession(client).catch(async (error: unknown) => {
    await client.end();
    throw error;
  });
  return client;
}

/**
 * Returns whether a client stays on one connection to PostgreSQL. Behind a pooler that lends
 * connections, a second client gets the first one's connection, or moves it to another.
 */
async function keepsSession(client: pg.Client, config: pg.ClientConfig): Promise<boolean> {
  const own = await readBackend(client);
  // Without a pooler this is the number that PostgreSQL itself reported.
  if (Reflect.get(client, 'processID') === own) return true;
  const second = await connect({ ...config, query_timeout: connectMs });
  try {
    await second.query('begin');
    return (await readBackend(second)) !== own && (await readBackend(client)) === own;
  } finally {
    await second.end();
  }
}

async function readBackend(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
