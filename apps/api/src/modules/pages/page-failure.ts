import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError, problemStatus } from '#app-error.ts';
import { sendText } from './text-answer.ts';

/** Whoever asked for a page or a file gets words, not a problem document. */
export function answerPageFailure(
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
