import { type BoardMessage, gymTopic } from '@tanren/contract/booking/gym-messages';
import type { FastifyBaseLogger } from 'fastify';
import { createThrottledLog } from '#log/throttled-log.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';

/** Announces to the boards of a gym that they have to be read again. */
export interface BoardChanges {
  /** Called after the commit of a change. */
  readonly changed: (gymId: number) => void;
  /** Called within a transaction. It announces the change a moment later, after the commit. */
  readonly changing: (gymId: number) => void;
}

/** Minimum time between two announcements, because a board then reads everything again. */
const shortestPauseMs = 1000;

const boardsOf = new WeakMap<MessageBus, BoardChanges>();

/**
 * Returns the announcements of a bus. There is one per bus, so that the minimum time applies to the
 * whole node. An announcement may be lost: the board reads again at the next one, or by a timer.
 */
export function findBoardChanges(bus: MessageBus, log: FastifyBaseLogger): BoardChanges {
  const known = boardsOf.get(bus) ?? createBoardChanges(bus, log);
  boardsOf.set(bus, known);
  return known;
}

function createBoardChanges(bus: MessageBus, log: FastifyBaseLogger): BoardChanges {
  const failures = createThrottledLog(log, 'boards could not be told of a change');
  /** Gyms with a recent announcement, and whether they have changed since. */
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
      if (pausing.has(gymId)) {
        pausing.set(gymId, true);
        return;
      }
      publish(gymId);
      pause(gymId, false);
    },
    changing(gymId) {
      if (pausing.has(gymId)) pausing.set(gymId, true);
      else pause(gymId, true);
    },
  };
}
