import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from './app-error.ts';

interface RouteTable {
  add(method: string, url: string): void;
  /** Below it only its own routes count, not a wildcard that covers the whole site. */
  reserve(prefix: string): void;
  allowedMethods(path: string): string[];
}

/** Which methods a path has: the router knows only whether one of them fits. */
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
    /** Takes what no other route takes, and so says nothing about which methods exist. */
    catchAll?: boolean;
  }
}

/**
 * Answers requests that no route takes: 404, 405 with Allow, and OPTIONS. Registered before all
 * routes.
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
