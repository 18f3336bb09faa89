import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { ClientConfig, RedirectRule } from '@tanren/contract/build-manifest';
import { findRedirect } from '@tanren/domain/redirects';
import type { FastifyInstance } from 'fastify';

import { buildRoutes } from './builds.routes.ts';
import { watchBuild } from './current-build.ts';
import { sendPage } from './page-answer.ts';
import { answerPageFailure } from './page-failure.ts';
import { sendText } from './text-answer.ts';

export interface PageOptions {
  readonly webRoot: string | null;
  readonly redirects: readonly RedirectRule[];
  readonly clientConfig: ClientConfig;
  readonly https: boolean;
  readonly now: () => Date;
}

/** Everything that is not a call: files of the web build, build manifests, pages. */
export async function pageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { webRoot, redirects, clientConfig, https, now } = options;
  const root = webRoot ?? path.resolve('/nonexistent');
  const readBuild = watchBuild({
    root,
    clientConfig,
    now,
    onUnreadable: (error) => app.log.warn({ err: error }, 'web build is not readable'),
  });
  app.setErrorHandler(answerPageFailure);
  await app.register(fastifyStatic, {
    root: path.join(root, 'client'),
    serve: false,
    suppressWarning: true,
    preCompressed: true,
    cacheControl: false,
    index: false,
    dotfiles: 'ignore',
  });
  await app.register(buildRoutes, { readBuild, redirects });

  app.get('/*', async (request, reply) => {
    const target = findRedirect(redirects, request.url);
    if (target !== null) return reply.header('cache-control', 'no-store').redirect(target, 302);

    const build = await readBuild();
    if (build === null) return sendText(reply, 503, notBuilt);
    const pathname = decodePath(request.url);
    if (build.files.has(pathname)) {
      return reply.header('cache-control', cachingOf(pathname)).sendFile(pathname);
    }
    // HTML in the place of a missing script would hide that an old page asks for it.
    if (pathname.startsWith('/assets/')) return sendText(reply, 404, 'Not Found');
    return sendPage(reply, build, pathname, https);
  });
}

const notBuilt = '画面がまだビルドされていません。サーバーで npm run build を実行してください。';

/** Names below `/assets/` contain a hash of the content, so they never change. */
function cachingOf(pathname: string): string {
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

function decodePath(url: string): string {
  const pathname = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
