import { type BoardMessage, gymTopic } from '@tanren/contract/booking/gym-messages';
import type { FastifyBaseLogger } from 'fastify';
import { createThrottledLog } from '#log/throttled-log.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { createPausedChanges, type PausedChanges } from '#mqtt/paused-changes.ts';

/** Announces to the boards of a gym that they have to be read again. */
export type BoardChanges = PausedChanges;

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
  return createPausedChanges((gymId) => {
    const message: BoardMessage = { type: 'changed' };
    bus
      .publish(gymTopic(gymId, 'board'), message, { qos: 0 })
      .catch((error: unknown) => failures.count({ err: error }));
  }, shortestPauseMs);
}
