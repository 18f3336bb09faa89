interface OutboxOptions<M> {
  /** What the journal had at the start, oldest first. */
  readonly pending: readonly M[];
  readonly idOf: (message: M) => string;
  readonly resendMs: number;
  readonly now: () => Date;
  isConnected(): boolean;
  publish(message: M): void;
  onPublished(id: string, attempt: number): void;
}

interface Outbox<M> {
  readonly count: () => number;
  readonly list: () => readonly M[];
  /** It is in the journal already. */
  readonly add: (message: M) => void;
  /** After a new connection: whatever was on its way may be lost. */
  readonly sendAgain: () => void;
  /**
   * The server has answered it. `settle` takes it out of the journal; it is not called when nothing
   * of that id was waiting.
   */
  readonly answered: (id: string | null, settle: (message: M, left: number) => void) => void;
  readonly close: () => void;
}

/** A machine that was cut off for days must not flood the broker. */
const mostInFlight = 20;

interface Entry<M> {
  readonly message: M;
  attempts: number;
  sentAt: number | null;
}

/** Sends every message of a journal until the server has answered it. */
export function openOutbox<M>(options: OutboxOptions<M>): Outbox<M> {
  const { idOf } = options;
  const entries = new Map<string, Entry<M>>();
  const put = (entry: Entry<M>) => entries.set(idOf(entry.message), entry);

  const pump = () => {
    if (!options.isConnected()) return;
    let inFlight = [...entries.values()].filter(({ sentAt }) => sentAt !== null).length;
    for (const entry of entries.values()) {
      if (inFlight >= mostInFlight) return;
      if (entry.sentAt !== null) continue;
      entry.sentAt = options.now().getTime();
      entry.attempts += 1;
      inFlight += 1;
      options.publish(entry.message);
      options.onPublished(idOf(entry.message), entry.attempts);
    }
  };

  const resendOverdue = () => {
    const latest = options.now().getTime() - options.resendMs;
    const overdue = [...entries.values()].filter(
      ({ sentAt }) => sentAt !== null && sentAt <= latest,
    );
    for (const entry of overdue) {
      // To the end of the line: one that is never answered must not hold up the others.
      entries.delete(idOf(entry.message));
      put({ ...entry, sentAt: null });
    }
    pump();
  };

  for (const message of options.pending) put({ message, attempts: 0, sentAt: null });
  const timer = setInterval(resendOverdue, Math.max(50, options.resendMs / 4));

  return {
    count: () => entries.size,
    list: () => [...entries.values()].map(({ message }) => message),
    add: (message) => {
      put({ message, attempts: 0, sentAt: null });
      pump();
    },
    sendAgain: () => {
      for (const entry of entries.values()) entry.sentAt = null;
      pump();
    },
    answered: (id, settle) => {
      const entry = id === null ? undefined : entries.get(id);
      if (id === null || entry === undefined) return;
      entries.delete(id);
      settle(entry.message, entries.size);
      pump();
    },
    close: () => clearInterval(timer),
  };
}
