import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { advisoryLocks } from '#db/advisory-locks.ts';

export interface Ownership {
  readonly client: pg.Client;
}

export type Claim = Ownership | 'taken' | 'too young' | 'unreachable';

/**
 * Whose server it is, is a lock inside the server: held by a connection, it ends with
 * its process, however that dies. No lock file can say as much.
 * A server younger than `minimumAge` seconds is left to the process that started it.
 */
export async function claimServer(adminUrl: string, minimumAge = 0): Promise<Claim> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'tanren owner',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  let claim: Claim = 'unreachable';
  try {
    await client.connect();
    claim = await tryLock(client, minimumAge);
  } catch (error) {
    // 28P01: the password is wrong, which waiting does not heal.
    if (error instanceof pg.DatabaseError && error.code === '28P01') throw error;
  } finally {
    if (typeof claim !== 'object') await client.end().catch(() => undefined);
  }
  return claim;
}

async function tryLock(client: pg.Client, minimumAge: number): Promise<Claim> {
  const age = await client.query<{ enough: boolean }>(
    'select clock_timestamp() >= pg_postmaster_start_time() + make_interval(secs => $1) as enough',
    [minimumAge],
  );
  const lock = await client.query<{ claimed: boolean }>(
    'select $1 and pg_try_advisory_lock($2) as claimed',
    [age.rows[0]?.enough === true, advisoryLocks.embeddedServerOwner],
  );
  if (lock.rows[0]?.claimed === true) return { client };
  return age.rows[0]?.enough === true ? 'taken' : 'too young';
}

/**
 * After a crash of one backend PostgreSQL cuts every connection; the lock has to be
 * taken again, or another process would think the server abandoned. Returns how to let go.
 */
export function keepOwnership(
  ownership: Ownership,
  adminUrl: string,
  serverExited: Promise<void>,
): () => void {
  const released = new AbortController();
  const release = () => released.abort();
  void serverExited.then(release);
  const watch = (client: pg.Client) => {
    client.on('end', () => {
      if (!released.signal.aborted) void reclaim();
    });
  };
  const reclaim = async () => {
    while (!released.signal.aborted) {
      const claim = await claimServer(adminUrl).catch(() => null);
      if (claim !== null && typeof claim === 'object') return watch(claim.client);
      await sleep(100);
    }
  };
  watch(ownership.client);
  return release;
}
