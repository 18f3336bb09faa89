import type { BuildManifest, LatestBuild, RedirectRule } from '@tanren/contract/build-manifest';
import type { FastifyInstance } from 'fastify';

import { sendText } from './text-answer.ts';
import type { LoadedBuild } from './web-build.ts';

export interface BuildRouteOptions {
  readonly readBuild: () => Promise<LoadedBuild | null>;
  readonly redirects: readonly RedirectRule[];
}

/** How an open page learns about its own build and about newer ones. */
export async function buildRoutes(app: FastifyInstance, options: BuildRouteOptions): Promise<void> {
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
}
