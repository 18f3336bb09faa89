import type { FastifyInstance } from 'fastify';
import type { Database } from '#db/database.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createReadinessCheck, databasePart, type ReadinessPart } from './readiness.ts';

interface HealthOptions {
  readonly db: Database;
  readonly bus: Pick<MessageBus, 'isConnected'>;
  /** What else can be told of this node. */
  readonly parts?: readonly ReadinessPart[] | undefined;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can also do its work, with what each part says. Without
 * the broker members still sign in, reserve and read, so a balancer must not take the node away.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { db, bus, parts = [] }: HealthOptions,
): Promise<void> {
  const brokerPart: ReadinessPart = {
    name: 'broker',
    isRequired: false,
    findFault: async () => (bus.isConnected() ? null : 'unreachable'),
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
