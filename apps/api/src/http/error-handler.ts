import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Problem, ProblemCode, ProblemField } from '@tanren/contract/problem';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import fp from 'fastify-plugin';
import type { Socket } from 'node:net';
import { AppError, problemStatus } from './app-error.ts';
import { isDatabaseAway, isDatabaseBusy } from '#db/database-failure.ts';
import { describeDiskFailure } from '#db/disk-failure.ts';
import { makeRequestId } from './log/request-id.ts';
import { dataDirectives, formatPolicy } from './security-headers.ts';

/**
 * Maximum number of listed fields. A form never shows more, and a hostile body must not cause a
 * long answer.
 */
const longestList = 20;
const longestPath = 200;

/** Lists the paths of invalid fields but never their values: an answer may end up in a log. */
function listInvalidFields(
  errors: readonly FastifySchemaValidationError[],
  where: ProblemField['in'],
): ProblemField[] {
  return errors.slice(0, longestList).map((error) => ({
    path: placeOf(error).slice(0, longestPath),
    in: where,
    message: explain(error),
  }));
}

function placeOf({ instancePath, params }: FastifySchemaValidationError): string {
  const name = params['missingProperty'] ?? params['additionalProperty'];
  return typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath;
}

function explain({ keyword, message }: FastifySchemaValidationError): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a known field';
  return message ?? 'is not valid';
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

const frameworkCodes: Readonly<Record<string, readonly [ProblemCode, ...ProblemField[]]>> = {
  FST_ERR_BAD_URL: [
    'invalid_request',
    { path: '', in: 'params', message: 'is not percent-encoded UTF-8' },
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_request', { path: '', in: 'params', message: 'is too long' }],
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'malformed_json',
    { path: '', in: 'body', message: 'must not be empty' },
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid_request',
    { path: '/content-length', in: 'headers', message: 'is not the length of the body' },
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'malformed_json',
    { path: '', in: 'body', message: 'is not valid JSON' },
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type'],
  FST_ERR_NOT_FOUND: ['not_found'],
};

/** Long enough for a database to come back, short enough for a waiting member. */
const retryAfterOutageSeconds = 5;

/** Maps any thrown value to one of our codes. An unknown error is an internal error. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('internal_error', { cause: error });
  const { code, validation, validationContext } = error as Partial<FastifyError>;
  if (validation !== undefined) {
    const fields = listInvalidFields(validation, validationContext ?? 'body');
    return new AppError('invalid_request', { fields, cause: error });
  }
  const known = code === undefined ? undefined : frameworkCodes[code];
  if (known !== undefined) {
    const [problemCode, ...fields] = known;
    return new AppError(problemCode, { fields, cause: error });
  }
  if (isDatabaseAway(error) || isDatabaseBusy(error) || describeDiskFailure(error) !== null) {
    return new AppError('not_ready', { retryAfterSeconds: retryAfterOutageSeconds, cause: error });
  }
  return new AppError('internal_error', { cause: error });
}

/** Returns everything that a client learns about a failure (RFC 9457). */
function describeProblem(error: AppError, requestId: string): Problem {
  const status = problemStatus[error.code];
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: error.code,
    requestId,
    ...(error.fields.length > 0 && { fields: [...error.fields] }),
    ...(error.affected !== null && { affected: error.affected }),
    ...(error.affectedSlots.length > 0 && { affectedSlots: [...error.affectedSlots] }),
    ...(error.heavy !== null && { heavy: error.heavy }),
  };
}

/** Headers of problems. No other code sets them for addresses outside every scope. */
const problemHeaders = {
  'content-type': 'application/problem+json',
  // A browser could otherwise cache a 404 or 405 for a while (RFC 9111, section 4.2.2).
  'cache-control': 'no-store',
  'content-security-policy': formatPolicy(dataDirectives),
  'x-content-type-options': 'nosniff',
};

/** Sets the status and the headers of a problem, and returns its body. */
function prepareProblem(reply: FastifyReply, error: AppError): Buffer {
  const problem = describeProblem(error, reply.request.id);
  reply.problemCode = error.code;
  if (error.retryAfterSeconds !== null) reply.header('retry-after', error.retryAfterSeconds);
  reply.code(problem.status).headers(problemHeaders);
  // It is sent as bytes: Fastify would add a charset to text, which this media type does not have.
  return Buffer.from(JSON.stringify(problem));
}

/**
 * Longer than any of our addresses. Node accepts 16 KiB for the address and all headers together.
 */
const longestUrl = 8 * 1024;

/** Turns every failure into a problem. Only internal errors are logged as errors. */
export const errorHandler = fp(async (app) => {
  app.setErrorHandler(answerFailure);
  // The parser errors of `toParserCode` use the same length.
  app.addHook('onRequest', async ({ raw }) => {
    if ((raw.url ?? '').length > longestUrl) throw new AppError('uri_too_long');
  });
});

export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return reply.send(replaceByProblem(error, request, reply));
}

/**
 * Turns the answer of a call into a problem and returns its body. A hook that fails while an answer
 * is sent needs it: Fastify sends the message of a second error of a call to the client as it is.
 */
export function replaceByProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer {
  const appError = toAppError(error);
  logServerError(request, appError);
  if (appError.code === 'unauthenticated' && !reply.hasHeader('www-authenticate')) {
    reply.header('www-authenticate', 'Bearer');
  }
  return prepareProblem(reply, appError);
}

/** Logs internal errors with a stack. A caller's error shows in the line of its request. */
function logServerError(request: FastifyRequest, error: AppError): void {
  if (problemStatus[error.code] < 500) return;
  const diskFailure = describeDiskFailure(error.cause);
  if (diskFailure !== null) {
    request.log.fatal({ reason: readMessage(error.cause) }, diskFailure);
  } else if (error.code === 'internal_error') {
    request.log.error({ err: error.cause ?? error }, error.code);
  } else if (error.cause !== undefined) {
    request.log.warn({ err: error.cause }, error.code);
  }
}

/** Returns PostgreSQL's message without the statement, which Drizzle adds to it. */
function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : readMessage(error.cause);
}

interface ParserError {
  readonly code?: string;
  /** The last bytes that arrived before the parser failed. */
  readonly rawPacket?: unknown;
}

/**
 * Answers requests that the HTTP parser rejects. There is no request yet, and so neither a route
 * nor a reply: the problem is written to the connection, which ends with it.
 */
export function answerParserError(
  error: ParserError,
  socket: Socket,
  log: Pick<FastifyBaseLogger, 'info'>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const requestId = makeRequestId();
  const failure = toParserProblem(error);
  const problem = describeProblem(failure, requestId);
  log.info({ requestId, status: problem.status, code: error.code }, 'request not readable');
  // A part of an answer may have been sent already: anything written now would become part of it.
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

const notHttp: ProblemField = { path: '', in: 'headers', message: 'is not HTTP/1.1' };

function toParserProblem(error: ParserError): AppError {
  const code = toParserCode(error);
  return new AppError(code, code === 'invalid_request' ? { fields: [notHttp] } : {});
}

function toParserCode({ code, rawPacket }: ParserError): ProblemCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'payload_too_large';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'invalid_request';
  // The address is in the first line of the packet.
  const line = Buffer.isBuffer(rawPacket)
    ? (rawPacket.toString('latin1').split('\n', 1)[0] ?? '')
    : '';
  const isAddress = /^[A-Z]+ /.test(line) && line.length > longestUrl;
  return isAddress ? 'uri_too_long' : 'headers_too_large';
}
