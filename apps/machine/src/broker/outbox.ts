import type { AckMessage, WorkoutMessage } from '@tanren/contract/machine-messages';
import type { Journal } from '#journal/journal.ts';
import type { MachineListener } from '#machine-event.ts';

interface OutboxOptions {
  readonly journal: Journal;
  readonly resendMs: number;
  readonly now: () => Date;
  readonly onEvent: MachineListener;
  isConnected(): boolean;
  publish(workout: WorkoutMessage): void;
}

interface Outbox {
  readonly count: () => number;
  readonly list: () => readonly WorkoutMessage[];
  /** It is in the journal already. */
  readonly add: (workout: WorkoutMessage) => void;
  /** After a new connection: whatever was on its way may be lost. */
  readonly sendAgain: () => void;
  /** The workout it answers; null: none that was waiting. */
  readonly settle: (ack: AckMessage) => WorkoutMessage | null;
  readonly close: () => void;
}

/** A machine that was cut off for days must not flood the broker. */
const mostInFlight = 20;

interface Entry {
  readonly workout: WorkoutMessage;
  attempts: number;
  sentAt: number | null;
}

/** Sends every workout of the journal until the server has answered it. */
export function openOutbox(options: OutboxOptions): Outbox {
  const { journal, onEvent } = options;
  const entries = new Map<string, Entry>();
  const put = (entry: Entry) => entries.set(entry.workout.workoutUuid, entry);

  const pump = () => {
    if (!options.isConnected()) return;
    let inFlight = [...entries.values()].filter(({ sentAt }) => sentAt !== null).length;
    for (const entry of entries.values()) {
      if (inFlight >= mostInFlight) return;
      if (entry.sentAt !== null) continue;
      entry.sentAt = options.now().getTime();
      entry.attempts += 1;
      inFlight += 1;
      options.publish(entry.workout);
      const { workoutUuid } = entry.workout;
      onEvent({ event: 'published', workoutUuid, attempt: entry.attempts });
    }
  };

  const resendOverdue = () => {
    const latest = options.now().getTime() - options.resendMs;
    const overdue = [...entries.values()].filter(
      ({ sentAt }) => sentAt !== null && sentAt <= latest,
    );
    for (const entry of overdue) {
      // To the end of the line: one that is never answered must not hold up the others.
      entries.delete(entry.workout.workoutUuid);
      put({ ...entry, sentAt: null });
    }
    pump();
  };

  for (const workout of journal.pending) put({ workout, attempts: 0, sentAt: null });
  const timer = setInterval(resendOverdue, Math.max(50, options.resendMs / 4));

  return {
    count: () => entries.size,
    list: () => [...entries.values()].map(({ workout }) => workout),
    add: (workout) => {
      put({ workout, attempts: 0, sentAt: null });
      pump();
    },
    sendAgain: () => {
      for (const entry of entries.values()) entry.sentAt = null;
      pump();
    },
    settle: ({ workoutUuid, result, reason = null }) => {
      const entry = workoutUuid === null ? undefined : entries.get(workoutUuid);
      if (workoutUuid === null || entry === undefined) return null;
      if (result === 'rejected') journal.setAside(entry.workout, reason, options.now());
      else journal.settle(entry.workout);
      entries.delete(workoutUuid);
      onEvent({ event: 'acked', workoutUuid, result, reason, pending: entries.size });
      pump();
      return entry.workout;
    },
    close: () => clearInterval(timer),
  };
}
