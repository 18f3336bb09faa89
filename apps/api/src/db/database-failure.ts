import { errorCode } from '#http/error-code.ts';

/** SQLSTATE of a server that is read-only, such as a standby. */
const readOnly = '25006';

/** SQLSTATEs of a server that is read-only, shutting down or starting. */
const wrongServerCodes = new Set([readOnly, '57P01', '57P02', '57P03']);

/**
 * Codes that mean "unreachable": `wrongServerCodes`, Node's connection errors, PostgreSQL's "too
 * many connections", and the one that PgBouncer uses for a lost server.
 */
const awayCodes = new Set([
  ...wrongServerCodes,
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '08P01',
]);

/** Beginnings of messages of `pg` errors that have no code. */
const awayMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Cannot use a pool after calling end on the pool',
];

/** SQLSTATE of a statement that exceeded its timeout, mostly while it waited for a lock. */
const tooSlow = '57014';

/** Lists an error and its causes. Drizzle and `pg` wrap the original error as `cause`. */
export function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (
    let current = error;
    current instanceof Error && causes.length < 5;
    current = current.cause
  ) {
    causes.push(current);
  }
  return causes;
}

/**
 * Returns whether a call failed because the database could not be reached. Such a call is worth
 * retrying, unlike one that failed because of a bug.
 */
export function isDatabaseAway(error: unknown): boolean {
  return listCauses(error).some(
    (cause) =>
      awayCodes.has(errorCode(cause) ?? '') ||
      isMissingSocket(cause) ||
      awayMessages.some((start) => cause.message.startsWith(start)),
  );
}

/**
 * Returns whether the socket of the server is missing. The same code from another system call is
 * about a file.
 */
function isMissingSocket(error: Error): boolean {
  return errorCode(error) === 'ENOENT' && Reflect.get(error, 'syscall') === 'connect';
}

/** Returns whether the database answered but was too busy for this call. */
export function isDatabaseBusy(error: unknown): boolean {
  return listCauses(error).some((cause) => errorCode(cause) === tooSlow);
}

/** Returns whether PostgreSQL itself reports that another server must be used from now on. */
export function meansWrongServer(error: unknown): boolean {
  return listCauses(error).some((cause) => wrongServerCodes.has(errorCode(cause) ?? ''));
}

/** Returns whether the server can be reached but takes no writes. */
export function isReadOnlyServer(error: unknown): boolean {
  return listCauses(error).some((cause) => errorCode(cause) === readOnly);
}
