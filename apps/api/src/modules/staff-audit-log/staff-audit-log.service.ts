import { defaultPageLimit } from '@tanren/contract/paging';
import type { AuditEntry } from '@tanren/contract/staff-audit-log';
import type { StaffAction } from '@tanren/domain/staff-actions';
import type { Queryable } from '#db/database.ts';
import { cutPage, readTimeCursor } from '#db/time-cursor.ts';
import { type AuditRow, selectEntries } from './staff-audit-log.store.ts';

export interface AuditPageRequest {
  readonly action?: StaffAction;
  readonly cursor?: string;
  readonly limit?: number;
}

export async function readAuditPage(
  db: Queryable,
  { action, cursor, limit = defaultPageLimit }: AuditPageRequest,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const from = cursor === undefined ? null : readTimeCursor(cursor);
  const found = await selectEntries(db, { action: action ?? null, from, limit: limit + 1 });
  const { items, nextCursor } = cutPage(found, limit);
  return { items: items.map(toEntry), nextCursor };
}

function toEntry({ id, at, action, memberSub, target, reason, ...entry }: AuditRow): AuditEntry {
  const { staffNickname, staffPseudonym, memberNickname, changes } = entry;
  return {
    id,
    at: at.toISOString(),
    action,
    staffNickname,
    staffPseudonym,
    target,
    member: memberSub,
    memberNickname,
    reason,
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  };
}
