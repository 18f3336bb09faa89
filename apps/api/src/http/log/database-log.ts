import fp from 'fastify-plugin';
import type { Database } from '#db/database.ts';
import type { OutageLog } from './outage-log.ts';

interface DatabaseObserver {
  queryDone(seconds: number, slow: boolean): void;
  watchOutages(isAway: () => boolean): void;
}

interface DatabaseLogOptions {
  readonly db: Database;
  /** `null` when slow queries are not logged. */
  readonly slowQueryMs: number | null;
  readonly outages: OutageLog;
  readonly metrics?: DatabaseObserver | null | undefined;
}

/** Logs slow queries. The first answered query after an outage ends the outage. */
export const databaseLog = fp<DatabaseLogOptions>(
  async (app, { db, slowQueryMs, outages, metrics = null }) => {
    metrics?.watchOutages(outages.isAway);
    const stop = db.$client.listen(({ statement, seconds, error, requestId }) => {
      const failed = error !== null;
      const isSlow = slowQueryMs !== null && seconds * 1000 >= slowQueryMs;
      metrics?.queryDone(seconds, isSlow);
      if (!failed) outages.answered();
      if (!isSlow) return;
      const [shape, ms] = [describeShape(statement), Math.round(seconds * 1000)];
      app.log.warn({ ms, failed, statement: shape, ...(requestId && { requestId }) }, 'slow query');
    });
    app.addHook('onClose', async () => stop());
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
