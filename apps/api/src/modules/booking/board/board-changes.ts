import { type BoardMessage, gymTopic } from '@tanren/contract/booking/gym-messages';
import type { FastifyBaseLogger } from 'fastify';
import { runAfterCommit } from '#db/held-transaction.ts';
import { createThrottledLog } from '#log/throttled-log.ts';
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

  const publish = (gymId: number): void => {
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
      publish(gymId);
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
        publish(gymId);
        pause(gymId, false);
      });
    },
    changing(gymId) {
      if (pausing.has(gymId)) pausing.set(gymId, true);
      else pause(gymId, true);
    },
  };
}
