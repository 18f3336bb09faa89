import type { Mailer } from '#mail/mailer.ts';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MessageBus } from '#mqtt/message-bus.ts';

/** Buckets in seconds, from a request that reads one row to one that a member gives up on. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const queryBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const lagBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120];
const batchBuckets = [1, 5, 20, 50, 100, 200];
/** Log levels that are counted, by pino's numbers. */
const countedLevels: Readonly<Record<number, string>> = { 40: 'warn', 50: 'error', 60: 'fatal' };

export interface FinishedRequest {
  readonly method: string;
  /** The pattern of the route. The requested address would make an unbounded number of labels. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics that the program counts itself. Values that other parts hold (pool, sessions)
 * are added by `watched-values.ts` and read when Prometheus asks.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];

  const requests = new Counter({
    name: 'tanren_http_requests_total',
    help: 'Answered requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'tanren_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer, by route pattern.',
    labelNames: ['method', 'route'] as const,
    buckets: requestBuckets,
    registers,
  });
  const querySeconds = new Histogram({
    name: 'tanren_database_query_duration_seconds',
    help: 'From handing a query to the database to its answer.',
    buckets: queryBuckets,
    registers,
  });
  const slowQueries = new Counter({
    name: 'tanren_database_slow_queries_total',
    help: 'Queries of SLOW_QUERY_MS or longer; each has a line in the log.',
    registers,
  });
  let isDatabaseAway = () => false;
  registry.registerMetric(
    new Gauge({
      name: 'tanren_database_away',
      help: '1 from the first call that did not reach the database to the next one that did.',
      registers: [],
      collect() {
        this.set(isDatabaseAway() ? 1 : 0);
      },
    }),
  );
  const logLines = new Counter({
    name: 'tanren_log_lines_total',
    help: 'Lines of the levels warn, error and fatal, those of an outage included.',
    labelNames: ['level'] as const,
    registers,
  });
  for (const level of Object.values(countedLevels)) logLines.inc({ level }, 0);
  const taskFailures = new Counter({
    name: 'tanren_task_failures_total',
    help: 'Failed runs of repeated tasks by name, without those of an outage of the database.',
    labelNames: ['task'] as const,
    registers,
  });
  const ingestMessages = new Counter({
    name: 'tanren_ingest_messages_total',
    help: 'Workouts from machines by result; unstored ones are sent again by the machine.',
    labelNames: ['result'] as const,
    registers,
  });
  for (const result of ['stored', 'duplicate', 'rejected', 'unstored']) {
    ingestMessages.inc({ result }, 0);
  }
  const ingestBatches = new Histogram({
    name: 'tanren_ingest_batch_size',
    help: 'Messages stored in one transaction.',
    buckets: batchBuckets,
    registers,
  });
  const ingestLag = new Histogram({
    name: 'tanren_ingest_lag_seconds',
    help: 'From the arrival of the oldest message of a batch to its answer.',
    buckets: lagBuckets,
    registers,
  });
  const watchedQueues = new Map<string, () => number>();
  const queues = new Gauge({
    name: 'tanren_queue_length',
    help: 'What waits: workouts on this node, and notifications and mails of all nodes by kind.',
    labelNames: ['queue'] as const,
    registers,
    collect() {
      for (const [queue, length] of watchedQueues) this.set({ queue }, length());
    },
  });
  const mails = new Counter({
    name: 'tanren_mails_total',
    help: 'Mails handed to the mail server, or refused by it.',
    labelNames: ['result'] as const,
    registers,
  });
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0);
  const pushes = new Counter({
    name: 'tanren_pushes_total',
    help: 'Pushes by what the push service said; gone ones were to devices that are forgotten now.',
    labelNames: ['result'] as const,
    registers,
  });
  for (const result of ['sent', 'gone', 'refused', 'later', 'failed']) pushes.inc({ result }, 0);
  const messages = new Counter({
    name: 'tanren_mqtt_messages_total',
    help: 'Messages from machines and locks (received) and to them and to pages (sent).',
    labelNames: ['direction'] as const,
    registers,
  });
  for (const direction of ['received', 'sent']) messages.inc({ direction }, 0);

  const brokerQuestions = new Counter({
    name: 'tanren_broker_questions_total',
    help: 'Questions of a broker about its clients by answer; unreadable ones had a wrong key or form.',
    labelNames: ['question', 'answer'] as const,
    registers,
  });

  return {
    registry,

    requestDone({ method, route, status, seconds }: FinishedRequest): void {
      requests.inc({ method, route, status });
      requestSeconds.observe({ method, route }, seconds);
    },

    queryDone(seconds: number, slow: boolean): void {
      querySeconds.observe(seconds);
      if (slow) slowQueries.inc();
    },

    watchOutages(isAway: () => boolean): void {
      isDatabaseAway = isAway;
    },

    lineLogged(number: number): void {
      const level = countedLevels[number];
      if (level !== undefined) logLines.inc({ level });
    },

    taskFailed(task: string): void {
      taskFailures.inc({ task });
    },

    batchDone(results: readonly string[], size: number, lagSeconds: number): void {
      ingestBatches.observe(size);
      ingestLag.observe(lagSeconds);
      for (const result of results) ingestMessages.inc({ result });
      ingestMessages.inc({ result: 'unstored' }, size - results.length);
    },

    /** Registers a queue in memory, whose length is read when Prometheus asks. */
    watchQueue(queue: string, length: () => number): void {
      watchedQueues.set(queue, length);
    },

    queueIs(queue: string, length: number): void {
      queues.set({ queue }, length);
    },

    pushDone(result: string): void {
      pushes.inc({ result });
    },

    countMails(mailer: Mailer): Mailer {
      return {
        async send(mail) {
          try {
            await mailer.send(mail);
            mails.inc({ result: 'sent' });
          } catch (error) {
            mails.inc({ result: 'failed' });
            throw error;
          }
        },
      };
    },

    brokerAsked(question: string, answer: string): void {
      brokerQuestions.inc({ question, answer });
    },

    countMessages(bus: MessageBus): MessageBus {
      return {
        ...bus,
        async publish(topic, message, options) {
          messages.inc({ direction: 'sent' });
          await bus.publish(topic, message, options);
        },
        subscribeShared: (pattern, qos, handler) =>
          bus.subscribeShared(pattern, qos, (message) => {
            messages.inc({ direction: 'received' });
            return handler(message);
          }),
      };
    },
  };
}
