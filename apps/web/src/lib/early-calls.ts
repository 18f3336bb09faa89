import { removeHomePicture } from './offline/home-picture.ts';
import { nameTap } from './tap-trace.ts';

/*
 * Calls that `start-calls.ts` sends while the scripts of the app are still loading. `api.ts` takes
 * their answers, each once, instead of sending the same call again.
 */

interface EarlyCall {
  readonly idToken: string;
  /** Time by the clock of this device, in milliseconds. */
  readonly requestedAt: number;
  /** `null` after a network failure. The app then sends the call itself. */
  readonly response: Promise<Response | null>;
}

/** Age in milliseconds after which an answer is too old for a page. */
const maxAgeMs = 10_000;

const waiting = new Map<string, EarlyCall>();

/** Sends calls that only read. The paths are below `/api`, written as `api.ts` writes them. */
export function startEarlyCalls(paths: readonly string[], idToken: string): void {
  const traceparent = nameTap();
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${idToken}`,
    ...(traceparent !== null && { traceparent }),
  };
  for (const path of paths) {
    const url = `/api${path}`;
    const response = fetch(url, { headers }).then(readToTheEnd, () => null);
    waiting.set(url, { idToken, requestedAt: Date.now(), response });
  }
}

/** Reads an answer in any case: one that no page takes would keep its connection busy. */
function readToTheEnd(response: Response): Response {
  response
    .clone()
    .arrayBuffer()
    .catch(() => undefined);
  return response;
}

/**
 * Returns and removes the early call to an address. Returns `null` if there is none, or if it is
 * too old or was sent with another token.
 */
export function takeEarlyCall(url: string, idToken: string | undefined): EarlyCall | null {
  const call = waiting.get(url);
  waiting.delete(url);
  if (call === undefined || call.idToken !== idToken) return null;
  return Date.now() - call.requestedAt > maxAgeMs ? null : call;
}

/**
 * Removes all early calls and the picture of the home page. A change that the member makes may
 * outdate them.
 */
export function dropEarlyCalls(): void {
  waiting.clear();
  removeHomePicture();
}
