import fp from 'fastify-plugin';

import { dataDirectives } from './content-security-policy.ts';
import { securityHeaders } from './security-headers.ts';

/** For scopes that answer JSON about somebody: kept nowhere, run by nobody. */
export const dataAnswers = fp<{ https: boolean }>(async (app, { https }) => {
  await app.register(securityHeaders, { directives: dataDirectives, https });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
});
