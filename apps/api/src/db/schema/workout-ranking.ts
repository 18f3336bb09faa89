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
 * The best value of each member on each board, updated in the transaction of the change. Members
 * who opted out have no row. Boards older than the last month are purged.
 */
export const rankingEntries = pgTable(
  'ranking_entries',
  {
    /** Key of the board, from `toBoardKey` in the domain package. */
    board: bigint({ mode: 'number' }).notNull(),
    sub: uuid().notNull(),
    value: integer().notNull(),
    achievedOn: date('achieved_on', { mode: 'string' }).notNull(),
    /** Copy of the nickname, so that the first hundred are read from the index alone. */
    nickname: text().notNull(),
  },
  (table) => [
    // The rows of a member lie together: a workout changes many of them, hiding the profile all of
    // them.
    primaryKey({ columns: [table.sub, table.board] }),
    // The order is by value, highest first, then by date. `sub` makes the order unique.
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
 * Number of entries of a board in a range of values, so that a rank is a sum over at most a few
 * hundred rows, however many members are ranked. Level 2 counts single values, level 1 ranges of
 * 64, level 0 ranges of 4096. Only the trigger on the entries writes this table.
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
