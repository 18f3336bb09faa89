import fp from 'fastify-plugin';
import type { FinishedQuery } from '#db/database-client.ts';
import type { Database } from '#db/database.ts';
import type { Replica } from '#db/replica.ts';
import type { OutageLog } from './outage-log.ts';

interface DatabaseObserver {
  queryDone(seconds: number, slow: boolean): void;
  watchOutages(isAway: () => boolean): void;
}

interface DatabaseLogOptions {
  readonly db: Database;
  readonly replica?: Replica | null | undefined;
  /** `null` when slow queries are not logged. */
  readonly slowQueryMs: number | null;
  readonly outages: OutageLog;
  readonly metrics?: DatabaseObserver | null | undefined;
}

/** Logs slow queries. The first answered query after an outage ends the outage. */
export const databaseLog = fp<DatabaseLogOptions>(
  async (app, { db, replica, slowQueryMs, outages, metrics = null }) => {
    metrics?.watchOutages(outages.isAway);
    const observe = ({ statement, seconds, error, requestId }: FinishedQuery) => {
      const failed = error !== null;
      const isSlow = slowQueryMs !== null && seconds * 1000 >= slowQueryMs;
      metrics?.queryDone(seconds, isSlow);
      if (!isSlow) return;
      const [shape, ms] = [describeShape(statement), Math.round(seconds * 1000)];
      app.log.warn({ ms, failed, statement: shape, ...(requestId && { requestId }) }, 'slow query');
    };
    const stop = db.$client.listen((query) => {
      observe(query);
      if (query.error === null) outages.answered();
    });
    const stopReplica = replica?.listen(observe);
    app.addHook('onClose', async () => {
      stop();
      stopReplica?.();
    });
  },
);

const longestShape = 2000;

/** Returns a statement without any values: ours are parameters, and literals become `?`. */
export function describeShape(statement: string): string {
  return statement
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestShape);
}
