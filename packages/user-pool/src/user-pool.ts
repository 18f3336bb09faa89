import { setImmediate } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { toClientNetwork } from '#throttle/client-network.ts';
import { purgeExpired } from '#throttle/purge.ts';
import type { Call } from '#wire/call.ts';
import { describeIssuer } from '#wire/discovery.ts';
import { findOperation } from '#wire/operations.ts';
import { sendError } from '#wire/send-error.ts';
import { createPoolContext } from './pool-context.ts';
import { claimInstallation } from './installation.ts';
import type { UserPoolOptions } from './user-pool-options.ts';

const amzJson = 'application/x-amz-json-1.1';
const bodyLimit = 64 * 1024;
const purgeInterval = 10 * 60 * 1000;

/** Speaks Amazon Cognito's user pool and identity pool protocol below the prefix it is given. */
export function userPool(options: UserPoolOptions): FastifyPluginAsync {
  return async (app) => {
    const pool = createPoolContext(options);
    const afterwards = new Set<Promise<void>>();
    const { jwks, discovery } = describeIssuer(pool);

    app.addContentTypeParser(
      amzJson,
      { parseAs: 'string', bodyLimit },
      app.getDefaultJsonParser('error', 'error'),
    );
    app.setErrorHandler(sendError);

    app.post('/', { bodyLimit }, async (request, reply) => {
      const operation = findOperation(request.headers['x-amz-target']);
      const answer = await operation(pool, request.body, describeCall(request, reply, afterwards));
      return await reply
        .type(amzJson)
        .header('x-amzn-requestid', request.id)
        .header('cache-control', 'no-store')
        .send(JSON.stringify(answer));
    });
    app.get(`/${pool.poolId}/.well-known/jwks.json`, async (_request, reply) => {
      await reply.header('cache-control', 'public, max-age=300').send(jwks);
    });
    app.get(`/${pool.poolId}/.well-known/openid-configuration`, async (_request, reply) => {
      await reply.header('cache-control', 'public, max-age=300').send(discovery);
    });

    app.addHook('onReady', async () => await claimInstallation(pool));
    const purge = setInterval(() => {
      purgeExpired(pool.db, pool.now()).catch((error: unknown) => {
        app.log.warn({ err: error }, 'user pool purge failed');
      });
    }, purgeInterval).unref();
    app.addHook('onClose', async () => {
      clearInterval(purge);
      await Promise.allSettled(afterwards);
    });
  };
}

function describeCall(
  request: FastifyRequest,
  reply: FastifyReply,
  afterwards: Set<Promise<void>>,
): Call {
  return {
    clientNetwork: toClientNetwork(request.ip),
    requestId: request.id,
    userAgent: request.headers['user-agent'] ?? '',
    cookies: request.headers.cookie ?? '',
    log: request.log,
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
    runAfterwards: (work) => {
      // The work logs its own failure; the set only keeps a stopping server waiting for it.
      const done = setImmediate()
        .then(work)
        .catch(() => {})
        .finally(() => afterwards.delete(done));
      afterwards.add(done);
    },
  };
}
