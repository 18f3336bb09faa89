import { parseLiveMessage } from '#lib/realtime-message.ts';
import { emptyLiveState, type LiveState } from './live-state.ts';

/** In this tab only, so that a reload goes on where it was. Signing out clears the tab's storage. */
const key = 'tanren_live';

export function keepLiveState(storage: Storage, sub: string, state: LiveState): void {
  try {
    storage.setItem(key, JSON.stringify({ sub, state }));
  } catch {
    // Full or forbidden: a reload then waits for the next message.
  }
}

export function forgetLiveState(storage: Storage): void {
  storage.removeItem(key);
}

/** Only what the same member saw, and only what can still be read. */
export function readLiveState(storage: Storage, sub: string): LiveState {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as {
      readonly sub: string;
      readonly state: LiveState;
    } | null;
    if (kept?.sub !== sub) return emptyLiveState;
    const { state } = kept;
    const parts = [state.bout, state.stored, state.rejected, state.unlinked];
    const readable = parts.every(
      (part) => part === null || parseLiveMessage(JSON.stringify(part)) !== null,
    );
    return readable ? { ...emptyLiveState, ...state } : emptyLiveState;
  } catch {
    return emptyLiveState;
  }
}
