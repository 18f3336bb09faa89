import type { FastifyReply } from 'fastify';

import { ensureForgeryCookie } from './forgery-cookie.ts';
import { gzipIfAccepted } from './html-compression.ts';
import { matchesAnyRoute } from './route-patterns.ts';
import type { LoadedBuild } from './web-build.ts';

/**
 * Answers with HTML: prerendered where it exists, else the app's shell, which shows the
 * 404 page itself when the path is none of its routes.
 */
export async function sendPage(
  reply: FastifyReply,
  { build, prerendered, shell }: LoadedBuild,
  pathname: string,
  https: boolean,
): Promise<FastifyReply> {
  const route = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const render = prerendered.get(route) ?? shell;
  const exists = prerendered.has(route) || matchesAnyRoute(build.routes, route);
  ensureForgeryCookie(reply, https);
  const html = render(reply.styleNonce);
  const { encoding, body } = await gzipIfAccepted(html, reply.request.headers['accept-encoding']);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply
    .code(exists ? 200 : 404)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
    .send(body);
}
