import type { RejectionReason } from '@tanren/contract/machine-messages';
import type { Queryable } from '#db/database.ts';
import { cutPage, type Page, readTimeCursor } from '#db/time-cursor.ts';
import { type RejectedRow, selectRejected } from './rejected-messages.store.ts';

export interface RejectedRequest {
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
