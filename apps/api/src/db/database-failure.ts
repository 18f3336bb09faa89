import { errorCode } from '#error-code.ts';

/** As a standby is. */
const readOnly = '25006';

/** Of PostgreSQL: it is read-only, or shutting down or starting. */
const wrongServerCodes = new Set([readOnly, '57P01', '57P02', '57P03']);

/** The same, and codes of Node (no connection) and of PostgreSQL (too many connections). */
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
]);

/** `pg` gives these no code. */
const awayMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Cannot use a pool after calling end on the pool',
];

/** Of PostgreSQL: the time of a statement was over, mostly while it waited for another's lock. */
const tooSlow = '57014';

/** Drizzle and `pg` wrap the reason as `cause`. */
function listCauses(error: unknown): Error[] {
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
 * True when a call failed because the database could not be reached: worth trying again,
 * unlike a mistake of ours.
 */
export function isDatabaseAway(error: unknown): boolean {
  return listCauses(error).some(
    (cause) =>
      awayCodes.has(errorCode(cause) ?? '') ||
      isMissingSocket(cause) ||
      awayMessages.some((start) => cause.message.startsWith(start)),
  );
}

/** Of files the same code means something else. */
function isMissingSocket(error: Error): boolean {
  return errorCode(error) === 'ENOENT' && Reflect.get(error, 'syscall') === 'connect';
}

/** True when the database is there and had no time for this call: others keep it busy. */
export function isDatabaseBusy(error: unknown): boolean {
  return listCauses(error).some((cause) => errorCode(cause) === tooSlow);
}

/** True when PostgreSQL itself says that another server has to be asked from now on. */
export function meansWrongServer(error: unknown): boolean {
  return listCauses(error).some((cause) => wrongServerCodes.has(errorCode(cause) ?? ''));
}

/** True when the server is there, but takes no writes. */
export function isReadOnlyServer(error: unknown): boolean {
  return listCauses(error).some((cause) => errorCode(cause) === readOnly);
}
