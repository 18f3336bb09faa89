import type { FastifyInstance } from 'fastify';
import type { Database } from '#db/database.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createReadinessCheck, databasePart, type ReadinessPart } from './readiness.ts';

interface HealthOptions {
  readonly db: Database;
  readonly bus: Pick<MessageBus, 'isConnected'>;
  /** Parts of this node that are checked in addition to the database and the broker. */
  readonly parts?: readonly ReadinessPart[] | undefined;
}

/**
 * `/healthz` answers while the process runs. `/readyz` also checks that it can work, with the state
 * of each part. Without the broker members can still sign in, reserve and read, so a load balancer
 * must not remove the node.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { db, bus, parts = [] }: HealthOptions,
): Promise<void> {
  const brokerPart: ReadinessPart = {
    name: 'broker',
    isRequired: false,
    findError: async () => (bus.isConnected() ? null : 'unreachable'),
  };
  const checkReadiness = createReadinessCheck([databasePart(db), brokerPart, ...parts]);

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { isReady, parts: states } = await checkReadiness();
    if (isReady) return { status: 'ready', parts: states };
    return await reply
      .code(503)
      .header('retry-after', 1)
      .send({ status: 'not_ready', code: 'not_ready', parts: states });
  });
}
