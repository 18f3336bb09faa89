import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { trainingReservations } from '#db/schema/booking.ts';
import { notificationOutbox } from '#db/schema/members.ts';
import { trainingSessionRuns } from '#db/schema/menus.ts';
import {
  rejectedWorkouts,
  withheldRecords,
  workoutClaims,
  workoutCorrections,
  workoutEvents,
} from '#db/schema/workout-records.ts';
import { strengthStates, workoutBests, workouts, workoutSets } from '#db/schema/workouts.ts';

/** Tables whose ids, or references to them, would overflow 32 bits in a large chain. */
const longIdTables: readonly PgTable[] = [
  workouts,
  workoutSets,
  workoutBests,
  strengthStates,
  rejectedWorkouts,
  withheldRecords,
  workoutClaims,
  workoutCorrections,
  workoutEvents,
  trainingSessionRuns,
  trainingReservations,
  notificationOutbox,
];

export interface NarrowTable {
  readonly name: string;
  /** Columns that are declared with 64 bits and still have 32. */
  readonly columns: readonly string[];
}

/** Lists the columns that are declared with 64 bits. */
export function listLongIds(): NarrowTable[] {
  return longIdTables.map((table) => ({
    name: getTableName(table),
    columns: Object.values(getTableColumns(table))
      .filter((column) => column.getSQLType() === 'bigint')
      .map((column) => column.name),
  }));
}

/** Lists the tables of the database that have such a column with 32 bits. */
export async function listNarrowTables(client: pg.ClientBase): Promise<NarrowTable[]> {
  const declared = listLongIds();
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'integer' and table_name = any($1)`,
    [declared.map(({ name }) => name)],
  );
  const isNarrow = (name: string, column: string) =>
    rows.some((row) => row.table === name && row.column === column);
  return declared
    .map(({ name, columns }) => ({ name, columns: columns.filter((one) => isNarrow(name, one)) }))
    .filter(({ columns }) => columns.length > 0);
}
