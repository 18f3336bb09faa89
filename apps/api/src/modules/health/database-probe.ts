import { sql } from 'drizzle-orm';

import type { Database } from '#db/database.ts';

/** Balancers ask every few seconds and give up about as fast. */
const patienceMs = 2000;

/**
 * Asks whether the database answers. Questions that come while one is open share it:
 * with the database away they would otherwise pile up in the connection pool.
 */
export function createDatabaseProbe(db: Database): () => Promise<boolean> {
  let open: Promise<boolean> | null = null;
  return () => {
    open ??= ask(db).finally(() => {
      open = null;
    });
    return Promise.race([open, giveUp()]);
  };
}

function ask(db: Database): Promise<boolean> {
  return db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
}

function giveUp(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs, false).unref();
  });
}
