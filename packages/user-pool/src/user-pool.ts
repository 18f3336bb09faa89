import { setImmediate } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { derivePoolSecrets, keyedHash } from '#crypto/secrets.ts';
import { UserPoolKeysError } from '#crypto/user-pool-keys.ts';
import type { Call } from '#pool/operation.ts';
import { type PoolContext, readPoolName, type UserPoolOptions } from '#pool/pool-context.ts';
import { userPoolInstallation } from '#schema/users.ts';
import { toClientNetwork } from '#throttle/clients.ts';
import { purgeExpired } from '#throttle/purge.ts';
import { createTokenVerifier } from '#tokens/verify-tokens.ts';
import { defaultLimits, defaultPasswordMinimumLength } from './limits.ts';
import { findOperation } from './operations.ts';
import { PoolError } from './pool-error.ts';

const amzJson = 'application/x-amz-json-1.1';
const bodyLimit = 64 * 1024;
const purgeInterval = 10 * 60 * 1000;

/** Creates the plugin that serves Amazon Cognito's user pool and identity pool protocol. */
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

export function createPoolContext(options: UserPoolOptions): PoolContext {
  const { poolId, identityPoolId, keys } = options;
  if (!/^[^:]+:[^:]+$/.test(identityPoolId)) {
    throw new Error(`The identity pool id ${identityPoolId} is not region:name`);
  }
  const verifyAccessToken = createTokenVerifier(options, 'access');
  const verifyIdToken = createTokenVerifier(options, 'id');
  return {
    ...options,
    poolName: readPoolName(poolId),
    secrets: derivePoolSecrets(keys.root, poolId),
    limits: { ...defaultLimits, ...options.limits },
    passwordMinimumLength: options.passwordMinimumLength ?? defaultPasswordMinimumLength,
    onUserDeleted: options.onUserDeleted ?? (async () => {}),
    onEndedEverywhere: options.onEndedEverywhere ?? (async () => {}),
    onSignedOut: options.onSignedOut ?? (async () => {}),
    verifyAccessToken: async (token) => await verifyAccessToken(options.db, token),
    verifyIdToken: async (token) => await verifyIdToken(options.db, token),
  };
}

/** Returns the documents that other servers need to verify the tokens. */
function describeIssuer({ issuer, keys }: Pick<PoolContext, 'issuer' | 'keys'>) {
  return {
    jwks: { keys: keys.signing.map((key) => key.publicJwk) },
    discovery: {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: ['code', 'token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email'],
    },
  };
}

/**
 * Answers every error as JSON with a type, because the client treats any other answer as a network
 * failure.
 */
async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { name, message } = toPoolError(error);
  if (name === 'InternalErrorException') request.log.error({ err: error }, 'user pool call failed');
  return await reply
    .code(name === 'InternalErrorException' ? 500 : 400)
    .header('x-amzn-requestid', request.id)
    .header('x-amzn-errortype', `${name}:`)
    .header('x-amzn-errormessage', message.replaceAll(/[^ -~]/g, '?'))
    .type('application/x-amz-json-1.1')
    .send(JSON.stringify({ __type: name, message }));
}

function toPoolError(error: unknown): PoolError {
  if (error instanceof PoolError) return error;
  if (error instanceof Error && 'statusCode' in error) {
    const status = Number(error.statusCode);
    if (status === 429) return new PoolError('TooManyRequestsException', 'Too many requests');
    if (status >= 400 && status < 500) {
      return new PoolError('SerializationException', 'The request is not readable');
    }
  }
  return new PoolError('InternalErrorException', 'Something went wrong');
}

/**
 * Stores the root key's fingerprint and the pool id, or throws if they differ from the stored ones.
 * Passwords depend on both. A node with other values would reject every member, so it must not
 * start.
 */
export async function claimInstallation({
  db,
  keys,
  poolId,
}: Pick<UserPoolOptions, 'db' | 'keys' | 'poolId'>): Promise<void> {
  const keyFingerprint = keyedHash(keys.root, 'fingerprint');
  await db
    .insert(userPoolInstallation)
    .values({ id: 1, poolId, keyFingerprint })
    .onConflictDoNothing();
  const [row] = await db.select().from(userPoolInstallation);
  if (row?.poolId !== poolId) {
    throw new UserPoolKeysError(
      `This database belongs to the user pool ${row?.poolId ?? ''}, not ${poolId}`,
    );
  }
  if (!row.keyFingerprint.equals(keyFingerprint)) {
    throw new UserPoolKeysError(
      'This database was made with another root key than the one in USER_POOL_KEYS or user-pool-keys.json: passwords open only with that of the first node',
    );
  }
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
      // The work logs its own failure. The set only makes a stopping server wait for it.
      const done = setImmediate()
        .then(work)
        .catch(() => {})
        .finally(() => afterwards.delete(done));
      afterwards.add(done);
    },
  };
}
