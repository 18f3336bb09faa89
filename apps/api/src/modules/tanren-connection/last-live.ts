import type { LiveMessage } from '@tanren/contract/machine-messages';

interface Heard {
  readonly newest: LiveMessage;
  /** The end of the last set, for as long as the rest after it goes on. */
  readonly setEnd: LiveMessage | null;
}

const mostRemembered = 10_000;

/**
 * What each link's machine said last, so that a page which opens in mid-set need not wait for its
 * next word. In the memory of this process only: a node that has not heard it has nothing to hand
 * out, and the page then waits as it would have. Asked for by the id of the link that holds, so
 * nothing of one that is over comes out.
 */
const heard = new Map<string, Heard>();

export function noteLive(message: LiveMessage): void {
  const { connectionId, type, seq, lifting, sets } = message;
  const known = heard.get(connectionId);
  // Nodes and brokers may deliver out of order.
  if (known !== undefined && seq <= known.newest.seq) return;
  const rests = !lifting && sets.length > 0;
  const setEnd = type === 'set-ended' ? message : rests ? (known?.setEnd ?? null) : null;
  heard.delete(connectionId);
  heard.set(connectionId, { newest: message, setEnd });
  const [oldest] = heard.keys();
  if (heard.size > mostRemembered && oldest !== undefined) heard.delete(oldest);
}

/** Oldest first. */
export function listLastLive(connectionId: string): LiveMessage[] {
  const known = heard.get(connectionId);
  if (known === undefined) return [];
  const { newest, setEnd } = known;
  return setEnd === null || setEnd === newest ? [newest] : [setEnd, newest];
}
