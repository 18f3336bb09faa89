import type { RejectionReason } from '@tanren/contract/machine-messages';
import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { rejectedMessages } from '#db/schema/rejected-messages.ts';
import { isBefore, selectMicros, type TimePosition } from '#db/time-cursor.ts';

export interface RejectedFilter {
  readonly machineId?: number | undefined;
  readonly reason?: RejectionReason | undefined;
  /** Null: from the newest one on. */
  readonly from: TimePosition | null;
  readonly limit: number;
}

/** Newest first. Each combination of filters has an index; the plans are tested. */
export function selectRejected(db: Queryable, { machineId, reason, from, limit }: RejectedFilter) {
  const table = rejectedMessages;
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
    .where(
      and(
        machineId === undefined ? undefined : eq(table.machineId, machineId),
        reason === undefined ? undefined : eq(table.reason, reason),
        from === null ? undefined : isBefore(table.receivedAt, table.id, from),
      ),
    )
    .orderBy(desc(table.receivedAt), desc(table.id))
    .limit(limit);
}
export type RejectedRow = Awaited<ReturnType<typeof selectRejected>>[number];
