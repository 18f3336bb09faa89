import { type DatabaseAddress, readDatabaseAddress } from './database-address.ts';

/**
 * The address of PostgreSQL and its time limits. `config.ts` reads them with all other settings.
 */
export interface DatabaseSettings {
  /** `null` uses the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** The address for the owner of the tables. `null` when `databaseUrl` owns them. */
  readonly databaseMigrationUrl: string | null;
  /** The address of a replica for reads that may be seconds old. `null` without one. */
  readonly databaseReadUrl: string | null;
  readonly databaseLimits: {
    readonly poolSize: number;
    readonly queryTimeoutMs: number;
    readonly connectTimeoutMs: number;
  };
}

interface Readers {
  readonly read: (name: string) => string | null;
  readonly errors: string[];
}

export function readDatabaseSettings({ read, errors }: Readers): DatabaseSettings {
  const readAddress = (name: string): DatabaseAddress | null => {
    const text = read(name);
    if (text === null) return null;
    const address = readDatabaseAddress(text);
    if (!('reason' in address)) return address;
    errors.push(`${name} ${address.reason}`);
    return null;
  };

  const readWhole = (name: string, fallback: number, max: number): number => {
    const text = read(name);
    if (text === null) return fallback;
    const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= max) return number;
    errors.push(`${name} must be a whole number from 1 to ${max}`);
    return fallback;
  };

  const program = readAddress('DATABASE_URL');
  const owner = readAddress('DATABASE_MIGRATION_URL');
  if (owner !== null && read('DATABASE_URL') === null) {
    errors.push('DATABASE_MIGRATION_URL is given without DATABASE_URL, where the program works');
  } else if (owner !== null && program?.user === '') {
    errors.push('DATABASE_URL must name its user when DATABASE_MIGRATION_URL is given');
  }
  const replica = readAddress('DATABASE_READ_URL');
  if (replica !== null && read('DATABASE_URL') === null) {
    errors.push('DATABASE_READ_URL is given without DATABASE_URL, whose replica it names');
  }
  return {
    databaseUrl: program === null ? null : read('DATABASE_URL'),
    databaseMigrationUrl: owner === null ? null : read('DATABASE_MIGRATION_URL'),
    databaseReadUrl: replica === null ? null : read('DATABASE_READ_URL'),
    databaseLimits: {
      poolSize: readWhole('DATABASE_POOL_SIZE', 10, 1000),
      queryTimeoutMs: readWhole('DATABASE_QUERY_TIMEOUT_SECONDS', 5, 3600) * 1000,
      connectTimeoutMs: readWhole('DATABASE_CONNECT_TIMEOUT_SECONDS', 3, 3600) * 1000,
    },
  };
}
