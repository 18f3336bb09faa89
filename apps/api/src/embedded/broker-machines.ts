import type { BrokerLog } from '#mqtt/broker-log.ts';
import type { BrokerSession } from './broker-session.ts';
import type { Broker } from './broker.ts';

export interface MachineWatch {
  readonly log: BrokerLog;
  /** How long a machine may stay after it was retired or its secret renewed. */
  readonly recheckMs?: number;
  readonly markOffline: (machineId: number) => Promise<void>;
  /** What each machine that is still in use has to sign in with. */
  readonly findValidSecrets: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/** Notes when machines leave, and shows those out that may not stay. The answer ends it. */
export function watchMachines(
  broker: Pick<Broker, 'watch' | 'listSessions'>,
  { log, recheckMs = 15_000, markOffline, findValidSecrets }: MachineWatch,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const run = (work: Promise<void>) => {
    const done = work
      .catch((error: unknown) => log.warn({ err: error }, 'could not look after machines'))
      .finally(() => running.delete(done));
    running.add(done);
  };

  broker.watch({
    onSignedOut({ identity }) {
      if (identity?.kind === 'machine') run(markOffline(identity.machineId));
    },
  });

  const recheck = async () => {
    const present = broker.listSessions().flatMap(withMachineId);
    if (present.length === 0) return;
    const valid = await findValidSecrets(present.map(({ machineId }) => machineId));
    for (const { machineId, session } of present) {
      if (valid.get(machineId) === session.grant) continue;
      log.warn({ machineId }, 'mqtt session ended: the machine may no longer sign in with it');
      session.connection.stream.destroy();
    }
  };
  const timer = setInterval(() => run(recheck()), recheckMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}

function withMachineId(session: BrokerSession) {
  const { identity } = session;
  return identity?.kind === 'machine' ? [{ machineId: identity.machineId, session }] : [];
}
