import fp from 'fastify-plugin';

import { AppError } from '#app-error.ts';

/**
 * Once closing began, running calls finish and take their connection with them, and calls
 * that still arrive are sent elsewhere. Fastify could refuse those itself
 * (`return503OnClosing`) but not as a problem; and it would leave the connection of a call
 * that finishes late open until its keep-alive ends, 72 seconds in which nothing closes.
 */
export const draining = fp(async (app) => {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(closing ? new AppError('not_ready', { retryAfterSeconds: 1 }) : undefined);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
});
