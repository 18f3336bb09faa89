import { isApiError, unwrapCause } from './errors.ts';

/** The error that took the app down, if one did. The first one wins: later ones are its debris. */
let current: { readonly error: unknown } | null = null;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

export function showAppError(error: unknown): void {
  const cause = unwrapCause(error);
  // The session has ended: nothing is broken, and the page is about to be left.
  if (isApiError(cause, 401)) return;
  console.error(cause);
  if (current === null) set({ error: cause });
}

export function clearAppError(): void {
  set(null);
}

export function subscribeToAppError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getAppError(): { readonly error: unknown } | null {
  return current;
}

/** Errors that nobody caught: in event handlers, timers and forgotten promises. */
export function catchUnhandledErrors(): void {
  window.addEventListener('error', ({ error }: ErrorEvent) => {
    // Browsers report harmless things here too, such as a ResizeObserver's loop: without an error.
    if (error instanceof Error) showAppError(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    showAppError(reason);
  });
}
