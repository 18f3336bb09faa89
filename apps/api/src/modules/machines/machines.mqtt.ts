import { type CommandMessage, StatusMessage } from '@tanren/contract/machine-messages';
import { allMachinesTopic, machineTopic, parseMachineTopic } from '@tanren/contract/machine-topics';
import type { Database } from '#db/database.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import type { EndSubscription, MessageBus } from '#mqtt/message-bus.ts';
import { createMessageReader } from '#mqtt/read-message.ts';
import { markOffline, markOnline } from './machines.store.ts';

export interface MachineMessagesOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: BrokerLog;
  /** Whom the machine is linked with, as the command that says so. */
  readonly describeLink: (machineId: number) => Promise<CommandMessage>;
}

const readStatus = createMessageReader(StatusMessage);

/**
 * Keeps the registry's word on who is there, and tells a machine that came (back) its present
 * link: whatever it missed meanwhile, it knows then.
 */
export async function takeMachineStatus(
  bus: MessageBus,
  options: MachineMessagesOptions,
): Promise<EndSubscription> {
  const { db, now, log, describeLink } = options;

  const handle = async (machineId: number, status: StatusMessage) => {
    if (status.state === 'offline') {
      await markOffline(db, machineId, now());
      return;
    }
    await markOnline(db, machineId, now(), status.firmware);
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
