import pg from 'pg';
import { readDatabaseAddress } from '#config/database-address.ts';
import type { DatabaseSettings } from '#config/database-settings.ts';
import { StartupError } from '#config/startup-error.ts';
import { describeConnectionFailure } from './connection-failure.ts';
import { rejectReadOnly } from './database-client.ts';
import { findPrimary } from './find-primary.ts';

const connectMs = 10_000;

/**
 * Returns the address of the server that takes writes, in a form that `pg` and PostgreSQL's own
 * programs understand. A failure names the setting that holds `url`.
 */
async function findServer(url: string, setting: string): Promise<string> {
  const address = readDatabaseAddress(url);
  if ('reason' in address) throw new StartupError(`the address of the database ${address.reason}`);
  const [first = '', ...others] = address.servers;
  if (others.length === 0) return first;
  return await findPrimary(address.servers, connectMs).catch((error: unknown) => {
    throw new StartupError(describeConnectionFailure(error, url, setting), { cause: error });
  });
}

type Addresses = Pick<DatabaseSettings, 'databaseUrl' | 'databaseMigrationUrl'>;

/** Returns the server's address for the owner of the tables. `null` without DATABASE_URL. */
export async function findOwnersServer(settings: Addresses): Promise<string | null> {
  const { databaseUrl, databaseMigrationUrl } = settings;
  if (databaseMigrationUrl !== null) {
    return await findServer(databaseMigrationUrl, 'DATABASE_MIGRATION_URL');
  }
  return databaseUrl === null ? null : await findServer(databaseUrl, 'DATABASE_URL');
}

/** Connects to the server that takes writes. A failure names the setting that holds `url`. */
export async function connectPrimary(
  url: string,
  setting: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const server = await findServer(url, setting);
  try {
    // The constructor of `pg.Client` already reads the TLS files that the URL names.
    const client = new pg.Client({
      ...options,
      connectionString: server,
      connectionTimeoutMillis: connectMs,
    });
    client.on('error', () => undefined);
    await client.connect();
    await rejectReadOnly(client).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    return client;
  } catch (error) {
    throw new StartupError(describeConnectionFailure(error, url, setting), { cause: error });
  }
}
