import { STATUS_CODES } from 'node:http';
import type { Problem } from '@tanren/contract/problem';
import type { FastifyReply } from 'fastify';

import { type AppError, problemStatus } from '#app-error.ts';
import { dataDirectives, formatPolicy } from './content-security-policy.ts';

const policy = formatPolicy(dataDirectives);

/** Answers with RFC 9457; everything a client learns about a failure is here. */
export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  const status = problemStatus[error.code];
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: error.code,
    requestId: reply.request.id,
    ...(error.fields.length > 0 && { fields: [...error.fields] }),
    ...(error.affected !== null && { affected: error.affected }),
    ...(error.heavy !== null && { heavy: error.heavy }),
  };
  if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds);
  // Without it a browser may keep a 404 or 405 for a while (RFC 9111, section 4.2.2).
  reply.header('cache-control', 'no-store');
  // Addresses outside every scope have no other place that would set these.
  reply.header('content-security-policy', policy).header('x-content-type-options', 'nosniff');
  // As bytes: to text Fastify adds a charset, which this media type does not have.
  const bytes = Buffer.from(JSON.stringify(problem));
  return reply.code(status).header('content-type', 'application/problem+json').send(bytes);
}
