import type { LiveMessage, MemberLiveMessage } from '@tanren/contract/machines/machine-messages';
import { isBoutMessage, parseLiveMessage } from '#lib/realtime/realtime-messages.ts';

type Of<T extends MemberLiveMessage['type']> = Extract<MemberLiveMessage, { type: T }>;
export type StoredMessage = Of<'workout-stored'>;
type RejectedMessage = Of<'workout-rejected'>;
type UnlinkedMessage = Of<'unlinked'>;

/** What the page knows of the link it follows. */
export interface LiveState {
  readonly connectionId: string | null;
  /** The newest message of the bout: each carries everything. */
  readonly bout: LiveMessage | null;
  /** When the last set ended, by the machine's clock; `null` from the first rep of the next set. */
  readonly restSince: string | null;
  /** When something was last lifted. */
  readonly activeAt: string | null;
  readonly stored: StoredMessage | null;
  /** Whether the member has seen what was stored: it is celebrated once. */
  readonly celebrated: boolean;
  readonly rejected: RejectedMessage | null;
  readonly unlinked: UnlinkedMessage | null;
}

export const emptyLiveState: LiveState = {
  connectionId: null,
  bout: null,
  restSince: null,
  activeAt: null,
  stored: null,
  celebrated: false,
  rejected: null,
  unlinked: null,
};

/** A new link starts from nothing; what came of the last one may still be read. */
export function followLink(state: LiveState, connectionId: string): LiveState {
  if (state.connectionId === connectionId) return state;
  const { stored, celebrated, rejected } = state;
  return { ...emptyLiveState, connectionId, stored, celebrated, rejected };
}

/** Returns the number of sets with at least one rep. A started set without one may still be dropped. */
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
  // The end of the set was missed: it was over by now.
  if (state.bout?.lifting === true || state.bout?.sets.length !== message.sets.length) {
    return state.bout === null ? null : message.at;
  }
  return state.restSince;
}

function applyBout(state: LiveState, message: LiveMessage): LiveState {
  if (message.connectionId !== state.connectionId) return state;
  if (state.bout !== null && message.seq <= state.bout.seq) return state;
  const next = {
    ...state,
    bout: message,
    restSince: findRestStart(state, message),
    activeAt: message.type === 'state' ? state.activeAt : message.at,
  };
  // The next bout has begun: news of the last one, or of the last link, has been read.
  return message.type === 'set-started'
    ? { ...next, stored: null, celebrated: false, rejected: null, unlinked: null }
    : next;
}

export function applyMessage(state: LiveState, message: MemberLiveMessage): LiveState {
  if (isBoutMessage(message)) return applyBout(state, message);
  switch (message.type) {
    case 'workout-stored':
      if (state.stored?.workoutUuid === message.workoutUuid) return state;
      return { ...state, stored: message, celebrated: false, rejected: null };
    case 'workout-rejected':
      return { ...state, rejected: message };
    case 'unlinked':
      if (message.connectionId !== state.connectionId) return state;
      return { ...state, bout: null, restSince: null, unlinked: message };
    default:
      return state;
  }
}

/** Whether the member has lifted something that is not stored yet. */
export function hasRunningBout({ bout, stored }: LiveState): boolean {
  return (
    bout !== null &&
    bout.workoutUuid !== stored?.workoutUuid &&
    bout.sets.some(({ reps }) => reps > 0)
  );
}

/** In this tab only, so that a reload goes on where it was. Signing out clears the tab's storage. */
const key = 'tanren_live';

export function storeLiveState(storage: Storage, sub: string, state: LiveState): void {
  try {
    storage.setItem(key, JSON.stringify({ sub, state }));
  } catch {
    // Full or forbidden: a reload then waits for the next message.
  }
}

export function removeStoredLiveState(storage: Storage): void {
  storage.removeItem(key);
}

/** Only what the same member saw, and only what can still be read. */
export function readStoredLiveState(storage: Storage, sub: string): LiveState {
  try {
    const saved = JSON.parse(storage.getItem(key) ?? 'null') as {
      readonly sub: string;
      readonly state: LiveState;
    } | null;
    if (saved?.sub !== sub) return emptyLiveState;
    const { state } = saved;
    const parts = [state.bout, state.stored, state.rejected, state.unlinked];
    const readable = parts.every(
      (part) => part === null || parseLiveMessage(JSON.stringify(part)) !== null,
    );
    return readable ? { ...emptyLiveState, ...state } : emptyLiveState;
  } catch {
    return emptyLiveState;
  }
}
