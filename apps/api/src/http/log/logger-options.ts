import type { FastifyServerOptions } from 'fastify';
import type { Config } from '#config/config.ts';
import { currentRequestId } from './request-context.ts';
import type { OutageLog } from './outage-log.ts';

/** Matches JSON Web Tokens anywhere in a text. */
const tokenPattern = /\beyJ[\w-]{5,}(\.[\w-]*){0,4}/g;

/**
 * Matches mail addresses, which are common in answers of mail servers. A path may continue with
 * `@`. A local part has at most 64 letters, so that a long text without one is not scanned again
 * and again.
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
 * Returns the parts of an error that may be logged. Only a few properties are chosen: those of `pg`
 * (`detail`) and Drizzle (`params`, and the message) repeat a member's input, and those of
 * Nodemailer the recipient.
 */
function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack = '', cause } = error;
  const code = readText(error, 'code');
  const constraint = readText(error, 'constraint');
  return {
    type: name,
    message: hideValues(message),
    // The first lines of a stack repeat the message.
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

/** Receives one finished line of JSON at a time. */
export interface LogStream {
  write(line: string): void;
}

interface LoggerParts {
  readonly config: Pick<Config, 'logLevel' | 'nodeName'>;
  /** The log goes to standard output when this is `undefined`. */
  readonly destination: LogStream | false | undefined;
  readonly outages: OutageLog;
  readonly metrics: { lineLogged(level: number): void; taskFailed(task: string): void } | null;
}

/** Creates the logger. Each line names the node and, if a request caused it, the request. */
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
        const task = readFailedTask(first);
        if (task !== null) metrics?.taskFailed(task);
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

/** Returns the name of the task whose failure `repeatTask` logs, or `null` for any other line. */
function readFailedTask(about: unknown): string | null {
  if (typeof about !== 'object' || about === null || !('err' in about)) return null;
  return 'task' in about && typeof about.task === 'string' ? about.task : null;
}
