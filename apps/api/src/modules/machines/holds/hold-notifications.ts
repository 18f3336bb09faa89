import { type CommandMessage, machineTopic } from '@tanren/contract/machines/machine-messages';
import { findHoldInitial } from '@tanren/domain/machines/machine-holds';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import type { MachineHoldRow } from '#db/schema/machines.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { findNickname } from '#modules/machines/link-notifications.ts';
import { type IsMachineDue, releaseUndueHold } from './machine-holds.service.ts';

interface HoldNotificationParts {
  readonly db: Database;
  readonly bus: MessageBus;
  readonly log: FastifyBaseLogger;
  /** Called with the machines that have become held or free. */
  readonly onChanged: (machineIds: readonly number[]) => Promise<void>;
}

/**
 * Shows holds on the screens of machines after the commit. The call succeeds even if this fails,
 * because a hold ends on the screen by its time.
 */
export function createHoldNotifications({ db, bus, log, onChanged }: HoldNotificationParts) {
  const publish = async (machineId: number, command: CommandMessage): Promise<void> =>
    await bus.publish(machineTopic(machineId, 'commands'), command, { qos: 1 });
  const orLog = async (send: () => Promise<void>): Promise<void> => {
    try {
      await send();
    } catch (error) {
      log.warn({ err: error }, 'a machine could not be told about its hold');
    }
  };
  const sendReleased = async (machineId: number | null) => {
    if (machineId === null) return;
    await publish(machineId, { type: 'released' });
    await onChanged([machineId]);
  };

  return {
    held: async ({ machineId, sub, untilAt }: MachineHoldRow) =>
      await orLog(async () => {
        const initial = findHoldInitial(await findNickname(db, sub));
        await publish(machineId, { type: 'held', initial, until: untilAt.toISOString() });
        await onChanged([machineId]);
      }),
    /** Takes `null` when no machine was held. */
    released: async (machineId: number | null) => await orLog(() => sendReleased(machineId)),
    /** Releases the member's hold when the run no longer needs the machine. */
    replanned: async (sub: string, isDue: IsMachineDue, now: Date) =>
      await orLog(async () => await sendReleased(await releaseUndueHold(db, isDue, sub, now))),
  };
}
export type HoldNotifications = ReturnType<typeof createHoldNotifications>;
