import fp from 'fastify-plugin';

import { AppError } from './app-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on balancers are told to send nothing more; everything is still answered. */
    startDraining(): void;
  }
}

const readinessUrl = '/readyz';

/**
 * A node leaves in two steps. While it drains, `/readyz` says no and everything else is answered as
 * ever, each answer with the end of its connection, so that a balancer's connections are gone before
 * we close ours. Once closing began, running calls finish and take their connection with them, and
 * calls that still arrive are sent elsewhere. Fastify could refuse those itself
 * (`return503OnClosing`) but not as a problem; and it would leave the connection of a call
 * that finishes late open until its keep-alive ends, 72 seconds in which nothing closes.
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
    const isRefused =
      state === 'closing' || (state === 'draining' && routeOptions.url === readinessUrl);
    done(isRefused ? new AppError('not_ready', { retryAfterSeconds: 1 }) : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (state !== 'open') reply.header('connection', 'close');
    done();
  });
});
