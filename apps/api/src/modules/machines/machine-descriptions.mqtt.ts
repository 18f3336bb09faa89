import { DescriptionMessage, measureNames } from '@tanren/contract/machines/machine-description';
import {
  allMachinesTopic,
  type CommandMessage,
  machineTopic,
  parseMachineTopic,
} from '@tanren/contract/machines/machine-messages';
import type { Database } from '#db/database.ts';
import type { BrokerLog } from '#mqtt/broker-log.ts';
import type { EndSubscription, MessageBus } from '#mqtt/message-bus.ts';
import { createMachineReader } from '#mqtt/read-message.ts';
import { storeDescription } from './machines.store.ts';

const readDescription = createMachineReader(DescriptionMessage);
/** Maximum length of the explanation of a rejected description, as in the contract. */
const maxDetail = 200;

interface DescriptionParts {
  readonly db: Database;
  readonly log: BrokerLog;
}

/** Stores what machines say they are, and tells each machine what is wrong with its description. */
export async function takeMachineDescriptions(
  bus: MessageBus,
  { db, log }: DescriptionParts,
): Promise<EndSubscription> {
  const answer = async (machineId: number, payload: Buffer): Promise<CommandMessage> => {
    const read = readDescription(payload);
    if (!read.ok) {
      const detail = `${read.reason} ${read.detail}`.trim().slice(0, maxDetail);
      log.warn({ machineId, detail }, 'unreadable description of a machine');
      return { type: 'described', result: 'rejected', detail };
    }
    const measures = measureNames.filter((name) => read.message.measures.includes(name));
    await storeDescription(db, machineId, { ...read.message, measures });
    return { type: 'described', result: 'stored' };
  };

  return await bus.subscribeShared(allMachinesTopic('description'), 1, async (message) => {
    const machineId = parseMachineTopic(message.topic)?.machineId;
    if (machineId === undefined) return;
    try {
      const command = await answer(machineId, message.payload);
      await bus.publish(machineTopic(machineId, 'commands'), command, { qos: 1 });
    } catch (error) {
      log.error({ err: error, machineId }, 'could not store the description of a machine');
    }
  });
}
