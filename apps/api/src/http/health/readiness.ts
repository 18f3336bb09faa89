import type { Database } from '#db/database.ts';
import { isReadOnlyServer } from '#db/database-failure.ts';
import { limitTime } from '#db/limit-time.ts';
import { readDatabaseState } from '#db/schema-version.ts';

/** A part that the program needs, or can do without for a while. */
export interface ReadinessPart {
  readonly name: string;
  /** Whether the node must receive no requests without this part. */
  readonly isRequired: boolean;
  /** Resolves with `null` when the part works, else with a short reason. */
  readonly findError: () => Promise<string | null>;
}

interface PartState {
  readonly ok: boolean;
  readonly reason?: string;
}

export interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, PartState>>;
}

/** Time limit of a check. Load balancers check every few seconds and give up about as fast. */
const timeoutMs = 2000;
const tooLate = new Error('a check took too long');

/**
 * Checks every part with a time limit. Concurrent calls share a running check: without the database
 * they would otherwise pile up in the connection pool.
 */
export function createReadinessCheck(parts: readonly ReadinessPart[]): () => Promise<Readiness> {
  const probes = parts.map(({ findError }) => shareRunning(findError));
  return async () => {
    const failures = await Promise.all(
      probes.map((probe) => limitTime(probe(), timeoutMs, tooLate).catch(() => 'no_answer')),
    );
    const states = parts.map(({ name }, index): [string, PartState] => {
      const reason = failures[index] ?? null;
      return [name, reason === null ? { ok: true } : { ok: false, reason }];
    });
    return {
      isReady: parts.every(({ isRequired }, index) => !isRequired || failures[index] === null),
      parts: Object.fromEntries(states),
    };
  };
}

function shareRunning(findError: () => Promise<string | null>): () => Promise<string | null> {
  let running: Promise<string | null> | null = null;
  return () => {
    running ??= findError()
      .catch(() => 'unreachable')
      .finally(() => {
        running = null;
      });
    return running;
  };
}

/**
 * Checks that the database accepts writes and has every migration that this program knows. After a
 * fail-over a replica may lack the newest one.
 */
export function databasePart(db: Database): ReadinessPart {
  return {
    name: 'database',
    isRequired: true,
    async findError() {
      try {
        const { isReadOnly, isBehind } = await readDatabaseState(db);
        if (isReadOnly) db.$client.distrust();
        return isReadOnly ? 'read_only' : isBehind ? 'schema_behind' : null;
      } catch (error) {
        return isReadOnlyServer(error) ? 'read_only' : 'unreachable';
      }
    },
  };
}
