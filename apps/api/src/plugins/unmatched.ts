import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { AppError } from '#app-error.ts';
import { createRouteTable, type RouteTable } from './route-table.ts';

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteTable;
  }
  interface FastifyContextConfig {
    /** Takes what no other route takes, and so says nothing about which methods exist. */
    catchAll?: boolean;
  }
}

/** 404, 405 with Allow, and OPTIONS for whatever no route took. Registered before all routes. */
export const unmatched = fp(async (app) => {
  const table = createRouteTable();
  app.decorate('routeTable', table);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.catchAll) return;
    for (const one of [method].flat()) table.add(one, url);
  });
  app.setNotFoundHandler((request, reply) => answerUnmatched(table, request, reply));
});

/**
 * Takes everything below a scope's prefix that no route of it takes. Without it the pages'
 * wildcard would answer calls to a misspelt address with HTML.
 */
export function catchUnmatched(scope: FastifyInstance): void {
  scope.routeTable.reserve(scope.prefix);
  for (const url of ['', '/*']) {
    scope.route({
      method: scope.supportedMethods,
      url,
      schema: { hide: true },
      config: { access: 'public', catchAll: true },
      // Before the body is read: a wrong address is a 404 whatever was sent to it.
      preParsing: async (request, reply) => {
        answerUnmatched(scope.routeTable, request, reply);
      },
      handler: () => Promise.reject(new AppError('not_found')),
    });
  }
}

function answerUnmatched(table: RouteTable, request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?', 1)[0] ?? '';
  const allowed = table.allowedMethods(path);
  if (allowed.length === 0 || allowed.includes(request.method)) throw new AppError('not_found');
  reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
  if (request.method !== 'OPTIONS') throw new AppError('method_not_allowed');
  return reply.code(204).send();
}
