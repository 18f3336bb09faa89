import type { Database } from '#db/database.ts';
import { isReadOnlyServer } from '#db/database-failure.ts';
import { readDatabaseState } from '#db/schema-version.ts';

/** What the program needs, or does with less of. */
export interface ReadinessPart {
  readonly name: string;
  /** Whether the node must not be asked anything without it. */
  readonly isRequired: boolean;
  /** null: it works; else a short word for why it does not. */
  readonly findFault: () => Promise<string | null>;
}

interface PartState {
  readonly ok: boolean;
  readonly reason?: string;
}

export interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, PartState>>;
}

/** Balancers ask every few seconds and give up about as fast. */
const patienceMs = 2000;

/**
 * Asks every part, each within a bound. Questions that arrive while one is running share it: without
 * the database they would otherwise pile up in the connection pool.
 */
export function createReadinessCheck(parts: readonly ReadinessPart[]): () => Promise<Readiness> {
  const probes = parts.map(({ findFault }) => shareRunning(findFault));
  return async () => {
    const faults = await Promise.all(probes.map((probe) => Promise.race([probe(), giveUp()])));
    const states = parts.map(({ name }, index): [string, PartState] => {
      const reason = faults[index] ?? null;
      return [name, reason === null ? { ok: true } : { ok: false, reason }];
    });
    return {
      isReady: parts.every(({ isRequired }, index) => !isRequired || faults[index] === null),
      parts: Object.fromEntries(states),
    };
  };
}

function shareRunning(findFault: () => Promise<string | null>): () => Promise<string | null> {
  let running: Promise<string | null> | null = null;
  return () => {
    running ??= findFault()
      .catch(() => 'unreachable')
      .finally(() => {
        running = null;
      });
    return running;
  };
}

function giveUp(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs, 'no_answer').unref();
  });
}

/**
 * The database, with a way to write to it and with every migration that this program knows: after a
 * fail-over a replica may lack the newest.
 */
export function databasePart(db: Database): ReadinessPart {
  return {
    name: 'database',
    isRequired: true,
    async findFault() {
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
