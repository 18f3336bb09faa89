import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type {
  BuildManifest,
  ClientConfig,
  LatestBuild,
  RedirectRule,
} from '@tanren/contract/build-manifest';
import { findRedirect } from '@tanren/domain/identity/route-paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, problemStatus } from '#http/app-error.ts';
import { sendPage, sendShell } from './page-answer.ts';
import { type LoadedBuild, watchBuild } from './web-build.ts';

function sendText(reply: FastifyReply, status: number, line: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${line}\n`);
}

interface BuildRouteOptions {
  readonly readBuild: () => Promise<LoadedBuild | null>;
  readonly redirects: readonly RedirectRule[];
}

/** Serves the data by which an open page recognises its own build and newer ones. */
async function buildRoutes(app: FastifyInstance, options: BuildRouteOptions): Promise<void> {
  app.get('/builds/latest.json', async (_request, reply) => {
    const loaded = await options.readBuild();
    if (loaded === null) return sendText(reply, 404, 'Not Found');
    const { id, timestamp } = loaded.build;
    reply.header('cache-control', 'public, max-age=1');
    return { id, timestamp } satisfies LatestBuild;
  });

  app.get<{ Params: { file: string } }>('/builds/meta/:file', async (request, reply) => {
    const loaded = await options.readBuild();
    if (loaded === null || request.params.file !== `${loaded.build.id}.json`) {
      return sendText(reply, 404, 'Not Found');
    }
    const { id, timestamp, prerendered } = loaded.build;
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    const redirects = [...options.redirects];
    return { id, timestamp, prerendered, redirects } satisfies BuildManifest;
  });

  // The service worker shows this shell, which belongs to one build, when there is no network.
  app.get<{ Params: { file: string } }>('/builds/shell/:file', async (request, reply) => {
    const loaded = await options.readBuild();
    if (loaded === null || request.params.file !== `${loaded.build.id}.html`) {
      return sendText(reply, 404, 'Not Found');
    }
    return sendShell(reply, loaded);
  });
}

const workerPath = '/service-worker.js';

/** Served in place of the worker when it is turned off. It removes an installed worker. */
const retiringWorker = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('tanren-')) await caches.delete(name);
    }
    await self.registration.unregister();
  })());
});
`;

/** Answers a failed page or file request with readable text instead of a problem document. */
function answerPageFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = statusOf(error);
  if (status === 500) request.log.error({ err: error }, 'page failed');
  const line =
    status < 500 ? 'ページを表示できません。' : 'しばらくしてからもう一度試してみてください。';
  return sendText(reply, status, line);
}

function statusOf(error: unknown): number {
  if (error instanceof AppError) return problemStatus[error.code];
  const status: unknown = error instanceof Error && 'statusCode' in error && error.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

/** Redirects of addresses that people type or that are printed somewhere. */
export const redirectRules: readonly RedirectRule[] = [
  { from: '/home', to: '/' },
  { from: '/signin', to: '/login' },
  { from: '/signup', to: '/register' },
  { from: '/workout-ranking', to: '/workout-ranking/1/tfo' },
  { from: '/help', to: '/tutorial' },
  // The ministry's exercise guide. Posters on the machines link to this address.
  {
    from: '/guides/physical-activity',
    to: 'https://www.mhlw.go.jp/stf/seisakunitsuite/bunya/kenkou_iryou/kenkou/undou/index.html',
  },
];

interface PageOptions {
  readonly webRoot: string | null;
  readonly redirects: readonly RedirectRule[];
  readonly clientConfig: ClientConfig;
  readonly serviceWorker: boolean;
  readonly https: boolean;
  readonly now: () => Date;
}

/** Serves everything except API calls: files of the web build, build manifests and pages. */
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
  if (!options.serviceWorker) {
    app.get(workerPath, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(retiringWorker),
    );
  }

  app.get('/*', async (request, reply) => {
    const target = findRedirect(redirects, request.url);
    if (target !== null) return reply.header('cache-control', 'no-store').redirect(target, 302);

    const build = await readBuild();
    if (build === null) return sendText(reply, 503, notBuilt);
    const pathname = decodePath(request.url);
    if (build.files.has(pathname)) {
      return reply.header('cache-control', cachingOf(pathname)).sendFile(pathname);
    }
    // HTML in place of a missing script would hide that an old page requests it.
    if (pathname.startsWith('/assets/')) return sendText(reply, 404, 'Not Found');
    return sendPage(reply, build, pathname, https);
  });
}

const notBuilt = '画面がまだビルドされていません。サーバーで npm run build を実行してください。';

/** Returns Cache-Control. Names below `/assets/` contain a content hash, so they never change. */
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
