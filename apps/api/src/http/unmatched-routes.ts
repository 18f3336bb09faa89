import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from './app-error.ts';

interface RouteTable {
  add(method: string, url: string): void;
  /** Makes paths below the prefix match only its own routes, not a wildcard for the whole site. */
  reserve(prefix: string): void;
  allowedMethods(path: string): string[];
}

/** Records the methods of each path. The router only knows whether one method matches. */
function createRouteTable(): RouteTable {
  const routes: { method: string; url: string }[] = [];
  const reserved = new Set<string>();
  return {
    add: (method, url) => void routes.push({ method, url }),
    reserve: (prefix) => void reserved.add(prefix),
    allowedMethods(path) {
      const home = [...reserved].find((prefix) => isWithin(prefix, path)) ?? '';
      const fitting = routes.filter(({ url }) => isWithin(home, url) && fits(url, path));
      return [...new Set(fitting.map(({ method }) => method))].toSorted();
    },
  };
}

function isWithin(prefix: string, path: string): boolean {
  return prefix === '' || path === prefix || path.startsWith(`${prefix}/`);
}

function fits(url: string, path: string): boolean {
  if (url.endsWith('/*')) return path.startsWith(url.slice(0, -1));
  const pattern = url.split('/');
  const parts = path.split('/');
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteTable;
  }
  interface FastifyContextConfig {
    /** Whether the route matches any path, so that it does not count as an existing method. */
    catchAll?: boolean;
  }
}

/**
 * Answers requests that match no route: 404, 405 with Allow, and OPTIONS. It must be registered
 * before all routes.
 */
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
 * Handles every request below a scope's prefix that matches no route. Otherwise the pages' wildcard
 * would answer calls to a misspelt address with HTML.
 */
export function catchUnmatched(scope: FastifyInstance): void {
  scope.routeTable.reserve(scope.prefix);
  for (const url of ['', '/*']) {
    scope.route({
      method: scope.supportedMethods,
      url,
      schema: { hide: true },
      config: { access: 'public', catchAll: true },
      // This runs before the body is read: a wrong address is a 404, whatever was sent to it.
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
