import { toGymDay } from '@tanren/domain/gym-day';
import { sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { oldestKeptMonth } from './ranking-candidates.ts';
import { holdTypes } from './ranking-entries.store.ts';

/** So many at once: nobody who ranks a workout of the type waits longer than for these. */
const batchSize = 2000;

/** Boards of months that nobody can ask for any more. */
export async function purgeRankings(db: Database, now: Date): Promise<void> {
  for (const { board, type } of await listOutdated(db, oldestKeptMonth(toGymDay(now)))) {
    for (;;) {
      const deleted = await db.transaction(async (tx) => {
        await holdTypes(tx, [type]);
        const { rowCount } = await tx.execute(sql`
          delete from ranking_entries where ctid = any(array(
            select ctid from ranking_entries where board = ${board} limit ${batchSize}
          ))`);
        return rowCount ?? 0;
      });
      if (deleted < batchSize) break;
    }
  }
}

/**
 * From one board to the next in the index of the counts, instead of through all of them. The
 * month stands in bits 8 to 19 of the key, 0 for boards of all time.
 */
async function listOutdated(
  db: Database,
  oldestKept: number,
): Promise<{ board: number; type: number }[]> {
  const { rows } = await db.execute<{ board: string; type: number }>(sql`
    with recursive boards (board) as (
      select min(board) from ranking_counts
      union all
      select (select min(c.board) from ranking_counts c where c.board > boards.board)
      from boards where board is not null
    )
    select board, (board >> 23 & 255)::int as type from boards
    where board is not null and (board >> 8 & 4095) between 1 and ${oldestKept - 1}`);
  return rows.map(({ board, type }) => ({ board: Number(board), type }));
}
