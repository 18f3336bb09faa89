import { setTimeout as sleep } from 'node:timers/promises';
import { allMachinesTopic, parseMachineTopic } from '@tanren/contract/machines/machine-messages';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import { createThrottledLog } from '#log/throttled-log.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { answerOutcome, type IngestOutcome } from './ingest-message.ts';
import { ingestUnlinked, readUnlinked, type UnlinkedMessage } from './unlinked-ingest.ts';
import { createIngestQueue, type IngestObserver } from './workouts.mqtt.ts';
import type { OnWorkoutsStored } from '#modules/workouts/workouts.service.ts';

interface UnlinkedParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly isDatabaseAway: (error: unknown) => boolean;
  readonly onWorkoutsStored: OnWorkoutsStored;
  /** Key of the hashes of claim codes. It is the same on every node. */
  readonly claimKey: Buffer;
  readonly observer?: Pick<IngestObserver, 'batchDone'> | null;
}

const limits = { capacity: 200, largestBatch: 20 };
const awayPauseMs = 500;
/** Maximum attempts for a message, which may collide with a simultaneous claim. */
const maxAttempts = 3;

/**
 * Receives bouts that were lifted without a link, keeps them and sends acks. A bout that cannot be
 * kept gets no ack, so the machine sends it again. They have their own queue, so that the workouts
 * of linked members never wait for them.
 */
export async function takeUnlinkedWorkouts(
  bus: MessageBus,
  parts: UnlinkedParts,
): Promise<() => Promise<void>> {
  const { db, now, log, isDatabaseAway, onWorkoutsStored, claimKey, observer = null } = parts;
  const rejections = createThrottledLog(log, 'bouts without a link rejected');
  const failures = createThrottledLog(log, 'bouts could not be kept; machines keep them');
  const unanswered = createThrottledLog(log, 'acks could not be sent; machines ask again');
  const stopping = new AbortController();

  const store = async (message: UnlinkedMessage): Promise<IngestOutcome | null> => {
    for (let attempts = 0; !stopping.signal.aborted && attempts < maxAttempts;) {
      try {
        return await ingestUnlinked(db, message, onWorkoutsStored, now());
      } catch (error) {
        failures.count({ err: error });
        if (isDatabaseAway(error)) await sleep(awayPauseMs);
        else attempts += 1;
      }
    }
    return null;
  };

  const answer = async (outcome: IngestOutcome): Promise<void> => {
    if (outcome.result === 'rejected') {
      const { machineId, reason, workoutUuid } = outcome;
      rejections.count({ machineId, reason, workoutUuid });
    }
    try {
      await answerOutcome(bus, outcome);
    } catch (error) {
      unanswered.count({ err: error });
    }
  };

  const run = async (batch: readonly UnlinkedMessage[], oldestAt: number) => {
    const results: string[] = [];
    for (const message of batch) {
      const outcome = await store(message);
      if (outcome === null) continue;
      await answer(outcome);
      results.push(outcome.result === 'kept' ? 'stored' : outcome.result);
    }
    observer?.batchDone(results, batch.length, (performance.now() - oldestAt) / 1000);
  };
  const queue = createIngestQueue<UnlinkedMessage>({ ...limits, run });
  const endSubscription = await bus.subscribeShared(
    allMachinesTopic('unlinked-workouts'),
    1,
    ({ topic, payload, runInContext }) => {
      const machineId = parseMachineTopic(topic)?.machineId;
      if (machineId === undefined) return;
      return queue.push(readUnlinked(machineId, payload, claimKey), runInContext);
    },
  );
  return async () => {
    stopping.abort();
    await endSubscription();
    await queue.stop();
  };
}
