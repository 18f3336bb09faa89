import { hostname } from 'node:os';

/** Settings for operators of several nodes. `config.ts` reads them with all other settings. */
export interface OperatingSettings {
  /** The name that appears in every log line and in the metrics. */
  readonly nodeName: string;
  /** Whether mails, messages and slow queries name the request that caused them. */
  readonly requestTrace: boolean;
  /** The address that Prometheus scrapes. `null` when metrics are off. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Queries that take at least this many milliseconds are logged. `null` logs none. */
  readonly slowQueryMs: number | null;
  readonly limits: RequestLimits;
  /**
   * The passphrase that encrypts the keys in a backup, and the path of `pg_dump` for a configured
   * database.
   */
  readonly backup: { readonly passphrase: string | null; readonly pgDump: string };
}

export interface RequestLimits {
  readonly bodyBytes: number;
  /** Milliseconds for receiving a request, head and body. */
  readonly requestMs: number;
  /** Calls per minute. */
  readonly perMember: number;
  readonly perAddress: number;
}

/**
 * The largest expected body is a training session of 20 items, below 8 KiB. A client that needs
 * more than half a minute to send it only occupies a connection. A member's phone makes about ten
 * calls a page: 300 is a page every two seconds. All visitors of a gym share one address, so an
 * address gets the calls of a full gym opening the app at once.
 */
const defaults = { bodyBytes: 64 * 1024, requestMs: 30_000, perMember: 300, perAddress: 1200 };

/** Characters of a host name or a container's name: nothing that needs quoting anywhere. */
const namePattern = /^[\w.:-]{1,63}$/;

interface Readers {
  readonly read: (name: string) => string | null;
  readonly readPort: (name: string, fallback: number) => number;
  readonly errors: string[];
  readonly readChoice: (
    name: string,
    choices: readonly ('yes' | 'no')[],
    fallback: 'yes',
  ) => 'yes' | 'no';
}

/**
 * Reads the settings. Metrics are off until METRICS_PORT is set: a second port that opens by
 * default would collide with a second program on the same machine.
 */
export function readOperatingSettings({
  read,
  readPort,
  readChoice,
  errors,
}: Readers): OperatingSettings {
  const readWhole = (name: string, fallback: number, min: number, max: number): number => {
    const text = read(name);
    if (text === null) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    errors.push(`${name} must be a whole number from ${min} to ${max}`);
    return fallback;
  };

  const nodeName = read('NODE_NAME') ?? hostname();
  if (read('NODE_NAME') !== null && !namePattern.test(nodeName)) {
    errors.push('NODE_NAME must be 1 to 63 letters, digits or any of . : _ -');
  }
  const metrics =
    read('METRICS_PORT') === null
      ? null
      : { host: read('METRICS_HOST') ?? 'localhost', port: readPort('METRICS_PORT', 9464) };
  if (metrics === null && read('METRICS_HOST') !== null) {
    errors.push('METRICS_HOST is given without METRICS_PORT, which switches the metrics on');
  }
  const minuteOfCalls = 1_000_000;
  return {
    nodeName,
    metrics,
    requestTrace: readChoice('REQUEST_TRACE', ['yes', 'no'], 'yes') === 'yes',
    slowQueryMs: readWhole('SLOW_QUERY_MS', 1000, 0, 600_000) || null,
    limits: {
      bodyBytes: readWhole('BODY_LIMIT', defaults.bodyBytes, 16 * 1024, 16 * 1024 * 1024),
      requestMs: readWhole('REQUEST_TIMEOUT_MS', defaults.requestMs, 1000, 600_000),
      perMember: readWhole('RATE_LIMIT_MEMBER', defaults.perMember, 1, minuteOfCalls),
      perAddress: readWhole('RATE_LIMIT_ADDRESS', defaults.perAddress, 1, minuteOfCalls),
    },
    backup: { passphrase: read('BACKUP_PASSPHRASE'), pgDump: read('PG_DUMP') ?? 'pg_dump' },
  };
}
