import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Which request caused what happens now, for the lines, mails and messages that are far from its
 * handler. Nothing is decided by it: whoever acts for a member gets told so as an argument.
 */
const requestIds = new AsyncLocalStorage<string>();

export function runWithRequestId<T>(requestId: string, run: () => T): T {
  return requestIds.run(requestId, run);
}

/** Undefined outside a request: tasks by the clock, messages of machines. */
export function currentRequestId(): string | undefined {
  return requestIds.getStore();
}
