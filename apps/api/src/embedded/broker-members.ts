import type { BrokerLog } from '#mqtt/broker-log.ts';
import { repeatTask } from '#repeat-task.ts';
import type { Broker } from './broker.ts';

/** Which of these sign-ins have not ended. */
export type FindLiveSignIns = (signIns: readonly string[]) => Promise<ReadonlySet<string>>;

export interface MemberWatch {
  readonly log: BrokerLog;
  /** How long a live page may stay after its sign-in has ended. */
  readonly recheckMs: number;
  readonly findLiveSignIns: FindLiveSignIns;
}

/**
 * Shows members out whose sign-in has ended, wherever and however that was. Every node asks for
 * its own: news of it could get lost, and there are many ways in which a sign-in ends. The answer
 * ends it.
 */
export function watchMembers(
  broker: Pick<Broker, 'listSessions'>,
  { log, recheckMs, findLiveSignIns }: MemberWatch,
): () => Promise<void> {
  const recheck = async () => {
    const present = broker
      .listSessions()
      .filter(({ identity, grant }) => identity?.kind === 'member' && grant !== '');
    if (present.length === 0) return;
    const live = await findLiveSignIns([...new Set(present.map(({ grant }) => grant))]);
    for (const { grant, connection } of present) {
      if (!live.has(grant)) connection.stream.destroy();
    }
  };
  return repeatTask({ name: 'end live pages', everyMs: recheckMs, run: recheck }, log);
}
