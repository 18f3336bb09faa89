import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { createNativeSession } from '@tanren/contract/native-sessions';
import { AppError } from '#app-error.ts';

export interface IssuedCode {
  readonly username: string;
  readonly code: string;
  readonly expiresAt: Date;
}

export interface NativeSessionOptions {
  /** The pool's: the code works only while the sign-in that asked for it lasts. */
  readonly issueCode: (signIn: { sub: string; originJti: string }) => Promise<IssuedCode>;
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
      const { username, code, expiresAt } = await issueCode({ sub, originJti });
      return await reply.code(201).send({ username, code, expiresAt: expiresAt.toISOString() });
    },
  });
};
