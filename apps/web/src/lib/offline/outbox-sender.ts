import { callAgain } from '#lib/api.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { ApiError, isGatewayError, isStepMissing } from '#lib/errors.ts';
import { limitTime } from '#lib/limit-time.ts';
import {
  changeOutbox,
  listenToTabs,
  recordStuck,
  openOutbox,
  postToTabs,
  getStoredSub,
} from './outbox.ts';
import {
  sendInOrder,
  type SendResult,
  type UnsentWrite,
  type WriteRejection,
} from './outbox-rules.ts';
import { onWiped } from './outbox-store.ts';

/** Code on this page that waits for the result of a write. */
export interface Waiter {
  readonly onSent: (answer: unknown) => void;
  readonly onRejected: (error: ApiError) => void;
  /** Called when the write waits for a network, or was replaced by a later one. */
  readonly onWaiting: () => void;
  /** Whether a failing server is tried again later, instead of reporting the failure at once. */
  readonly isPatient: boolean;
}

const waiters = new Map<string, Waiter>();

export function awaitWrite(key: string, waiter: Waiter): void {
  waiters.set(key, waiter);
}

function takeWaiter(key: string): Waiter | undefined {
  const waiter = waiters.get(key);
  waiters.delete(key);
  return waiter;
}

/** Stops waiting for a write. It is then sent in the background. */
export function stopWaiting(key: string): void {
  takeWaiter(key)?.onWaiting();
}

/** Handlers for writes that no code on this page waits for. */
interface OutboxListener {
  /** Called before the write leaves the list. */
  readonly onSent: (write: UnsentWrite, answer: unknown) => void;
  /** Returns `true` when the rejection needs no notice. The write is then removed. */
  readonly onRejected: (write: UnsentWrite, refusal: WriteRejection) => boolean;
  /** Finds out the result of a write that must not be sent again. */
  readonly lookUp: (write: UnsentWrite) => Promise<SendResult>;
}

let listener: OutboxListener | null = null;

/**
 * Maximum duration of a call in milliseconds. `fetch` has no timeout, and other tabs wait for this
 * one.
 */
const longestSendMs = 30_000;

function isInProgress(error: ApiError): boolean {
  return error.problem?.code === 'request_in_progress';
}

/**
 * Returns whether the write should be tried again later: after a failure of the server, a missing
 * sign-in or registration step, or too many calls.
 */
function isPassing(error: ApiError): boolean {
  const { status } = error;
  const isContentError = error.problem?.code !== 'forgery_suspected' && !isStepMissing(error);
  return status >= 500 || [401, 408, 429].includes(status) || !isContentError;
}

/** The server's error of each rejection, for the waiting caller. */
const errors = new WeakMap<SendResult, ApiError>();

/** Controller of the current call. */
let calling: AbortController | null = null;

async function callOnce({ call, key }: UnsentWrite): Promise<unknown> {
  calling = new AbortController();
  try {
    return await limitTime(longestSendMs, calling.signal, (signal) => callAgain(call, key, signal));
  } finally {
    calling = null;
  }
}

async function send(sub: string, write: UnsentWrite): Promise<SendResult> {
  try {
    // A write is never sent in the name of another member who has signed in since.
    if ((await readIdentity())?.sub !== sub) return { kind: 'later' };
    if (write.sendBefore !== undefined && Date.now() > write.sendBefore) {
      return (await listener?.lookUp(write)) ?? { kind: 'later' };
    }
    return { kind: 'done', answer: await callOnce(write) };
  } catch (error) {
    if (!(error instanceof ApiError) || isInProgress(error) || isGatewayError(error)) {
      return { kind: 'later' };
    }
    // A form reports the failure at once, and the member decides whether to try again.
    if (isPassing(error) && waiters.get(write.key)?.isPatient !== false) return { kind: 'later' };
    const refusal = { status: error.status, code: error.problem?.code ?? null };
    const result: SendResult = { kind: 'refused', refusal };
    errors.set(result, error);
    return result;
  }
}

function report(write: UnsentWrite, result: SendResult): boolean {
  if (result.kind === 'later') return false;
  const waiter = takeWaiter(write.key);
  if (result.kind === 'done') {
    notifySent(waiter, write, result.answer);
    postToTabs({ kind: 'sent', write, answer: result.answer });
    return true;
  }
  if (waiter === undefined) return listener?.onRejected(write, result.refusal) ?? false;
  waiter.onRejected(errors.get(result) ?? new ApiError(result.refusal.status, null));
  return true;
}

function notifySent(waiter: Waiter | undefined, write: UnsentWrite, answer: unknown): void {
  if (waiter === undefined) listener?.onSent(write, answer);
  else waiter.onSent(answer);
}

/**
 * Runs an action in one tab at a time. Pages without https have no locks; there only the
 * idempotency key prevents double writes.
 */
async function whileAlone<T>(act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request('tanren-outbox', act) : await act();
}

let sending: Promise<void> | null = null;
let wanted = false;

/** Sends the waiting writes. Call it when there is a new write or the network may be back. */
export async function sendUnsent(): Promise<void> {
  wanted = true;
  sending ??= sendWanted().finally(() => {
    sending = null;
  });
  await sending;
}

async function sendWanted(): Promise<void> {
  while (wanted) {
    wanted = false;
    const sub = getStoredSub();
    if (sub === null) break;
    const outcome = await whileAlone(() =>
      sendInOrder({
        canSend: () => navigator.onLine,
        change: (rule) => changeOutbox(sub, rule),
        send: (write) => send(sub, write),
        report,
      }),
    );
    recordStuck(outcome === 'later');
    if (outcome === 'all') delayMs = firstDelayMs;
    else sendLater();
  }
  for (const key of waiters.keys()) stopWaiting(key);
}

const firstDelayMs = 5000;
const longestDelayMs = 60_000;
let delayMs = firstDelayMs;
let timer: ReturnType<typeof setTimeout> | null = null;

function sendLater(): void {
  void requestSync();
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    void sendUnsent();
  }, delayMs);
  delayMs = Math.min(delayMs * 2, longestDelayMs);
}

/** Stops sending after the member has signed out. */
onWiped((except) => {
  if (except !== null && except === getStoredSub()) return;
  calling?.abort();
  if (timer !== null) clearTimeout(timer);
  timer = null;
  delayMs = firstDelayMs;
});

/**
 * Registers a background sync where the browser supports it, so that the service worker wakes a
 * sleeping page. It is skipped while the browser reports a network, because the browser would then
 * fire at once, and again after each failure.
 */
async function requestSync(): Promise<void> {
  if (navigator.onLine || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } };
    await sync?.register('outbox');
  } catch {
    // The browser may reject it. The page itself tries again.
  }
}

/**
 * Starts the outbox once per app: it sends writes of an earlier visit, and tries again whenever the
 * network may be back. Returns a function that stops it.
 */
export function startOutbox(newListener: OutboxListener): () => void {
  listener = newListener;
  const retry = () => {
    delayMs = firstDelayMs;
    if (document.visibilityState === 'visible') void sendUnsent();
  };
  const fromWorker = ({ data }: MessageEvent<unknown>) => {
    // This also runs in a hidden page, because the background sync woke it for this purpose.
    if ((data as { type?: unknown } | null)?.type === 'send-outbox') void sendUnsent();
  };
  const stopListening = listenToTabs((write, answer) => {
    notifySent(takeWaiter(write.key), write, answer);
  });
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  workers?.addEventListener('message', fromWorker);
  void openOutbox().then(retry);
  return () => {
    listener = null;
    stopListening();
    removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', retry);
    workers?.removeEventListener('message', fromWorker);
  };
}
