import fp from 'fastify-plugin';

import { AppError } from './app-error.ts';

export interface Identity {
  readonly sub: string;
  readonly username: string;
  readonly groups: readonly string[];
  readonly email?: string;
  /** When a password was entered last, and a code where one is asked for. */
  readonly authenticatedAt?: Date;
  /** True: trainer or staff, who must use an authenticator app and do not yet. */
  readonly totpMissing?: boolean;
  /** Names the sign-in the token descends from. */
  readonly originJti?: string;
  /** Only where the pool is elsewhere: ours knows by itself which tokens still count. */
  readonly issuedAt?: Date;
  /** From this moment on the token must be verified anew; absent: each time. */
  readonly goodUntil?: Date;
}

/**
 * Rejects with AppError `unauthenticated`, or `not_ready` when it cannot know. Answers at once when it
 * remembers the token: most calls then need not wait for anything before their own query.
 */
export type VerifyToken = (token: string) => Identity | Promise<Identity>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, from the verified token. Reading it without one answers 401. */
    readonly identity: Identity;
    verifiedIdentity: Identity | null;
    /** Why the token was refused; stored until access is decided, after the rate limit. */
    identityFailure: AppError | null;
  }
}

/** Cognito's own tokens are below 2 KiB; checking signatures of more is a gift to attackers. */
const longestToken = 8192;

/**
 * Looks at the bearer token and remembers the outcome. It refuses nobody: refused calls
 * must count against the rate limit, which runs next, and public calls take any visitor.
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
    const refuse = (error: Error) => {
      if (!(error instanceof AppError)) return done(error);
      request.identityFailure = error;
      return done();
    };
    const verified = verifyToken(token);
    if (verified instanceof Promise) verified.then(accept, refuse);
    else accept(verified);
  });
});

function readBearerToken(authorization: string): string | null {
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1] ?? null;
  return token !== null && token.length <= longestToken ? token : null;
}
