import type { DoorAckMessage } from '@tanren/contract/booking/gym-messages';
import type { NamedVisit } from '@tanren/domain/booking/door-codes';

type EntryResult = Extract<DoorAckMessage, { type: 'entry' }>['result'];

/** Events of a lock, for displays. */
export type DoorEvent =
  | { readonly event: 'started'; readonly pending: readonly string[] }
  | { readonly event: 'connected' }
  | { readonly event: 'disconnected'; readonly reason: string }
  | { readonly event: 'refused'; readonly reason: string }
  /** The entry is stored in the journal and will be reported. */
  | {
      readonly event: 'opened';
      readonly entryUuid: string;
      readonly visits: readonly NamedVisit[];
    }
  | { readonly event: 'wrong-code'; readonly attemptsLeft: number }
  /** There were too many wrong codes. Until this time every code is rejected. */
  | { readonly event: 'paused'; readonly until: string }
  | { readonly event: 'seats'; readonly seats: number }
  | { readonly event: 'openings'; readonly digits: number; readonly endedVisits: number }
  | { readonly event: 'published'; readonly entryUuid: string; readonly attempt: number }
  | {
      readonly event: 'acked';
      readonly entryUuid: string;
      readonly result: EntryResult;
      readonly pending: number;
    }
  | { readonly event: 'damaged'; readonly file: string }
  | { readonly event: 'ignored'; readonly topic: string; readonly reason: string };

export type DoorListener = (event: DoorEvent) => void;

/** Describes an important event in one line. Returns `null` for other events. */
export function describeDoorEvent(event: DoorEvent, brokerUrl: string): string | null {
  switch (event.event) {
    case 'started':
      return event.pending.length === 0
        ? 'type a code'
        : `type a code; ${event.pending.length} entry(s) in the journal, to be sent`;
    case 'connected':
      return 'connected';
    case 'disconnected':
      return `no connection to ${brokerUrl} (${event.reason}); the door works without. Does the server run (npm start)?`;
    case 'refused':
      return `the broker refuses it (${event.reason}): is its secret the right one?`;
    case 'opened':
      return `open for visit ${event.visits.map(({ visitKey }) => visitKey).join(' or ')}`;
    case 'wrong-code':
      return `wrong code, ${event.attemptsLeft} more`;
    case 'paused':
      return `too many wrong codes: none is taken until ${event.until}`;
    case 'seats':
      return `the gym has ${event.seats} seats`;
    case 'openings':
      return `codes have ${event.digits} digits; ${event.endedVisits} visit(s) may not come any more`;
    case 'acked':
      return `entry ${event.entryUuid} ${event.result}`;
    case 'damaged':
      return `${event.file} could not be read and was set aside`;
    case 'ignored':
      return `a message on ${event.topic} was passed over (${event.reason})`;
    case 'published':
      return null;
  }
}
