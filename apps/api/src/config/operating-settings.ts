import { hostname } from 'node:os';

/** What an operator of several nodes sets; `config.ts` reads it with everything else. */
export interface OperatingSettings {
  /** In every log line and in the metrics. */
  readonly nodeName: string;
  /** Whether mails, messages and slow queries name the request that caused them. */
  readonly requestTrace: boolean;
  /** Where Prometheus asks; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Queries that take as long leave a line; null: none does. */
  readonly slowQueryMs: number | null;
  readonly limits: RequestLimits;
  /** What seals the keys in a backup, and PostgreSQL's program for a configured database. */
  readonly backup: { readonly passphrase: string | null; readonly pgDump: string };
}

export interface RequestLimits {
  readonly bodyBytes: number;
  /** For sending a request, head and body. */
  readonly requestMs: number;
  /** Calls a minute. */
  readonly perMember: number;
  readonly perAddress: number;
}

/**
 * The largest body we expect is a training session of 20 items, below 8 KiB, and whoever needs
 * longer than half a minute to send one is holding a connection. A member's phone makes about ten
 * calls a page: 300 is a page every two seconds. Everybody in a gym shares one address, and a
 * visitor has no other name, so an address gets the calls of a full gym opening the app at once.
 */
const defaults = { bodyBytes: 64 * 1024, requestMs: 30_000, perMember: 300, perAddress: 1200 };

/** What a host name or a container's name may consist of: nothing that needs quoting anywhere. */
const namePattern = /^[\w.:-]{1,63}$/;

interface Readers {
  readonly read: (name: string) => string | null;
  readonly readPort: (name: string, fallback: number) => number;
  readonly mistakes: string[];
  readonly readChoice: (
    name: string,
    choices: readonly ('yes' | 'no')[],
    fallback: 'yes',
  ) => 'yes' | 'no';
}

/**
 * Metrics are off until METRICS_PORT is set: a second port that opens by itself would be in the
 * way of a second program on the same machine, and a surprise to whoever runs one.
 */
export function readOperatingSettings({
  read,
  readPort,
  readChoice,
  mistakes,
}: Readers): OperatingSettings {
  const readWhole = (name: string, fallback: number, least: number, most: number): number => {
    const text = read(name);
    if (text === null) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    mistakes.push(`${name} must be a whole number from ${least} to ${most}`);
    return fallback;
  };

  const nodeName = read('NODE_NAME') ?? hostname();
  if (read('NODE_NAME') !== null && !namePattern.test(nodeName)) {
    mistakes.push('NODE_NAME must be 1 to 63 letters, digits or any of . : _ -');
  }
  const metrics =
    read('METRICS_PORT') === null
      ? null
      : { host: read('METRICS_HOST') ?? 'localhost', port: readPort('METRICS_PORT', 9464) };
  if (metrics === null && read('METRICS_HOST') !== null) {
    mistakes.push('METRICS_HOST is given without METRICS_PORT, which switches the metrics on');
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
