import { setTimeout as sleep } from 'node:timers/promises';
import { allMachinesTopic, parseMachineTopic } from '@tanren/contract/machines/machine-messages';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import type { BusMessage, MessageBus } from '#mqtt/message-bus.ts';
import { createThrottledLog } from '#log/throttled-log.ts';
import {
  answerOutcome,
  type IncomingMessage,
  type IngestOutcome,
  readIncoming,
} from './ingest-message.ts';
import { type OnWorkoutsStored, ingestMessages } from '#modules/workouts/workouts.service.ts';

interface IngestQueueOptions<T> {
  /**
   * Maximum number of queued messages. Further ones wait in the broker, and finally in the
   * machines.
   */
  readonly capacity: number;
  readonly largestBatch: number;
  /**
   * Processes a batch and never rejects. `oldestAt` is the arrival of its first message, by
   * `performance.now()`.
   */
  readonly run: (batch: readonly T[], oldestAt: number) => Promise<void>;
}

interface IngestQueue<T> {
  /** Adds a message. The promise is pending while the queue is full. */
  readonly push: (item: T, runInContext?: BusMessage['runInContext']) => Promise<void> | void;
  /** Waits for the running batch. The machines send queued messages again. */
  readonly stop: () => Promise<void>;
  readonly length: () => number;
}

interface Arrival {
  /** Time by `performance.now()`. */
  readonly at: number;
  readonly runInContext?: BusMessage['runInContext'];
}

/**
 * Runs one batch at a time. A batch consists of all messages that arrived during the previous one:
 * a single message never waits for others, and batches grow with the load. A batch belongs to the
 * trace of its first message.
 */
export function createIngestQueue<T>({
  capacity,
  largestBatch,
  run,
}: IngestQueueOptions<T>): IngestQueue<T> {
  let waiting: T[] = [];
  let arrivals: Arrival[] = [];
  let full: { readonly promise: Promise<void>; readonly open: () => void } | null = null;
  let running: Promise<void> | null = null;

  const start = () => {
    if (running !== null || waiting.length === 0) return;
    const batch = waiting.slice(0, largestBatch);
    waiting = waiting.slice(largestBatch);
    const { at, runInContext } = arrivals[0] ?? { at: performance.now() };
    arrivals = arrivals.slice(largestBatch);
    if (waiting.length < capacity) {
      full?.open();
      full = null;
    }
    const runBatch = () => run(batch, at);
    running = (runInContext?.(runBatch) ?? runBatch()).finally(() => {
      running = null;
      start();
    });
  };

  return {
    push(item, runInContext) {
      waiting.push(item);
      arrivals.push({ at: performance.now(), runInContext });
      start();
      if (waiting.length < capacity) return;
      full ??= makeGate();
      return full.promise;
    },
    async stop() {
      waiting = [];
      arrivals = [];
      full?.open();
      await running;
    },
    length: () => waiting.length,
  };
}

function makeGate() {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

/** Receives the results of each batch, for metrics. */
export interface IngestObserver {
  batchDone(results: readonly string[], size: number, lagSeconds: number): void;
  watchQueue(queue: string, length: () => number): void;
}

interface IngestParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  /**
   * Returns whether a call failed because the database cannot be reached, so that waiting helps.
   */
  readonly isDatabaseAway: (error: unknown) => boolean;
  readonly onWorkoutsStored: OnWorkoutsStored;
  readonly observer?: IngestObserver | null;
}

/**
 * Number of batches in progress at once. While one batch is written and another waits for the
 * rankings of its types, a third is read and judged. All messages of a machine use the same lane:
 * they stay in order, and two batches rarely need the same member's bests. Each lane takes a
 * database connection away from members' calls.
 */
const lanes = 3;
const limits = { capacity: 1000, largestBatch: 200 };
const awayPauseMs = 500;
/** Maximum attempts for a single message, which may collide with writes of other nodes. */
const maxAttempts = 3;

/** A queued message. It is parsed with its batch, because its bytes take less memory. */
interface SentMessage {
  readonly machineId: number;
  readonly payload: Buffer;
}

/**
 * Receives workouts from machines, stores them and sends acks. A message that cannot be stored gets
 * no ack, so the machine keeps it and sends it again. No workout is lost.
 */
export async function takeWorkouts(
  bus: MessageBus,
  { db, now, log, isDatabaseAway, onWorkoutsStored, observer = null }: IngestParts,
): Promise<() => Promise<void>> {
  const rejections = createThrottledLog(log, 'workouts rejected');
  const failures = createThrottledLog(log, 'workouts could not be stored; machines keep them');
  const unanswered = createThrottledLog(log, 'acks could not be sent; machines ask again');
  const stopping = new AbortController();

  const store = async (batch: readonly IncomingMessage[]): Promise<readonly IngestOutcome[]> => {
    let attempts = 0;
    while (!stopping.signal.aborted && attempts < maxAttempts) {
      try {
        return await ingestMessages(db, batch, onWorkoutsStored, now());
      } catch (error) {
        failures.count({ err: error, messages: batch.length });
        if (isDatabaseAway(error)) await sleep(awayPauseMs);
        else if (batch.length > 1) return await storeInParts(batch);
        else attempts += 1;
      }
    }
    return [];
  };

  /**
   * Stores both halves of a failed batch separately. Halving isolates a message that fails the
   * batch or that another node has stored first.
   */
  const storeInParts = async (batch: readonly IncomingMessage[]) => {
    const middle = Math.ceil(batch.length / 2);
    const first = await store(batch.slice(0, middle));
    return [...first, ...(await store(batch.slice(middle)))];
  };

  const answer = async (outcome: IngestOutcome): Promise<void> => {
    if (outcome.result === 'rejected') {
      const { machineId, reason, workoutUuid, connectionId } = outcome;
      rejections.count({ machineId, reason, workoutUuid, connectionId });
    }
    try {
      await answerOutcome(bus, outcome);
    } catch (error) {
      unanswered.count({ err: error });
    }
  };

  const run = async (batch: readonly SentMessage[], oldestAt: number) => {
    const outcomes = await store(
      batch.map(({ machineId, payload }) => readIncoming(machineId, payload)),
    );
    await Promise.all(outcomes.map(answer));
    const results = outcomes.map(({ result }) => result);
    observer?.batchDone(results, batch.length, (performance.now() - oldestAt) / 1000);
  };
  const queues = Array.from({ length: lanes }, () =>
    createIngestQueue<SentMessage>({ ...limits, run }),
  );
  observer?.watchQueue('ingest', () => queues.reduce((sum, queue) => sum + queue.length(), 0));
  const endSubscription = await bus.subscribeShared(
    allMachinesTopic('workouts'),
    1,
    ({ topic, payload, runInContext }) => {
      const machineId = parseMachineTopic(topic)?.machineId;
      if (machineId === undefined) return;
      return queues[machineId % lanes]?.push({ machineId, payload }, runInContext);
    },
  );
  return async () => {
    stopping.abort();
    await endSubscription();
    await Promise.all(queues.map((queue) => queue.stop()));
  };
}
