import { isDatabaseAway } from '#db/database-failure.ts';

interface OutageLogger {
  warn(about: object, text: string): void;
  info(about: object, text: string): void;
}

/** As long as it lasts, one line a minute says so. */
const remindMs = 60_000;
/** Of ten connections some may break while others work: it is over when none has for so long. */
const quietMs = 1000;

interface Outage {
  readonly log: OutageLogger;
  readonly since: number;
  lastFailureAt: number;
  remindedAt: number;
  failures: number;
}

/**
 * While the database is away every call fails for the same reason: one line when it begins, counts
 * while it lasts, one when it is over, instead of a statement and a stack for each call.
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
     * What a line is about, as it may be logged; null: the outage's own lines say enough. Lines that
     * are told once a minute with their count stay, without the statement.
     */
    take(log: OutageLogger, about: unknown): unknown {
      if (typeof about !== 'object' || about === null || !('err' in about)) return about;
      if (!isDatabaseAway(about.err)) return about;
      failed(log, about.err);
      const { err, ...rest } = about;
      return 'count' in rest ? { ...rest, reason: findReason(err) } : null;
    },

    /** A query was answered. */
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

/** What the driver said, which names an address at most; the errors around it repeat statements. */
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
