import type { LiveMessage, MemberLiveMessage } from '@tanren/contract/machines/machine-messages';
import type { SafeStorage } from '#lib/browser-storage.ts';
import { isBoutMessage, parseLiveMessage } from '#lib/realtime/realtime-messages.ts';

type Of<T extends MemberLiveMessage['type']> = Extract<MemberLiveMessage, { type: T }>;
export type StoredMessage = Of<'workout-stored'>;
type RejectedMessage = Of<'workout-rejected'>;
type UnlinkedMessage = Of<'unlinked'>;
type Measured = Of<'measured'>;

/** State of the link that the page follows. */
export interface LiveState {
  readonly connectionId: string | null;
  /** Newest message of the bout. Each message contains the whole bout. */
  readonly bout: LiveMessage | null;
  /** Newest measures of a set. `null` while the machine has sent none. */
  readonly measured: Measured | null;
  /** End of the last set by the machine's clock. `null` from the first rep of the next set on. */
  readonly restSince: string | null;
  /**
   * Server time in milliseconds at which the member has chosen to end the rest. `null` for the rest
   * of the plan.
   */
  readonly restEnd: number | null;
  /** Time of the last rep. */
  readonly activeAt: string | null;
  readonly stored: StoredMessage | null;
  /** Whether the member has seen the stored bout, which is celebrated once. */
  readonly celebrated: boolean;
  readonly rejected: RejectedMessage | null;
  readonly unlinked: UnlinkedMessage | null;
}

export const emptyLiveState: LiveState = {
  connectionId: null,
  bout: null,
  measured: null,
  restSince: null,
  restEnd: null,
  activeAt: null,
  stored: null,
  celebrated: false,
  rejected: null,
  unlinked: null,
};

/** Returns the state for a new link, which starts empty except for the result of the last link. */
export function startLink(state: LiveState, connectionId: string): LiveState {
  if (state.connectionId === connectionId) return state;
  const { stored, celebrated, rejected } = state;
  return { ...emptyLiveState, connectionId, stored, celebrated, rejected };
}

/** Returns the number of sets with at least one rep. A set without reps may still be dropped. */
function countLiftedSets({ sets }: LiveMessage): number {
  return sets.filter(({ reps }) => reps > 0).length;
}

function findRestStart(state: LiveState, message: LiveMessage): string | null {
  // A set that is started and ended without a rep does not restart the rest.
  const isSameRest =
    state.restSince !== null &&
    state.bout?.workoutUuid === message.workoutUuid &&
    countLiftedSets(state.bout) === countLiftedSets(message);
  if (isSameRest) return state.restSince;
  if (message.lifting || message.sets.length === 0) return null;
  if (message.type === 'set-ended') return message.at;
  // The message about the end of the set was lost, so the time of this message is used.
  if (state.bout?.lifting === true || state.bout?.sets.length !== message.sets.length) {
    return state.bout === null ? null : message.at;
  }
  return state.restSince;
}

function applyBout(state: LiveState, message: LiveMessage): LiveState {
  if (message.connectionId !== state.connectionId) return state;
  if (state.bout !== null && message.seq <= state.bout.seq) return state;
  const restSince = findRestStart(state, message);
  const next = {
    ...state,
    bout: message,
    restSince,
    restEnd: restSince === state.restSince ? state.restEnd : null,
    activeAt: message.type === 'state' ? state.activeAt : message.at,
  };
  // The next bout has begun, so notices about the last bout and the last link are removed.
  return message.type === 'set-started'
    ? { ...next, stored: null, celebrated: false, rejected: null, unlinked: null }
    : next;
}

/** Messages of a set may arrive out of order. The one with the most reps is the newest. */
function applyMeasured(state: LiveState, message: Measured): LiveState {
  const { connectionId, measured } = state;
  if (message.connectionId !== connectionId) return state;
  const isSameBout = measured?.workoutUuid === message.workoutUuid;
  const isOlder =
    isSameBout &&
    (message.set < measured.set ||
      (message.set === measured.set && message.reps.length < measured.reps.length));
  return isOlder ? state : { ...state, measured: message };
}

/** Returns the measures of the last set of the bout. Empty when there are none. */
export function listMeasures({ bout, measured }: LiveState): Measured['reps'] {
  const isCurrent =
    bout !== null &&
    bout.workoutUuid === measured?.workoutUuid &&
    bout.sets.length === measured.set;
  return isCurrent ? measured.reps : [];
}

export function applyMessage(state: LiveState, message: MemberLiveMessage): LiveState {
  if (isBoutMessage(message)) return applyBout(state, message);
  switch (message.type) {
    case 'measured':
      return applyMeasured(state, message);
    case 'workout-stored':
      if (state.stored?.workoutUuid === message.workoutUuid) return state;
      return { ...state, stored: message, celebrated: false, rejected: null };
    case 'workout-rejected':
      return { ...state, rejected: message };
    case 'unlinked':
      if (message.connectionId !== state.connectionId) return state;
      return {
        ...state,
        bout: null,
        measured: null,
        restSince: null,
        restEnd: null,
        unlinked: message,
      };
    default:
      return state;
  }
}

/** Returns whether the member has lifted something that is not stored yet. */
export function hasRunningBout({ bout, stored }: LiveState): boolean {
  return (
    bout !== null &&
    bout.workoutUuid !== stored?.workoutUuid &&
    bout.sets.some(({ reps }) => reps > 0)
  );
}

/**
 * Key in the tab's session storage, so that a reload continues with the same state. Signing out
 * clears it.
 */
const key = 'tanren_live';

/** Stores the state. If that fails, a reloaded page waits for the next message. */
export function storeLiveState(storage: SafeStorage, sub: string, state: LiveState): void {
  storage.saveJson(key, { sub, state });
}

export function removeStoredLiveState(storage: SafeStorage): void {
  storage.remove(key);
}

/** Returns the stored state if it belongs to the same member and can still be parsed. */
export function readStoredLiveState(storage: SafeStorage, sub: string): LiveState {
  const saved = storage.readJson(key) as {
    readonly sub: string;
    readonly state: LiveState | null;
  } | null;
  if (saved?.sub !== sub || !saved.state) return emptyLiveState;
  const { state } = saved;
  const parts = [state.bout, state.measured ?? null, state.stored, state.rejected, state.unlinked];
  const readable = parts.every(
    (part) => part === null || parseLiveMessage(JSON.stringify(part)) !== null,
  );
  return readable ? { ...emptyLiveState, ...state } : emptyLiveState;
}
