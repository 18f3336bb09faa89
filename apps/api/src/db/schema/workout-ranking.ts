import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The best of each member on each board they appear on, kept in the transaction of whatever
 * changes it. Whoever does not want to be ranked has no row. Boards of months before the last
 * are purged.
 */
export const rankingEntries = pgTable(
  'ranking_entries',
  {
    /** See `toBoardKey` in the domain. */
    board: bigint({ mode: 'number' }).notNull(),
    sub: uuid().notNull(),
    value: integer().notNull(),
    achievedOn: date('achieved_on', { mode: 'string' }).notNull(),
    /** A copy, so that the first hundred are read from the index alone. */
    nickname: text().notNull(),
  },
  (table) => [
    // All of a member lie together: a workout changes many of them, a hidden profile all.
    primaryKey({ columns: [table.sub, table.board] }),
    // The highest value first, of equal ones the earlier; `sub` makes the order total.
    index('ranking_entries_by_value').on(
      table.board,
      table.value.desc().nullsFirst(),
      table.achievedOn,
      table.sub,
      table.nickname,
    ),
  ],
);

/**
 * How many entries of a board lie in a range of values, so that a rank is a sum over at most a
 * few hundred rows, however many are ranked. Level 2 counts single values, level 1 ranges of
 * 64, level 0 ranges of 4096. Only the trigger on the entries writes it.
 */
export const rankingCounts = pgTable(
  'ranking_counts',
  {
    board: bigint({ mode: 'number' }).notNull(),
    level: smallint().notNull(),
    bucket: integer().notNull(),
    entries: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.board, table.level, table.bucket] })],
);
