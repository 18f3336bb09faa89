import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '#config.ts';

/** JSON Web Tokens, wherever they turn up. */
const tokenPattern = /\beyJ[\w-]{5,}(\.[\w-]*){0,4}/g;

function hideTokens(text: string): string {
  return text.replace(tokenPattern, '[token]');
}

/** As long as a key of 256 bits: private calendar addresses, also those asked for wrongly. */
const keyPattern = /[\w-]{43,}/g;

/** A path may be logged, a query never: it is where codes and addresses travel. */
function loggablePath(url: string): string {
  const path = hideTokens(url.split(/[?#;]/, 1)[0] ?? '');
  return path.replaceAll(keyPattern, '[key]').slice(0, 200);
}

interface LoggedError {
  readonly [member: string]: unknown;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly cause?: LoggedError;
}

/**
 * What of an error may be logged: a chosen few members, because those of `pg` (`detail`)
 * and Drizzle (`params`, and the message) repeat what a member typed.
 */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack = '', cause } = error;
  const code = readText(error, 'code');
  const constraint = readText(error, 'constraint');
  return {
    type: name,
    message: hideValues(message),
    // The first lines of a stack are the message once more.
    stack: (stack.match(/^ {4}at .*$/gm) ?? []).join('\n'),
    ...(code !== null && { code }),
    ...(constraint !== null && { constraint }),
    ...(cause instanceof Error && depth < 4 && { cause: describeError(cause, depth + 1) }),
  };
}

function hideValues(message: string): string {
  return hideTokens(message)
    .replace(/\nparams: [\s\S]*$/, '')
    .replace(/: "[\s\S]*"$/, ': [value]')
    .replace(
      /"[^"]*"\.{3} is not valid JSON|"[^"]*" is not valid JSON/,
      '[value] is not valid JSON',
    );
}

function readText(error: Error, member: 'code' | 'constraint'): string | null {
  const value: unknown = Reflect.get(error, member);
  return typeof value === 'string' ? value : null;
}

/** Takes one finished line of JSON at a time. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Lines contain no host name or pid: an operator of several nodes adds those when collecting logs.
 */
export function createLoggerOptions(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: LogStream | false | undefined,
): NonNullable<FastifyServerOptions['logger']> {
  if (destination === false) return false;
  return {
    level: logLevel,
    base: null,
    serializers: { err: describeError },
    ...(destination !== undefined && { stream: destination }),
  };
}

/** One line a call. Files and pages would drown the calls and are left out. */
export const requestLog = fp(async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
});

export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  if (!/^\/(api|cognito)(?![^/?])/.test(request.url)) return;
  const pattern = request.routeOptions.url;
  const sub = request.verifiedIdentity?.sub;
  request.log.info(
    {
      method: request.method,
      route: pattern === undefined || pattern.endsWith('*') ? loggablePath(request.url) : pattern,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(sub !== undefined && { sub }),
    },
    'request',
  );
}
