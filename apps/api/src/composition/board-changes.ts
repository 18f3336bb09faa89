import { type BoardMessage, gymTopic } from '@tanren/contract/booking/gym-messages';
import { inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { runAfterCommit } from '#db/held-transaction.ts';
import { machines } from '#db/schema/machines.ts';
import {
  createLinkNotifications,
  endLinksOfSignedOut,
  type LinkNotificationParts,
  type LinkNotifications,
} from '#modules/machines/link-notifications.ts';
import { createThrottledLog } from '#mqtt/broker-log.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';

/** Tells the boards of a gym that something on them is different. */
export interface BoardChanges {
  /** After the commit. */
  readonly changed: (gymId: number) => void;
  /** Within a transaction that is about to be committed: it is told a moment later. */
  readonly changing: (gymId: number) => void;
}

/** A board reads everything anew, so more often than this it is not told. */
const shortestPauseMs = 1000;

const boardsOf = new WeakMap<MessageBus, BoardChanges>();

/**
 * One for each bus, because the pause is for all that this node tells. It is best effort: a board
 * that missed something reads it with the next change, or by its own clock.
 */
export function findBoardChanges(bus: MessageBus, log: FastifyBaseLogger): BoardChanges {
  const known = boardsOf.get(bus) ?? createBoardChanges(bus, log);
  boardsOf.set(bus, known);
  return known;
}

function createBoardChanges(bus: MessageBus, log: FastifyBaseLogger): BoardChanges {
  const failures = createThrottledLog(log, 'boards could not be told of a change');
  /** The gyms that were told a moment ago, and whether something has changed since. */
  const pausing = new Map<number, boolean>();

  const tell = (gymId: number): void => {
    const message: BoardMessage = { type: 'changed' };
    bus
      .publish(gymTopic(gymId, 'board'), message, { qos: 0 })
      .catch((error: unknown) => failures.count({ err: error }));
  };
  const pause = (gymId: number, isChanged: boolean): void => {
    pausing.set(gymId, isChanged);
    setTimeout(() => {
      const isDue = pausing.get(gymId) === true;
      pausing.delete(gymId);
      if (!isDue) return;
      tell(gymId);
      pause(gymId, false);
    }, shortestPauseMs).unref();
  };
  return {
    changed(gymId) {
      void runAfterCommit(() => {
        if (pausing.has(gymId)) {
          pausing.set(gymId, true);
          return;
        }
        tell(gymId);
        pause(gymId, false);
      });
    },
    changing(gymId) {
      if (pausing.has(gymId)) pausing.set(gymId, true);
      else pause(gymId, true);
    },
  };
}

/** What cancels reservations in a transaction; the boards of their gyms are told of it. */
export function tellBoards<A extends unknown[], R extends { readonly gymId: number }>(
  boards: BoardChanges,
  cancel: (...request: A) => Promise<R[]>,
): (...request: A) => Promise<R[]> {
  return async (...request) => {
    const cancelled = await cancel(...request);
    for (const { gymId } of cancelled) boards.changing(gymId);
    return cancelled;
  };
}

/** Who is on a machine is on the board, too. */
export function openLinkNotifications(
  parts: LinkNotificationParts,
  boards: BoardChanges = findBoardChanges(parts.bus, parts.log),
): LinkNotifications {
  const notifications = createLinkNotifications(parts);
  const tellGyms = async (machineIds: readonly number[]): Promise<void> => {
    if (machineIds.length === 0) return;
    try {
      const gyms = await parts.db
        .selectDistinct({ gymId: machines.gymId })
        .from(machines)
        .where(inArray(machines.id, [...machineIds]));
      for (const { gymId } of gyms) boards.changed(gymId);
    } catch (error) {
      parts.log.warn({ err: error }, 'boards could not be told of a link');
    }
  };
  return {
    linked: async (current, ended) =>
      await runAfterCommit(async () => {
        await notifications.linked(current, ended);
        await tellGyms([current.machine.id, ...ended.map(({ machineId }) => machineId)]);
      }),
    ended: async (ended) =>
      await runAfterCommit(async () => {
        await notifications.ended(ended);
        await tellGyms(ended.map(({ machineId }) => machineId));
      }),
    replanned: async (sub) => await runAfterCommit(async () => await notifications.replanned(sub)),
  };
}

/** For the user pool: what follows when a member is signed out everywhere. */
export function followSignOuts(parts: LinkNotificationParts): (sub: string) => Promise<void> {
  return endLinksOfSignedOut(parts, openLinkNotifications(parts));
}
