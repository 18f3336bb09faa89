/** Codes of Node (no connection) and of PostgreSQL (shutting down, starting, too many). */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

/** `pg` gives these no code. */
const awayMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Cannot use a pool after calling end on the pool',
];

/**
 * True when a call failed because the database could not be reached: worth trying again,
 * unlike a mistake of ours. Drizzle and `pg` wrap the reason as `cause`.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { message } = current;
    if ('code' in current && awayCodes.has(String(current.code))) return true;
    if (awayMessages.some((start) => message.startsWith(start))) return true;
    current = current.cause;
  }
  return false;
}
