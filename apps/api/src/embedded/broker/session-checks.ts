import { type ClientIdentity, isListener } from '#mqtt/access-rules.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { repeatTask } from '#repeat-task.ts';
import type { Broker } from './broker.ts';

interface MachineWatch {
  readonly log: BrokerLog;
  /** How long a machine may stay after it was retired or its secret renewed. */
  readonly recheckMs?: number;
  readonly markOffline: (machineId: number) => Promise<void>;
  /** What each machine that is still in use has to sign in with. */
  readonly findValidSecrets: FindValidSecrets;
  /** The same for the locks of gyms. */
  readonly findValidDoorSecrets: FindValidSecrets;
}

type FindValidSecrets = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/**
 * Marks machines offline when they disconnect, and disconnects those that were retired or got a new
 * secret, and locks that did. The returned function ends it.
 */
export function watchMachines(
  broker: Pick<Broker, 'watch' | 'listSessions'>,
  { log, recheckMs = 15_000, markOffline, findValidSecrets, findValidDoorSecrets }: MachineWatch,
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

  const recheck = async (kind: 'machine' | 'door', findValid: FindValidSecrets) => {
    const present = broker.listSessions().flatMap((session) => {
      const id = findNumber(session.identity, kind);
      return id === null ? [] : [{ id, session }];
    });
    if (present.length === 0) return;
    const valid = await findValid(present.map(({ id }) => id));
    for (const { id, session } of present) {
      if (valid.get(id) === session.grant) continue;
      log.warn({ kind, id }, 'mqtt session ended: one may no longer sign in with its secret');
      session.connection.stream.destroy();
    }
  };
  const timer = setInterval(() => {
    run(recheck('machine', findValidSecrets));
    run(recheck('door', findValidDoorSecrets));
  }, recheckMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}

function findNumber(identity: ClientIdentity | null, kind: 'machine' | 'door'): number | null {
  if (kind === 'machine') return identity?.kind === kind ? identity.machineId : null;
  return identity?.kind === kind ? identity.gymId : null;
}

/** Ten thousand in one turn would hold up every rep meanwhile. */
const askedAtOnce = 500;

/** Which of these sign-ins have not ended. */
export type FindLiveSignIns = (signIns: readonly string[]) => Promise<ReadonlySet<string>>;

interface MemberWatch {
  readonly log: BrokerLog;
  /** How long a live page may stay after its sign-in has ended. */
  readonly recheckMs: number;
  readonly findLiveSignIns: FindLiveSignIns;
}

/**
 * Disconnects pages whose sign-in has ended, wherever and however that was. Every node asks for
 * its own members: a notification could get lost, and a sign-in ends in many ways. The returned
 * function ends it.
 */
export function watchMembers(
  broker: Pick<Broker, 'listSessions'>,
  { log, recheckMs, findLiveSignIns }: MemberWatch,
): () => Promise<void> {
  const recheck = async () => {
    const present = broker
      .listSessions()
      .filter(({ identity, grant }) => isListener(identity) && grant !== '');
    for (let at = 0; at < present.length; at += askedAtOnce) {
      const piece = present.slice(at, at + askedAtOnce);
      const live = await findLiveSignIns([...new Set(piece.map(({ grant }) => grant))]);
      for (const { grant, connection } of piece) {
        if (!live.has(grant)) connection.stream.destroy();
      }
    }
  };
  return repeatTask({ name: 'end live pages', everyMs: recheckMs, run: recheck }, log);
}
