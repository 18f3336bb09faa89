import type { CommandMessage, MemberLiveMessage } from '@tanren/contract/machine-messages';
import { machineTopic, memberLiveTopic } from '@tanren/contract/machine-topics';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { describeLinked, type FindNextLoad } from './describe-link.ts';
import type { LinkOutcome } from './tanren-connection.service.ts';
import { type EndedLink, findLink, type MemberLink } from './tanren-connection.store.ts';

export interface LinkNewsParts {
  readonly db: Database;
  readonly bus: MessageBus;
  readonly findNextLoad: FindNextLoad;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/**
 * Tells machines and members what became of their links, after it is committed. Failing to
 * is no failure of the call: a machine asks again when it comes back, and is put right when
 * it speaks of a link that is over.
 */
export function createLinkNews({ db, bus, findNextLoad, now, log }: LinkNewsParts) {
  const tell = async ({ ended, current }: LinkOutcome): Promise<void> => {
    try {
      await tellEnded(bus, ended);
      if (current === null) return;
      const command = await describeLinked(db, findNextLoad, current, now());
      // It may have ended meanwhile, and the machine been told so: the later word must stand.
      if ((await findLink(db, current.link.id))?.endedAt !== null) return;
      await bus.publish(machineTopic(current.machine.id, 'commands'), command, { qos: 1 });
    } catch (error) {
      log.warn({ err: error }, 'a machine could not be told about its link');
    }
  };
  return {
    linked: async (current: MemberLink, ended: readonly EndedLink[]) =>
      await tell({ current, ended }),
    ended: async (ended: readonly EndedLink[]) => await tell({ current: null, ended }),
  };
}
export type LinkNews = ReturnType<typeof createLinkNews>;

async function tellEnded(bus: MessageBus, ended: readonly EndedLink[]): Promise<void> {
  for (const { connectionId, machineId, sub, reason } of ended) {
    const command: CommandMessage = { type: 'unlinked', connectionId, reason };
    const live: MemberLiveMessage = { type: 'unlinked', connectionId, reason };
    await bus.publish(machineTopic(machineId, 'commands'), command, { qos: 1 });
    await bus.publish(memberLiveTopic(sub), live, { qos: 1 });
  }
}
