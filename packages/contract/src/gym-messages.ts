import { largestVisitKey } from '@tanren/domain/door-codes';
import { doorDigitCounts } from '@tanren/domain/door-guesses';
import * as Type from 'typebox';
import { closedObject } from './endpoint.ts';

/*
 * Where a gym's lock, the server and the desk talk: everything below `tanren/gyms/{id}` belongs to
 * one gym. The lock opens the door by itself, also without a network; what it says here is who came.
 */
const gymChannels = ['door', 'door/acks', 'board'] as const;
type GymChannel = (typeof gymChannels)[number];

export function gymTopic(gymId: number, channel: GymChannel): string {
  return `tanren/gyms/${gymId}/${channel}`;
}

/** What the server subscribes to, for all locks at once. */
export const allDoorsTopic = 'tanren/gyms/+/door';

/** null for anything that is not exactly the topic of a lock. */
export function parseDoorTopic(topic: string): number | null {
  const match = /^tanren\/gyms\/([1-9]\d{0,8})\/door$/.exec(topic);
  return match === null ? null : Number(match[1]);
}

const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});
const Instant = Type.String({ format: 'date-time', maxLength: 40 });

/** `…/door`, QoS 1: the lock stores it in its journal until the ack. */
export const DoorEntryMessage = closedObject({
  type: Type.Literal('entry'),
  entryUuid: Uuid,
  /** When the door opened. */
  at: Instant,
  /** What the code can name; more than one only where the digits are the same by chance. */
  visits: Type.Array(
    closedObject({
      visitKey: Type.Integer({ minimum: 1, maximum: largestVisitKey }),
      /** The minute of the code, counted from 1970 on. */
      step: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
export type DoorEntryMessage = Type.Static<typeof DoorEntryMessage>;

/** `…/door`, QoS 1: the lock is there; the answer is what it has to know of its gym. */
export const DoorOnlineMessage = closedObject({ type: Type.Literal('online') });
export type DoorOnlineMessage = Type.Static<typeof DoorOnlineMessage>;

export const DoorMessage = Type.Union([DoorEntryMessage, DoorOnlineMessage]);
export type DoorMessage = Type.Static<typeof DoorMessage>;

const Seat = Type.Integer({ minimum: 1, maximum: 1000 });

/**
 * What the lock opens for. It is a message of its own because locks of before understand the
 * settings only as they were.
 */
export const DoorOpeningsMessage = closedObject({
  type: Type.Literal('openings'),
  digits: Type.Enum([...doorDigitCounts]),
  /** Slots of the same length one after the other. Outside them no code opens the door. */
  series: Type.Array(
    closedObject({
      from: Instant,
      slotMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
      slots: Type.Integer({ minimum: 1, maximum: 2880 }),
    }),
    { maxItems: 1000 },
  ),
  /** From then on the lock takes the codes of any slot, as if it had heard nothing. */
  knownUntil: Instant,
  /** Visits whose codes were handed out and that are not allowed any more. */
  endedVisits: Type.Array(closedObject({ startsAt: Instant, endsAt: Instant, seat: Seat }), {
    maxItems: 1000,
  }),
});
export type DoorOpeningsMessage = Type.Static<typeof DoorOpeningsMessage>;

/** `…/door/acks`, QoS 1. */
export const DoorAckMessage = Type.Union([
  closedObject({
    type: Type.Literal('entry'),
    entryUuid: Uuid,
    /**
     * `unknown`: nobody has reserved what the code names, or the entry is dated into the future or
     * too far into the past. It is not sent again.
     */
    result: Type.Enum(['stored', 'duplicate', 'unknown']),
  }),
  closedObject({
    type: Type.Literal('settings'),
    /** The highest number of a seat that somebody may come for. */
    seats: Seat,
  }),
  DoorOpeningsMessage,
]);
export type DoorAckMessage = Type.Static<typeof DoorAckMessage>;

/** `…/board`, QoS 0: something on today's board is different; the page reads it anew. */
export const BoardMessage = closedObject({ type: Type.Literal('changed') });
export type BoardMessage = Type.Static<typeof BoardMessage>;
