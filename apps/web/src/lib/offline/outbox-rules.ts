/*
 * The rules of the outbox, without a browser: what becomes of the writes that wait when one is added,
 * sent, answered or refused. The list is in the order in which they are sent.
 */

/** A call of the contract as it was when it was made: another build may be the one to send it. */
export interface StoredCall {
  readonly method: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface WriteRefusal {
  readonly status: number;
  /** The code of the problem; null: an answer without one. */
  readonly code: string | null;
}

export interface UnsentWrite {
  /** The Idempotency-Key. It belongs to this call: a changed call gets another. */
  readonly key: string;
  /** What it changes: writes to the same target depend on each other, all others do not. */
  readonly target: string;
  readonly call: StoredCall;
  /** Numbers of an answer that a later write to the same target has to name. */
  readonly follows: readonly string[];
  /** What a member calls it: the title of a menu. */
  readonly about: string;
  /** What the change began from, for whoever has to choose between two versions. */
  readonly base: unknown;
  readonly queuedAt: number;
  /**
   * The last moment at which it may be sent, in ms of this device's clock. Afterwards the follower
   * only looks up what became of it. Absent: it is sent whenever the server answers.
   */
  readonly sendBefore?: number;
  /** It was sent at least once: whether it arrived is not known. */
  readonly tried: boolean;
  /** The server does not take it; only the member can go on. */
  readonly refusal: WriteRefusal | null;
}

export interface NewWrite extends Pick<
  UnsentWrite,
  'key' | 'target' | 'call' | 'follows' | 'about' | 'base' | 'queuedAt' | 'sendBefore'
> {
  /** Whether fields of a write that waits stay, where the new one has none of that name. */
  readonly merges: boolean;
  /** Sent in place of `call` after a write to the same target whose answer is not known. */
  readonly following: StoredCall | null;
}

type Writes = readonly UnsentWrite[];

/**
 * The last wish counts: a write that was never sent is replaced in its place, a refused one is
 * forgotten. One that may have arrived stays, and the new one waits for its answer.
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
  // A write that cannot wait is not held up by writes to other targets.
  const isFirst = write.sendBefore !== undefined && !onTheirWay;
  if (waiting === undefined) return isFirst ? [write, ...others] : [...others, write];
  const merged = merges ? mergeBodies(waiting, write) : write;
  return others.map((one) => (one === waiting ? merged : one));
}

function mergeBodies(before: UnsentWrite, after: UnsentWrite): UnsentWrite {
  const [first, last] = [before.call.body, after.call.body];
  const merged = { ...first, ...last };
  if (!('expected' in merged)) return { ...after, call: { ...after.call, body: merged } };
  // Of a field that is changed again, the server has what the first change began from.
  const expected = { ...(last['expected'] as object), ...(first['expected'] as object) };
  return { ...after, call: { ...after.call, body: { ...merged, expected } } };
}

/** The first that neither was refused nor follows one that was; null: nothing can be sent. */
export function findNext(writes: Writes): UnsentWrite | null {
  const refused = new Set<string>();
  for (const write of writes) {
    if (write.refusal !== null) refused.add(write.target);
    else if (!refused.has(write.target)) return write;
  }
  return null;
}

/** Noted before it is sent: from then on it must not change, because it may have arrived. */
export function takeNext(writes: Writes): Writes {
  const next = findNext(writes);
  return next === null
    ? writes
    : writes.map((write) => (write === next ? { ...write, tried: true } : write));
}

/** It was done: later writes to the same target go on from its answer. */
export function settle(writes: Writes, key: string, answer: unknown): Writes {
  const done = writes.find((write) => write.key === key);
  if (done === undefined) return writes;
  return writes
    .filter((write) => write !== done)
    .map((write) => (write.target === done.target ? follow(write, answer) : write));
}

function follow(write: UnsentWrite, answer: unknown): UnsentWrite {
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

export function refuse(writes: Writes, key: string, refusal: WriteRefusal): Writes {
  return writes.map((write) => (write.key === key ? { ...write, refusal } : write));
}

export function drop(writes: Writes, key: string): Writes {
  return writes.filter((write) => write.key !== key);
}

/** What was given up, with all that was to follow it. */
export function dropTarget(writes: Writes, target: string): Writes {
  return writes.filter((write) => write.target !== target);
}

export type SendResult =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly refusal: WriteRefusal }
  /** No answer, or one that may be another the next time. */
  | { readonly kind: 'later' };

interface SendParts {
  /** False: there is surely no network, and nothing is taken that nobody could have sent. */
  readonly canSend: () => boolean;
  /** One step at a time, also with other tabs; answers what is stored then. */
  readonly change: (rule: (writes: Writes) => Writes) => Promise<Writes>;
  readonly send: (write: UnsentWrite) => Promise<SendResult>;
  /** Before it leaves the list. True: somebody waits for it and has been told of its refusal. */
  readonly tell: (write: UnsentWrite, result: SendResult) => boolean;
}

/**
 * Sends one after the other. It may die at any point: what was taken and not settled is sent again
 * with the same key, by whichever tab is next, and the server answers as the first time.
 */
export async function sendInOrder(parts: SendParts): Promise<'all' | 'later'> {
  const { canSend, change, send, tell } = parts;
  while (canSend()) {
    const next = findNext(await change(takeNext));
    if (next === null) return 'all';
    const result = await send(next);
    const isTold = tell(next, result);
    if (result.kind === 'later') return 'later';
    await change((writes) => {
      if (result.kind === 'done') return settle(writes, next.key, result.answer);
      return isTold ? drop(writes, next.key) : refuse(writes, next.key, result.refusal);
    });
  }
  return findNext(await change((writes) => writes)) === null ? 'all' : 'later';
}
