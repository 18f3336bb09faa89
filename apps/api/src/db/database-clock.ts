import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { repeatTask } from '#repeat-task.ts';
import type { Database } from './database.ts';
import { isDatabaseAway } from './database-failure.ts';

/** A node whose own clock is further away than this has to be looked after. */
const tolerableMs = 5000;
const measureEveryMs = 60_000;
const checkEveryMs = 5000;
/** A jump of this machine's clock, or its sleep: measured again at once. */
const noticeableJumpMs = 1000;
/** An answer that took longer says too little about when it was given. */
const longestAnswerMs = 1000;
/** Less than this is the noise of measuring. */
const noiseMs = 20;

export interface DatabaseClock {
  /** What time it is in the database, by the last measurement. */
  readonly now: () => Date;
  /** By how much this machine's own clock is ahead; negative when it is behind. */
  readonly aheadMs: () => number;
  /** Asks the database what time it is. */
  readonly measure: () => Promise<void>;
  /** Measures from now on, and logs when the difference becomes too large or is so no more. */
  readonly watch: (log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'error'>) => () => Promise<void>;
  /** What `/readyz` says of it; a node with a wrong clock goes on working. */
  readonly readinessPart: {
    readonly name: string;
    readonly isRequired: boolean;
    readonly findFault: () => Promise<string | null>;
  };
}

interface Clocks {
  /** This machine's time of day, which may be wrong and may jump. */
  readonly wall?: () => number;
  /** Milliseconds since whenever, which never jump. */
  readonly steady?: () => number;
}

/**
 * The time of every node is that of the database: a node whose own clock is two days ahead would
 * otherwise release all links, end all offers and purge what others still need. Between two
 * measurements it goes on by a clock that nobody sets.
 */
export async function openDatabaseClock(
  db: Database,
  { wall = Date.now, steady = () => performance.now() }: Clocks = {},
): Promise<DatabaseClock> {
  /** What to add to the steady clock. */
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
    // Within the noise the old offset is as good, and time makes no small steps back.
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
      findFault: async () =>
        isOff() ? `${Math.round(aheadMs() / 1000)} s ahead of the database` : null,
    },
  };
}

/** Milliseconds since 1970, not as of the transaction's start. */
async function readDatabaseTime(db: Database): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not tell its time');
  return row.ms;
}
