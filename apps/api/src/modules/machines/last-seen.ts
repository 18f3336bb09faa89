import { parseMachineTopic } from '@tanren/contract/machine-topics';
import type { Database } from '#db/database.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { markSeen } from './machines.store.ts';

/** How exact the registry is about when it last heard of a machine. */
const exactnessMs = 60_000;
const flushMs = 5000;

export interface LastSeen {
  readonly note: (topic: string) => void;
  readonly stop: () => Promise<void>;
}

/** Remembers who spoke, and tells the database about many at once. */
export function createLastSeen(options: {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: BrokerLog;
}): LastSeen {
  const { db, now, log } = options;
  const told = new Map<number, number>();
  const waiting = new Set<number>();
  let running = Promise.resolve();

  const flush = () => {
    if (waiting.size === 0) return;
    const ids = [...waiting];
    waiting.clear();
    running = running.then(() =>
      markSeen(db, ids, now()).catch((error: unknown) => {
        log.warn({ err: error }, 'could not note when machines were seen');
      }),
    );
  };
  const timer = setInterval(flush, flushMs);
  return {
    note(topic) {
      const machineId = parseMachineTopic(topic)?.machineId;
      const at = now().getTime();
      if (machineId === undefined || at - (told.get(machineId) ?? 0) < exactnessMs) return;
      told.set(machineId, at);
      waiting.add(machineId);
    },
    async stop() {
      clearInterval(timer);
      flush();
      await running;
    },
  };
}
