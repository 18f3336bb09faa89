import type { FastifyServerOptions } from 'fastify';
import type { Config } from '#config/config.ts';
import { currentRequestId } from './request-context.ts';
import type { OutageLog } from './outage-log.ts';

/** JSON Web Tokens, wherever they turn up. */
const tokenPattern = /\beyJ[\w-]{5,}(\.[\w-]*){0,4}/g;

/**
 * Mail addresses, of which servers' answers are full. A path may go on with `@`; and a local part has
 * at most 64 letters, so that a long text without one is not read again and again.
 */
const addressPattern =
  /(?:"[^"\n]{1,64}"|[^\s<>"'(),:;[\]]{0,63}[^\s<>"'(),:;[\]/])@[^\s<>"'(),:;]+/g;

export function hideTokens(text: string): string {
  return text.replace(tokenPattern, '[token]');
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
 * What of an error may be logged: a chosen few members, because those of `pg` (`detail`) and Drizzle
 * (`params`, and the message) repeat what a member typed, and those of Nodemailer whom it was for.
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
    .replace(addressPattern, '[address]')
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

interface LoggerParts {
  readonly config: Pick<Config, 'logLevel' | 'nodeName'>;
  /** Absent: standard output. */
  readonly destination: LogStream | false | undefined;
  readonly outages: OutageLog;
  readonly metrics: { lineLogged(level: number): void } | null;
}

/** Each line names the node and, where a request caused it, the request. */
export function createLoggerOptions(
  parts: LoggerParts,
): NonNullable<FastifyServerOptions['logger']> {
  const { config, destination, outages, metrics } = parts;
  if (destination === false) return false;
  return {
    level: config.logLevel,
    base: { node: config.nodeName },
    serializers: { err: describeError },
    hooks: {
      logMethod(given, method, level) {
        metrics?.lineLogged(level);
        const [given0, ...rest] = given as readonly unknown[];
        const first = outages.take(this, given0);
        if (first === null) return;
        const requestId = currentRequestId();
        const isKnown =
          requestId === undefined ||
          typeof first !== 'object' ||
          first === null ||
          'requestId' in first ||
          'requestId' in this.bindings();
        const line = isKnown ? [first, ...rest] : [{ ...first, requestId }, ...rest];
        method.apply(this, line as typeof given);
      },
    },
    ...(destination !== undefined && { stream: destination }),
  };
}
