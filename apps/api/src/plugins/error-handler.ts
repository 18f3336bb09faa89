import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { type AppError, problemStatus } from '#app-error.ts';
import { toAppError } from './failure.ts';
import { sendProblem } from './problem-reply.ts';

/** Turns every failure into a problem; only what is our fault goes to the log as an error. */
export const errorHandler = fp(async (app) => {
  app.setErrorHandler(answerFailure);
});

export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const appError = toAppError(error);
  logOurFault(request, appError);
  if (appError.code === 'unauthenticated' && !reply.hasHeader('www-authenticate')) {
    reply.header('www-authenticate', 'Bearer');
  }
  return sendProblem(reply, appError);
}

/** A caller's mistake shows in the line of its request; ours needs a stack. */
function logOurFault(request: FastifyRequest, error: AppError): void {
  if (problemStatus[error.code] < 500) return;
  if (error.code === 'internal_error') {
    request.log.error({ err: error.cause ?? error }, error.code);
  } else if (error.cause !== undefined) {
    request.log.warn({ err: error.cause }, error.code);
  }
}
