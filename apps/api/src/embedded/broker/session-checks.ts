import { type ClientIdentity, isListener } from '#mqtt/access-rules.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import { repeatTask } from '#tasks/repeat-task.ts';
import type { Broker } from './broker.ts';

interface MachineWatch {
  readonly log: BrokerLog;
  /** Maximum time that a machine stays connected after it was retired or got a new secret. */
  readonly recheckMs?: number;
  readonly markOffline: (machineId: number) => Promise<void>;
  /** Returns the current secret hashes of the machines that are still in use. */
  readonly findValidSecrets: FindValidSecrets;
  /** Returns the current secret hashes of the door locks. */
  readonly findValidDoorSecrets: FindValidSecrets;
}

type FindValidSecrets = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/**
 * Marks machines offline when they disconnect. Disconnects machines that were retired or got a new
 * secret, and locks that got a new one. Returns a function that ends it.
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

/** Maximum number of sign-ins in one query. Ten thousand at once would delay every rep. */
const maxCheckedAtOnce = 500;

/** Returns those of the sign-ins that have not ended. */
export type FindLiveSignIns = (signIns: readonly string[]) => Promise<ReadonlySet<string>>;

interface MemberWatch {
  readonly log: BrokerLog;
  /** Maximum time that a live page stays connected after its sign-in has ended. */
  readonly recheckMs: number;
  readonly findLiveSignIns: FindLiveSignIns;
}

/**
 * Disconnects pages whose sign-in has ended, on whichever node and for whichever reason. Every node
 * polls for its own members, because a notification could get lost and a sign-in ends in many ways.
 * Returns a function that ends it.
 */
export function watchMembers(
  broker: Pick<Broker, 'listSessions'>,
  { log, recheckMs, findLiveSignIns }: MemberWatch,
): () => Promise<void> {
  const recheck = async () => {
    const present = broker
      .listSessions()
      .filter(({ identity, grant }) => isListener(identity) && grant !== '');
    for (let at = 0; at < present.length; at += maxCheckedAtOnce) {
      const piece = present.slice(at, at + maxCheckedAtOnce);
      const live = await findLiveSignIns([...new Set(piece.map(({ grant }) => grant))]);
      for (const { grant, connection } of piece) {
        if (!live.has(grant)) connection.stream.destroy();
      }
    }
  };
  return repeatTask({ name: 'end live pages', everyMs: recheckMs, run: recheck }, log);
}
