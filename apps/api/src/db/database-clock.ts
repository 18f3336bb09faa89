import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { repeatTask } from '#tasks/repeat-task.ts';
import type { Database } from './database.ts';
import { isDatabaseAway } from './database-failure.ts';

/** Maximum deviation of the node's own clock. A larger one is reported to the operator. */
const tolerableMs = 5000;
const measureEveryMs = 60_000;
const checkEveryMs = 5000;
/**
 * Minimum jump of this machine's clock, for example after sleep, that triggers a new measurement.
 */
const noticeableJumpMs = 1000;
/** Maximum duration of a measurement. A slower answer is too inaccurate and is ignored. */
const longestAnswerMs = 1000;
/** Measurement noise. A smaller difference is not corrected. */
const noiseMs = 20;

export interface DatabaseClock {
  /** Returns the time of the database according to the last measurement. */
  readonly now: () => Date;
  /** Returns how far this machine's own clock is ahead. Negative when the clock is behind. */
  readonly aheadMs: () => number;
  /** Measures the time of the database. */
  readonly measure: () => Promise<void>;
  /** Starts regular measurements, and logs when the difference becomes too large or small again. */
  readonly watch: (log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'error'>) => () => Promise<void>;
  /** The clock's entry in `/readyz`. A node with a wrong clock keeps working. */
  readonly readinessPart: {
    readonly name: string;
    readonly isRequired: boolean;
    readonly findError: () => Promise<string | null>;
  };
}

interface Clocks {
  /** Returns this machine's time of day, which may be wrong and may jump. */
  readonly wall?: () => number;
  /** Returns milliseconds since an arbitrary start. This clock never jumps. */
  readonly steady?: () => number;
}

/**
 * Opens the clock that all nodes share: the time of the database. A node whose own clock is two
 * days ahead would otherwise release all links, end all offers and purge data that is still needed.
 * Between two measurements the time advances by a steady clock that cannot be set.
 */
export async function openDatabaseClock(
  db: Database,
  { wall = Date.now, steady = () => performance.now() }: Clocks = {},
): Promise<DatabaseClock> {
  /** Milliseconds to add to the steady clock. */
  let offset = 0;
  let measuredAt: number | null = null;
  let wallThen = 0;

  async function measure(): Promise<void> {
    const before = steady();
    const time = await readDatabaseTime(db);
    const took = steady() - before;
    const measured = time - (before + took / 2);
    const isFirst = measuredAt === null;
    if (!isFirst && took > longestAnswerMs) return;
    // Differences within the noise are ignored, so that the time never makes small steps back.
    if (isFirst || Math.abs(measured - offset) > took / 2 + noiseMs) offset = measured;
    measuredAt = steady();
    wallThen = wall() - measuredAt;
  }

  const aheadMs = () => wall() - (steady() + offset);
  const isOff = () => Math.abs(aheadMs()) > tolerableMs;
  const isDue = () =>
    steady() - (measuredAt ?? 0) >= measureEveryMs ||
    Math.abs(wall() - steady() - wallThen) > noticeableJumpMs;

  await measure();
  return {
    now: () => new Date(steady() + offset),
    aheadMs,
    measure,
    watch(log) {
      let wasOff = false;
      const report = () => {
        if (isOff() === wasOff) return;
        wasOff = isOff();
        const aheadSeconds = Math.round(aheadMs() / 1000);
        if (wasOff) {
          log.warn({ aheadSeconds }, "this machine's clock differs from the database's: set it");
        } else log.info({ aheadSeconds }, "this machine's clock agrees with the database's again");
      };
      report();
      const run = async () => {
        if (isDue()) {
          await measure().catch((error: unknown) => {
            if (!isDatabaseAway(error)) throw error;
          });
        }
        report();
      };
      return repeatTask(
        { name: 'compare clocks with the database', everyMs: checkEveryMs, run },
        log,
      );
    },
    readinessPart: {
      name: 'clock',
      isRequired: false,
      findError: async () =>
        isOff() ? `${Math.round(aheadMs() / 1000)} s ahead of the database` : null,
    },
  };
}

/**
 * Returns milliseconds since 1970. `clock_timestamp()` is the current time, unlike `now()`, which
 * is the start of the transaction.
 */
async function readDatabaseTime(db: Database): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not tell its time');
  return row.ms;
}
