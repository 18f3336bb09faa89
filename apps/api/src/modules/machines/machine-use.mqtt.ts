import {
  allMachinesTopic,
  parseMachineTopic,
  UseMessage,
} from '@tanren/contract/machines/machine-messages';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import { createThrottledLog } from '#log/throttled-log.ts';
import type { BusMessage, EndSubscription, MessageBus } from '#mqtt/message-bus.ts';
import { createMachineReader } from '#mqtt/read-message.ts';
import { storeUse } from './machines.store.ts';

interface MachineUseParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /** Called when a machine of the gym has become used or free. */
  readonly onChanged?: (gymId: number) => void;
}

const readUse = createMachineReader(UseMessage);
/** Maximum number of messages that wait for the database. A machine repeats what was dropped. */
const maxWaiting = 500;

/** Records which machines are used without a link. */
export async function takeMachineUse(
  bus: MessageBus,
  { db, now, log, onChanged = () => undefined }: MachineUseParts,
): Promise<EndSubscription> {
  const dropped = createThrottledLog(log, 'use of machines dropped');
  let waiting = 0;
  let last = Promise.resolve();

  const handle = async ({ topic, payload }: BusMessage): Promise<void> => {
    const machineId = parseMachineTopic(topic)?.machineId;
    const use = readUse(payload);
    if (machineId === undefined || !use.ok) {
      dropped.count({ topic, reason: use.ok ? 'topic' : use.reason });
      return;
    }
    const gymId = await storeUse(db, machineId, use.message.inUse, now());
    if (gymId !== null) onChanged(gymId);
  };

  // The broker does not wait for the database, because the next message of the machine may be its
  // workout. One after the other, so that the end of a bout comes after its start.
  const end = await bus.subscribeShared(allMachinesTopic('use'), 0, (message) => {
    if (waiting >= maxWaiting) {
      dropped.count({ topic: message.topic, reason: 'too many at once' });
      return;
    }
    waiting += 1;
    last = last
      .then(() => handle(message))
      .catch((error: unknown) => dropped.count({ topic: message.topic, err: error }))
      .finally(() => {
        waiting -= 1;
      });
  });
  return async () => {
    await end();
    await last;
  };
}
