import { isDatabaseAway } from '#db/database-failure.ts';

interface OutageLogger {
  warn(about: object, text: string): void;
  info(about: object, text: string): void;
}

/** Interval of the reminder lines during an outage. */
const remindMs = 60_000;
/**
 * An outage ends after this time without a failure: some connections may work while others fail.
 */
const quietMs = 1000;

interface Outage {
  readonly log: OutageLogger;
  readonly since: number;
  lastFailureAt: number;
  remindedAt: number;
  failures: number;
}

/**
 * Replaces the error lines of an outage. While the database is away every call fails for the same
 * reason: the log gets one line at the start, counts once a minute, and one line at the end.
 */
export function createOutageLog(clock: () => number = () => performance.now()) {
  let outage: Outage | null = null;
  const failed = (log: OutageLogger, error: unknown): void => {
    const now = clock();
    if (outage === null) {
      outage = { log, since: now, lastFailureAt: now, remindedAt: now, failures: 1 };
      log.warn({ reason: findReason(error) }, 'the database is away');
      return;
    }
    outage.failures += 1;
    outage.lastFailureAt = now;
    if (now - outage.remindedAt < remindMs) return;
    outage.remindedAt = now;
    log.warn({ reason: findReason(error), ...describe(outage, now) }, 'the database is still away');
  };

  return {
    isAway: () => outage !== null,

    /**
     * Returns the object of a log line as it may be logged, or `null` if the outage's own lines are
     * enough. Lines that already carry a count stay, without the statement.
     */
    take(log: OutageLogger, about: unknown): unknown {
      if (typeof about !== 'object' || about === null || !('err' in about)) return about;
      if (!isDatabaseAway(about.err)) return about;
      failed(log, about.err);
      const { err, ...rest } = about;
      return 'count' in rest ? { ...rest, reason: findReason(err) } : null;
    },

    /** Called after each answered query. */
    answered(): void {
      if (outage === null) return;
      const now = clock();
      if (now - outage.lastFailureAt < quietMs) return;
      const over = outage;
      outage = null;
      over.log.info(describe(over, now), 'the database is back');
    },
  };
}

export type OutageLog = ReturnType<typeof createOutageLog>;

function describe({ since, failures }: Outage, now: number): object {
  return { failures, seconds: Math.round((now - since) / 1000) };
}

/** Returns the driver's message, which names at most an address. Outer errors repeat statements. */
function findReason(error: unknown): string {
  let innermost = error;
  for (let depth = 0; innermost instanceof Error && depth < 5; depth += 1) {
    if (!(innermost.cause instanceof Error)) break;
    innermost = innermost.cause;
  }
  if (!(innermost instanceof Error)) return 'unknown';
  const code: unknown = Reflect.get(innermost, 'code');
  const [line = ''] = innermost.message.split('\n', 1);
  if (line.startsWith('Failed query')) return typeof code === 'string' ? code : 'unknown';
  return line === '' && typeof code === 'string' ? code : line.slice(0, 200);
}
