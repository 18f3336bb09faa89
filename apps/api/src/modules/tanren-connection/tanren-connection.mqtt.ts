import { type CommandMessage, LiveMessage } from '@tanren/contract/machine-messages';
import {
  allMachinesTopic,
  machineTopic,
  memberLiveTopic,
  parseMachineTopic,
} from '@tanren/contract/machine-topics';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import type { BusMessage, MessageBus } from '#mqtt/message-bus.ts';
import { createMessageReader } from '#mqtt/read-message.ts';
import { noteLive } from './last-live.ts';
import { createLiveLinks, type LiveLink } from './live-links.ts';
import { createLinkTouches } from './link-touches.ts';
import { createSparingLog } from '#mqtt/sparing-log.ts';

export interface LiveRelayParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

const readLive = createMessageReader(LiveMessage);
/** Live messages that wait for the database; when it is away, the newest state says it all. */
const mostWaiting = 500;
/** How often a machine is told that the link it speaks of is over. */
const correctEveryMs = 5000;

/** Passes what a machine says on to the member it is linked with, and to nobody else. */
export async function relayLiveMessages(
  bus: MessageBus,
  { db, now, log }: LiveRelayParts,
): Promise<() => Promise<void>> {
  const findLiveLink = createLiveLinks(db);
  const touch = createLinkTouches(db);
  const dropped = createSparingLog(log, 'live messages dropped');
  const corrections = new Map<number, number>();
  const waiting = new Set<Promise<void>>();

  const correct = async (machineId: number, connectionId: string, link: LiveLink) => {
    const last = corrections.get(machineId) ?? 0;
    if (link.open || now().getTime() - last < correctEveryMs) return;
    corrections.set(machineId, now().getTime());
    const command: CommandMessage = { type: 'unlinked', connectionId, reason: link.reason };
    await bus.publish(machineTopic(machineId, 'commands'), command, { qos: 1 });
  };

  const relay = async ({ topic, payload }: BusMessage): Promise<void> => {
    const machineId = parseMachineTopic(topic)?.machineId;
    const read = readLive(payload);
    if (machineId === undefined || !read.ok) {
      dropped.count({ topic, reason: read.ok ? 'topic' : read.reason });
      return;
    }
    const { message } = read;
    const link = await findLiveLink(message.connectionId, now());
    if (!link.open) {
      await correct(machineId, message.connectionId, link);
      return;
    }
    if (link.machineId !== machineId) {
      dropped.count({ topic, reason: 'link of another machine' });
      return;
    }
    noteLive(message);
    await bus.publish(memberLiveTopic(link.sub), message, { qos: 0 });
    await touch(message.connectionId, message.type, now());
  };

  const endSubscription = await bus.subscribeShared(allMachinesTopic('live'), 0, (message) => {
    if (waiting.size >= mostWaiting) {
      dropped.count({ topic: message.topic, reason: 'too many at once' });
      return;
    }
    const done = relay(message)
      .catch((error: unknown) => dropped.count({ topic: message.topic, err: error }))
      .finally(() => waiting.delete(done));
    waiting.add(done);
  });
  return async () => {
    await endSubscription();
    await Promise.all(waiting);
  };
}
