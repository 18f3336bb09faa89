interface OutboxOptions<M> {
  /** Messages in the journal at the start, oldest first. */
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
  /** Adds a message that is already in the journal. */
  readonly add: (message: M) => void;
  /** Sends all messages again. Called after a new connection, because pending ones may be lost. */
  readonly sendAgain: () => void;
  /**
   * Handles the server's answer. `settle` removes the message from the journal. It is not called
   * when no message with that id was waiting.
   */
  readonly answered: (id: string | null, onAnswered: (message: M, left: number) => void) => void;
  readonly close: () => void;
}

/**
 * Maximum number of unanswered messages. A machine that was offline for days must not flood the
 * broker.
 */
const maxInFlight = 20;

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
      if (inFlight >= maxInFlight) return;
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
      // The message moves to the end of the queue, because one that is never answered must not
      // block the others.
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
    answered: (id, onAnswered) => {
      const entry = id === null ? undefined : entries.get(id);
      if (id === null || entry === undefined) return;
      entries.delete(id);
      onAnswered(entry.message, entries.size);
      pump();
    },
    close: () => clearInterval(timer),
  };
}
