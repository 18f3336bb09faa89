import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '#tracing/span.ts';

export interface RequestContext {
  /** `undefined` when lines, mails and messages must not name the request. */
  readonly id: string | undefined;
  /**
   * Time by `performance.now()` at which the call must be answered, even if the database does not.
   * Infinite after the answer, so that work it started, such as mails, can continue.
   */
  answerBy: number;
  /** Absent or `null` while the work is not traced. */
  readonly span?: Span | null;
}

/**
 * The request that caused the current work, for lines, mails, messages and queries far from its
 * handler. The identity of a member is always passed as an argument, never through this.
 */
const requests = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs a function for a request. `undefined` means for no request. */
export function runInRequest<T>(request: RequestContext | undefined, run: () => T): T {
  return requests.run(request, run);
}

export function runWithRequestId<T>(id: string, run: () => T): T {
  return requests.run({ id, answerBy: Infinity }, run);
}

/** Runs a function as part of a span, for the same request as the caller, if there is one. */
export function runInSpan<T>(span: Span, run: () => T): T {
  const { id, answerBy = Infinity } = requests.getStore() ?? {};
  return requests.run({ id, answerBy, span }, run);
}

export function currentSpan(): Span | null {
  return requests.getStore()?.span ?? null;
}

export function currentRequestId(): string | undefined {
  return requests.getStore()?.id;
}

/** Returns the time until the current call must be answered, or infinity outside a call. */
export function readMsLeft(): number {
  const answerBy = requests.getStore()?.answerBy ?? Infinity;
  return answerBy === Infinity ? Infinity : answerBy - performance.now();
}
