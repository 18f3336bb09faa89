import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  /** Undefined: lines, mails and messages are not to name the request. */
  readonly id: string | undefined;
  /**
   * By `performance.now()`: a call has to be answered then, whatever the database does. Infinite once
   * it is: what a call has set going, a round of mails say, goes on afterwards.
   */
  answerBy: number;
}

/**
 * Which request caused what happens now, for the lines, mails, messages and queries that are far from
 * its handler. Whoever acts for a member gets told so as an argument, never by this.
 */
const requests = new AsyncLocalStorage<RequestContext | undefined>();

/** Undefined: for no request. */
export function runInRequest<T>(request: RequestContext | undefined, run: () => T): T {
  return requests.run(request, run);
}

export function runWithRequestId<T>(id: string, run: () => T): T {
  return requests.run({ id, answerBy: Infinity }, run);
}

/** Undefined outside a request: tasks by the clock, messages of machines. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}

export function currentRequestId(): string | undefined {
  return requests.getStore()?.id;
}

/** Until the call of now has to be answered; infinite outside of one. */
export function readMsLeft(): number {
  const answerBy = requests.getStore()?.answerBy ?? Infinity;
  return answerBy === Infinity ? Infinity : answerBy - performance.now();
}
