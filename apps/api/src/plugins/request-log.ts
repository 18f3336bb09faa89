import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { loggablePath } from './log-safety.ts';

/** One line a call. Files and pages would drown the calls and are left out. */
export const requestLog = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));
});

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  if (!/^\/(api|cognito)(?![^/?])/.test(request.url)) return;
  const pattern = request.routeOptions.url;
  const sub = request.verifiedIdentity?.sub;
  request.log.info(
    {
      method: request.method,
      route: pattern === undefined || pattern.endsWith('*') ? loggablePath(request.url) : pattern,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(sub !== undefined && { sub }),
    },
    'request',
  );
}
