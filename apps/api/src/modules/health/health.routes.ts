import type { FastifyInstance } from 'fastify';

import { AppError } from '#app-error.ts';
import type { Database } from '#db/database.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createDatabaseProbe } from './database-probe.ts';

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
