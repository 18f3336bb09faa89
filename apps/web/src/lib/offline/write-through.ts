import type { Endpoint, EndpointInput, EndpointOutput } from '@tanren/contract/endpoint';
import type { QueuedCalls, WriteKind } from '@tanren/contract/queued-calls';
import { ApiError } from '#lib/errors.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { changeOutbox, getStoredSub } from './outbox.ts';
import { enqueue, type NewWrite, type StoredCall } from './outbox-rules.ts';
import type { WriteTarget } from './queued-write.ts';
import { awaitWrite, sendUnsent, stopWaiting } from './outbox-sender.ts';

interface WriteOptions
  extends
    Pick<NewWrite, 'about'>,
    Partial<Pick<NewWrite, 'base' | 'follows' | 'merges' | 'following' | 'sendBefore'>> {
  readonly target: WriteTarget;
  /**
   * Whether the write is tried again when the server fails. Used for a tap whose result the member
   * does not watch.
   */
  readonly isPatient?: boolean;
}

export type WriteOutcome<T> =
  | { readonly sent: true; readonly answer: T }
  /** The write is on this device and is sent automatically. */
  | { readonly sent: false };

export function toStoredCall<E extends Endpoint>(
  { method, url }: E,
  input: EndpointInput<E>,
): StoredCall {
  const { params = {}, body = {} } = input as Partial<Pick<StoredCall, 'params' | 'body'>>;
  return { method, url, params, body };
}

/**
 * Time in milliseconds after which a write counts as unsent. It is longer than a slow network needs
 * and shorter than a member waits.
 */
const timeoutMs = 10_000;

/**
 * Sends a write that can wait. It is stored on the disk first and stays until the server has
 * answered. Rejects with the server's error as long as the caller waits for it; later the error is
 * shown in the list of unsent changes.
 */
export async function writeThrough<E extends QueuedCalls[WriteKind]>(
  endpoint: E,
  input: EndpointInput<E>,
  { isPatient = false, ...options }: WriteOptions,
): Promise<WriteOutcome<EndpointOutput<E>>> {
  const sub = getStoredSub();
  if (sub === null) throw new ApiError(401, null);
  const key = makeUuid();
  const write: NewWrite = {
    base: null,
    follows: [],
    merges: false,
    following: null,
    ...options,
    key,
    call: toStoredCall(endpoint, input),
    queuedAt: Date.now(),
  };
  await changeOutbox(sub, (writes) => enqueue(writes, write), true);
  const late = setTimeout(stopWaiting, timeoutMs, key);
  try {
    return await new Promise((resolve, reject) => {
      awaitWrite(key, {
        onSent: (answer) => {
          resolve({ sent: true, answer: answer as EndpointOutput<E> });
        },
        onRejected: reject,
        isPatient,
        onWaiting: () => {
          resolve({ sent: false });
        },
      });
      void sendUnsent();
    });
  } finally {
    clearTimeout(late);
  }
}
