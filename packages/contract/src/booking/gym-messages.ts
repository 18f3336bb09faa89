import { largestVisitKey } from '@tanren/domain/booking/door-codes';
import { doorDigitCounts } from '@tanren/domain/booking/door-guesses';
import * as Type from 'typebox';
import { closedObject } from '#endpoint.ts';

/*
 * Topics of a gym's lock, the server and the desk. Everything below `tanren/gyms/{id}` belongs to
 * one gym. The lock opens the door by itself, also without a network, and reports here who came.
 */
const gymChannels = ['door', 'door/acks', 'board'] as const;
type GymChannel = (typeof gymChannels)[number];

export function gymTopic(gymId: number, channel: GymChannel): string {
  return `tanren/gyms/${gymId}/${channel}`;
}

/** Topic that the server subscribes to, for all locks at once. */
export const allDoorsTopic = 'tanren/gyms/+/door';

/** Returns the gym id, or `null` for anything that is not exactly the topic of a lock. */
export function parseDoorTopic(topic: string): number | null {
  const match = /^tanren\/gyms\/([1-9]\d{0,8})\/door$/.exec(topic);
  return match === null ? null : Number(match[1]);
}

const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});
const Instant = Type.String({ format: 'date-time', maxLength: 40 });

/** Message on `…/door`, QoS 1. The lock stores it in its journal until the ack. */
export const DoorEntryMessage = closedObject({
  type: Type.Literal('entry'),
  entryUuid: Uuid,
  /** Time at which the door opened. */
  at: Instant,
  /**
   * Visits that the code can name. There is more than one only if their digits are equal by chance.
   */
  visits: Type.Array(
    closedObject({
      visitKey: Type.Integer({ minimum: 1, maximum: largestVisitKey }),
      /** Minute of the code, counted from 1970. */
      step: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
export type DoorEntryMessage = Type.Static<typeof DoorEntryMessage>;

/** Message on `…/door`, QoS 1: the lock is online. The server answers with the gym's settings. */
export const DoorOnlineMessage = closedObject({ type: Type.Literal('online') });
export type DoorOnlineMessage = Type.Static<typeof DoorOnlineMessage>;

export const DoorMessage = Type.Union([DoorEntryMessage, DoorOnlineMessage]);
export type DoorMessage = Type.Static<typeof DoorMessage>;

const Seat = Type.Integer({ minimum: 1, maximum: 1000 });

/**
 * Visits that the lock opens for. They have a message of their own because older locks accept only
 * the original settings message.
 */
export const DoorOpeningsMessage = closedObject({
  type: Type.Literal('openings'),
  digits: Type.Enum([...doorDigitCounts]),
  /** Consecutive slots of the same length. No code opens the door outside of them. */
  series: Type.Array(
    closedObject({
      from: Instant,
      slotMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
      slots: Type.Integer({ minimum: 1, maximum: 2880 }),
    }),
    { maxItems: 1000 },
  ),
  /** End of the time that the message covers. The lock then accepts the codes of any slot. */
  knownUntil: Instant,
  /** Visits whose codes were handed out but that are no longer allowed. */
  endedVisits: Type.Array(closedObject({ startsAt: Instant, endsAt: Instant, seat: Seat }), {
    maxItems: 1000,
  }),
});
export type DoorOpeningsMessage = Type.Static<typeof DoorOpeningsMessage>;

/** Message on `…/door/acks`, QoS 1. */
export const DoorAckMessage = Type.Union([
  closedObject({
    type: Type.Literal('entry'),
    entryUuid: Uuid,
    /**
     * `unknown`: there is no reservation for the code, or the entry is dated in the future or too
     * far in the past. The lock does not send it again.
     */
    result: Type.Enum(['stored', 'duplicate', 'unknown']),
  }),
  closedObject({
    type: Type.Literal('settings'),
    /** Highest seat number that can be reserved. */
    seats: Seat,
  }),
  DoorOpeningsMessage,
]);
export type DoorAckMessage = Type.Static<typeof DoorAckMessage>;

/** Message on `…/board`, QoS 0: today's board has changed, so the page reads it again. */
export const BoardMessage = closedObject({ type: Type.Literal('changed') });
export type BoardMessage = Type.Static<typeof BoardMessage>;
