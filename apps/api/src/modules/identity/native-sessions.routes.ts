import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { createNativeSession } from '@tanren/contract/identity/native-sessions';
import type { Queryable } from '#db/database.ts';
import { AppError } from '#http/app-error.ts';

interface IssuedCode {
  readonly username: string;
  readonly code: string;
  readonly expiresAt: Date;
}

interface NativeSessionOptions {
  /**
   * Issues a code of the user pool. The code, and the sign-in made with it, work only while the
   * sign-in that requested it lasts. Rejects with AppError `unauthenticated` unless the access
   * token belongs to that sign-in.
   */
  readonly issueCode: (
    db: Queryable,
    signIn: { readonly sub: string; readonly originJti: string },
    accessToken: string,
  ) => Promise<IssuedCode>;
}

export const nativeSessionRoutes: FastifyPluginAsyncTypebox<NativeSessionOptions> = async (
  app,
  { issueCode },
) => {
  app.route({
    ...createNativeSession,
    handler: async (request, reply) => {
      const { sub, originJti } = request.identity;
      if (originJti === undefined) throw new AppError('unauthenticated');
      const { accessToken } = request.body;
      const { username, code, expiresAt } = await issueCode(
        request.db,
        { sub, originJti },
        accessToken,
      );
      return await reply.code(201).send({ username, code, expiresAt: expiresAt.toISOString() });
    },
  });
};
