import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode, ProblemField } from '@tanren/contract/problem';
import type { FastifyBaseLogger } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#app-error.ts';
import { describeProblem, problemHeaders } from './error-handler.ts';

/** Longer than any address of ours. Node takes 16 KiB for the address and all headers together. */
const longestUrl = 8 * 1024;

export const boundedUrl = fp(async (app) => {
  app.addHook('onRequest', async ({ raw }) => {
    if ((raw.url ?? '').length > longestUrl) throw new AppError('uri_too_long');
  });
});

interface ParserError {
  readonly code?: string;
  /** What arrived last before the parser gave up. */
  readonly rawPacket?: unknown;
}

/**
 * Answers what the HTTP parser refuses. There is no request yet, and so neither a route nor a reply:
 * the problem is written to the connection, which ends with it.
 */
export function answerParserError(
  error: ParserError,
  socket: Socket,
  log: Pick<FastifyBaseLogger, 'info'>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const requestId = randomUUID();
  const failure = toAppError(error);
  const problem = describeProblem(failure, requestId);
  log.info({ requestId, status: problem.status, code: error.code }, 'request not readable');
  // Half of an answer may have been sent already: anything written now would become part of it.
  const running = Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined;
  if (!socket.writable || running?.headersSent === true) {
    socket.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify(problem));
  const headers = {
    ...problemHeaders,
    'x-request-id': requestId,
    'content-length': body.length,
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`;
  socket.write(`${[status, ...lines].join('\r\n')}\r\n\r\n`);
  socket.end(body);
}

const whole: ProblemField = { path: '', in: 'headers', message: 'is not HTTP/1.1' };

function toAppError(error: ParserError): AppError {
  const code = toCode(error);
  return new AppError(code, code === 'invalid_request' ? { fields: [whole] } : {});
}

function toCode({ code, rawPacket }: ParserError): ProblemCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'payload_too_large';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'invalid_request';
  // The address is in the first line of it.
  const line = Buffer.isBuffer(rawPacket)
    ? (rawPacket.toString('latin1').split('\n', 1)[0] ?? '')
    : '';
  const isAddress = /^[A-Z]+ /.test(line) && line.length > longestUrl;
  return isAddress ? 'uri_too_long' : 'headers_too_large';
}
