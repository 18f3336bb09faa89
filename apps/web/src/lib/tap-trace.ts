import { makeUuid } from './make-uuid.ts';

/*
 * Names the tap or the navigation that causes calls, so that the server's trace shows them
 * together (W3C Trace Context). The page itself records nothing.
 */

/** Age in milliseconds after which calls belong to no tap, such as those of a timer. */
const maxAgeMs = 10_000;

interface Tap {
  readonly traceparent: string;
  readonly startedAt: number;
}

let isOn = false;
let tap: Tap | null = null;

/** Switches the names on. Pages of a server that traces nothing send none. */
export function startTapTraces(): void {
  isOn = true;
  for (const event of ['click', 'popstate']) {
    addEventListener(event, () => (tap = null), { capture: true });
  }
}

/** Returns the header `traceparent` for a call, or `null` while traces are off. */
export function nameTap(): string | null {
  if (!isOn) return null;
  const now = performance.now();
  if (tap === null || now - tap.startedAt > maxAgeMs) {
    const traceId = makeUuid().replaceAll('-', '');
    // The last part says that the page does not record its span, whose id is therefore never used.
    tap = { traceparent: `00-${traceId}-${traceId.slice(0, 16)}-00`, startedAt: now };
  }
  return tap.traceparent;
}
