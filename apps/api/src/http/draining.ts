import fp from 'fastify-plugin';

import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes load balancers stop sending requests. Requests are still answered. */
    startDraining(): void;
  }
}

const readinessUrl = '/readyz';

/**
 * Takes a node out of service in two steps. While it drains, `/readyz` fails and every other answer
 * closes its connection, so that a balancer's connections are gone before the server closes. While
 * it closes, running calls finish with their connection, and new calls are rejected as `not_ready`.
 * Fastify's own `return503OnClosing` does not answer with a problem. It would also keep the
 * connection of a late call open for the 72 seconds of its keep-alive.
 */
export const draining = fp(async (app) => {
  let state: 'open' | 'draining' | 'closing' = 'open';
  app.decorate('startDraining', () => {
    if (state === 'open') state = 'draining';
  });
  app.addHook('preClose', async () => {
    state = 'closing';
  });
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const isRejected =
      state === 'closing' || (state === 'draining' && routeOptions.url === readinessUrl);
    done(isRejected ? new AppError('not_ready', { retryAfterSeconds: 1 }) : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (state !== 'open') reply.header('connection', 'close');
    done();
  });
});
