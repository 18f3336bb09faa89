import type { RejectionReason } from '@tanren/contract/machines/machine-messages';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { rejectedMessages } from '#db/schema/machines.ts';
import {
  cutPage,
  type Page,
  readTimeCursor,
  selectMicros,
  type TimePosition,
} from '#db/time-cursor.ts';

interface RejectedFilter {
  readonly machineId?: number | undefined;
  readonly reason?: RejectionReason | undefined;
  /** Position after which the page begins. `null` to begin with the newest message. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

const table = rejectedMessages;

/**
 * Selects rejected messages, newest first. Each combination of filters has an index and is queried
 * as a range of it. With a plain equality PostgreSQL expects to find matches soon by reading all
 * rows in order, and reads the whole table when a machine or a reason was frequent only long ago.
 * Tests check the plans.
 */
export function selectRejected(db: Queryable, { from, limit, ...filter }: RejectedFilter) {
  const fixed = listFixed(filter);
  const until = from === null ? compare(fixed, '<=') : compare(addPosition(fixed, from), '<');
  return db
    .select({
      id: table.id,
      machineId: table.machineId,
      receivedAt: table.receivedAt,
      micros: selectMicros(table.receivedAt),
      reason: table.reason,
      byteLength: table.byteLength,
      payload: table.payload,
    })
    .from(table)
    .where(and(compare(fixed, '>='), until))
    .orderBy(
      ...fixed.map(({ column }) => sql`${column} desc`),
      desc(table.receivedAt),
      desc(table.id),
    )
    .limit(limit);
}
export type RejectedRow = Awaited<ReturnType<typeof selectRejected>>[number];

interface Bound {
  readonly column: SQL;
  readonly value: SQL;
}

/** Lists the fixed columns in the order of the indexes. */
function listFixed({ machineId, reason }: Pick<RejectedFilter, 'machineId' | 'reason'>): Bound[] {
  const fixed: Bound[] = [];
  if (machineId !== undefined) {
    fixed.push({ column: sql`${table.machineId}`, value: sql`${machineId}::integer` });
  }
  if (reason !== undefined)
    fixed.push({ column: sql`${table.reason}`, value: sql`${reason}::text` });
  return fixed;
}

function addPosition(fixed: readonly Bound[], { micros, id }: TimePosition): Bound[] {
  const instant = sql`timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond'`;
  return [
    ...fixed,
    { column: sql`${table.receivedAt}`, value: instant },
    { column: sql`${table.id}`, value: sql`${id}::bigint` },
  ];
}

/**
 * Compares the columns as one row, because PostgreSQL then finds the position in the index itself.
 */
function compare(bounds: readonly Bound[], operator: '<' | '<=' | '>='): SQL | undefined {
  if (bounds.length === 0) return undefined;
  const row = (part: keyof Bound) =>
    sql.join(
      bounds.map((bound) => bound[part]),
      sql`, `,
    );
  return sql`(${row('column')}) ${sql.raw(operator)} (${row('value')})`;
}

interface RejectedRequest {
  readonly machineId?: number | undefined;
  readonly reason?: RejectionReason | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export async function readRejectedPage(
  db: Queryable,
  { cursor, limit, ...filter }: RejectedRequest,
): Promise<Page<RejectedRow>> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  return cutPage(await selectRejected(db, { ...filter, from, limit: limit + 1 }), limit);
}
