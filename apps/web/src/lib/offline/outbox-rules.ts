/*
 * The rules of the outbox, independent of the browser: how the waiting writes change when one is
 * added, sent, answered or rejected. The list is in the order of sending.
 */

/** A call of the contract as it was made. Another build may send it. */
export interface StoredCall {
  readonly method: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface WriteRejection {
  readonly status: number;
  /** Code of the problem. `null` for an answer without one. */
  readonly code: string | null;
}

export interface UnsentWrite {
  /** Idempotency key of this call. A changed call gets a new one. */
  readonly key: string;
  /**
   * Target of the change. Writes to the same target depend on each other; others are independent.
   */
  readonly target: string;
  readonly call: StoredCall;
  /** Fields of an answer that a later write to the same target must contain. */
  readonly follows: readonly string[];
  /** The member's name for it, such as the title of a menu. */
  readonly about: string;
  /** Version that the change is based on, for a member who has to choose between two versions. */
  readonly base: unknown;
  readonly queuedAt: number;
  /**
   * Latest time at which it may be sent, in ms of this device's clock. Afterwards the follower only
   * looks up its result. When absent, it is sent whenever the server can be reached.
   */
  readonly sendBefore?: number;
  /** Whether it was sent at least once, so that it may have arrived. */
  readonly tried: boolean;
  /** Rejection by the server. Only the member can resolve it. */
  readonly refusal: WriteRejection | null;
}

export interface NewWrite extends Pick<
  UnsentWrite,
  'key' | 'target' | 'call' | 'follows' | 'about' | 'base' | 'queuedAt' | 'sendBefore'
> {
  /** Whether fields of a waiting write are kept if the new one does not contain them. */
  readonly merges: boolean;
  /** Call to send instead of `call` after a write to the same target whose answer is not known. */
  readonly following: StoredCall | null;
}

type Writes = readonly UnsentWrite[];

/**
 * Adds a write. The last one for a target counts: it replaces a write that was never sent in its
 * place, and removes a rejected one. A write that may have arrived stays, and the new one waits for
 * its answer.
 */
export function enqueue(writes: Writes, { merges, following, ...added }: NewWrite): Writes {
  const others = writes.filter(
    ({ target, refusal }) => target !== added.target || refusal === null,
  );
  const onTheirWay = others.some(({ target, tried }) => target === added.target && tried);
  const write: UnsentWrite = {
    ...added,
    call: onTheirWay && following !== null ? following : added.call,
    tried: false,
    refusal: null,
  };
  const waiting = others.find(({ target, tried }) => target === added.target && !tried);
  // A write with a time limit does not wait for writes to other targets.
  const isFirst = write.sendBefore !== undefined && !onTheirWay;
  if (waiting === undefined) return isFirst ? [write, ...others] : [...others, write];
  const merged = merges ? mergeBodies(waiting, write) : write;
  return others.map((one) => (one === waiting ? merged : one));
}

function mergeBodies(before: UnsentWrite, after: UnsentWrite): UnsentWrite {
  const [first, last] = [before.call.body, after.call.body];
  const merged = { ...first, ...last };
  if (!('expected' in merged)) return { ...after, call: { ...after.call, body: merged } };
  // If a field is changed twice, the server still has the value that the first change was based on.
  const expected = { ...(last['expected'] as object), ...(first['expected'] as object) };
  return { ...after, call: { ...after.call, body: { ...merged, expected } } };
}

/**
 * Returns the first write that was not rejected and does not follow a rejected one, or `null` if
 * there is none.
 */
export function findNext(writes: Writes): UnsentWrite | null {
  const rejected = new Set<string>();
  for (const write of writes) {
    if (write.refusal !== null) rejected.add(write.target);
    else if (!rejected.has(write.target)) return write;
  }
  return null;
}

/**
 * Marks the next write before it is sent. From then on it must not change, because it may have
 * arrived.
 */
export function takeNext(writes: Writes): Writes {
  const next = findNext(writes);
  return next === null
    ? writes
    : writes.map((write) => (write === next ? { ...write, tried: true } : write));
}

/** Removes a completed write and adds its answer to later writes to the same target. */
export function complete(writes: Writes, key: string, answer: unknown): Writes {
  const done = writes.find((write) => write.key === key);
  if (done === undefined) return writes;
  return writes
    .filter((write) => write !== done)
    .map((write) => (write.target === done.target ? fillAnswer(write, answer) : write));
}

function fillAnswer(write: UnsentWrite, answer: unknown): UnsentWrite {
  if (write.tried || typeof answer !== 'object' || answer === null) return write;
  const known = new Map(
    Object.entries(answer).filter(
      (entry): entry is [string, number] =>
        write.follows.includes(entry[0]) && typeof entry[1] === 'number',
    ),
  );
  const fill = <V>(values: Readonly<Record<string, V>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, known.get(name) ?? value]),
    );
  const { params, body } = write.call;
  return { ...write, call: { ...write.call, params: fill(params), body: fill(body) } };
}

export function markRejected(writes: Writes, key: string, refusal: WriteRejection): Writes {
  return writes.map((write) => (write.key === key ? { ...write, refusal } : write));
}

export function removeWrite(writes: Writes, key: string): Writes {
  return writes.filter((write) => write.key !== key);
}

/** Removes all writes to a target that the member has given up. */
export function removeTarget(writes: Writes, target: string): Writes {
  return writes.filter((write) => write.target !== target);
}

export type SendResult =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly refusal: WriteRejection }
  /** There was no answer, or only a temporary one. */
  | { readonly kind: 'later' };

interface SendParts {
  /** Returns `false` when there is certainly no network. Then no write is marked as sent. */
  readonly canSend: () => boolean;
  /** Applies a rule to the stored list, one at a time across all tabs, and returns the new list. */
  readonly change: (rule: (writes: Writes) => Writes) => Promise<Writes>;
  readonly send: (write: UnsentWrite) => Promise<SendResult>;
  /**
   * Reports a result before the write leaves the list. Returns `true` if a rejection needs no
   * further notice; the write is then removed.
   */
  readonly report: (write: UnsentWrite, result: SendResult) => boolean;
}

/**
 * Sends the writes one after the other. The tab may be killed at any point: an unfinished write is
 * sent again with the same key by the next tab, and the server repeats its first answer.
 */
export async function sendInOrder(parts: SendParts): Promise<'all' | 'later'> {
  const { canSend, change, send, report } = parts;
  while (canSend()) {
    const next = findNext(await change(takeNext));
    if (next === null) return 'all';
    const result = await send(next);
    const isNotified = report(next, result);
    if (result.kind === 'later') return 'later';
    await change((writes) => {
      if (result.kind === 'done') return complete(writes, next.key, result.answer);
      return isNotified
        ? removeWrite(writes, next.key)
        : markRejected(writes, next.key, result.refusal);
    });
  }
  return findNext(await change((writes) => writes)) === null ? 'all' : 'later';
}
