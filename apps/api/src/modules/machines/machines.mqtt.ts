import { protocolVersion } from '@tanren/contract/machines/machine-description';
import {
  allMachinesTopic,
  type CommandMessage,
  machineTopic,
  parseMachineTopic,
  StatusMessage,
} from '@tanren/contract/machines/machine-messages';
import type { Database } from '#db/database.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import type { EndSubscription, MessageBus } from '#mqtt/message-bus.ts';
import { createMachineReader } from '#mqtt/read-message.ts';
import { endSession, markOffline, markOnline, markSeen } from './machines.store.ts';

/** Precision of the time when a machine was last seen, in milliseconds. */
const exactnessMs = 60_000;
const flushMs = 5000;

interface LastSeen {
  readonly note: (machineId: number) => void;
  /** Records the machine of a message by its topic. */
  readonly recordTopic: (topic: string) => void;
  readonly stop: () => Promise<void>;
}

/** Collects the machines that sent a message, and writes them to the database in batches. */
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
  const note = (machineId: number) => {
    const at = now().getTime();
    if (at - (told.get(machineId) ?? 0) < exactnessMs) return;
    told.set(machineId, at);
    waiting.add(machineId);
  };
  const timer = setInterval(flush, flushMs);
  return {
    note,
    recordTopic(topic) {
      const machineId = parseMachineTopic(topic)?.machineId;
      if (machineId !== undefined) note(machineId);
    },
    async stop() {
      clearInterval(timer);
      flush();
      await running;
    },
  };
}

interface MachineMessagesOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: BrokerLog;
  /** Returns the command that describes the present link of a machine. */
  readonly describeLink: (machineId: number) => Promise<CommandMessage>;
}

const readStatus = createMachineReader(StatusMessage);

/**
 * Records which machines are connected. A machine that connects gets the server's version, and its
 * present link, so that it learns of changes that it missed.
 */
export async function takeMachineStatus(
  bus: MessageBus,
  options: MachineMessagesOptions,
): Promise<EndSubscription> {
  const { db, now, log, describeLink } = options;

  const handle = async (machineId: number, status: StatusMessage) => {
    const { state, firmware, session = null } = status;
    if (state === 'offline') {
      if (session === null) await markOffline(db, machineId, now(), 'without-session');
      else await endSession(db, machineId, session);
      return;
    }
    await markOnline(db, machineId, now(), { firmware, session });
    const welcome: CommandMessage = {
      type: 'welcome',
      protocol: protocolVersion,
      at: now().toISOString(),
    };
    await bus.publish(machineTopic(machineId, 'commands'), welcome, { qos: 1 });
    await bus.publish(machineTopic(machineId, 'commands'), await describeLink(machineId), {
      qos: 1,
    });
  };

  return await bus.subscribeShared(allMachinesTopic('status'), 1, async (message) => {
    const machineId = parseMachineTopic(message.topic)?.machineId;
    const status = readStatus(message.payload);
    if (machineId === undefined || !status.ok) {
      log.warn({ topic: message.topic, bytes: message.payload.length }, 'unreadable status');
      return;
    }
    await handle(machineId, status.message).catch((error: unknown) => {
      log.error({ err: error, machineId }, 'could not answer the status of a machine');
    });
  });
}
