import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#app-error.ts';
import type { Database } from '#db/database.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';

/** Balancers ask every few seconds and give up about as fast. */
const patienceMs = 2000;

/**
 * Checks whether the database answers. Checks that arrive while one is running share it: without
 * the database they would otherwise pile up in the connection pool.
 */
function createDatabaseProbe(db: Database): () => Promise<boolean> {
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

/** `/healthz`: the process answers. `/readyz`: it can also do its work. */
export async function healthRoutes(
  app: FastifyInstance,
  { db, bus }: { db: Database; bus: Pick<MessageBus, 'isConnected'> },
): Promise<void> {
  const databaseAnswers = createDatabaseProbe(db);

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (bus.isConnected() && (await databaseAnswers())) return { status: 'ready' };
    throw new AppError('not_ready', { retryAfterSeconds: 1 });
  });
}
