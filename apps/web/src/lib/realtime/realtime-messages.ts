import type { LiveMessage, MemberLiveMessage } from '@tanren/contract/machines/machine-messages';

/**
 * Checks of the message shapes, written by hand because the contract's validator would be larger
 * than the page. The server has validated every message; these checks only keep a broken or newer
 * one from breaking the page.
 */
type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

const liveTypes: readonly unknown[] = ['set-started', 'rep', 'set-ended', 'state'];

function isLive(fields: Fields): boolean {
  const { sets } = fields;
  return (
    (isText(fields['workoutUuid']) || fields['workoutUuid'] === null) &&
    isAmount(fields['seq']) &&
    !Number.isNaN(Date.parse(String(fields['at']))) &&
    isAmount(fields['loadKg']) &&
    typeof fields['lifting'] === 'boolean' &&
    Array.isArray(sets) &&
    sets.every((set) => isFields(set) && isAmount(set['loadKg']) && isAmount(set['reps'])) &&
    isAmount(fields['max']) &&
    isAmount(fields['tfo'])
  );
}

function isMeasured(fields: Fields): boolean {
  const { reps } = fields;
  const names = ['concentricMs', 'eccentricMs', 'rangeMm', 'meanVelocityMmPerS'];
  return (
    isText(fields['workoutUuid']) &&
    isAmount(fields['set']) &&
    Array.isArray(reps) &&
    reps.every(
      (rep) =>
        isFields(rep) && names.every((name) => rep[name] === undefined || isAmount(rep[name])),
    )
  );
}

function isStored(fields: Fields): boolean {
  return (
    isText(fields['workoutUuid']) &&
    isAmount(fields['workoutId']) &&
    isAmount(fields['workoutTypeId']) &&
    isAmount(fields['max']) &&
    isAmount(fields['tfo']) &&
    Array.isArray(fields['personalBests'])
  );
}

function isMemberLiveMessage(value: unknown): value is MemberLiveMessage {
  if (!isFields(value)) return false;
  if (value['type'] === 'machines-changed') return true;
  if (!isText(value['connectionId'])) return false;
  if (liveTypes.includes(value['type'])) return isLive(value);
  if (value['type'] === 'measured') return isMeasured(value);
  if (value['type'] === 'workout-stored') return isStored(value);
  if (value['type'] === 'workout-rejected') {
    return isText(value['workoutUuid']) && isText(value['reason']);
  }
  if (value['type'] === 'replanned') return true;
  return value['type'] === 'unlinked' && isText(value['reason']);
}

/** Returns `null` for a message that this page does not know. */
export function parseLiveMessage(text: string): MemberLiveMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMemberLiveMessage(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns whether the message describes the state of the exercise in progress. */
export function isBoutMessage(message: MemberLiveMessage): message is LiveMessage {
  return liveTypes.includes(message.type);
}

interface Inbox<T> {
  readonly put: (message: T) => void;
  /**
   * Attaches a receiver, which first gets the waiting messages. Only the newest receiver is active.
   */
  readonly attach: (receive: (message: T) => void) => () => void;
  readonly clear: () => void;
}

/**
 * Creates an inbox that keeps messages while there is no receiver. Beyond `size` messages it drops
 * the oldest.
 */
export function createInbox<T>(size: number): Inbox<T> {
  let waiting: T[] = [];
  let receiver: ((message: T) => void) | null = null;
  return {
    put(message) {
      if (receiver) {
        receiver(message);
        return;
      }
      waiting.push(message);
      if (waiting.length > size) waiting.shift();
    },
    attach(receive) {
      receiver = receive;
      const missed = waiting;
      waiting = [];
      for (const message of missed) receive(message);
      return () => {
        if (receiver === receive) receiver = null;
      };
    },
    clear() {
      waiting = [];
    },
  };
}
