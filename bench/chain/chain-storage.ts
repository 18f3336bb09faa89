import pg from 'pg';

interface TableSize {
  readonly rows: number;
  /** Bytes of the table with its indexes and long values. */
  readonly bytes: number;
}

export interface Storage {
  readonly tables: ReadonlyMap<string, TableSize>;
  /**
   * Bytes of write-ahead log since the cluster was made, which a replica or an archive receives.
   */
  readonly logBytes: number;
}

export async function readStorage(adminUrl: string): Promise<Storage> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: names } = await client.query<{ name: string; bytes: string }>(
      `select relname as name, pg_total_relation_size(c.oid) as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where relkind = 'r' and nspname = 'public'`,
    );
    const tables = new Map<string, TableSize>();
    for (const { name, bytes } of names) {
      const { rows } = await client.query<{ count: string }>(`select count(*) from "${name}"`);
      tables.set(name, { rows: Number(rows[0]?.count), bytes: Number(bytes) });
    }
    const { rows: log } = await client.query<{ bytes: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`,
    );
    return { tables, logBytes: Number(log[0]?.bytes) };
  } finally {
    await client.end();
  }
}

/** Storage that one action adds. */
export interface Growth {
  readonly rows: number;
  readonly bytes: number;
  readonly logBytes: number;
}

/**
 * Returns the growth per action. Tables and indexes grow by pages of 8 kB, so only many actions
 * show the growth of one.
 */
export function growthOf(before: Storage, after: Storage, count: number): Growth {
  const total = ({ tables }: Storage, of: keyof TableSize) =>
    [...tables.values()].reduce((sum, table) => sum + table[of], 0);
  return {
    rows: (total(after, 'rows') - total(before, 'rows')) / count,
    bytes: (total(after, 'bytes') - total(before, 'bytes')) / count,
    logBytes: (after.logBytes - before.logBytes) / count,
  };
}
