import fp from 'fastify-plugin';

import { AppError } from '#http/app-error.ts';

export interface Identity {
  readonly sub: string;
  readonly username: string;
  readonly groups: readonly string[];
  readonly email?: string;
  /** Time of the last password entry, and of the code where one is required. */
  readonly authenticatedAt?: Date;
  /** `true` for trainers and staff who must use an authenticator app and have not set it up yet. */
  readonly totpMissing?: boolean;
  /** Identifies the sign-in from which the token descends. */
  readonly originJti?: string;
  /** Set only for an external pool. The embedded one knows which tokens are still valid. */
  readonly issuedAt?: Date;
  /** Time from which the token must be verified again. Absent if it must be verified each time. */
  readonly goodUntil?: Date;
}

/**
 * Verifies a token. Rejects with AppError `unauthenticated`, or with `not_ready` if it cannot
 * decide. A cached token is answered synchronously, so that most calls wait for nothing before
 * their own query.
 */
export type VerifyToken = (token: string) => Identity | Promise<Identity>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, taken from the verified token. Reading it without a token answers 401. */
    readonly identity: Identity;
    verifiedIdentity: Identity | null;
    /** The reason why the token was rejected, kept until access is decided after the rate limit. */
    identityFailure: AppError | null;
  }
}

/**
 * Maximum length of a token. Cognito's own are below 2 KiB, and verifying longer ones would help
 * attackers to waste time.
 */
const longestToken = 8192;

/**
 * Verifies the bearer token and stores the result. It rejects no call: rejected calls must count
 * against the rate limit, which runs next, and public calls accept any visitor.
 */
export const authentication = fp<{ verifyToken: VerifyToken }>(async (app, { verifyToken }) => {
  app.decorateRequest('verifiedIdentity', null);
  app.decorateRequest('identityFailure', null);
  app.decorateRequest('identity', {
    getter() {
      if (this.verifiedIdentity !== null) return this.verifiedIdentity;
      throw this.identityFailure ?? new AppError('unauthenticated');
    },
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return done();
    const token = readBearerToken(authorization);
    if (token === null) {
      request.identityFailure = new AppError('unauthenticated');
      return done();
    }
    const accept = (identity: Identity) => {
      request.verifiedIdentity = identity;
      done();
    };
    const reject = (error: Error) => {
      if (!(error instanceof AppError)) return done(error);
      request.identityFailure = error;
      return done();
    };
    const verified = verifyToken(token);
    if (verified instanceof Promise) verified.then(accept, reject);
    else accept(verified);
  });
});

function readBearerToken(authorization: string): string | null {
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1] ?? null;
  return token !== null && token.length <= longestToken ? token : null;
}
