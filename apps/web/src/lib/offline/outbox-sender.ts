import { callAgain } from '#lib/api.ts';
import { readIdentity } from '#lib/auth/auth.ts';
import { ApiError, isGatewayError, isStepMissing, NetworkError } from '#lib/errors.ts';
import {
  changeOutbox,
  listenToTabs,
  noteStuck,
  openOutbox,
  postToTabs,
  recallSub,
} from './outbox.ts';
import {
  sendInOrder,
  type SendResult,
  type UnsentWrite,
  type WriteRefusal,
} from './outbox-rules.ts';
import { onWiped } from './outbox-store.ts';

/** Somebody on this page who wants to know what became of a write. */
export interface Waiter {
  readonly onSent: (answer: unknown) => void;
  readonly onRefused: (error: ApiError) => void;
  /** It waits for a network, or was taken over by a later wish. */
  readonly onWaiting: () => void;
  /** Whether a server in trouble is asked again later, or the trouble told at once. */
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

/** Nobody waits for it any more: it goes out behind the page. */
export function stopWaiting(key: string): void {
  takeWaiter(key)?.onWaiting();
}

/** What the app does about writes that nobody waits for. */
interface OutboxFollower {
  /** Before the write leaves the list. */
  readonly onSent: (write: UnsentWrite, answer: unknown) => void;
  /** True: there is nothing to be told about it, and it is forgotten. */
  readonly onRefused: (write: UnsentWrite, refusal: WriteRefusal) => boolean;
  /** Finds out what became of a write that must not be sent any more. */
  readonly lookUp: (write: UnsentWrite) => Promise<SendResult>;
}

let follower: OutboxFollower | null = null;

/** A fetch has no end of its own, and other tabs wait for this one. */
const longestSendMs = 30_000;

function isInProgress(error: ApiError): boolean {
  return error.problem?.code === 'request_in_progress';
}

/** Whoever has to sign in again, take a step first or wait still wants it. */
function isPassing(error: ApiError): boolean {
  const { status } = error;
  const isAboutContent = error.problem?.code !== 'forgery_suspected' && !isStepMissing(error);
  return status >= 500 || [401, 408, 429].includes(status) || !isAboutContent;
}

/** Of a refusal: what the server said, for whoever waits. */
const errors = new WeakMap<SendResult, ApiError>();

/** The call that is under way. */
let calling: AbortController | null = null;

async function callOnce({ call, key }: UnsentWrite): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  calling = controller;
  const late = setTimeout(() => {
    controller.abort();
  }, longestSendMs);
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new NetworkError('Network Error'));
    });
  });
  try {
    return await Promise.race([callAgain(call, key, signal), aborted]);
  } finally {
    clearTimeout(late);
    calling = null;
  }
}

async function send(sub: string, write: UnsentWrite): Promise<SendResult> {
  try {
    // Never in the name of whoever has signed in since.
    if ((await readIdentity())?.sub !== sub) return { kind: 'later' };
    if (write.sendBefore !== undefined && Date.now() > write.sendBefore) {
      return (await follower?.lookUp(write)) ?? { kind: 'later' };
    }
    return { kind: 'done', answer: await callOnce(write) };
  } catch (error) {
    if (!(error instanceof ApiError) || isInProgress(error) || isGatewayError(error)) {
      return { kind: 'later' };
    }
    // A form tells the member at once, who decides whether to try again.
    if (isPassing(error) && waiters.get(write.key)?.isPatient !== false) return { kind: 'later' };
    const refusal = { status: error.status, code: error.problem?.code ?? null };
    const result: SendResult = { kind: 'refused', refusal };
    errors.set(result, error);
    return result;
  }
}

function tell(write: UnsentWrite, result: SendResult): boolean {
  if (result.kind === 'later') return false;
  const waiter = takeWaiter(write.key);
  if (result.kind === 'done') {
    tellSent(waiter, write, result.answer);
    postToTabs({ kind: 'sent', write, answer: result.answer });
    return true;
  }
  if (waiter === undefined) return follower?.onRefused(write, result.refusal) ?? false;
  waiter.onRefused(errors.get(result) ?? new ApiError(result.refusal.status, null));
  return true;
}

function tellSent(waiter: Waiter | undefined, write: UnsentWrite, answer: unknown): void {
  if (waiter === undefined) follower?.onSent(write, answer);
  else waiter.onSent(answer);
}

/** Without locks (a page without https) the server's key alone keeps two tabs apart. */
async function whileAlone<T>(act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request('tanren-outbox', act) : await act();
}

let sending: Promise<void> | null = null;
let wanted = false;

/** There may be something to send, or a network to send it by. */
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
    const sub = recallSub();
    if (sub === null) break;
    const outcome = await whileAlone(() =>
      sendInOrder({
        canSend: () => navigator.onLine,
        change: (rule) => changeOutbox(sub, rule),
        send: (write) => send(sub, write),
        tell,
      }),
    );
    noteStuck(outcome === 'later');
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
  void askForSync();
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    void sendUnsent();
  }, delayMs);
  delayMs = Math.min(delayMs * 2, longestDelayMs);
}

/** Whoever has left sends nothing more. */
onWiped((except) => {
  if (except !== null && except === recallSub()) return;
  calling?.abort();
  if (timer !== null) clearTimeout(timer);
  timer = null;
  delayMs = firstDelayMs;
});

/**
 * Where there is Background Sync, the worker wakes a page that sleeps in the background. A browser
 * that believes in its network would do so at once, and again after each failure.
 */
async function askForSync(): Promise<void> {
  if (navigator.onLine || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } };
    await sync?.register('outbox');
  } catch {
    // The browser may refuse it; the page itself tries again.
  }
}

/**
 * Once an app: sends what an earlier visit has left, and whenever there may be a network again. The
 * returned function ends it.
 */
export function startOutbox(follow: OutboxFollower): () => void {
  follower = follow;
  const retry = () => {
    delayMs = firstDelayMs;
    if (document.visibilityState === 'visible') void sendUnsent();
  };
  const fromWorker = ({ data }: MessageEvent<unknown>) => {
    // Also while nobody looks: that is what it was woken for.
    if ((data as { type?: unknown } | null)?.type === 'send-outbox') void sendUnsent();
  };
  const stopListening = listenToTabs((write, answer) => {
    tellSent(takeWaiter(write.key), write, answer);
  });
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  addEventListener('online', retry);
  document.addEventListener('visibilitychange', retry);
  workers?.addEventListener('message', fromWorker);
  void openOutbox().then(retry);
  return () => {
    follower = null;
    stopListening();
    removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', retry);
    workers?.removeEventListener('message', fromWorker);
  };
}
